"""The groups of a phone with their people, as the page of a group shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import and_, select

from .avatars import Avatar, letters_of
from .base import db
from .models import Group, Membership, Phone, Player
from .persons import Person
from .players import PEOPLE

MANY = 1000
"""How many people are read at most, of all groups of a phone."""


@dataclass(frozen=True, slots=True)
class Company:
    """A group with its people by their ids, whoever came first: no bots, and nobody who stands for somebody else.
    `since`: when it began.
    """

    id: int
    name: str
    since: datetime
    people: dict[int, Person]


def companies_of(phone_token: str | None) -> tuple[Company, ...]:
    """The groups that a phone is in, the one it begins matches in first; one query."""
    if phone_token is None:
        return ()
    found: dict[int, Company] = {}
    people: dict[int, list[Sequence[Any]]] = {}
    # They are few: the database would have to put them in order in a table of its own.
    for group, name, since, *person in sorted(_rows(phone_token), key=lambda row: (row[0], row[3] or 0)):
        found.setdefault(group, Company(group, name, since, {}))
        if person[0] is not None:
            people.setdefault(group, []).append(person)
    for group, those in people.items():
        letters = letters_of([called for _, called, *_ in those])
        for (player, called, pair, emoji, *more), said in zip(those, letters, strict=True):
            avatar = Avatar(pair, emoji, letters=said)
            found[group].people[player] = Person(player, called, avatar, group, *more)
    return tuple(found.values())


def _rows(phone_token: str) -> Sequence[Any]:
    """A row a person, and one for a group without any."""
    a_person = and_(Player.group_id == Group.id, *PEOPLE)
    who = (Player.id, Player.name, Player.pair, Player.emoji, Player.nickname, Player.listed)
    return db.session.execute(
        select(Group.id, Group.name, Group.created_at, *who)
        .join(Membership, Membership.group_id == Group.id)
        .join(Phone, Phone.id == Membership.phone_id)
        .outerjoin(Player, a_person)
        .where(Phone.token == phone_token)
        .limit(MANY)
    ).all()
