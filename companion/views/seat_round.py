"""One seat in one round, which a request is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from flask import abort, url_for

from companion.ledger.access import Found
from companion.ledger.cells import ENTRY, Cell
from companion.ledger.state import MatchState

from .phone import opened

PREFIX = "/m/<public_id>/r/<int:round_>/s/<int:seat>"


@dataclass(frozen=True, slots=True)
class SeatRound:
    """One seat in one round."""

    found: Found
    state: MatchState
    round: int
    seat: int

    @property
    def cell(self) -> Cell:
        """The cell of the entry."""
        return Cell(ENTRY, self.round, self.seat)

    @property
    def url(self) -> str:
        """The address of the entry sheet."""
        return url_for("entry.edit", public_id=self.state.public_id, round_=self.round, seat=self.seat)

    def at(self, seat: int) -> SeatRound:
        """Another seat in the same round."""
        return replace(self, seat=seat)


def seat_round_of(public_id: str, round_: int, seat: int) -> SeatRound:
    """What the request is about, or 404 when there is no such round, or the seat does not play in it."""
    found, state = opened(public_id)
    if not 1 <= round_ <= len(state.sheet.rounds) or seat not in state.sheet.rounds[round_ - 1].playing:
        abort(404)
    return SeatRound(found, state, round_, seat)


def entered_elsewhere(state: MatchState, phone: int, here: frozenset[int]) -> frozenset[int]:
    """The seats that another phone enters for which is `here`: nobody leads this phone to their sheets."""
    return frozenset(seat for seat, holder in state.holders.items() if holder != phone and holder in here)


def entered_here(state: MatchState, phone: int, elsewhere: frozenset[int], seats: Iterable[int]) -> list[int]:
    """Which of these seats this phone enters for: its own, or when it holds none all but those entered `elsewhere`."""
    mine = state.seats_of(phone)
    return [seat for seat in seats if (seat in mine if mine else seat not in elsewhere)]


def way_to_enter(state: MatchState, round_: int, seats: Sequence[int]) -> str:
    """Where the hands of these seats are entered: on one page for all of them, or on the sheet of the first."""
    if len(seats) > 1 and state.game.together is not None:
        return url_for("whole_round.page", public_id=state.public_id, round_=round_)
    return url_for("entry.edit", public_id=state.public_id, round_=round_, seat=seats[0])


def missing_after(state: MatchState, round_: int, seat: int) -> list[int]:
    """The seats that the round still waits for, clockwise from the one after `seat`, which comes last; none when it is
    decided already (jokrummy J16).
    """
    there = state.sheet.rounds[round_ - 1]
    if there.complete:
        return []
    at = state.order.index(seat)
    return [other for other in state.order[at + 1 :] + state.order[: at + 1] if other in there.missing]
