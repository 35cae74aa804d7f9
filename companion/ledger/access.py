"""Whether a phone may open a match: one small query, asked by every request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache

from sqlalchemy import Dialect, and_, bindparam, func, or_, select
from sqlalchemy.dialects import sqlite

from companion.app_state import app_state

from .base import db, first_row, is_writing
from .chronicle import Erased
from .models import Grant, Group, Match, Membership, Phone, now
from .sqlite import recall


@dataclass(frozen=True, slots=True)
class Found:
    """A match that this phone may open. `writes`: it may write there, too; `member`: it is in the match's group;
    `keeps`: it keeps that group.
    """

    id: int
    public_id: str
    version: int
    phone: int
    role: str | None
    group: int | None
    keeps: bool

    @property
    def writes(self) -> bool:
        """Whether the phone may write on the pad, and not only look."""
        return self.role == "write" or self.group is not None

    @property
    def member(self) -> bool:
        """Whether the phone may open all of the group."""
        return self.group is not None


_OPEN = (
    select(Match.id, Match.public_id, Match.version, Phone.id, Grant.role, Membership.group_id)
    .add_columns(and_(Membership.group_id.is_not(None), func.coalesce(Group.keeper_id, 0) == Phone.id))
    .select_from(Match)
    .join(Group, Group.id == Match.group_id)
    .join(Phone, Phone.token == bindparam("token"))
    .outerjoin(Grant, and_(Grant.match_id == Match.id, Grant.phone_id == Phone.id))
    .outerjoin(Membership, and_(Membership.group_id == Match.group_id, Membership.phone_id == Phone.id))
    .where(Match.public_id == bindparam("public_id"), or_(Grant.role != "gone", Grant.role.is_(None)))
    .where(or_(Grant.role.is_not(None), Membership.group_id.is_not(None)))
)
_FIND, _DELETED = (_OPEN.where(which) for which in (Match.deleted_at.is_(None), Match.deleted_at.is_not(None)))
_ERASED = (
    select(Erased.name)
    .join(Membership, Membership.group_id == Erased.group_id)
    .join(Phone, Phone.id == Membership.phone_id)
    .where(Erased.name == bindparam("public_id"), Phone.token == bindparam("token"))
)
_KNOWN = select(Phone.id).where(
    Phone.token == bindparam("token"),
    Phone.created_at <= bindparam("until"),
    or_(
        select(Membership.phone_id).where(Membership.phone_id == Phone.id).exists(),
        select(Grant.phone_id).where(Grant.phone_id == Phone.id, Grant.role != "gone").exists(),
    ),
)


def find(public_id: str, phone_token: str | None) -> Found | None:
    """The match with that public id if the phone is in its group, or came by a link and was not removed; else None.

    Unknown and forbidden look the same, and so does one that was deleted.
    """
    if phone_token is None:
        return None
    found: Found | None = recall((public_id, phone_token), lambda: _find(public_id, phone_token))
    return found


def was_deleted(public_id: str, phone_token: str | None) -> bool:
    """Whether the phone could open that match before it was deleted; once it is erased, only the group still knows."""
    asked = {"public_id": public_id, "token": phone_token}
    return phone_token is not None and any(first_row(where, **asked) for where in (_DELETED, _ERASED))


def _find(public_id: str, phone_token: str) -> Found | None:
    asked, asking = {"public_id": public_id, "token": phone_token}, app_state().asking
    if asking is None or is_writing():
        row = first_row(_FIND, **asked)
    else:
        # Every request and every sign of a stream asks this: a fifth of what it takes through a session.
        question, its_own = _spelled(db.engine.dialect)
        row = asking.first(question, {**its_own, **asked})
    return Found(*(*row[:-1], bool(row[-1]))) if row else None


@lru_cache(maxsize=8)
def _spelled(dialect: Dialect) -> tuple[str, Mapping[str, object]]:
    """The question of `find` in the words of a kind of database, with what it asks for each time."""
    # SQLite's driver takes values in order, too, and that is what SQLAlchemy means unless it is told.
    named = sqlite.dialect(paramstyle="named") if dialect.name == "sqlite" else dialect
    compiled = _FIND.compile(dialect=named)
    return str(compiled), compiled.params


def known_since(phone_token: str | None, days: int) -> int | None:
    """The id of a phone that was in a group or a match so many days ago, and is in one; None for any other."""
    if phone_token is None:
        return None
    row = first_row(_KNOWN, token=phone_token, until=now() - timedelta(days=days))
    return int(row[0]) if row else None
