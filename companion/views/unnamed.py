"""Somebody who was deleted, in the words of the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.ledger.history import MatchRow
from companion.ledger.players import TOGETHER
from companion.ledger.state import MatchState
from companion.ledger.unnamed import somebody

from .words import say


def in_match(state: MatchState) -> MatchState:
    """A match with what this page calls those of its people who were deleted."""
    if not any(any(seat.unnamed) for seat in state.seats):
        return state
    called = [_called(seat.names, seat.unnamed) for seat in state.seats]
    seats = zip(state.seats, called, strict=True)
    named = tuple(replace(seat, names=names, name=TOGETHER.join(names)) for seat, names in seats)
    return replace(state, seats=named)


def in_list(row: MatchRow) -> MatchRow:
    """A match of a list, likewise."""
    people = (replace(one, names=_called(one.names, one.unnamed)) for one in row.people)
    return replace(row, people=tuple(people)) if any(any(one.unnamed) for one in row.people) else row


def _called(names: Sequence[str], numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(say(somebody(number)) if number else name for name, number in zip(names, numbers, strict=True))
