"""The moves of a round on screens in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.table import Deal
from companion.ledger.dealt import Dealt
from companion.ledger.state import MatchState

from .words import say

LEAST = 6
"""So many last moves are told in any case."""


@dataclass(frozen=True, slots=True)
class Told:
    """A move in words that everybody may read, empty where it is nobody else's yet; `seat`: who made it, -1 for the
    dealer.
    """

    seat: int
    said: str


def told(state: MatchState, dealt: Dealt, deals: Sequence[Deal]) -> list[Told]:
    """Every move, the oldest first. `deals`: the deal before each move, and the last one."""
    moves = zip(deals[:-1], dealt.moves, deals[1:], strict=True)
    return [
        Told(line.seat, say(deal.told(line.seat, line.move, after), state.name))
        for deal, line, after in moves
        if line.seat is not None
    ]


def since(moves: Sequence[Told], seat: int | None) -> tuple[Told, ...]:
    """What has been told since the last turn of that seat, which is told, too; the newest first. None: the last few."""
    known = [move for move in moves if move.said]
    first = len(known)
    while first and known[first - 1].seat != seat:
        first -= 1
    while first and known[first - 1].seat == seat:
        first -= 1
    mine = any(move.seat == seat for move in known)
    return tuple(reversed(known[max(0, min(first if mine else len(known), len(known) - LEAST)) :]))
