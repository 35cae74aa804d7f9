"""Bots of three strengths. Each sees its observation and nothing else."""

from __future__ import annotations

from random import Random

from ..bot import chooser
from ..table import Move
from .moves import ACTS, NO_PILE, Act
from .observe import Observation
from .playout import GOOD, HIGH
from .search import best

PLAYOUTS_A_SECOND = 10_000
"""What a slow computer manages; time is counted in playouts, so that a bot plays the same on all of them."""
PLAYOUTS = 2_000
PATIENCE = 200
"""For how many turns without a shrinking hand a bot still plays higher (mojo M27)."""


def _easy(seen: Observation, moves: tuple[Move, ...], rng: Random, seconds: float) -> Move:
    """Like a child: every other time any card, else the biggest that does not cost a draw; draws anywhere."""
    if rng.random() < 0.5:
        return rng.choice(moves)
    acts = _acts(moves)
    cheap = {move: act.card for move, act in acts.items() if act.kind == "play" and act.card <= _top(seen, act)}
    return max(cheap, key=cheap.__getitem__) if cheap else rng.choice(moves)


def _normal(seen: Observation, moves: tuple[Move, ...], rng: Random, seconds: float) -> Move:
    """By rules of thumb: the highest card that costs no draw, matching when it can; but exchange a high card before the
    hand is laid down. Draws openly what is lower than the average, and turns its lowest card first.
    """
    acts = _acts(moves)
    if acts[moves[0]].kind == "reveal":
        return moves[0]
    if acts[moves[0]].kind == "draw":
        return "draw discard" if seen.piles[1 - seen.pile][-1] <= GOOD else "draw stock"
    last_chance = len(seen.hand) <= seen.frame.most + 1 and seen.hand[-1] >= HIGH

    def worth(move: Move) -> tuple[bool, int, int]:
        act = acts[move]
        top = _top(seen, act)
        if last_chance:
            return act.card == seen.hand[-1], 0, top
        return act.card == top, act.card if act.card <= top else act.card - 20, top

    return max(moves, key=worth)


def _strong(seen: Observation, moves: tuple[Move, ...], rng: Random, seconds: float) -> Move:
    """By search; which card is turned makes no difference to the round, so that is not searched."""
    if moves[0].startswith("reveal"):
        return moves[0]
    return best(seen, moves, min(PLAYOUTS, max(1, int(seconds * PLAYOUTS_A_SECOND))), rng)


def _not_higher(seen: Observation, moves: tuple[Move, ...], rng: Random) -> tuple[Move, ...]:
    """After too many turns in which no hand has shrunk, the moves that do not play higher, or all of them when there is
    no other (mojo M27).
    """
    if seen.idle < PATIENCE:
        return moves
    acts = _acts(moves)
    lower = [move for move in moves if acts[move].kind != "play" or acts[move].card <= _top(seen, acts[move])]
    return tuple(lower) or moves


def _acts(moves: tuple[Move, ...]) -> dict[Move, Act]:
    return {move: ACTS[move] for move in moves}


def _top(seen: Observation, act: Act) -> int:
    """The card that a play would cover."""
    return seen.piles[0 if act.pile == NO_PILE else act.pile][-1]


choose = chooser("Mojo", Observation, (_easy, _normal, _strong), _not_higher)
