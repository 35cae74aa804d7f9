"""The chart of wins: how many everybody has after each month, or year, as lines; and the same numbers as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from companion.ledger.avatars import Avatar, apart

from .chart import Chart, Run, Runs, chart
from .words import dated

DRAWN = 8
"""So many lines can be told apart: there are as many pairs of a colour and a shape."""
STEPS = 12
"""A chart has no more steps than these."""
SPANS = (1, 2, 3, 6, 12, 24, 60, 120, 240)
"""How many months a step may be."""

Wins = Mapping[int, Mapping[int, int]]
"""Of each person, by the number of the month, counted from the year 0: how many matches were won in it."""


@dataclass(frozen=True, slots=True)
class WinsChart:
    """The lines, and the table: its `steps`, and of each person the name and how many wins there were after each."""

    chart: Chart
    steps: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]


def month_of(day: date) -> int:
    """The number of a month."""
    return day.year * 12 + day.month - 1


def wins_chart(people: Sequence[tuple[int, str, Avatar]], wins: Wins, last: int) -> WinsChart | None:
    """The chart of these people's wins up to the month `last`; None where nobody has won."""
    first = min((month for won in wins.values() for month in won), default=None)
    if first is None:
        return None
    first, span = _steps(first, last)
    ends = [first + span * (at + 1) for at in range(-(-(last + 1 - first) // span))]
    names = tuple(_called(end - span, span) for end in ends)
    added = [
        tuple(sum(number for month, number in wins.get(player, {}).items() if month < end) for end in ends)
        for player, _, _ in people
    ]
    avatars = apart((name, avatar) for _, name, avatar in people[:DRAWN])
    runs = Runs(
        None,
        names,
        tuple(
            (avatar.pair, name, _run(numbers))
            for avatar, (_, name, _), numbers in zip(avatars, people[:DRAWN], added, strict=False)
        ),
    )
    rows = tuple((name, numbers) for (_, name, _), numbers in zip(people, added, strict=True))
    return WinsChart(chart(runs), names, rows)


def _run(numbers: tuple[int, ...]) -> Run:
    return ((0, 0), *enumerate(numbers, 1))


def _steps(first: int, last: int) -> tuple[int, int]:
    """With which month the first step begins, and how many months each has."""
    for span in SPANS:
        begin = first - first % span
        if (last + 1 - begin) <= STEPS * span:
            return begin, span
    return first - first % SPANS[-1], SPANS[-1]


def _called(month: int, span: int) -> str:
    """What a step is called: by its first month, or its first year."""
    day = date(month // 12, month % 12 + 1, 1)
    if span >= 12:
        return dated(day, "y")
    # A year begins with its number, so that every step says when it is.
    return dated(day, "y" if day.month == 1 and span > 1 else "LLL")
