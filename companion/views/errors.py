"""Pages for what went wrong: what it was, what became of what was typed, and where to go on."""

from __future__ import annotations

import re
import sqlite3
from typing import Any

from flask import Flask, jsonify, redirect, render_template, request
from sqlalchemy.exc import DataError, OperationalError
from werkzeug.exceptions import HTTPException, UnprocessableEntity
from werkzeug.wrappers import Response

from companion.games.why import N_
from companion.ledger.sqlite import Busy, held

from .incoming import LARGE, MOST_FILE
from .words import gettext

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
    429: (N_("Too many attempts"), N_("Please wait a minute, then try again.")),
    413: (N_("Too much text"), N_("Go back, shorten the text and try again.")),
}
TOO_LARGE = N_("The file is larger than %(most)s MB. Choose a smaller one.")
FILE_TOO_LARGE = N_("File too large")
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
    return render_template("error.html", code=code, title=gettext(title), said=gettext(said)), code


def busy(_: Busy) -> tuple[str, int]:
    """The page for who could not write now: a button sends once more what was sent, and nothing of it is lost."""
    sent, said = None, gettext("Another program holds the database. Load this page again in a moment.")
    if request.method == "POST":
        fields = [(name, text) for name, text in request.form.items(multi=True) if name != "csrf_token"]
        sent = {"action": request.path, "fields": fields}
        said = gettext("Nothing is lost: what you sent is kept on this page. Send it once more in a moment.")
    title = gettext("One moment, please")
    return render_template("error.html", code=Busy.code, title=title, said=said, sent=sent), Busy.code


def not_now(error: OperationalError | sqlite3.OperationalError) -> tuple[str, int]:
    """The page for who could not even read. Raises what is any other error of the database."""
    if not held(getattr(error, "orig", error)):
        raise error
    return busy(Busy())


def unfit(app: Flask, error: DataError) -> tuple[str | Response, int] | HTTPException | Response:
    """The page of a value that the database has no place for: it came from the client, and nothing was written."""
    app.logger.error("a value that cannot be on %s: %s", request.endpoint, error.orig)
    return told(UnprocessableEntity())


def log(app: Flask, exc_info: Any) -> None:
    """Flask would log the path, which may be a link that opens something."""
    app.logger.error("unexpected error on %s", request.endpoint, exc_info=exc_info)
