"""The ranking of a group: its people by wins against luck, each with one lively fact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from flask import url_for
from flask_babel import format_decimal

from companion.ledger.avatars import Avatar
from companion.ledger.careers import Ranked
from companion.ledger.persons import Person
from companion.ledger.summaries import ALL, EVER

from .lively import AHEAD, ENOUGH, Lively, Told, lively
from .wins_chart import Wins
from .words import gettext, ngettext

Rankings = Mapping[tuple[str, int], Sequence[Ranked]]
"""The rankings of a group, by what the game is called, or ALL, and the year, or EVER."""
Met = Mapping[tuple[int, int], tuple[int, int, int]]
"""Of every two people: how often the first was ahead of the second, behind, and level."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What the page shows of a group's `rankings`: of the game that is called so, or of ALL, in one year, or EVER.
    `games`: what its games are called, `years`: those in which a match counts.
    """

    people: Mapping[int, Person]
    rankings: Rankings
    games: Sequence[str]
    years: Sequence[int]
    called: str
    year: int

    @property
    def ranking(self) -> Sequence[Ranked]:
        """The ranking that is shown."""
        return self.of(self.called)

    def of(self, called: str) -> Sequence[Ranked]:
        """The ranking of that game in the year that is shown."""
        return self.rankings.get((called, self.year), ())

    @property
    def waiting(self) -> list[Person]:
        """Those who are in the lists, but not in the ranking."""
        there = {one.person.id for one in self.ranking}
        return [one for one in self.people.values() if one.listed and one.id not in there]

    @property
    def hidden(self) -> list[Person]:
        """Those who were put out of the lists."""
        return [one for one in self.people.values() if not one.listed]

    @property
    def wins(self) -> Wins:
        """The wins of everybody, by month."""
        found: dict[int, dict[int, int]] = {}
        for year in [self.year] if self.year != EVER else self.years:
            for one in self.rankings.get((self.called, year), ()):
                won = {12 * year + month: number for month, number in enumerate(one.career.months) if number}
                found.setdefault(one.person.id, {}).update(won)
        return found


@dataclass(frozen=True, slots=True)
class Way:
    """Somebody, and the address of their page."""

    name: str
    avatar: Avatar
    url: str


def way_to(who: Person) -> Way:
    """The way to somebody's page."""
    return Way(who.name, who.avatar, url_for("person.page", player=who.id))


def by_name(people: Iterable[Person]) -> list[Way]:
    """The ways to these people, as lists of names go."""
    ordered = sorted(people, key=lambda one: (one.name.casefold(), one.id))
    return [way_to(one) for one in ordered]


@dataclass(frozen=True, slots=True)
class RankText:
    """A person of the ranking, in words. `won`, `of` so many matches, both `said` in one; `place`: the average;
    `flame`: the fact is a streak. What the order comes from: `shares` of wins, those `expected` from luck, `fair`.
    """

    who: Way
    nickname: str
    first: bool
    won: int
    of: str
    said: str
    place: str
    fact: str
    flame: bool
    shares: str
    expected: str
    fair: str


@dataclass(frozen=True, slots=True)
class RankingText:
    """The ranking: those who have played enough, and `few`, who have not."""

    rows: tuple[RankText, ...]
    few: tuple[RankText, ...]


def ranking_text(standing: Standing, met: Met) -> RankingText:
    """The ranking in words."""
    enough = [one for one in standing.ranking if one.career.matches >= ENOUGH] or standing.ranking
    few = [one for one in standing.ranking if one not in enough]
    facts = lively([*enough, *few], _told(standing, met))
    best = enough[0].career.fair

    rows = tuple(_text(one, facts[one.person.id], one.career.fair == best) for one in enough)
    return RankingText(rows, tuple(_text(one, facts[one.person.id], False) for one in few))


def _text(ranked: Ranked, fact: Lively, first: bool) -> RankText:
    who, its = ranked.person, ranked.career
    return RankText(
        way_to(who),
        who.nickname,
        first,
        its.won,
        gettext("of %(matches)s", matches=its.matches),
        ngettext("%(won)s of %(num)s match won", "%(won)s of %(num)s matches won", its.matches, won=its.won),
        gettext("place %(place)s", place=format_decimal(its.average_place, "0.0")),
        fact.said,
        fact.kind == "streak",
        str(format_decimal(its.shares, "0.##")),
        str(format_decimal(its.expected, "0.##")),
        str(format_decimal(its.fair, "0.00")),
    )


def _told(standing: Standing, met: Met) -> Told:
    single = [standing.called] if standing.called != ALL else standing.games
    games: dict[int, list[Ranked]] = {}
    best: dict[int, str] = {}
    for called in single:
        ranking = standing.of(called)
        for one in ranking:
            games.setdefault(one.person.id, []).append(one)
        if standing.called == ALL and len(ranking) > 1 and ranking[0].career.matches >= ENOUGH:
            best.setdefault(ranking[0].person.id, called)
    return Told(games, best, _rivals(standing, met))


def _rivals(standing: Standing, met: Met) -> dict[int, tuple[str, int, int]]:
    """Whom everybody is furthest ahead of, if that is far."""
    names = {one.person.id: one.person.name for one in standing.ranking}
    far = [(ahead - behind, -other, one) for (one, other), (ahead, behind, _) in met.items() if other in names]
    found = {}
    for by, other, one in sorted(far):
        if by >= AHEAD:
            ahead, behind, _ = met[one, -other]
            found[one] = (names[-other], ahead, behind)
    return found
