"""Checking the shuffles: what was promised when the cards were mixed, and what has been opened since."""

from __future__ import annotations

from flask import Blueprint, jsonify, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion import seals as promises
from companion.ledger import deals
from companion.ledger import seals as stored
from companion.ledger.access import Found
from companion.ledger.matches import Refused

from .forms import ClientForm
from .phone import allowed, opened, state_of, token_for_writing
from .words import say

seals = Blueprint("seals", __name__, url_prefix="/m/<public_id>/table/seals")


@seals.get("")
def page(public_id: str) -> str:
    """Every shuffle of the match: its fingerprint, and the cards that are open."""
    return _page(allowed(public_id))


@seals.get("/file")
def file(public_id: str) -> Response:
    """The same as a file that `companion verify` checks on any computer."""
    found = allowed(public_id)
    answer = jsonify(stored.spelled(public_id, stored.shuffles(state_of(found))))
    answer.headers["Content-Disposition"] = f'attachment; filename="seals-{public_id}.json"'
    return answer


@seals.post("/open")
def open_rest(public_id: str) -> Response | tuple[str, int]:
    """Open what is left when the match has ended."""
    found, _ = opened(public_id)
    token_for_writing()
    try:
        deals.open_rest(found.id, found.phone, ClientForm().client())
    except Refused as refused:
        return _page(found, say(refused.why)), 409
    return redirect(url_for("seals.page", public_id=public_id), 303)


def _page(found: Found, refusal: str = "") -> str:
    state = state_of(found)
    shuffles = stored.shuffles(state)
    left = sum(len(shuffle.cards) - shuffle.opened for shuffle in shuffles)
    return render_template(
        "table/seals.html",
        state=state,
        shuffles=shuffles,
        broken=promises.check(stored.spelled(state.public_id, shuffles)),
        left=left,
        may_open=bool(left) and found.writes and state.status != "open" and state.on_screens is None,
        refusal=refusal,
        form=ClientForm(formdata=None),
    )
