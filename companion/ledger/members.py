"""The phones of a group, as the group knows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import and_, func, select

from companion.games.why import N_, Refusal

from .base import db
from .cells import HOLDER, Cell
from .groups import groups_of
from .locks import OfGroups
from .models import CellRecord, Group, Match, Membership, Phone, Player, Seat
from .pen import Late, settle, writing
from .players import LONG_NAME, LONGEST, PEOPLE, PERSON, SAME

NAMED = 5
"""So many people tell one group from another."""
LATELY = 100
"""So many of the newest matches say who a phone enters for."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A group that a phone is in. `name`: what it is called, if it is; `phone`: that phone's id; `keeper`: the phone
    that may put others out.
    """

    id: int
    name: str
    link: str
    keeper: int | None
    phone: int


@dataclass(frozen=True, slots=True)
class Member:
    """A phone of a group. `people`: whom it entered for last; `came`, `seen`: its first and its last day, in UTC."""

    phone: int
    people: tuple[str, ...]
    came: date
    seen: date


def kept_by(phone_token: str | None) -> tuple[Kept, ...]:
    """The groups that a phone is in, the one it begins matches in first."""
    if phone_token is None:
        return ()
    rows = db.session.execute(
        select(Group.id, Group.name, Group.link, Group.keeper_id, Phone.id)
        .join(Membership, Membership.group_id == Group.id)
        .join(Phone, Phone.id == Membership.phone_id)
        .where(Group.id.in_(groups_of(phone_token)), Phone.token == phone_token)
        .order_by(Group.id)
    )
    return tuple(Kept(*row) for row in rows)


def member(phone_token: str, group_id: int) -> tuple[int, Group]:
    """The id of a phone and its group. Raises Late for a phone that is not in it."""
    joined = select(Phone.id).join(Membership, Membership.phone_id == Phone.id)
    phone = db.session.scalar(joined.where(Phone.token == phone_token, Membership.group_id == group_id))
    if phone is None:
        raise Late(N_("This phone is no longer in the group."))
    return phone, db.session.get_one(Group, group_id)


def call(phone_token: str, group_id: int, name: str) -> None:
    """Give a group a name, or none, by any phone of it. Raises Refusal from others, and for a name that is too long."""
    if len(name) > LONGEST:
        raise Refusal(LONG_NAME, most=LONGEST, long=len(name))
    with writing(OfGroups((group_id,))):
        _, group = member(phone_token, group_id)
        group.name = name
        settle()


def members_of(group_id: int) -> tuple[Member, ...]:
    """The phones of a group, whoever came first."""
    people = _people(group_id)
    rows = db.session.execute(
        select(Phone.id, Phone.created_at, Phone.seen)
        .join(Membership, Membership.phone_id == Phone.id)
        .where(Membership.group_id == group_id)
        .order_by(Phone.id)
    )
    return tuple(Member(phone, people.get(phone, ()), came.date(), seen) for phone, came, seen in rows)


def _people(group_id: int) -> dict[int, tuple[str, ...]]:
    """Whom each phone entered for in the newest match in which it did."""
    there = (Match.group_id == group_id, Match.deleted_at.is_(None))
    newest = select(Match.id).where(*there).order_by(Match.played_at.desc(), Match.id.desc())
    matches = db.session.scalars(newest.limit(LATELY)).all()
    names: dict[tuple[int, int], list[str]] = {}
    seats = select(Seat.match_id, Seat.number, PERSON.name).join(Player, Player.id == Seat.player_id).join(PERSON, SAME)
    seats = seats.where(Seat.match_id.in_(matches), PERSON.deleted_at.is_(None))
    for match, seat, name in db.session.execute(seats.order_by(Seat.part)):
        names.setdefault((match, seat), []).append(name)
    held = _held(matches, {seat for _, seat in names})
    found: dict[int, tuple[int, list[str]]] = {}
    for (match, seat), phone in sorted(held.items(), key=lambda place: (matches.index(place[0][0]), place[0][1])):
        of, people = found.setdefault(phone, (match, []))
        if of == match:
            people += names.get((match, seat), ())
    return {phone: tuple(people) for phone, (_, people) in found.items()}


def _held(matches: Sequence[int], seats: Iterable[int]) -> dict[tuple[int, int], int]:
    """The phone that enters for a seat, by match and seat."""
    cells = {str(Cell(HOLDER, seat=seat)): seat for seat in seats}
    written = (
        select(CellRecord.match_id, CellRecord.cell, CellRecord.value)
        .where(CellRecord.match_id.in_(matches), CellRecord.cell.in_(cells))
        .order_by(CellRecord.number)
    )
    held = {(match, cells[cell]): phone for match, cell, phone in db.session.execute(written)}
    return {place: phone for place, phone in held.items() if phone is not None}


def people_of(group_id: int, most: int = NAMED) -> tuple[str, ...]:
    """Who plays in a group, whoever came first; bots are none."""
    people = select(Player.name).where(Player.group_id == group_id, *PEOPLE).order_by(Player.id)
    return tuple(db.session.scalars(people.limit(most)))


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A group in the list of the command line. `people`: who plays in it, whoever came first."""

    id: int
    people: tuple[str, ...]
    matches: int


def all_groups() -> list[GroupRow]:
    """All groups of this house, for whoever stands at its machine."""
    of_group = and_(Match.group_id == Group.id, Match.deleted_at.is_(None))
    rows = select(Group.id, func.count(Match.id)).outerjoin(Match, of_group).group_by(Group.id)
    return [
        GroupRow(group, people_of(group), matches) for group, matches in db.session.execute(rows.order_by(Group.id))
    ]
