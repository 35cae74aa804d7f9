"""A finished round on screens, move by move. What is still hidden stays hidden."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, abort, render_template, request

from companion.ledger.access import Found
from companion.ledger.screen import Screen, of_round
from companion.ledger.state import MatchState

from .board import Board, Person, people_of, step_of, told
from .forms import NOBODY, seen_number
from .phone import allowed, state_of

steps = Blueprint("steps", __name__, url_prefix="/m/<public_id>/table/r/<int:round_>")


@steps.get("")
def page(public_id: str, round_: int) -> str:
    """One step: the table after `step` moves, with the eyes of somebody, or of a bystander."""
    found = allowed(public_id)
    state = state_of(found)
    screen = of_round(state.game, state.id, round_)
    if screen is None or not screen.over:
        abort(404)
    last = len(screen.moves)
    step = min(seen_number(request.args.get("step"), 0), last)
    eyes = _eyes(state, screen, found)
    deals = screen.deals(state.game)
    moves = told(state, screen, deals)
    board = step_of(state, screen, deals[step], moves[:step], eyes)
    return render_template(
        "table/steps.html",
        state=state,
        board=board,
        look=board.look,
        people=_people(state, screen, board, found),
        step=step,
        last=last,
        said=moves[step - 1] if step else "",
        moves=[(at, said) for at, said in enumerate(moves, 1) if said],
        eyes=eyes,
        pairs=_may_look_with(state, screen, found),
        writes=found.writes,
        live=False,
        wanted=None,
    )


def _people(state: MatchState, screen: Screen, board: Board, found: Found) -> dict[int, Person]:
    """Who sat there, with the totals of that time: those before the round and, after its last move, what it brought
    with its house rules. Who is connected now does not matter here.
    """
    brought = {line.seat: line.points for line in board.points}
    people = people_of(state, found.phone, frozenset(state.holders.values()), screen.setup.seats)
    totals = zip(people, screen.setup.totals, strict=True)
    return {seat: replace(people[seat], total=total + brought.get(seat, 0)) for seat, total in totals}


def _may_look_with(state: MatchState, screen: Screen, found: Found) -> list[tuple[int, str]]:
    """Whose hands this phone may see: everybody's where all were shown at the end, else those of its own seats."""
    mine = state.seats_of(found.phone)
    seats = [seat for seat in screen.setup.seats if state.game.shows_hands or seat in mine]
    return [(seat, state.name(seat)) for seat in seats]


def _eyes(state: MatchState, screen: Screen, found: Found) -> int | None:
    wanted = seen_number(request.args.get("eyes"), NOBODY)
    return wanted if wanted in dict(_may_look_with(state, screen, found)) else None
