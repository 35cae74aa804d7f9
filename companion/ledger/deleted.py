"""What was deleted, or would be: to be named on a page before it is gone, and listed while it can come back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import func, select

from .base import db
from .cells import ADJUST
from .chronicle import Deed
from .deleting import KEPT, same_person
from .groups import groups_of
from .models import Group, Match, MoveRecord, Phone, Player, Seat
from .state import MatchState
from .summaries import SeatResult

MATCH, PERSON = "match", "person"
"""What can be deleted."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What goes with a match. `played_at`: its last save; `notes`: how many were written, with those of house rules;
    `dealt`: how many rounds were played on screens, whose cards and seals go, too; `counts`: it is in the statistics.
    """

    called: str
    began_at: datetime
    played_at: datetime
    rounds: int
    notes: int
    place: str
    dealt: int
    counts: bool


@dataclass(frozen=True, slots=True)
class PersonLoss:
    """What goes with a person. `others`: the names that stand for them; `counted`: how many of their matches are in the
    statistics; `first`, `last`: when they played, None for who has played nothing; `deleted`: they are already.
    """

    id: int
    group: int
    name: str
    nickname: str
    others: tuple[str, ...]
    matches: int
    counted: int
    first: datetime | None
    last: datetime | None
    deleted: bool


@dataclass(frozen=True, slots=True)
class DeletedItem:
    """Something that can come back. `what`: MATCH or PERSON. `called`: the game of a match; `people`: who sat there,
    None for each who was deleted, too; or the person alone. `phone`: the one that deleted it; `until`: when it is
    erased; `keeps`: the phone that asks keeps the group.
    """

    what: str
    id: int
    group: int
    called: str
    people: tuple[str | None, ...]
    at: datetime
    until: datetime
    phone: int
    keeps: bool


def loss_of(state: MatchState) -> Loss:
    """What goes with a match, whether it is deleted already or not."""
    played, dealt = db.session.execute(
        select(Match.played_at, func.count(MoveRecord.round.distinct()))
        .outerjoin(MoveRecord, MoveRecord.match_id == Match.id)
        .where(Match.id == state.id)
        .group_by(Match.played_at)
    ).one()
    said = [state.trails.value(cell) for cell in state.trails.cells if cell.kind is ADJUST]
    return Loss(
        state.called,
        state.created_at,
        played,
        len(state.complete),
        sum(bool(each and each["note"]) for each in said) + bool(state.note),
        state.place,
        dealt,
        state.status == "over" and not state.archived,
    )


def person_loss(player: int) -> PersonLoss | None:
    """What goes with a person, by any of the names; None for a bot, and for who is erased."""
    known = db.session.get(Player, player)
    root = db.session.get(Player, known.stands_for) if known and known.stands_for else known
    if root is None or root.bot or not root.name:
        return None
    everybody = same_person(root.id)
    mine = SeatResult.player_id.in_([one.id for one in everybody])
    number, at = func.count(SeatResult.match_id.distinct()), SeatResult.played_at
    matches, first, last = db.session.execute(select(number, func.min(at), func.max(at)).where(mine)).one()
    counted = db.session.scalar(select(number).where(mine, SeatResult.counts))
    others = tuple(one.name for one in everybody if one is not root)
    return PersonLoss(
        root.id,
        root.group_id,
        root.name,
        root.nickname,
        others,
        matches,
        counted or 0,
        first,
        last,
        root.deleted_at is not None,
    )


def keeps_group(phone_token: str | None, group: int) -> bool:
    """Whether a phone keeps a group."""
    kept = select(Group.id).join(Phone, Phone.id == Group.keeper_id)
    its = (Group.id == group, Phone.token == phone_token)
    return phone_token is not None and db.session.scalar(kept.where(*its)) is not None


def keeps_person(phone_token: str | None, player: int) -> bool:
    """Whether a phone keeps the group of a person."""
    group = db.session.scalar(select(Player.group_id).where(Player.id == player))
    return group is not None and keeps_group(phone_token, group)


def deleted_match_for(phone_token: str | None, match_id: int) -> Match | None:
    """A match that was deleted, for the phone that keeps its group; None for any other."""
    match = db.session.get(Match, match_id)
    there = match is not None and match.deleted_at is not None and keeps_group(phone_token, match.group_id)
    return match if there else None


def deleted_in(phone_token: str | None) -> tuple[DeletedItem, ...]:
    """All that can come back in the groups of a phone, what was deleted last first."""
    if phone_token is None:
        return ()
    mine = groups_of(phone_token)
    groups = {one.id: one.keeper_id for one in db.session.scalars(select(Group).where(Group.id.in_(mine)))}
    me = db.session.scalar(select(Phone.id).where(Phone.token == phone_token))
    by = {
        (deed.kind, deed.subject): deed.phone_id
        for deed in db.session.scalars(
            select(Deed)
            .where(Deed.group_id.in_(groups), Deed.kind.in_([f"delete {MATCH}", f"delete {PERSON}"]))
            .order_by(Deed.id)
        )
    }
    found = [*_matches(list(groups)), *_people(list(groups))]
    return tuple(
        DeletedItem(
            what, number, group, called, people, at, at + KEPT, by[f"delete {what}", number], groups[group] == me
        )
        for what, number, group, called, people, at in sorted(found, key=lambda each: each[-1], reverse=True)
    )


_Row = tuple[str, int, int, str, tuple[str | None, ...], Any]


def _matches(groups: list[int]) -> list[_Row]:
    rows = db.session.execute(
        select(Match.id, Match.group_id, Match.called, Match.deleted_at, Player.name, Player.deleted_at)
        .join(Seat, Seat.match_id == Match.id)
        .join(Player, Player.id == Seat.player_id)
        .where(Match.group_id.in_(groups), Match.deleted_at.is_not(None))
        .order_by(Match.id, Seat.number, Seat.part)
    )
    found: list[_Row] = []
    for (number, group, called, at), those in groupby(rows, key=lambda row: tuple(row[:4])):
        found.append((MATCH, number, group, called, tuple(None if row[5] else row[4] for row in those), at))
    return found


def _people(groups: list[int]) -> list[_Row]:
    rows = db.session.execute(
        select(Player.id, Player.group_id, Player.name, Player.deleted_at)
        .where(Player.group_id.in_(groups), Player.deleted_at.is_not(None))
        .where(Player.name != "", Player.stands_for.is_(None))
    )
    return [(PERSON, number, group, "", (name,), at) for number, group, name, at in rows]
