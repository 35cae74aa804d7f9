"""Who was ahead of whom, who begins and who ends the rounds: people beside each other, with their numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from flask_babel import format_percent

from companion.ledger.avatars import Avatar, apart
from companion.ledger.careers import CareerFigures, Ranked

from .ranking import Met
from .words import gettext, ngettext

MOST = 8
"""So many people stand beside each other on a small phone."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """In how many matches one was ahead of another, empty where they never met; and who was so more often."""

    said: str
    leads: Literal["ahead", "behind", "level"]


@dataclass(frozen=True, slots=True)
class Grid:
    """Everybody against everybody: a row a person, with a meeting, or None in their own column, for each."""

    heads: tuple[tuple[str, Avatar], ...]
    rows: tuple[tuple[Meeting | None, ...], ...]
    all: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """A person's part of something: `share` of a hundred, and in words."""

    name: str
    avatar: Avatar
    share: float
    percent: str
    said: str


@dataclass(frozen=True, slots=True)
class Bars:
    """What it is, and everybody's part of it."""

    title: str
    bars: tuple[Bar, ...]


def grid(ranking: Sequence[Ranked], met: Met) -> Grid | None:
    """Everybody against everybody, the first ones of a ranking; None where no two have met."""
    people = [one.person for one in ranking[:MOST]]
    rows = tuple(
        tuple(None if one is other else _meeting(met.get((one.id, other.id))) for other in people) for one in people
    )
    if not any(meeting and meeting.said for row in rows for meeting in row):
        return None
    avatars = apart((one.name, one.avatar) for one in people)
    heads = tuple((one.name, avatar) for one, avatar in zip(people, avatars, strict=True))
    return Grid(heads, rows, len(people) == len(ranking))


def _meeting(pair: tuple[int, int, int] | None) -> Meeting:
    if pair is None:
        return Meeting("", "level")
    ahead, behind, _ = pair
    return Meeting(str(ahead), "ahead" if ahead > behind else "behind" if ahead < behind else "level")


def bars(ranking: Sequence[Ranked]) -> tuple[Bars, ...]:
    """Who begins the rounds and who ends them; only what has happened."""
    found = (
        Bars(gettext("Who starts the rounds"), _bars(ranking, lambda career: career.starts)),
        Bars(gettext("Who ends the rounds"), _bars(ranking, lambda career: career.closings)),
    )
    return tuple(one for one in found if any(bar.share for bar in one.bars))


def _bars(ranking: Sequence[Ranked], part: Callable[[CareerFigures], int]) -> tuple[Bar, ...]:
    return tuple(_bar(one, part(one.career), one.career.rounds) for one in ranking if one.career.rounds)


def _bar(one: Ranked, number: int, rounds: int) -> Bar:
    said = ngettext("%(number)s of %(num)s round", "%(number)s of %(num)s rounds", rounds, number=number)
    percent = str(format_percent(number / rounds))
    return Bar(one.person.name, one.person.avatar, round(100 * number / rounds, 1), percent, said)
