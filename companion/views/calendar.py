"""The calendar of play: a year of small squares, a week a column, as numbers for a small SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from babel.dates import format_date as in_locale
from flask import render_template
from flask_babel import format_date, get_locale

from .words import gettext, ngettext

STEP = 12
"""From one square to the next."""
LEFT, TOP = 16, 16
"""Room for the days of the week, and for the months."""
WEEKS = 28
"""Half a year lies in no more weeks than these."""
HALF = 7
"""The month with which the second half begins."""
DARKEST = 4
"""From so many matches on a square is as dark as it gets."""


@dataclass(frozen=True, slots=True)
class Square:
    """A day on which there was a match. `level`: how dark, 1 to DARKEST; `said`: the day and its matches; `url`: where
    these are told, if anywhere.
    """

    x: int
    y: int
    level: int
    day: date
    said: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Strip:
    """Half a year, in SVG units. `idle`: the squares of all days without a match, as one path; `months` are
    (x, name) and stand above, `weekdays` (y, name) before them.
    """

    width: int
    height: int
    idle: str
    squares: tuple[Square, ...]
    months: tuple[tuple[int, str], ...]
    weekdays: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Month:
    """The days of a month on which there was a match, in words."""

    name: str
    days: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Calendar:
    """A year. `months` has those in which there was a match."""

    said: str
    strips: tuple[Strip, ...]
    months: tuple[Month, ...]


def by_day(evenings: Iterable[tuple[datetime, int]]) -> tuple[tuple[date, int], ...]:
    """The matches of each day, by when the evenings began on this phone's clock and how many each had."""
    days: Counter[date] = Counter()
    for began, matches in evenings:
        days[began.date()] += matches
    return tuple(sorted(days.items()))


class Facts(NamedTuple):
    """What is drawn: the matches of each day of a `year` on which there were any, and the ways to other years."""

    year: int
    days: tuple[tuple[date, int], ...]
    before: str
    after: str


def drawn(facts: Facts) -> str:
    """The calendar as HTML."""
    ways = {"before": facts.before, "after": facts.after}
    return render_template("people/_calendar.html", calendar=calendar_of(facts.year, dict(facts.days)), **ways)


def calendar_of(year: int, played: Mapping[date, int]) -> Calendar:
    """The calendar of a year, from the matches of each day on which there were any."""
    halves = (date(year, 1, 1), date(year, HALF, 1), date(year + 1, 1, 1))
    strips = tuple(_strip(halves[at], halves[at + 1], played) for at in range(2))
    squares = [square for strip in strips for square in strip.squares]
    months = {month: [square for square in squares if square.day.month == month] for month in range(1, 13)}
    named = (Month(_month(date(year, month, 1)), tuple(days)) for month, days in months.items() if days)
    return Calendar(gettext("Calendar of %(year)s", year=year), strips, tuple(named))


def _strip(first: date, end: date, played: Mapping[date, int]) -> Strip:
    before = _weekday(first)
    days = [(at, first + timedelta(at)) for at in range((end - first).days)]
    place = {day: (LEFT + (before + at) // 7 * STEP, TOP + (before + at) % 7 * STEP) for at, day in days}
    # What is drawn round a square makes it as large as the others, with their corners.
    idle = "".join(f"M{x + 1} {y + 1}h8v8h-8z" for day, (x, y) in place.items() if not played.get(day))
    squares = tuple(_square(day, *place[day], played[day]) for _, day in days if played.get(day))
    # A month is written above the first week that begins in it.
    months = tuple((x + (STEP if y > TOP else 0), _month(day, "LLL")) for day, (x, y) in place.items() if day.day == 1)
    week = [day for day, (x, _) in place.items() if x == LEFT + STEP]
    weekdays = tuple((place[day][1], str(in_locale(day, "ccccc", locale=get_locale()))) for day in week[::2])
    return Strip(LEFT + WEEKS * STEP, TOP + 7 * STEP, idle, squares, months, weekdays)


def _square(day: date, x: int, y: int, matches: int) -> Square:
    said = ngettext("%(day)s: %(num)s match", "%(day)s: %(num)s matches", matches, day=format_date(day, "d MMMM"))
    return Square(x, y, min(matches, DARKEST), day, said)


def _weekday(day: date) -> int:
    """Which day of the week it is, from 0, as weeks begin where the language of the page is spoken."""
    locale = get_locale()
    return (day.weekday() - (locale.first_week_day if locale else 0)) % 7


def _month(day: date, style: str = "LLLL") -> str:
    return str(in_locale(day, style, locale=get_locale()))
