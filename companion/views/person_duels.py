"""Two people beside each other: in how many matches one was ahead of the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.ledger.avatars import Avatar
from companion.ledger.persons import Person
from companion.ledger.remembered import Rival

from .words import gettext, isolated

FIRST = 6
"""So many are seen at once: those whom somebody met most often."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Somebody whom a person met. `ahead`, `behind`, `level`: in how many matches; the bar: `mine` of a hundred is
    painted in the person's colour, the rest in `css`, which is empty where both have the same one; `said`: all of it.
    """

    player: int
    name: str
    avatar: Avatar
    ahead: int
    behind: int
    level: int
    mine: float
    css: str
    said: str


@dataclass(frozen=True, slots=True)
class Duels:
    """Those whom a person met most often, and the others."""

    first: tuple[Duel, ...]
    more: tuple[Duel, ...]


def duels(its: Person, those: Iterable[Rival]) -> Duels:
    """Everybody whom a person met in a match that counts."""
    found = tuple(_duel(its, rival) for rival in those)
    return Duels(found[:FIRST], found[FIRST:])


def _duel(its: Person, rival: Rival) -> Duel:
    other, decided = rival.person, rival.ahead + rival.behind
    numbers = {"ahead": rival.ahead, "behind": rival.behind, "level": rival.level}
    said = gettext(
        "Matches in which %(name)s was ahead of %(other)s: %(ahead)s; behind: %(behind)s; level: %(level)s.",
        name=isolated(its.name),
        other=isolated(other.name),
        **numbers,
    )
    mine = round(100 * rival.ahead / decided, 1) if decided else 50.0
    css = f"person-{other.avatar.pair}" if other.avatar.pair != its.avatar.pair else ""
    met = rival.ahead, rival.behind, rival.level
    return Duel(other.id, other.name, other.avatar, *met, mine, css, said)
