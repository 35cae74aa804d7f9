"""When a phone was last seen: noted once a day, after an answer was sent, so that nobody waits for it."""

from __future__ import annotations

from flask import request, session
from werkzeug.wrappers import Response

from companion.ledger.groups import see, seen_before_today
from companion.ledger.models import today
from companion.ledger.pen import settle, writing

from .once_sent import once_sent


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
        once_sent(
            response,
            lambda: _write(phone),
            "a phone is not noted as seen today",
            "a phone could not be noted as seen",
        )
    return response


def _write(phone: str) -> None:
    with writing():
        see(phone)
        settle()
