"""When a phone was last seen: noted once a day, after an answer was sent, so that nobody waits for it."""

from __future__ import annotations

from flask import Flask, current_app, request, session
from werkzeug.wrappers import Response

from companion.ledger.groups import see, seen_before_today
from companion.ledger.models import today
from companion.ledger.pen import settle, writing
from companion.ledger.sqlite import Busy


def note(response: Response) -> Response:
    """See to it that this phone's day is noted, if the cookie does not say that it is."""
    if request.endpoint in (None, "static", "live.events") or response.status_code >= 400:
        return response
    phone, day = session.get("phone"), today().isoformat()
    if phone is None or session.get("day") == day:
        return response
    # A phone that only looks keeps its cookie for as long as one that writes.
    session["day"], session.permanent = day, True
    if seen_before_today(phone):
        app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
        response.call_on_close(lambda: _write(app, phone))
    return response


def _write(app: Flask, phone: str) -> None:
    with app.app_context():
        try:
            with writing():
                see(phone)
                settle()
        except Busy:
            app.logger.info("a phone is not noted as seen today: another program holds the database")
