"""The calendar of play: a year of small squares, a week a column, as numbers for a small SVG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from flask import render_template, url_for
from flask_babel import get_locale

from companion.ledger.bygone import Key

from .words import dated, gettext, ngettext

STEP = 12
"""From one square to the next."""
LEFT, TOP = 16, 16
"""Room for the days of the week, and for the months."""
WEEKS = 28
"""Half a year lies in no more weeks than these."""
HALF = 7
"""The month with which the second half begins."""
NEWEST = 10**9 - 1
"""No match has a higher id: the list begins with whatever was played last at that moment."""
DARKEST = 4
"""From so many matches on a square is as dark as it gets."""


@dataclass(frozen=True, slots=True)
class Square:
    """A day on which there was a match. `level`: how dark, 1 to DARKEST; `said`: the day and its matches; `url`: where
    these are told.
    """

    x: int
    y: int
    level: int
    day: date
    said: str
    url: str


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


class Played(NamedTuple):
    """A day on which there was a match: how many there were, and where the list of them begins that was played last."""

    day: date
    matches: int
    last: str


def by_day(evenings: Iterable[tuple[datetime, datetime, int]]) -> tuple[Played, ...]:
    """The matches of each day, by when the evenings began on this phone's clock, when they ended and how many each had,
    the oldest first.
    """
    days: dict[date, Played] = {}
    for began, ended, matches in evenings:
        before = days[began.date()].matches if began.date() in days else 0
        days[began.date()] = Played(began.date(), before + matches, str(Key(ended, NEWEST)))
    return tuple(days.values())


class Facts(NamedTuple):
    """What is drawn: the days of a `year` on which a `group` played, and the ways to other years."""

    group: int
    year: int
    days: tuple[Played, ...]
    before: str
    after: str


def drawn(facts: Facts) -> str:
    """The calendar as HTML."""
    ways = {"before": facts.before, "after": facts.after}
    return render_template("people/_calendar.html", calendar=calendar_of(facts.group, facts.year, facts.days), **ways)


def calendar_of(group: int, year: int, days: Iterable[Played]) -> Calendar:
    """The calendar of a group's year, from the days on which there was a match."""
    played = {one.day: (one.matches, url_for("history.page", group=group, before=one.last)) for one in days}
    halves = (date(year, 1, 1), date(year, HALF, 1), date(year + 1, 1, 1))
    strips = tuple(_strip(halves[at], halves[at + 1], played) for at in range(2))
    squares = [square for strip in strips for square in strip.squares]
    by_month = {month: [square for square in squares if square.day.month == month] for month in range(1, 13)}
    named = (Month(dated(date(year, month, 1), "LLLL"), tuple(days)) for month, days in by_month.items() if days)
    return Calendar(gettext("Calendar of %(year)s", year=year), strips, tuple(named))


def _strip(first: date, end: date, played: Mapping[date, tuple[int, str]]) -> Strip:
    before = _weekday(first)
    days = [(at, first + timedelta(at)) for at in range((end - first).days)]
    place = {day: (LEFT + (before + at) // 7 * STEP, TOP + (before + at) % 7 * STEP) for at, day in days}
    # What is drawn round a square makes it as large as the others, with their corners.
    idle = "".join(f"M{x + 1} {y + 1}h8v8h-8z" for day, (x, y) in place.items() if day not in played)
    squares = tuple(_square(day, *place[day], *played[day]) for _, day in days if day in played)
    # A month is written above the first week that begins in it.
    months = tuple((x + (STEP if y > TOP else 0), dated(day, "LLL")) for day, (x, y) in place.items() if day.day == 1)
    week = [day for day, (x, _) in place.items() if x == LEFT + STEP]
    weekdays = tuple((place[day][1], dated(day, "ccccc")) for day in week[::2])
    return Strip(LEFT + WEEKS * STEP, TOP + 7 * STEP, idle, squares, months, weekdays)


def _square(day: date, x: int, y: int, matches: int, url: str) -> Square:
    said = ngettext("%(day)s: %(num)s match", "%(day)s: %(num)s matches", matches, day=dated(day, "d MMMM"))
    return Square(x, y, min(matches, DARKEST), day, said, url)


def _weekday(day: date) -> int:
    """Which day of the week it is, from 0, as weeks begin where the language of the page is spoken."""
    locale = get_locale()
    return (day.weekday() - (locale.first_week_day if locale else 0)) % 7
