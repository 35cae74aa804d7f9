"""Pages for what went wrong: what it was, what became of what was typed, and where to go on."""

from __future__ import annotations

import re
import sqlite3
from typing import Any

from flask import Flask, g, jsonify, redirect, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import DataError, DBAPIError, TimeoutError
from werkzeug.exceptions import HTTPException, TooManyRequests, UnprocessableEntity
from werkzeug.wrappers import Response

from companion import logs
from companion.games.why import N_
from companion.ledger.base import db
from companion.ledger.busy import Away, Busy, Unsure, lost, refusal

from .incoming import LARGE, MOST_FILE
from .once_sent import this_app
from .words import gettext, ngettext

TEXTS = {
    404: (
        N_("Page not found"),
        N_("The address may be wrong, or this phone hasn’t joined that match: scan its code, or type it under “Join”."),
    ),
    410: (
        N_("This match was deleted"),
        N_("Nobody sees it any more. The phone that keeps the group can bring it back for 30 days, under “Deleted”."),
    ),
    400: (
        N_("This page has expired"),
        N_(
            "It was open for too long, or cookies are off. Go back, reload the page and try again. What you "
            "typed is kept."
        ),
    ),
    405: (N_("Page not found"), N_("The address may be wrong.")),
    408: (
        N_("The connection was too slow"),
        N_("What was sent did not arrive in time. Go back and try again. What you typed is kept."),
    ),
    413: (N_("Too much text"), N_("Go back, shorten the text and try again.")),
}
TOO_LARGE = N_("The file is larger than %(most)s MB. Choose a smaller one.")
FILE_TOO_LARGE = N_("File too large")
MINUTE = 60
"""Seconds; who waits longer is told minutes."""
OURS = (N_("Something went wrong"), N_("Everything saved is safe. Go back and try again."))
OTHERS = (N_("That didn’t work"), N_("Go back and try again."))


def told(error: HTTPException) -> tuple[str | Response, int] | HTTPException | Response:
    """The page of an error that has a status."""
    code = error.code or 500
    if code < 400 or request.path.startswith("/static/"):
        return error
    if code == 405 and request.method == "GET":
        # A reload after a form that was refused asks for where the form went: show the page it came from.
        return redirect(re.sub(r"(/r/\d+)?/[^/]+$", "", request.path) or "/", 303)
    title, said = TEXTS.get(code, OURS if code >= 500 else OTHERS)
    if code == 410 and request.accept_mimetypes.best == "application/json":
        return jsonify(said=gettext(title)), code
    if code == 413 and request.path in LARGE:
        title, said = gettext(FILE_TOO_LARGE), gettext(TOO_LARGE, most=MOST_FILE // 2**20)
        return render_template("error.html", code=code, title=title, said=said), code
    number = logs.request_number() if code >= 500 else None
    return render_template("error.html", code=code, title=gettext(title), said=gettext(said), number=number), code


def too_many(error: TooManyRequests) -> tuple[str, int, dict[str, str]]:
    """The page for who did something too often: why, when it may be done again, and what was sent, to be sent then."""
    seconds = error.retry_after if isinstance(error.retry_after, int) else MINUTE
    wait = ngettext("Try again in %(num)s second.", "Try again in %(num)s seconds.", seconds)
    if seconds > MINUTE:
        wait = ngettext("Try again in %(num)s minute.", "Try again in %(num)s minutes.", -(-seconds // MINUTE))
    said = f"{gettext(error.description or '')} {wait}"
    page = render_template("error.html", code=429, title=gettext("Too many attempts"), said=said, sent=_sent())
    return page, 429, {"Retry-After": str(seconds)}


def _sent() -> dict[str, Any] | None:
    """The fields of the form that came, to be sent once more; None for a page, and for a file, which is not kept."""
    if request.method != "POST" or request.path in LARGE:
        return None
    fields = [(name, text) for name, text in request.form.items(multi=True) if name != "csrf_token"]
    return {"action": request.path, "fields": fields}


def busy(why: Busy) -> tuple[str, int]:
    """The page for who could not write now: a button sends once more what was sent, and nothing of it is lost."""
    sent, said = _sent(), gettext(why.READING)
    if sent:
        said = gettext("Nothing is lost: what you sent is kept on this page. Send it once more in a moment.")
    title = gettext("One moment, please")
    return render_template("error.html", code=Busy.code, title=title, said=said, sent=sent), Busy.code


def not_now(error: DBAPIError | TimeoutError | sqlite3.OperationalError) -> ResponseReturnValue:
    """The page for who could not even read. Raises what is any other error of the database.

    When a connection was lost, nothing of this request was written, or its form says so when it is sent again: it is
    done once more from its beginning.
    """
    if lost(error):
        if "companion_lost" in g:
            return busy(Away())
        g.companion_lost = True
        return _once_more()
    if refused := refusal(error):
        return busy(refused)
    raise error


def unsure(_: Unsure) -> tuple[str, int]:
    """The page for who cannot be told whether it was saved: sent again, it is once."""
    return busy(Away())


def _once_more() -> ResponseReturnValue:
    """Do this request again, with a connection of its own."""
    app = this_app()
    db.session.remove()
    for file in request.files.values():
        file.stream.seek(0)
    try:
        first = app.preprocess_request()
        return app.dispatch_request() if first is None else first
    except Exception as error:
        return app.handle_user_exception(error)


def unfit(app: Flask, error: DataError) -> tuple[str | Response, int] | HTTPException | Response:
    """The page of a value that the database has no place for: it came from the client, and nothing was written."""
    app.logger.error("a value that cannot be on %s: %s", request.endpoint, error)
    return told(UnprocessableEntity())


def log(app: Flask, exc_info: Any) -> None:
    """Flask would log the path, which may be a link that opens something."""
    number = logs.request_number()
    fields = {"number": number}
    app.logger.error("unexpected error on %s (%s)", request.endpoint, number, exc_info=exc_info, extra=fields)
