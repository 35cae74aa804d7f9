"""The rematch: the same people again, and the phones of the old match that come along."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.games.why import Refusal
from companion.ledger import opening

from . import limits
from .act import pen_of
from .notice import tell
from .phone import allowed, opened, state_of, token_for_writing, write_for_all, writes_for_all
from .words import gettext, say

rematch = Blueprint("rematch", __name__, url_prefix="/m/<public_id>/menu/rematch")


@rematch.post("")
def begin(public_id: str) -> Response:
    """The same people again, on the same phones."""
    found, state = opened(public_id)
    limits.check_matches()
    try:
        new = opening.rematch(pen_of(found), token_for_writing(), state)
    except Refusal as refused:
        tell(say(refused.why))
        return redirect(url_for("home.new"), 303)
    limits.spend_match()
    if writes_for_all(public_id):
        write_for_all(new)
    return redirect(url_for("pad.page", public_id=new), 303)


@rematch.post("/go")
def go(public_id: str) -> Response:
    """Take this phone along into the rematch that somebody has started, to the page that it was on."""
    found = allowed(public_id)
    state = state_of(found)
    if state.next is None:
        abort(404)
    new = opening.come_along(found, state)
    if new is None:
        tell(gettext("The rematch lets no new phones in: ask whoever hosts it."))
    was_on = request.form.get("from") or "pad"
    where = {"table": "table.page", "tv": "tv.page"}.get(was_on, "join.go" if found.writes else "tv.page")
    return redirect(url_for(where, public_id=new or public_id), 303)
