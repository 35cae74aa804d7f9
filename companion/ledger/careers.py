"""What a group remembers of its people over many matches, read from derived rows: call `figures.fresh` first.

A game is named by what it is called, ALL stands for all of them; a year is one in UTC, EVER stands for all time. Every
function is one query by an index, however many matches there are; `remembered.overview` says whether low is good.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, or_, select

from .avatars import Avatar, letters_of
from .base import db
from .models import Match, Player
from .persons import Person
from .summaries import ALL, EVER, PARTS
from .summaries import Career as Row


@dataclass(frozen=True, slots=True)
class Peak:
    """The least or the most that there was, the first of several that are alike: in which match (its id) and round;
    None where it belongs to a whole match.
    """

    value: int
    match: int
    round: int | None = None


@dataclass(frozen=True, slots=True)
class CareerFigures:
    """A person's figures in one game or ALL, in one year or EVER: of matches that this person played to the end.

    `won` counts shared victories, too, `shares` their part, `months`: those won in each of the twelve months;
    `expected`: the wins that luck alone would give, one in four at a table of four; `fair`: wins against that, as if
    everybody had begun with one of each. `places` and `players`: sums of places and of how many were ranked. `points`:
    of all `rounds`; ALL has none. `lowest`, `highest`: of single rounds; `longest`: rounds of a match; `comeback`:
    points behind after a round in which this winner was last. `closings`: how many rounds this person ended, `paid`,
    `cost`: how often that paid off or cost more; `streak`: wins in a row until now, `best_streak`: the most, with the
    match that completed them.
    """

    called: str
    year: int
    game: str
    matches: int
    won: int
    months: tuple[int, ...]
    shares: float
    expected: float
    fair: float
    places: int
    players: int
    rounds: int
    points: int
    lowest: Peak | None
    highest: Peak | None
    longest: Peak | None
    comeback: Peak | None
    best_streak: Peak | None
    starts: int
    closings: int
    paid: int
    cost: int
    streak: int
    last_at: datetime
    last_won_at: datetime | None

    @property
    def rate(self) -> float:
        """Which part of the matches was won."""
        return self.won / self.matches

    @property
    def average_place(self) -> float:
        """The place in a match."""
        return self.places / self.matches

    @property
    def average_players(self) -> float:
        """How many were ranked in a match."""
        return self.players / self.matches


@dataclass(frozen=True, slots=True)
class Ranked:
    """A person with one career."""

    person: Person
    career: CareerFigures


def ranking(group: int, called: str = ALL, year: int = EVER) -> tuple[Ranked, ...]:
    """The listed people of a group with a match that counts, by `fair`, the highest first."""
    return _ranked(Row.group_id == group, Row.called == called, Row.year == year)


def rankings(group: int, called: str = ALL, year: int = EVER) -> dict[tuple[str, int], tuple[Ranked, ...]]:
    """The rankings of a group in that game, or ALL, in every year, and those of every game in that year; by what the
    game is called, or ALL, and the year, or EVER.
    """
    found = _ranked(Row.group_id == group, or_(Row.called == called, Row.year == year))
    keys = {(one.career.called, one.career.year): None for one in found}
    return {key: tuple(one for one in found if (one.career.called, one.career.year) == key) for key in keys}


def _ranked(*which: ColumnElement[bool]) -> tuple[Ranked, ...]:
    chosen = select(Row.__table__, *WHO).join(Player, Player.id == Row.person_id).where(*which, *LISTED)
    # They are few: the database would have to put them in order in a table of its own.
    rows = sorted(db.session.execute(chosen).mappings(), key=lambda row: (-row["fair"], -row["matches"], row["who"]))
    return tuple(Ranked(who, _career(row)) for who, row in zip(people_of_rows(rows), rows, strict=True))


def careers_of(person: int) -> dict[tuple[str, int], CareerFigures]:
    """All careers of a person, by what the game is called (or ALL) and year (or EVER)."""
    rows = db.session.execute(select(Row.__table__).where(Row.person_id == person)).mappings()
    return {(row["called"], row["year"]): _career(row) for row in rows}


WHO = (Player.id.label("who"), Player.name, Player.pair, Player.emoji, Player.nickname)
"""The columns that `people_of_rows` reads."""
LISTED = (Player.listed.is_(True), Player.deleted_at.is_(None), Player.bot.is_(False))
"""Who is told of in lists of people."""


def people_of_rows(rows: Sequence[Mapping[Any, Any]]) -> list[Person]:
    """The person of each of these rows, which have the columns WHO; letters tell them apart."""
    there = {row["who"]: row for row in rows}
    letters = dict(zip(there, letters_of([row["name"] for row in there.values()]), strict=True))
    people = {
        who: Person(who, row["name"], Avatar(row["pair"], row["emoji"], letters=letters[who]), nickname=row["nickname"])
        for who, row in there.items()
    }
    return [people[row["who"]] for row in rows]


_PLAIN = (
    *("called", "year", "game", "matches", "won", "fair", "places", "players", "rounds", "points"),
    *("starts", "closings", "paid", "cost", "streak", "last_at", "last_won_at"),
)
_IN_A_ROUND = ("lowest", "highest")
_PEAKS = (*_IN_A_ROUND, "longest", "comeback", "best_streak")


def _career(row: Mapping[Any, Any]) -> CareerFigures:
    parts: dict[str, Any] = {name: row[name] / PARTS for name in ("shares", "expected")}
    peaks = {name: _peak(row, name) for name in _PEAKS}
    columns: dict[str, Any] = {**{name: row[name] for name in _PLAIN}, **parts, **peaks}
    columns["months"] = tuple(row["months"])
    return CareerFigures(**columns)


def _peak(row: Mapping[Any, Any], name: str) -> Peak | None:
    """A peak of a career; nobody has a streak of no wins."""
    match = row[f"{name}_match"]
    return None if match is None else Peak(row[name], match, row[f"{name}_round"] if name in _IN_A_ROUND else None)


@dataclass(frozen=True, slots=True)
class Feat:
    """Something that a group or a person remembers of one game. `kind`: "lowest" or "highest" points in a `round`,
    "longest" match in rounds, "best_streak" of wins, "comeback" in points. Who did it (several, where they did the same
    in the same round or match), in which match (by its public id), what its game is called, and when that was played.
    """

    kind: str
    value: int
    people: tuple[Person, ...]
    match: str
    called: str
    played_at: datetime
    round: int | None


def feats(ranked: Sequence[Ranked]) -> tuple[Feat, ...]:
    """The feats of those people: of a group, or of one of them; the first one of several that are alike."""
    return feats_of_each(ranked)[0]


def feats_of_each(*parties: Sequence[Ranked]) -> list[tuple[Feat, ...]]:
    """The feats of several parties of people, such as of a group and of one of them; one query."""
    tops = [{kind: _tops(kind, ranked) for kind in _PEAKS} for ranked in parties]
    wanted = {peak.match for each in tops for those in each.values() for _, peak in those}
    matches = select(Match.id, Match.public_id, Match.called, Match.played_at).where(Match.id.in_(wanted))
    at = {row.id: row for row in db.session.execute(matches)} if wanted else {}
    return [_feats(each, at) for each in tops]


def _feats(tops: Mapping[str, Sequence[tuple[Person, Peak]]], at: Mapping[int, Any]) -> tuple[Feat, ...]:
    """The feats of those whose peaks are at the top; `at`: the matches in which they are."""
    found = []
    for kind, those in tops.items():
        if there := [(who, peak) for who, peak in those if peak.match in at]:
            first = min((peak for _, peak in there), key=lambda peak: (at[peak.match].played_at, *_within(peak)))
            people = tuple(who for who, peak in there if _within(peak) == _within(first))
            match = at[first.match]
            its = match.public_id, match.called, match.played_at
            found.append(Feat(kind, first.value, people, *its, first.round))
    return tuple(found)


def _within(peak: Peak) -> tuple[int, int]:
    return peak.match, peak.round or 0


def _tops(kind: str, ranked: Sequence[Ranked]) -> list[tuple[Person, Peak]]:
    """Those whose peak is as high (or low) as any."""
    peaks: list[tuple[Person, Peak]] = [(one.person, peak) for one in ranked if (peak := getattr(one.career, kind))]
    top = (min if kind == "lowest" else max)((peak.value for _, peak in peaks), default=None)
    return [(who, peak) for who, peak in peaks if peak.value == top]
