"""The television in the middle of the table: places, totals and the last round, who is missing, who starts, the code to
come in; how a round ended, and the podium.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.ledger import links
from companion.ledger.access import Found
from companion.ledger.state import MatchState

from . import pieces
from .chart import totals_by_round
from .end import end_of
from .moment import last_points, moment
from .notes import Note, given_up_note, near_note, next_start, notes_of, open_round, reminder
from .phone import allowed, state_of
from .phones import link_url, qr
from .pieces import CLIENT_HOLE, CSRF_HOLE, finish, piece, unless_known
from .sheet import RankingFacts, RankText, rank_texts, ranking, where
from .words import gettext, names

tv = Blueprint("tv", __name__, url_prefix="/tv/<public_id>")


@dataclass(frozen=True, slots=True)
class Row:
    """A place in the ranking, with what the last round brought and its mark."""

    rank: RankText
    plus: str
    mark: str


@tv.get("")
def page(public_id: str) -> str:
    """The whole screen."""
    found = allowed(public_id)
    state = state_of(found)
    return render_template("tv/page.html", state=state, where=where(state), board=Markup(_board(found)))


@tv.get("/board")
def board(public_id: str) -> Response:
    """What changes on it, and the head above it; nothing new costs a 304."""
    found = allowed(public_id)
    head = Markup('<hx-partial hx-target="#tv-head" hx-swap="innerHTML">{}</hx-partial>')
    facts = (found.public_id, found.version, _invites(found))
    return unless_known(facts, lambda: Markup(_board(found)) + head.format(piece(_head, _head_of(state_of(found)))))


def _invites(found: Found) -> bool:
    return found.writes or found.phone in state_of(found).screens


def _head_of(state: MatchState) -> tuple[str, str]:
    return state.called, where(state)


def _head(it: tuple[str, str]) -> str:
    called, stands = it
    return render_template("tv/_head.html", called=called, where=stands)


def _board(found: Found) -> str:
    # The code to join holds the address that this screen was opened at.
    return finish(pieces.page(_render, found, request.host_url if _invites(found) else ""))


def _render(state: MatchState, invites_to: str) -> str:
    ranks, end = ranking(state), end_of(state)
    start, starter = next_start(state)
    return render_template(
        "tv/_board.html",
        moment=moment(state),
        rows=_rows(state, ranks),
        end=end,
        start=start,
        starter=starter,
        notes=() if end else _notes(state, ranks),
        chart=totals_by_round(state),
        match=state.public_id,
        csrf=CSRF_HOLE,
        client_id=CLIENT_HOLE,
        **(_invitation(state) if invites_to else {}),
    )


def _rows(state: MatchState, ranks: RankingFacts) -> list[Row]:
    """The ranking beside the last round that counts."""
    last = state.last_complete
    if not last:
        return [Row(rank, "", "") for rank in rank_texts(ranks)]
    round_ = state.sheet.rounds[last - 1]
    return [Row(rank, *last_points(state, round_, rank.seat)) for rank in rank_texts(ranks)]


def _notes(state: MatchState, ranks: RankingFacts) -> list[Note]:
    """What all should know while they play."""
    open_ = open_round(state)
    facts = notes_of(state, ranks, open_.missing if open_ and open_.begun else ())
    waiting = gettext("Waiting for %(names)s", names=names(name for _, name in facts.waiting)) if facts.waiting else ""
    told = (
        given_up_note(facts.given_up, facts.round),
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
