"""Marks on what has to be computed anew, because it depends on many matches and one of them changed."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, extract, func, insert, select

from companion.app_state import app_state

from .base import db
from .models import Player
from .sqlite import recall
from .summaries import ALL, EVER, Career, SeatResult, Stale

EVERYBODY = 0
"""Stands in a mark for no person, but for what a group has together."""
Mark = tuple[int, int, str, datetime]
"""A group, a person of it or EVERYBODY, what a game is called, and when a match of it was played."""


def note(marks: Collection[Mark]) -> None:
    """Mark figures stale; whoever answers now computes them afterwards. Inside `writing()`."""
    if marks:
        names = ("group_id", "person_id", "called", "played_at")
        rows = [dict(zip(names, each, strict=True)) for each in sorted(marks)]
        db.session.connection().execute(insert(Stale.__table__), rows)
        app_state().stale = True


def mark_person(person: int) -> None:
    """Mark all figures of a person stale: other rows than before are this person's. Inside `writing()`."""
    told = select(Career.group_id, Career.person_id, Career.called, Career.last_at)
    told = told.where(Career.person_id == person, Career.year != EVER, Career.called != ALL)
    note({_mark(row) for row in db.session.execute(told)} | _of_rows(SeatResult.person_id == person))


def mark_group(group: int) -> None:
    """Mark all figures of the people of a group stale. Inside `writing()`."""
    note(_of_rows(Player.group_id == group))


def _of_rows(which: ColumnElement[bool]) -> set[Mark]:
    """A mark for each year and game of these people."""
    names, at = (Player.group_id, SeatResult.person_id, SeatResult.called), SeatResult.played_at
    rows = select(*names, func.min(at)).join(Player, Player.id == SeatResult.person_id).where(which)
    return {_mark(row) for row in db.session.execute(rows.group_by(*names, extract("year", at)))}


def _mark(row: Any) -> Mark:
    group, person, called, at = row
    return group, person, called, at


def stale_groups() -> tuple[int, ...]:
    """The groups of which something is stale."""
    return tuple(db.session.scalars(select(Stale.group_id).distinct().order_by(Stale.group_id)))


def groups_told_of(group: int) -> tuple[int, ...]:
    """A group, and those of whose people its marks tell: a match may have come from there."""
    told = select(Player.group_id).join(Stale, Stale.person_id == Player.id).where(Stale.group_id == group)
    return (group, *db.session.scalars(told.distinct()))


def is_stale(group: int) -> bool:
    """Whether something of a group is stale: one small query, none while nobody writes."""
    one = select(Stale.id).where(Stale.group_id == group).limit(1)
    return bool(recall(("stale", group), lambda: db.session.scalar(one) is not None))


def marks_of(group: int, most: int) -> list[tuple[int, Mark]]:
    """The oldest marks of a group, each with its id."""
    chosen = select(Stale.id, Stale.group_id, Stale.person_id, Stale.called, Stale.played_at)
    rows = db.session.execute(chosen.where(Stale.group_id == group).order_by(Stale.id).limit(most))
    return [(row[0], _mark(row[1:])) for row in rows]
