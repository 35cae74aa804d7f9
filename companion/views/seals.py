"""Checking the shuffles: what was promised when the cards were mixed, and what has been opened since."""

from __future__ import annotations

from flask import Blueprint, jsonify, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion import seals as promises
from companion.ledger import deals
from companion.ledger import seals as stored
from companion.ledger.access import Found

from .act import Answer, act
from .forms import ClientForm
from .phone import at_table, state_of
from .words import gettext, say

seals = Blueprint("seals", __name__, url_prefix="/m/<public_id>/table/seals")


@seals.get("")
def page(public_id: str) -> str:
    """Every shuffle of the match: its fingerprint, and the cards that are open."""
    return _page(at_table(public_id)[0])


@seals.get("/file")
def file(public_id: str) -> Response:
    """The same as a file that `companion verify` checks on any computer."""
    _, state = at_table(public_id)
    answer = jsonify(stored.spelled(state, stored.shuffles(state)))
    answer.headers["Content-Disposition"] = f'attachment; filename="seals-{public_id}.json"'
    return answer


@seals.post("/open")
def open_rest(public_id: str) -> Answer:
    """Open what is left when the match has ended."""
    found, _ = at_table(public_id, writes=True)
    there = redirect(url_for("seals.page", public_id=public_id), 303)
    return act(found, deals.open_rest, lambda _: there, lambda refused: _page(found, say(refused.why)))


def _page(found: Found, refusal: str = "") -> str:
    state = state_of(found)
    shuffles = stored.shuffles(state)
    wrongs = promises.check(stored.spelled(state, shuffles)) if shuffles else []
    may_open = found.writes and state.status != "open" and state.dealing is None
    return render_template(
        "table/seals.html",
        match=state.public_id,
        called=state.called,
        shuffles=shuffles,
        broken=[gettext(promises.TEXTS[wrong.what], **wrong._asdict()) for wrong in wrongs],
        texts={what: gettext(said) for what, said in promises.TEXTS.items()},
        left=sum(len(shuffle.cards) - shuffle.opened for shuffle in shuffles) if may_open else 0,
        refusal=refusal,
        form=ClientForm(formdata=None),
    )
