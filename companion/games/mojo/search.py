"""How the strong bot thinks: it deals the hidden cards in every way it could be, plays to the end, and compares."""

from __future__ import annotations

from random import Random

from ..odds import Odds
from ..table import Move
from .moves import ACTS
from .observe import Hidden, Observation
from .playout import Position, bits, finish

ODDS = Odds(tense=4.0, usual=14)


def best(seen: Observation, moves: tuple[Move, ...], playouts: int, rng: Random) -> Move:
    """The one of these moves that wins most often over about `playouts` imagined rounds.

    All moves are tried on the same deals, so that luck falls on all of them; after each stage the worse half is left
    out.
    """
    hidden, worth, left = Hidden.of(seen), dict.fromkeys(moves, 0.0), list(moves)
    stages = max(1, (len(moves) - 1).bit_length())
    for _ in range(stages):
        for _ in range(max(1, playouts // stages // len(left))):
            position = imagine(seen, hidden, rng)
            for move in left:
                worth[move] += _outcome(seen, position.copy(), move, rng)
        left.sort(key=worth.__getitem__, reverse=True)
        del left[(len(left) + 1) // 2 :]
    return left[0]


def imagine(seen: Observation, hidden: Hidden, rng: Random) -> Position:
    """A position the seat could be in."""
    hands, downs, stock = hidden.lay(rng)
    for hand in hands:
        hand.sort()
    stock.reverse()
    return Position(
        hands=hands,
        laid=[bits(down) | bits(up) for down, up in zip(downs, seen.ups, strict=True)],
        left=[len(down) for down in downs],
        piles=[list(pile) for pile in seen.piles],
        stock=stock,
        turn=seen.turn,
        pile=seen.pile,
        step=seen.frame.step,
        most=seen.frame.most,
    )


def _outcome(seen: Observation, position: Position, move: Move, rng: Random) -> float:
    """How good the round ends for the seat in turn after this move, from 0 to 1."""
    me = position.turn
    closer = me if position.act(ACTS[move], rng) else finish(position, rng)
    return ODDS.chances(seen.frame, points(position.counts(), closer), me)


def points(counts: list[int], closer: int) -> list[int]:
    """What the round brings every seat (mojo M16)."""
    return [
        count if place != closer else 0 if count <= min(counts) else count + 10 for place, count in enumerate(counts)
    ]
