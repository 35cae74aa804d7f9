"""Bots of three strengths. Each sees its observation and nothing else."""

from __future__ import annotations

from random import Random

from ..bot import chooser
from ..table import Move
from .columns import LATE, LOWEST, swapped, worth
from .moves import ACTS, DRAW, TAKE
from .observe import Observation
from .playout import PATIENCE
from .search import best, columns
from .stages import PICKING, TURN
from .text import COLUMN

SEATS_A_SECOND = 6_000
"""How many seats' rounds a slow computer imagines; time is counted in them, so that a bot plays the same on all."""
PLAYOUTS = 1_000
LOW, HIGH = 4, 6
"""What easy takes gladly, and what it would rather be rid of."""
WORTH_TAKING, WORTH_SWAPPING = 2.5, 0.5
"""What normal wants to save, in points, with a card from the discard, and with one from the stock."""


def _pick(seen: Observation, moves: tuple[Move, ...]) -> Move:
    """Two cards of one column may be equal, which is worth more than two of different columns."""
    beside = [move for move in moves if any(ACTS[move].at // COLUMN == at // COLUMN for at in seen.picks)]
    return (beside or moves)[0]


def _opening(seen: Observation, moves: tuple[Move, ...], rng: Random) -> tuple[Move, ...]:
    """After too many turns without a new open card, the moves that open one; the last turn needs none (skyjo S15)."""
    place = seen.place
    assert place is not None, "a watcher does not play"
    if seen.stage in (PICKING, TURN) or seen.closer is not None or seen.idle[place] < PATIENCE:
        return moves
    return tuple(move for move in moves if ACTS[move].at in seen.downs[place])


def _easy(seen: Observation, moves: tuple[Move, ...], rng: Random, seconds: float) -> Move:
    """Like a child: takes what is low, puts it where a high card lies or anywhere face down, and sees no columns."""
    if seen.stage == PICKING:
        return rng.choice(moves)
    if seen.stage == TURN:
        return TAKE if seen.pile[-1] <= LOW and rng.random() < 0.7 else DRAW
    place, card = seen.place, seen.held
    assert place is not None and card is not None, "who swaps or turns sees the card in hand"
    if card > HIGH or rng.random() < 0.2:
        return rng.choice([move for move in moves if ACTS[move].kind == "turn"] or moves)
    shown = {move: seen.grids[place][ACTS[move].at] for move in moves if ACTS[move].kind == "swap"}
    high = [move for move, other in shown.items() if other is not None and other > HIGH]
    return rng.choice(high or [move for move, other in shown.items() if other is None] or moves)


def _normal(seen: Observation, moves: tuple[Move, ...], rng: Random, seconds: float) -> Move:
    """By rules of thumb: every card goes where it saves most, and three equal ones are gathered when the third comes;
    but it neither waits for a third, nor asks whether it should close.
    """
    if seen.stage == PICKING:
        return _pick(seen, moves)
    place = seen.place
    assert place is not None, "a watcher does not play"
    grid = columns(seen.grids[place], seen.lies[place])
    if seen.stage == TURN:
        saved = max(LATE[column].gains[seen.pile[-1] - LOWEST] for column in grid)
        return TAKE if saved >= WORTH_TAKING else DRAW
    card = seen.held
    assert card is not None, "who swaps or turns sees the card in hand"
    saves = {
        move: worth(grid[act.at // COLUMN], True) - worth(swapped(grid[act.at // COLUMN], act.at % COLUMN, card), True)
        for move, act in ((move, ACTS[move]) for move in moves)
        if act.kind == "swap"
    }
    turns = [move for move in moves if ACTS[move].kind == "turn"]
    most = max(saves, key=saves.__getitem__)
    return most if saves[most] >= WORTH_SWAPPING or not turns else rng.choice(turns)


def _strong(seen: Observation, moves: tuple[Move, ...], rng: Random, seconds: float) -> Move:
    """By search."""
    if seen.stage == PICKING:
        return _pick(seen, moves)
    playouts = int(seconds * SEATS_A_SECOND / len(seen.seats))
    return best(seen, moves, min(PLAYOUTS, max(1, playouts)), rng)


choose = chooser("Skyjo", Observation, (_easy, _normal, _strong), _opening)
