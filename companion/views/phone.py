"""This phone: the signed cookie that says which one it is, and what it may open."""

from __future__ import annotations

import secrets

from flask import Flask, abort, request, session

from companion.ledger.access import Found, find, was_deleted
from companion.ledger.groups import new_token
from companion.ledger.hidden import seen_by
from companion.ledger.state import MatchState, Versioned, read_state

from .avatars import seat_at
from .unnamed import in_match


def token() -> str | None:
    """The token in this phone's cookie; None for a phone that has not begun or joined anything."""
    return session.get("phone")


def token_for_writing() -> str:
    """The phone's token, made now if it has none. Only a POST may call this: looking makes no phone."""
    if "phone" not in session:
        session["phone"] = new_token()
    session.permanent = True
    return str(session["phone"])


def writes_for_all(public_id: str) -> bool:
    """Whether whoever has this phone said that it writes for everybody in that match."""
    return bool(session.get("everybody") == public_id)


def write_for_all(public_id: str, is_so: bool = True) -> None:
    """Remember that, or that it is not so (any more); for the newest match only, so that the cookie stays small."""
    if is_so:
        session["everybody"] = public_id
    elif writes_for_all(public_id):
        del session["everybody"]


def allowed(public_id: str) -> Found:
    """The match with that public id, or 404 when there is none or this phone may not open it; 410 when it could before
    that was deleted.
    """
    found = find(public_id, token())
    if found is None:
        abort(410 if was_deleted(public_id, token()) else 404)
    return found


def found_still(app: Flask, public_id: str, phone_token: str | None) -> Found | None:
    """The match that a phone opened before, as it stands now, if it still may; outside of a request."""
    with app.app_context():
        return find(public_id, phone_token)


def state_of(match: Versioned) -> MatchState:
    """A match as the phone that found it may see it (anybody, where no phone did); the page is about it."""
    state = read_state(match)
    seat_at(state)
    return seen_by(in_match(state), match.phone if isinstance(match, Found) else None)


def opened(public_id: str) -> tuple[Found, MatchState]:
    """The match and its state for a phone that may write there, else 404; watchers have a page of their own."""
    found = allowed(public_id)
    if not found.writes:
        abort(404)
    return found, state_of(found)


def at_table(public_id: str, writes: bool = False) -> tuple[Found, MatchState]:
    """The match and its state for a phone that may look there, or write; 404 for a game that is only for the pad."""
    found = allowed(public_id)
    state = state_of(found)
    if state.game.table is None or (writes and not found.writes):
        abort(404)
    return found, state


def fresh_id() -> str:
    """A client id for a form: sent twice, the form writes once."""
    return secrets.token_urlsafe(9)


def sent_client_id() -> str:
    """The client id that came with the form, or one of its own when none came."""
    return request.form.get("client_id") or fresh_id()
