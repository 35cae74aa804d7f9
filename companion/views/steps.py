"""A finished round on screens, move by move. What is still hidden stays hidden."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for

from companion.games.game import table_of
from companion.ledger.access import Found
from companion.ledger.dealt import Dealt
from companion.ledger.state import MatchState
from companion.ledger.store import dealt_in

from .forms import NOBODY, seen_number
from .phone import allowed, state_of
from .seating import Seated, heads, my_head, people_of
from .table_view import TableView, step_of
from .told import told
from .words import gettext

steps = Blueprint("steps", __name__, url_prefix="/m/<public_id>/table/r/<int:round_>")


@dataclass(frozen=True, slots=True)
class Stop:
    """A link to a step, or to the same one with other eyes. `here`: that is what is shown."""

    url: str
    said: str
    here: bool


@steps.get("")
def page(public_id: str, round_: int) -> str:
    """One step: the table after `step` moves, with the eyes of somebody, or of a bystander."""
    found = allowed(public_id)
    state = state_of(found)
    dealt = dealt_in(state.game, state.id, round_)
    if dealt is None or not dealt.over:
        abort(404)
    last = len(dealt.moves)
    step = min(seen_number(request.args.get("step"), 0), last)
    eyes = _eyes(state, dealt, found)
    moves = told(state, dealt)

    def to(at: int, sees: int | None = eyes) -> str:
        return url_for("steps.page", public_id=public_id, round_=round_, step=at, eyes=sees)

    return render_template(
        "table/steps.html",
        **_table(state, dealt, step_of(state, dealt, step, eyes), found),
        step=step,
        last=last,
        said=moves[step - 1].said if step else "",
        ways=[to(at) for at in (0, max(step - 1, 0), min(step + 1, last), last)],
        moves=[Stop(to(at), move.said, at == step) for at, move in enumerate(moves, 1) if move.said],
        bystander=Stop(to(step, None), gettext("Onlooker"), eyes is None),
        lookers=[Stop(to(step, seat), name, seat == eyes) for seat, name in _may_look_with(state, dealt, found)],
    )


def _table(state: MatchState, dealt: Dealt, board: TableView, found: Found) -> dict[str, Any]:
    """What a table shows, as `views/table.py` has it, but that nothing can be done."""
    people, look = _people(state, dealt, board, found), board.look
    seats = {"others": heads(state, look, people), "me": my_head(state, look, people)}
    return {"state": state, "board": board, "look": look, **seats, "name": state.name, "live": False}


def _people(state: MatchState, dealt: Dealt, board: TableView, found: Found) -> dict[int, Seated]:
    """Who sat there, with the totals of that time: those before the round and, after its last move, what it brought
    with its house rules. Who is connected now does not matter here.
    """
    brought = {line.seat: line.points for line in board.points}
    people = people_of(state, found.phone, frozenset(state.holders.values()), dealt.setup.seats)
    totals = zip(people, dealt.setup.totals, strict=True)
    return {seat: replace(people[seat], total=total + brought.get(seat, 0)) for seat, total in totals}


def _may_look_with(state: MatchState, dealt: Dealt, found: Found) -> list[tuple[int, str]]:
    """Whose hands this phone may see: everybody's where all were shown at the end, else those of its own seats."""
    mine = state.seats_of(found.phone)
    seats = [seat for seat in dealt.setup.seats if table_of(state.game).shows_hands or seat in mine]
    return [(seat, state.name(seat)) for seat in seats]


def _eyes(state: MatchState, dealt: Dealt, found: Found) -> int | None:
    wanted = seen_number(request.args.get("eyes"), NOBODY)
    return wanted if wanted in dict(_may_look_with(state, dealt, found)) else None
