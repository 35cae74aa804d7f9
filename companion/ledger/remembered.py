"""What a group remembers beside careers: its games and seasons, who is whose rival, how somebody developed.

As in `careers`: call `figures.fresh` first; every function is one query by an index.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from companion.games import by_key

from .base import db
from .careers import LISTED, WHO, people_of_rows
from .figures import bounds
from .models import Match, Player
from .persons import Person
from .summaries import ALL, EVER, Evening, Rivalry, Season, SeatResult


@dataclass(frozen=True, slots=True)
class Played:
    """How much a group played of one game: matches that ended, their rounds, when the last one was played.
    `lowest_wins`: whether low is good, as the newest match says.
    """

    game: str
    called: str
    matches: int
    rounds: int
    last_at: datetime
    lowest_wins: bool


@dataclass(frozen=True, slots=True)
class Year:
    """How much a group played in a season: matches that ended, and their rounds."""

    year: int
    matches: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Overview:
    """What a group played: its games, played last first; its seasons, the newest first; how many `matches` ended, with
    how many `rounds`; and on how many `evenings` it played, also matches that did not end.
    """

    games: tuple[Played, ...]
    seasons: tuple[Year, ...]
    matches: int
    rounds: int
    evenings: int

    def game(self, called: str) -> Played | None:
        """The game that is called so, if a match of it has ended."""
        return next((one for one in self.games if one.called == called), None)


def overview(group: int) -> Overview:
    """What a group played in all."""
    evenings = select(func.count()).where(Evening.group_id == group).scalar_subquery()
    chosen = select(Season.__table__, Match.options, evenings.label("evenings"))
    chosen = chosen.outerjoin(Match, Match.id == Season.last_match).where(Season.group_id == group)
    rows = db.session.execute(chosen).mappings().all()
    games = [row for row in rows if row["called"] != ALL and row["year"] == EVER]
    years = [row for row in rows if row["called"] == ALL and row["year"] != EVER]
    return Overview(
        tuple(
            Played(
                *(row["game"], row["called"], row["matches"], row["rounds"], row["last_at"]),
                by_key(row["game"]).agreement(row["options"] or {}).lowest_wins,
            )
            for row in sorted(games, key=lambda row: (row["last_at"], row["last_match"]), reverse=True)
        ),
        tuple(
            Year(row["year"], row["matches"], row["rounds"])
            for row in sorted(years, key=lambda row: int(row["year"]), reverse=True)
        ),
        sum(row["matches"] for row in games),
        sum(row["rounds"] for row in games),
        rows[0]["evenings"] if rows else 0,
    )


@dataclass(frozen=True, slots=True)
class Rival:
    """Another person, and in how many matches somebody was ahead of them, behind, or level, on different seats."""

    person: Person
    ahead: int
    behind: int
    level: int

    @property
    def met(self) -> int:
        """In how many matches both were."""
        return self.ahead + self.behind + self.level


def rivals(person: int, called: str = ALL, year: int = EVER) -> tuple[Rival, ...]:
    """The listed people whom somebody met in matches that count for both, most often first."""
    chosen = select(*WHO, Rivalry.ahead, Rivalry.behind, Rivalry.level).join(Player, Player.id == Rivalry.other_id)
    chosen = chosen.where(Rivalry.person_id == person, Rivalry.called == called, Rivalry.year == year, *LISTED)
    rows = db.session.execute(chosen).mappings().all()
    found = [
        Rival(who, row["ahead"], row["behind"], row["level"])
        for who, row in zip(people_of_rows(rows), rows, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: (-one.met, one.person.id)))


def rivalries(group: int, called: str = ALL, year: int = EVER) -> dict[tuple[int, int], tuple[int, int, int]]:
    """Of every two people of a group, by their ids, both ways round: how often the first was ahead of the second,
    behind, and level. People who are not listed are in it, too: `ranking` says who is.
    """
    chosen = select(Rivalry.person_id, Rivalry.other_id, Rivalry.ahead, Rivalry.behind, Rivalry.level)
    rows = db.session.execute(chosen.where(Rivalry.group_id == group, Rivalry.called == called, Rivalry.year == year))
    return {(one, other): (ahead, behind, level) for one, other, ahead, behind, level in rows}


@dataclass(frozen=True, slots=True)
class Step:
    """How somebody did in a match that counts: `match` is its public id; `total` None where only places are known,
    `ranked` how many were; `lowest_wins`: whether low is good there.
    """

    match: str
    called: str
    played_at: datetime
    total: int | None
    place: int
    ranked: int
    won: bool
    lowest_wins: bool


def development(person: int, called: str = ALL, year: int = EVER, most: int = 40) -> tuple[Step, ...]:
    """The last matches of a person that count, of one game or ALL, in one year or EVER, the oldest first."""
    its = SeatResult.played_at, SeatResult.total, SeatResult.place, SeatResult.ranked, SeatResult.won
    names = Match.public_id, Match.game, Match.options, SeatResult.called
    chosen = select(*names, *its).join(Match, Match.id == SeatResult.match_id)
    wanted = [SeatResult.called == called] if called != ALL else []
    if year != EVER:
        start, end = bounds(year)
        wanted += [SeatResult.played_at >= start, SeatResult.played_at < end]
    chosen = chosen.where(SeatResult.person_id == person, *wanted, SeatResult.counts)
    newest = chosen.order_by(SeatResult.played_at.desc(), SeatResult.match_id.desc()).limit(most)
    steps: dict[str, Step] = {}
    for match, game, options, name, at, total, place, ranked, won in db.session.execute(newest):
        low = by_key(game).agreement(options).lowest_wins
        step = Step(match, name, at, total, place or 0, ranked, won, low)
        known = steps.get(step.match, step)
        # Who sits twice in a match has it once, by the better place.
        steps[step.match] = min(known, step, key=lambda one: one.place)
    return tuple(reversed(steps.values()))
