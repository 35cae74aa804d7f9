"""The moves of a round on screens in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.why import Why
from companion.ledger.dealt import Dealt
from companion.ledger.state import MatchState

from .words import say

LEAST = 6
"""So many last moves are told in any case."""


@dataclass(frozen=True, slots=True)
class Told:
    """A move in words that everybody may read; `seat`: who made it, -1 for the dealer."""

    seat: int
    said: str


def told(state: MatchState, dealt: Dealt) -> list[Told]:
    """Every move, the oldest first; one that is nobody else's yet has no words."""
    return [_said(state, *move) for move in _moves(dealt, len(dealt.moves))]


def lately(state: MatchState, dealt: Dealt, done: int, seat: int | None) -> tuple[Told, ...]:
    """What has been told since the last turn of that seat, which is told, too; the newest first. None: the last few.

    `done`: so many moves were made by then.
    """
    known = [(who, why) for who, why in _moves(dealt, done) if why is not None]
    by = [who for who, _ in known]
    first = len(by)
    while first and by[first - 1] != seat:
        first -= 1
    while first and by[first - 1] == seat:
        first -= 1
    least = len(by) - LEAST
    return tuple(_said(state, *move) for move in reversed(known[max(0, min(first, least) if seat in by else least) :]))


def _moves(dealt: Dealt, done: int) -> Iterator[tuple[int, Why | None]]:
    """The first moves of a round, so many of them, before they are put into words: who made each, and what it was."""
    for deal, line, after in zip(dealt.deals, dealt.moves[:done], dealt.deals[1:], strict=False):
        assert line.seat is not None
        yield line.seat, deal.told(line.seat, line.move, after)


def _said(state: MatchState, seat: int, why: Why | None) -> Told:
    return Told(seat, say(why, state.name))
