"""How the strong bot thinks: it deals the hidden cards in every way it could be, plays to the end, and compares."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from ..odds import Odds
from ..table import NOBODY, Move
from .columns import HIDDEN, LOWEST, NEVER, Column, ColumnPlan
from .moves import ACTS, DRAW, NOWHERE, SWAP, TAKE, TURN_UP
from .observe import Hidden, Observation
from .playout import Position, drawing, finish, outlook, play_turn
from .stages import DRAWN, TURN
from .state import Grid
from .text import COLUMN, GRID

ODDS = Odds(tense=8.0, usual=30)
WIDTH = 3
"""How many places for a card are tried, the best by the rule of thumb."""
TRUST = 300
"""How many imagined rounds the rule of thumb is worth."""


class Try(NamedTuple):
    """A move that is tried, and the position that is swapped or turned by it, or after it in the same turn; NOWHERE
    when that depends on the card drawn. `gain`: by how many points it is better than doing nothing, by the rule of
    thumb.
    """

    move: Move
    at: int
    gain: float


def best(seen: Observation, moves: tuple[Move, ...], playouts: int, rng: Random) -> Move:
    """The one of these moves that wins most often over about `playouts` imagined rounds.

    All are tried on the same deals, so that luck falls on all of them; after each stage the worse half is left out.
    The rule of thumb counts as much as TRUST rounds: a point it promises is a little more of a chance.
    """
    hidden, left = Hidden.of(seen), tries(seen, moves)
    frame = seen.frame
    to_go = max(0, frame.limit - max(frame.totals))
    wide = ODDS.spread(to_go, None if frame.left is None else frame.left + 1)
    worths = {each: TRUST * each.gain / (4 * wide) for each in left}
    stages = max(1, (len(left) - 1).bit_length())
    for _ in range(stages):
        if len({each.move for each in left}) == 1:
            break
        for _ in range(max(1, playouts // stages // len(left))):
            position, held = imagine(seen, hidden, rng)
            for each in left:
                worths[each] += _outcome(seen, position.copy(), held, each, rng)
        left.sort(key=worths.__getitem__, reverse=True)
        del left[(len(left) + 1) // 2 :]
    return left[0].move


def tries(seen: Observation, moves: tuple[Move, ...]) -> list[Try]:
    """What is worth trying: the places where a card does most good by the rule of thumb, in columns that look alike
    only once.
    """
    at, _ = imagine(seen, Hidden.of(seen), Random(0))
    gains, turn, plans = outlook(at)
    if seen.stage == TURN:
        swaps = _swaps(at, plans, seen.pile[-1])
        return [Try(DRAW, NOWHERE, drawing(gains, turn)), *(Try(TAKE, place, gain) for place, gain in swaps)]
    assert seen.held is not None, "who swaps or turns sees the card in hand"
    found = [Try(SWAP[place], place, gain) for place, gain in _swaps(at, plans, seen.held)]
    if seen.stage == DRAWN:
        found += [Try(TURN_UP[place], place, gain) for place, gain in _turns(at, plans)]
    return [each for each in found if each.move in moves]


def _swaps(at: Position, plans: list[ColumnPlan], card: int) -> list[tuple[int, float]]:
    """The position in each column where the card does most good, and how much; the best first."""
    number = card - LOWEST
    return _promising(at, [plan.rows[number] for plan in plans], [plan.gains[number] for plan in plans])


def _turns(at: Position, plans: list[ColumnPlan]) -> list[tuple[int, float]]:
    """The position in each column that may be turned, and what that gains; the best first."""
    return _promising(at, [plan.row for plan in plans], [plan.turn for plan in plans])


def _promising(at: Position, rows: list[int], gains: list[float]) -> list[tuple[int, float]]:
    grid = at.shown[at.turn]
    alike = {tuple(sorted(column)): number for number, column in enumerate(grid) if gains[number] > NEVER}
    ordered = sorted(alike.values(), key=lambda number: -gains[number])
    return [(number * COLUMN + rows[number], gains[number]) for number in ordered[:WIDTH]]


def columns(grid: Grid, lies: tuple[int, ...]) -> list[Column]:
    """Four columns as everybody sees them, for the rule of thumb."""
    seen = [HIDDEN if card is None else card for card in grid]
    return [tuple(seen[at : at + COLUMN]) if at in lies else () for at in range(0, GRID, COLUMN)]


def imagine(seen: Observation, hidden: Hidden, rng: Random) -> tuple[Position, int | None]:
    """A position the seat could be in, and the card in its hand."""
    grids, stock, held = hidden.lay(rng)
    stock.reverse()
    return Position(
        shown=[columns(grid, lies) for grid, lies in zip(seen.grids, seen.lies, strict=True)],
        under=[columns(tuple(grid), lies) for grid, lies in zip(grids, seen.lies, strict=True)],
        left=[len(downs) for downs in seen.downs],
        stock=stock,
        pile=list(seen.pile),
        idle=list(seen.idle),
        turn=seen.turn,
        closer=NOBODY if seen.closer is None else seen.seats.index(seen.closer),
        doubles=seen.frame.doubles,
    ), held


def _outcome(seen: Observation, position: Position, held: int | None, each: Try, rng: Random) -> float:
    """How good the round ends for the seat in turn when it tries this, from 0 to 1."""
    me = position.turn
    if not play(position, held, each, rng):
        finish(position, rng)
    return ODDS.chances(seen.frame, points(position.counts(), position.closer, position.doubles), me)


def play(position: Position, held: int | None, each: Try, rng: Random) -> bool:
    """Try this for the seat in turn, to the end of its turn; returns whether the round is over."""
    if each.move == DRAW:
        return play_turn(position, rng, draws=True)
    card = position.pile.pop() if held is None else held
    act = position.turn_up if ACTS[each.move].kind == "turn" else position.swap
    return act(*divmod(each.at, COLUMN), card)


def points(counts: list[int], closer: int, doubles: bool) -> list[int]:
    """What the round brings every seat (skyjo S11, S17)."""
    if not doubles:
        return counts
    mine = counts[closer]
    beaten = any(count <= mine for place, count in enumerate(counts) if place != closer)
    return [2 * mine if place == closer and beaten and mine > 0 else count for place, count in enumerate(counts)]
