"""What the bots of all games do before they think: look at the legal moves, and think only where there is a choice."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from .table import Move, Observation

Seen = TypeVar("Seen", bound=Observation)
Moves = tuple[Move, ...]
Thinker = Callable[[Seen, Moves, Random, float], Move]
"""Chooses among some moves, with at most about so many seconds of thought."""

STRENGTHS = ("easy", "normal", "strong")


def chooser(
    game: str,
    kind: type[Seen],
    thinkers: tuple[Thinker[Seen], Thinker[Seen], Thinker[Seen]],
    narrowed: Callable[[Seen, Moves, Random], Moves],
) -> Callable[[Seen, Random, float, str], Move]:
    """How the bots of a game choose, which see observations of this `kind`: a thinker for each strength, of the moves
    that are left when they are `narrowed`.
    """

    def choose(seen: Seen, rng: Random, seconds: float, strength: str = "strong") -> Move:
        """A legal move for the seat that observes. Raises KeyError for a strength that is not in STRENGTHS, ValueError
        when the seat is not in turn.
        """
        if not isinstance(seen, kind):
            raise TypeError(f"this is not an observation of {game}")
        think = dict(zip(STRENGTHS, thinkers, strict=True))[strength]
        moves = seen.moves()
        if not moves:
            raise ValueError("this seat is not in turn")
        moves = narrowed(seen, moves, rng)
        return moves[0] if len(moves) == 1 else think(seen, moves, rng, seconds)

    return choose
