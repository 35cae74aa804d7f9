"""Lists of matches, made from the derived rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from sqlalchemy import and_, func, or_, select

from companion.games import by_key
from companion.games.options import Options

from .avatars import Avatar, apart, of_all
from .base import db
from .groups import groups_of
from .models import Grant, Match, Membership, Phone, Seat
from .players import PERSON, TOGETHER
from .summaries import SeatResult


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person in a list of matches, or those who shared a column; `place` is None for somebody out of the ranking."""

    names: tuple[str, ...]
    total: int
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
    stands; `played_at`: last save.
    """

    public_id: str
    game: str
    called: str
    state: str
    round: int
    played_at: datetime
    archived: bool
    people: tuple[PersonRow, ...]

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
    def best_total(self) -> int:
        """The total of whoever is first."""
        return next((person.total for person in self.people if person.place == 1), 0)

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who won; empty before the end."""
        return tuple(person.name for person in self.people if person.won)


def matches_of(
    phone_token: str | None,
    *,
    states: Iterable[str] = (),
    archived: bool = False,
    most: int = 20,
    skip: int = 0,
    group: int | None = None,
) -> list[MatchRow]:
    """The matches that the phone may write in, or of one group, last played first: two queries for however many."""
    if phone_token is None:
        return []
    chosen = (
        select(Match)
        .join(Phone, Phone.token == phone_token)
        .outerjoin(Grant, and_(Grant.match_id == Match.id, Grant.phone_id == Phone.id))
        .outerjoin(Membership, and_(Membership.group_id == Match.group_id, Membership.phone_id == Phone.id))
        .where(Match.archived == archived)
        .where(
            or_(Grant.role == "write", and_(func.coalesce(Grant.role, "") != "gone", Membership.group_id.is_not(None)))
        )
        .order_by(Match.played_at.desc(), Match.id.desc())
        .limit(most)
        .offset(skip)
    )
    of_group = [] if group is None else [Match.group_id == group]
    in_state = [Match.state.in_(list(states))] if states else []
    found = db.session.scalars(chosen.where(*of_group, *in_state)).all()
    people = _people([match.id for match in found])
    return [_row(match, people[match.id]) for match in found]


def _row(m: Match, people: Iterable[PersonRow]) -> MatchRow:
    return MatchRow(m.public_id, m.game, m.called, m.state, m.round, m.played_at, m.archived, tuple(people))


def named_games(phone_token: str | None, game: str, most: int = 200) -> dict[str, Options]:
    """What the phone's groups called that game, the name used last first, with what it was set to then."""
    if phone_token is None:
        return {}
    rows = db.session.execute(
        select(Match.called, Match.options)
        .where(Match.game == game, Match.group_id.in_(groups_of(phone_token)))
        .order_by(Match.created_at.desc(), Match.id.desc())
        .limit(most)
    )
    found: dict[str, Options] = {}
    for called, options in rows:
        found.setdefault(called, options)
    return found


def _people(match_ids: list[int]) -> dict[int, list[PersonRow]]:
    rows = db.session.execute(
        select(
            SeatResult.match_id,
            SeatResult.seat,
            PERSON.name,
            SeatResult.total,
            SeatResult.place,
            SeatResult.won,
            PERSON.pair,
            PERSON.emoji,
            PERSON.bot,
        )
        .join(PERSON, PERSON.id == SeatResult.person_id)
        .join(Seat, (Seat.match_id == SeatResult.match_id) & (Seat.player_id == SeatResult.player_id))
        .where(Seat.number == SeatResult.seat, SeatResult.match_id.in_(match_ids))
        .order_by(SeatResult.match_id, SeatResult.seat, Seat.part)
    )
    people: dict[int, list[PersonRow]] = {match_id: [] for match_id in match_ids}
    for (match_id, _), those in groupby(rows, key=lambda row: (row.match_id, row.seat)):
        _, _, names, totals, places, won, *looks = zip(*those, strict=True)
        people[match_id].append(PersonRow(names, totals[0], places[0], won[0], of_all(*looks)))
    return {match_id: _apart(those) for match_id, those in people.items()}


def _apart(people: list[PersonRow]) -> list[PersonRow]:
    avatars = apart((person.name, person.avatar) for person in people)
    return [replace(person, avatar=avatar) for person, avatar in zip(people, avatars, strict=True)]
