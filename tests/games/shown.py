"""What everybody sees of a deal, and what each seat sees of its own, as lines of a recorded round."""

from __future__ import annotations

from companion.games.game import Game
from companion.games.table import DEALER, Observation

from .case import table_case


def everybody(game: Game, seen: Observation) -> str:
    """The line of a watcher."""
    turn = ", ".join("dealer" if seat == DEALER else str(seat) for seat in seen.to_move) or "nobody"
    return f"to move {turn}; {table_case(game).everybody(seen)}"


def own(game: Game, seen: Observation) -> str:
    """The line of a seat."""
    may = f"; may {', '.join(seen.moves())}" if seen.moves() else ""
    return f"seat {seen.seat}: {table_case(game).own(seen)}{may}"
