"""A match of which only the result is known: its sheet, exactly as the result was told. Nothing is computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .scoresheet import Scoresheet
from .why import Why


@dataclass(frozen=True, slots=True)
class SeatEnd:
    """How a seat came out. `total` is None where nobody wrote it down, which is not 0; `place` for who has none."""

    total: int | None
    place: int | None
    won: bool


def result_sheet(blank: Scoresheet, ends: Sequence[SeatEnd], why: Why) -> Scoresheet:
    """The sheet of a match that came out so. `blank`: the one without rounds, in which nothing is written."""
    return replace(
        blank,
        totals=tuple(end.total or 0 for end in ends),
        places=tuple(end.place for end in ends),
        to_limit=(None,) * len(ends),
        limit=None,
        over=why,
        over_round=1,
        over_seats=(),
        winners=tuple(seat for seat, end in enumerate(ends) if end.won),
        open_round=None,
        unknown=frozenset(seat for seat, end in enumerate(ends) if end.total is None),
    )
