"""Evenings in words: who was there, who won what, and whose evening it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.games import by_key
from companion.games.words import Emblem
from companion.ledger.avatars import Avatar, apart, letters_of
from companion.ledger.bygone import Sitting
from companion.ledger.history import MatchRow, PersonRow

from .unnamed import in_list
from .words import gettext, isolated, names, ngettext, signed

SHOWN = 6
"""So many avatars stand in the heading of an evening; the others are counted."""


@dataclass(frozen=True, slots=True)
class Result:
    """A match in an evening. `said`: how it ended; `winners`: who won; `others`: who else played, with their totals;
    `score`: the best total; `emblem`: the card that stands for the game `called` so.
    """

    public_id: str
    called: str
    emblem: Emblem
    said: str
    winners: tuple[PersonRow, ...]
    others: str
    score: str
    place: str
    note: str


@dataclass(frozen=True, slots=True)
class Going:
    """A match of an evening that is open."""

    public_id: str
    said: str
    who: str


@dataclass(frozen=True, slots=True)
class EveningText:
    """An evening. `people`: who was there, by name; `more`: how many others; `results`, newest first; `going`: what is
    still open, and that so many are, as `open`; `whose`: whose evening it was, empty where it was nobody's.
    """

    began_at: datetime
    ended_at: datetime
    people: tuple[tuple[str, Avatar], ...]
    more: int
    who: str
    results: tuple[Result, ...]
    going: tuple[Going, ...]
    open: str
    whose: str


def told(sitting: Sitting, of_all: bool) -> EveningText:
    """An evening in words; whose it was is said of all its matches only."""
    rows = tuple(in_list(row) for row in sitting.rows)
    people = _there(rows)
    going = tuple(_going(row) for row in rows if row.state == "open")
    return EveningText(
        sitting.began_at,
        sitting.ended_at,
        people[:SHOWN],
        max(len(people) - SHOWN, 0),
        names(name for name, _ in people),
        tuple(_result(row) for row in rows if row.state != "open"),
        going,
        ngettext("One match is still open:", "%(num)s matches are still open:", len(going)) if going else "",
        _whose(rows) if of_all and sitting.whole else "",
    )


def _there(rows: Iterable[MatchRow]) -> tuple[tuple[str, Avatar], ...]:
    """Who played, each once, told apart from one another."""
    people: dict[tuple[int, ...], PersonRow] = {}
    for row in reversed(list(rows)):
        for person in row.people:
            if not person.bot:
                people.setdefault(person.persons, person)
    found = [(person.name, person.avatar) for person in people.values()]
    return tuple((name, avatar) for (name, _), avatar in zip(found, apart(found), strict=True))


def _result(row: MatchRow) -> Result:
    won = [person for person in row.people if person.won]
    others = sorted((person for person in row.people if not person.won), key=_by_place)
    emblem = by_key(row.game).words.emblem
    if not any((emblem.face, emblem.icon)):
        emblem = Emblem(letters_of([row.called])[0])
    said = _won(won) if won else gettext("Stopped in round %(round)s", round=row.round)
    others_said = ", ".join(filter(None, map(_with_total, others)))
    best = row.best_total if won else None
    score = "" if best is None else signed(best)
    return Result(row.public_id, row.called, emblem, said, tuple(won), others_said, score, row.place, row.note)


def _won(won: Sequence[PersonRow]) -> str:
    if len(won) > 1:
        return gettext("%(names)s share the win", names=names(person.name for person in won))
    if len(won[0].names) > 1:
        return gettext("%(names)s win", names=won[0].name)
    return gettext("%(name)s wins", name=isolated(won[0].name))


def _by_place(person: PersonRow) -> tuple[bool, int]:
    return person.place is None, person.place or 0


def _with_total(person: PersonRow) -> str:
    return isolated(person.name) if person.total is None else f"{isolated(person.name)} {signed(person.total)}"


def _going(row: MatchRow) -> Going:
    said = gettext("%(game)s, round %(round)s", game=row.called, round=row.round)
    return Going(row.public_id, said, names(person.name for person in row.people))


def _whose(rows: Iterable[MatchRow]) -> str:
    """Who won most matches of an evening, then who had the best places; nobody is told of one match, nor of two people
    who are equal in both.
    """
    played, won, places, last = Counter[int](), Counter[int](), Counter[int](), set[int]()
    called: dict[int, str] = {}
    for row in rows:
        ranked = [person for person in row.people if person.place is not None and not person.bot]
        ranked = [person for person in ranked if not any(person.unnamed)]
        lowest = max((person.place or 0 for person in row.people), default=0)
        if row.state == "over":
            for person in ranked:
                for one, name in zip(person.persons, person.names, strict=True):
                    called[one] = name
                    played[one] += 1
                    won[one] += person.won
                    places[one] += person.place or 0
                    last |= {one} if person.place == lowest else set()
    best = sorted((-won[one], places[one] / played[one], one) for one in called if won[one] and played[one] > 1)
    if not best or (len(best) > 1 and best[0][:2] == best[1][:2]):
        return ""
    one = best[0][2]
    said = {"name": isolated(called[one]), "won": won[one], "num": played[one]}
    if one in last:
        return gettext("%(name)s’s evening: %(won)s of %(num)s", **said)
    return gettext("%(name)s’s evening: %(won)s of %(num)s, without once being last", **said)
