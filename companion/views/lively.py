"""One lively fact of everybody: of those that are true the kind that fewest people above have, in a fixed order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from companion.games import by_key
from companion.ledger.careers import CareerFigures, Ranked
from companion.ledger.models import now

from .words import dated, gettext, isolated, ngettext
from .zone import local

ENOUGH = 3
"""From so many matches on it is no luck to lead."""
STREAK = 3
"""From so many wins in a row on they are told."""
ENDED = 5
"""From so many rounds on that somebody ended it is told how often that paid off."""
AHEAD = 3
"""From so many matches ahead of somebody on that is told."""

Kind = Literal["streak", "paid", "rival", "best", "won", "played"]


@dataclass(frozen=True, slots=True)
class Lively:
    """Something good that is true of somebody, in words."""

    kind: Kind
    said: str


@dataclass(frozen=True, slots=True)
class Told:
    """What it is told from. `games`: the careers of everybody in the single games that are shown; `best`: who leads in
    which of them; `rivals`: whom somebody is furthest ahead of, with the name and both numbers.
    """

    games: Mapping[int, Sequence[Ranked]]
    best: Mapping[int, str]
    rivals: Mapping[int, tuple[str, int, int]]


def lively(ranking: Iterable[Ranked], told: Told) -> dict[int, Lively]:
    """A fact of each person of a ranking."""
    said: Counter[Kind] = Counter()
    found = {}
    for one in ranking:
        true = list(_true(one.person.id, one.career, told)) or [_played(one.career)]
        fact = min(true, key=lambda each: said[each.kind])
        said[fact.kind] += 1
        found[one.person.id] = fact
    return found


def _true(person: int, career: CareerFigures, told: Told) -> Iterator[Lively]:
    """Everything worth telling of a person, the most surprising first."""
    if career.streak >= STREAK:
        yield Lively("streak", ngettext("%(num)s win in a row", "%(num)s wins in a row", career.streak))
    yield from _paid(one.career for one in told.games.get(person, ()))
    if person in told.rivals:
        name, ahead, behind = told.rivals[person]
        numbers = {"ahead": ahead, "behind": behind}
        yield Lively("rival", gettext("Ahead of %(name)s %(ahead)s to %(behind)s", name=isolated(name), **numbers))
    if person in told.best:
        yield Lively("best", gettext("Best in %(game)s", game=isolated(told.best[person])))
    if career.last_won_at:
        yield Lively("won", gettext("Won last on %(day)s", day=day(career.last_won_at)))


def _played(career: CareerFigures) -> Lively:
    return Lively("played", gettext("Played last on %(day)s", day=day(career.last_at)))


def _paid(careers: Iterable[CareerFigures]) -> Iterator[Lively]:
    """That ending rounds paid off for somebody more often than not."""
    for career in careers:
        its = by_key(career.game).words.endings
        if its and its.good and career.closings >= ENDED and 2 * career.paid >= career.closings:
            said = ngettext(*its.said, career.closings, times=career.paid)
            yield Lively("paid", said)


def day(at: datetime) -> str:
    """A day in a sentence, on this phone's clock; in this year without the year."""
    this = local(at).year == local(now()).year
    return dated(at, "d MMM" if this else "d MMM y")
