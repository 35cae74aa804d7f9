"""What another value in one cell would change on a scoresheet."""

from __future__ import annotations

from dataclasses import dataclass

from .scoresheet import Scoresheet


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A seat's points in one round and its total, before and after; None where they are not known."""

    seat: int
    points: tuple[int | None, int | None]
    total: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class SheetChange:
    """All that changes. `ends`, `winners`: before and after; `ends` is the round that ends the match, None if none."""

    round: int
    seats: tuple[SeatChange, ...]
    ends: tuple[int | None, int | None]
    winners: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def matters(self) -> bool:
        """Whether points that were settled change, or the match ends elsewhere: worth showing before it is saved."""
        settled = any(change.points[0] is not None for change in self.seats)
        return settled or self.reopens

    @property
    def reopens(self) -> bool:
        """Whether a match that was over ends elsewhere, or for somebody else."""
        before, after = self.ends
        return before is not None and (after != before or self.winners[0] != self.winners[1])


def changes(before: Scoresheet, after: Scoresheet, round_: int) -> SheetChange:
    """Compare two sheets of one match that differ in round `round_`, numbered from 1."""
    seats = []
    for seat in range(len(before.totals)):
        points = (_points(before, round_, seat), _points(after, round_, seat))
        total = (before.totals[seat], after.totals[seat])
        if points[0] != points[1] or total[0] != total[1]:
            seats.append(SeatChange(seat, points, total))
    return SheetChange(round_, tuple(seats), (before.over_round, after.over_round), (before.winners, after.winners))


def _points(sheet: Scoresheet, round_: int, seat: int) -> int | None:
    if round_ > len(sheet.rounds):
        return None
    score = sheet.rounds[round_ - 1].cells[seat].score
    return score.points if score else None
