"""Whether a phone may open a match: one small query, asked by every request."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import and_, bindparam, or_, select

from .base import first_row
from .models import Grant, Match, Membership, Phone
from .sqlite import recall


@dataclass(frozen=True, slots=True)
class Found:
    """A match that this phone may open. `writes`: it may write there, too; `member`: it is in the match's group."""

    id: int
    public_id: str
    version: int
    phone: int
    role: str | None
    group: int | None

    @property
    def writes(self) -> bool:
        """Whether the phone may write on the pad, and not only look."""
        return self.role == "write" or self.group is not None

    @property
    def member(self) -> bool:
        """Whether the phone may open all of the group."""
        return self.group is not None


_FIND = (
    select(Match.id, Match.public_id, Match.version, Phone.id, Grant.role, Membership.group_id)
    .select_from(Match)
    .join(Phone, Phone.token == bindparam("token"))
    .outerjoin(Grant, and_(Grant.match_id == Match.id, Grant.phone_id == Phone.id))
    .outerjoin(Membership, and_(Membership.group_id == Match.group_id, Membership.phone_id == Phone.id))
    .where(Match.public_id == bindparam("public_id"), or_(Grant.role != "gone", Grant.role.is_(None)))
    .where(or_(Grant.role.is_not(None), Membership.group_id.is_not(None)))
)


def find(public_id: str, phone_token: str | None) -> Found | None:
    """The match with that public id if the phone is in its group, or came by a link and was not removed; else None.

    Unknown and forbidden look the same.
    """
    if phone_token is None:
        return None
    found: Found | None = recall((public_id, phone_token), lambda: _find(public_id, phone_token))
    return found


def _find(public_id: str, phone_token: str) -> Found | None:
    row = first_row(_FIND, public_id=public_id, token=phone_token)
    return Found(*row) if row else None
