"""Groups and the phones in them."""

from __future__ import annotations

import secrets

from sqlalchemy import Select, select, update

from .base import db, first_row
from .models import Group, Membership, Phone, today


def new_token() -> str:
    """What a phone's cookie holds: 128 random bits, no meaning."""
    return secrets.token_urlsafe(16)


def groups_of(token: str) -> Select[int]:
    """The ids of the groups that the phone with this token belongs to, to be asked for inside other questions."""
    return select(Membership.group_id).join(Phone, Phone.id == Membership.phone_id).where(Phone.token == token)


def phone_of(token: str) -> Phone:
    """The phone with this token, made when it is new. Inside `writing()` only."""
    phone = db.session.scalar(select(Phone).where(Phone.token == token))
    if phone is None:
        phone = Phone(token=token)
        db.session.add(phone)
        db.session.flush()
    return phone


def seen_before_today(token: str) -> bool:
    """Whether there is a phone with this token that nobody has seen today yet."""
    row = first_row(select(Phone.seen).where(Phone.token == token))
    return row is not None and row[0] != today()


def see(token: str) -> None:
    """Note that the phone with this token was seen today. Inside `writing()` only."""
    db.session.execute(update(Phone).where(Phone.token == token).values(seen=today()))


def phone_and_group(token: str, wanted: int | None = None) -> tuple[Phone, int]:
    """The phone with this token and the id of a group: the `wanted` one if the phone is in it, else its first one. Both
    are made when they are new. Inside `writing()` only.
    """
    phone = phone_of(token)
    mine = select(Membership.group_id).where(Membership.phone_id == phone.id)
    group_id = db.session.scalar(mine.order_by(Membership.group_id != wanted, Membership.group_id).limit(1))
    if group_id is None:
        group = Group(keeper_id=phone.id)
        db.session.add(group)
        db.session.flush()
        db.session.add(Membership(phone_id=phone.id, group_id=group.id))
        group_id = group.id
    return phone, group_id
