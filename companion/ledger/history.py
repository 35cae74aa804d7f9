"""Lists of matches, made from the derived rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Select, exists, select, union_all

from companion.games import by_key
from companion.games.options import Options

from .avatars import Avatar, apart, of_all
from .base import db
from .evenings import sitting
from .groups import groups_of
from .models import Grant, Match, Phone, Seat
from .players import PERSON, TOGETHER
from .summaries import SeatResult
from .unnamed import avatar_of, numbers_of, written

STATES = ("open", "over", "stopped")
LATELY = 200
"""So many of the matches that a phone came to by their links are looked through, the newest first."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person in a list of matches, or those who shared a column: their `names`, and the ids of these `persons`.
    `unnamed`: the number of one who was deleted, 0 for all others. `place` is None for somebody out of the ranking,
    `total` where only the places are known.
    """

    names: tuple[str, ...]
    persons: tuple[int, ...]
    unnamed: tuple[int, ...]
    total: int | None
    place: int | None
    won: bool
    avatar: Avatar

    @property
    def bot(self) -> bool:
        """Whether it is a bot."""
        return self.avatar.bot

    @property
    def name(self) -> str:
        """What stands above the column."""
        return TOGETHER.join(self.names)


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match in a list. `called`: the name of its game; `state`: "open", "over" or "stopped"; `round`: where it
    stands; `created_at`: when it was begun, `played_at`: last save.
    """

    id: int
    public_id: str
    game: str
    called: str
    state: str
    round: int
    created_at: datetime
    played_at: datetime
    note: str
    place: str
    people: tuple[PersonRow, ...]

    @property
    def sat_at(self) -> datetime:
        """Since when it was played, as far as that is known: a match that was left lying was begun before."""
        return sitting(self.created_at, self.played_at, open_=False)[0]

    @property
    def leads(self) -> str:
        """What the first ones have, in the game's own words: a sentence with places for `names` and `total`."""
        return by_key(self.game).words.leads

    @property
    def leaders(self) -> tuple[str, ...]:
        """The names of those in first place; nobody leads while all stand at the same."""
        totals = {person.total for person in self.people if person.place}
        return tuple(person.name for person in self.people if person.place == 1) if len(totals) > 1 else ()

    @property
    def best_total(self) -> int | None:
        """The total of whoever is first."""
        return next((person.total for person in self.people if person.place == 1), None)

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who won; empty before the end."""
        return tuple(person.name for person in self.people if person.won)


def matches_of(
    phone_token: str | None,
    *,
    states: Sequence[str] = STATES,
    most: int = 20,
    groups: Collection[int] | None = None,
    by_link: bool = True,
) -> list[MatchRow]:
    """The newest matches that the phone may write in, last played first: those of `groups`, of which it has to be a
    member (all that it is in, when they are not told), and those whose link it came by; none that is in the archive.

    Each list is read from its index and no further than is shown: ten matches cost as much as ten thousand.
    """
    if phone_token is None:
        return []
    mine = groups if groups is not None else db.session.scalars(groups_of(phone_token)).all()
    newest = [_newest(group, state, most) for group in mine for state in states]
    if by_link:
        newest.append(_by_link(phone_token, states))
    if not newest:
        return []
    listed = union_all(*(select(one.where(not_gone(phone_token)).subquery().c.id) for one in newest))
    return rows_of(db.session.scalars(select(Match).where(Match.id.in_(listed))), most)


def _newest(group: int, state: str, most: int) -> Select[int]:
    of_group = Match.group_id == group, Match.archived.is_(False), Match.state == state, Match.deleted_at.is_(None)
    return select(Match.id).where(*of_group).order_by(Match.played_at.desc(), Match.id.desc()).limit(most)


def _by_link(phone_token: str, states: Sequence[str]) -> Select[int]:
    granted = select(Grant.match_id).where(Grant.phone_id == _phone(phone_token), Grant.role == "write")
    granted = granted.order_by(Grant.at.desc()).limit(LATELY)
    named = select(granted.subquery().c.match_id)
    there = Match.archived.is_(False), Match.state.in_(states), Match.deleted_at.is_(None)
    return select(Match.id).where(Match.id.in_(named), *there)


def _phone(phone_token: str) -> ColumnElement[int]:
    return select(Phone.id).where(Phone.token == phone_token).scalar_subquery()


def not_gone(phone_token: str) -> ColumnElement[bool]:
    """That a phone was not put out of a match."""
    gone = exists().where(Grant.match_id == Match.id, Grant.phone_id == _phone(phone_token), Grant.role == "gone")
    return ~gone.correlate(Match)


def rows_of(found: Iterable[Match], most: int) -> list[MatchRow]:
    """So many of these matches as lists have them, last played first; who played comes by one query."""
    matches = sorted(found, key=lambda match: (match.played_at, match.id), reverse=True)[:most]
    people = _people([match.id for match in matches])
    return [_row(match, people[match.id]) for match in matches]


def _row(m: Match, people: Iterable[PersonRow]) -> MatchRow:
    named = m.id, m.public_id, m.game, m.called
    when = m.created_at, m.played_at
    return MatchRow(*named, m.state, m.round, *when, m.note, m.place, tuple(people))


def named_games(phone_token: str | None, game: str, most: int = 200) -> dict[str, Options]:
    """What the phone's groups called that game, the name used last first, with what it was set to then."""
    if phone_token is None:
        return {}
    rows = db.session.execute(
        select(Match.called, Match.options)
        .where(Match.game == game, Match.group_id.in_(groups_of(phone_token)), Match.deleted_at.is_(None))
        .order_by(Match.created_at.desc(), Match.id.desc())
        .limit(most)
    )
    found: dict[str, Options] = {}
    for called, options in rows:
        found.setdefault(called, options)
    return found


def _people(match_ids: list[int]) -> dict[int, list[PersonRow]]:
    rows = db.session.execute(
        select(SeatResult.match_id, SeatResult.seat, Seat.part, SeatResult.person_id, PERSON.name)
        .add_columns(PERSON.deleted_at.is_not(None), SeatResult.total, SeatResult.place, SeatResult.won)
        .add_columns(PERSON.pair, PERSON.emoji, PERSON.bot)
        .join(PERSON, PERSON.id == SeatResult.person_id)
        .join(Seat, (Seat.match_id == SeatResult.match_id) & (Seat.player_id == SeatResult.player_id))
        .where(Seat.number == SeatResult.seat, SeatResult.match_id.in_(match_ids))
    )
    people: dict[int, list[PersonRow]] = {match_id: [] for match_id in match_ids}
    # In a match seats come by their numbers; the database would sort all of them to say so.
    for match_id, those in groupby(sorted(rows, key=lambda row: row[:3]), key=lambda row: row.match_id):
        seats = [tuple(zip(*seat, strict=True)) for _, seat in groupby(those, key=lambda row: row.seat)]
        unnamed = numbers_of([seat[5] for seat in seats])
        people[match_id] = _apart([_person(seat, numbers) for seat, numbers in zip(seats, unnamed, strict=True)])
    return people


def _person(seat: Sequence[Sequence[Any]], unnamed: tuple[int, ...]) -> PersonRow:
    _, _, _, persons, names, _, totals, places, won, *looks = seat
    called, avatar = written(names, unnamed), avatar_of(of_all(*looks), unnamed)
    return PersonRow(called, tuple(persons), unnamed, totals[0], places[0], won[0], avatar)


def _apart(people: list[PersonRow]) -> list[PersonRow]:
    avatars = apart((person.name, person.avatar) for person in people)
    return [replace(person, avatar=avatar) for person, avatar in zip(people, avatars, strict=True)]
