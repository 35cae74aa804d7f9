"""The television in the middle of the table: large totals, who is missing, who starts, the code to come in."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request
from markupsafe import Markup

from companion.ledger import links
from companion.ledger.access import Found
from companion.ledger.state import MatchState

from . import pieces
from .chart import totals_by_round
from .end import end_of
from .notes import Note, given_up_note, near_note, notes_of, open_round, reminder, start_note
from .phone import allowed, state_of
from .phones import link_url, qr
from .pieces import CLIENT_HOLE, CSRF_HOLE, finish
from .sheet import RankingFacts, rank_texts, ranking
from .words import gettext, names

tv = Blueprint("tv", __name__, url_prefix="/tv/<public_id>")


@tv.get("")
def page(public_id: str) -> str:
    """The whole screen."""
    found = allowed(public_id)
    return render_template("tv/page.html", state=state_of(found), board=Markup(_board(found)))


@tv.get("/board")
def board(public_id: str) -> str:
    """What changes on it."""
    return _board(allowed(public_id))


def _board(found: Found) -> str:
    invites = found.writes or found.phone in state_of(found).screens
    # The code to join holds the address that this screen was opened at.
    return finish(pieces.page(_render, found, request.host_url if invites else ""))


def _render(state: MatchState, invites_to: str) -> str:
    ranks, end = ranking(state), end_of(state)
    return render_template(
        "tv/_board.html",
        ranks=rank_texts(ranks),
        end=end,
        notes=() if end else _notes(state, ranks),
        chart=totals_by_round(state),
        match=state.public_id,
        csrf=CSRF_HOLE,
        client_id=CLIENT_HOLE,
        **(_invitation(state) if invites_to else {}),
    )


def _notes(state: MatchState, ranks: RankingFacts) -> list[Note]:
    """What all should know while they play."""
    open_ = open_round(state)
    facts = notes_of(state, ranks, open_.missing if open_ and open_.begun else ())
    waiting = gettext("Waiting for %(names)s", names=names(facts.waiting)) if facts.waiting else ""
    gave_up = given_up_note(facts.given_up, facts.round)
    told = (
        gave_up,
        start_note(facts.start),
        reminder(facts),
        Note("hourglass", waiting) if waiting else None,
        near_note(facts),
    )
    return [note for note in told if note]


def _invitation(state: MatchState) -> dict[str, Any]:
    """The code to come in, while that is open."""
    if not state.joining or open_round(state) is None:
        return {}
    shown = links.links_of(state.id)
    return {"qr": qr(link_url(shown.match)), "code": f"{shown.code[:3]} {shown.code[3:]}"}
