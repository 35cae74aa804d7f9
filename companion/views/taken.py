"""A phone that plays for several people: in whose hands it is. The curtain falls as soon as their turn is over."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.table import DEALER
from companion.ledger.dealt import Dealt
from companion.ledger.state import MatchState

from .forms import seen_number


@dataclass(frozen=True, slots=True)
class Taken:
    """Somebody said "this phone is in my hands": for which seat, and at which version of the match."""

    seat: int
    version: int

    def __str__(self) -> str:
        return f"{self.seat}.{self.version}"

    @classmethod
    def read(cls, text: str | None) -> Taken | None:
        """What an address or a form says, `2.17`; None for anything that is none."""
        seat, _, version = (text or "").partition(".")
        return cls(int(seat), seen_number(version)) if seen_number(seat, -1) >= 0 else None


def seats_at(state: MatchState, phone: int) -> tuple[int, ...]:
    """The phone's seats that were dealt into the round on screens."""
    dealt = state.dealt.setup.seats if state.dealt else ()
    return tuple(seat for seat in state.seats_of(phone) if seat in dealt)


def eyes_of(state: MatchState, phone: int, taken: Taken | None) -> tuple[int | None, int | None]:
    """The seat that a phone looks with, and the one it has to be passed to first.

    A phone that plays for several people shows a hand only to whoever took it, until their turn is over.
    """
    dealt, mine = state.dealt, seats_at(state, phone)
    if dealt is None:
        return None, None
    if len(mine) < 2:
        return (mine[0] if mine else None), None
    seat = taken.seat if taken and taken.seat in mine and not _turn_over(dealt, taken) else None
    turn = [other for other in dealt.deal.to_move if other in mine and other not in state.bots]
    if dealt.running and turn and seat not in turn:
        return None, turn[0]
    return seat, None


def _turn_over(dealt: Dealt, taken: Taken) -> bool:
    """Whether the seat has moved since it was taken, and then had no further move at once; or the round is another.

    A shuffle of the dealer belongs to the turn that brought it.
    """
    if dealt.lines[0].version > taken.version:
        return True
    moved = False
    for line, after in zip(dealt.moves, dealt.deals[1:], strict=True):
        moved = moved or (line.version > taken.version and line.seat == taken.seat)
        if moved and after.to_move != (DEALER,) and taken.seat not in after.to_move:
            return True
    return False
