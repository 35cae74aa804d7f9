"""What a column of the grid is worth as people see it, and where a card would do most good in it: rules of thumb.

A column is a tuple of three: the cards that lie open, HIDDEN for those that do not; () is a column that is gone.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from .scoring import PACK
from .text import COLUMN

Column = tuple[int, ...]

HIDDEN = 99
VALUES = tuple(PACK)
LOWEST = VALUES[0]
LIKELY = tuple(copies / sum(PACK.values()) for copies in PACK.values())
"""How often each value is drawn, the lowest first."""
MEAN = sum(value * often for value, often in zip(VALUES, LIKELY, strict=True))
PAIR = 0.25
"""How often a column with two equal cards is completed, when there is time."""
TEMPO = 0.4
"""What a face-down card costs besides its value: the round goes on for so much longer."""
NEVER = -1000.0


class ColumnPlan(NamedTuple):
    """What each card would do for a column: by how many points it gets better and in which row, by card, the lowest
    first. `turn`: what turning its first face-down card does, and `row` where that lies.
    """

    gains: tuple[float, ...]
    rows: tuple[int, ...]
    turn: float
    row: int


class ColumnPlans(dict[Column, ColumnPlan]):
    """The plans of all columns that were asked for. `late`: for the last turn, when nothing comes after it. `places`:
    "all", or only the "open" or the "hidden" cards may be swapped.
    """

    def __init__(self, late: bool, places: str) -> None:
        super().__init__()
        self.late, self.places = late, places

    def __missing__(self, column: Column) -> ColumnPlan:
        self[column] = plan = self._make(column)
        return plan

    def _make(self, column: Column) -> ColumnPlan:
        now = worth(column, self.late)
        rows = [row for row, card in enumerate(column) if self._may(card)]
        gains, places = [], []
        for value in VALUES:
            after = {row: worth(swapped(column, row, value), self.late) for row in rows}
            row = min(after, key=after.__getitem__, default=0)
            gains.append(now - after[row] if after else NEVER)
            places.append(row)
        if HIDDEN not in column or self.places == "open":
            return ColumnPlan(tuple(gains), tuple(places), NEVER, 0)
        row = column.index(HIDDEN)
        turned = sum(
            often * worth(swapped(column, row, value), self.late) for value, often in zip(VALUES, LIKELY, strict=True)
        )
        return ColumnPlan(tuple(gains), tuple(places), now - turned, row)

    def _may(self, card: int) -> bool:
        return self.places == "all" or (card == HIDDEN) == (self.places == "hidden")


@cache
def worth(column: Column, late: bool) -> float:
    """What a column will probably count in the end; less is better. Three equal cards are gone (skyjo S6)."""
    shown = [card for card in column if card != HIDDEN]
    if not column or (len(shown) == COLUMN and shown.count(shown[0]) == COLUMN):
        return 0
    hidden = COLUMN - len(shown)
    count = sum(shown) + MEAN * hidden
    if late:
        return count
    pair = any(shown.count(card) == 2 and card > 0 for card in shown)
    return (count * (1 - PAIR) if pair and count > 0 else count) + TEMPO * hidden


def swapped(column: Column, row: int, card: int) -> Column:
    """The column with this card in that row."""
    return (*column[:row], card, *column[row + 1 :])


EARLY, LATE = ColumnPlans(late=False, places="all"), ColumnPlans(late=True, places="all")
OPEN, FORCED = ColumnPlans(late=False, places="open"), ColumnPlans(late=False, places="hidden")
