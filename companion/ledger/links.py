"""Capability links: what a link opens, and the phones that came in by one."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from companion.games.game import N_

from . import db, glance, settle, writing
from .groups import groups_of, phone_of
from .matches import Refused
from .models import SYMBOLS, Grant, Group, Match, Membership, new_link
from .state import read_state


@dataclass(frozen=True, slots=True)
class Link:
    """What a link opens. `kind`: "match", "watch" or "group"; `title` says for whom, in names."""

    kind: str
    id: int
    public_id: str
    group_id: int
    names: tuple[str, ...]


def follow(secret: str) -> Link | None:
    """What the secret of a link opens; None when it opens nothing (any more)."""
    secret = secret.upper()
    if not 16 <= len(secret) <= 32:
        return None
    for kind, column in (("match", Match.link), ("watch", Match.watch_link)):
        found = glance(select(Match.id, Match.public_id, Match.group_id).where(column == secret))
        if found:
            return Link(kind, found[0], found[1], found[2], _names(found[0]))
    group = glance(select(Group.id).where(Group.link == secret))
    return Link("group", group[0], "", group[0], ()) if group else None


def by_code(typed: str) -> str | None:
    """The link of the open match with that code, however it is written; None when there is none."""
    code = "".join(sign for sign in typed.upper() if sign.isalnum())
    if len(code) != 6 or any(sign not in SYMBOLS for sign in code):
        return None
    rows = db.session.execute(select(Match.link).where(Match.code == code, Match.state == "open")).all()
    return rows[0][0] if len(rows) == 1 else None


def _names(match_id: int) -> tuple[str, ...]:
    state = read_state(db.session.get_one(Match, match_id))
    return tuple(state.name(seat) for seat in state.order if not state.seats[seat].absent)


def enter_by(link: Link, phone_token: str) -> None:
    """Let a phone in by a link, for good: into the match (to write, or to watch), or into the group.

    Raises Refused when the match lets no new phones in, or has removed this one.
    """
    with writing():
        phone = phone_of(phone_token)
        if link.kind == "group":
            if db.session.get(Membership, (phone.id, link.group_id)) is None:
                db.session.add(Membership(phone_id=phone.id, group_id=link.group_id))
            settle()
            return
        grant = db.session.get(Grant, (link.id, phone.id))
        member = db.session.get(Membership, (phone.id, link.group_id))
        if grant is not None and grant.role == "gone":
            raise Refused(N_("The host removed this phone from the match."))
        if grant is None and member is None:
            _check_joining(link)
            db.session.add(
                Grant(match_id=link.id, phone_id=phone.id, role="write" if link.kind == "match" else "watch")
            )
        elif grant is not None and grant.role == "watch" and link.kind == "match":
            _check_joining(link)
            grant.role = "write"
        settle()


def _check_joining(link: Link) -> None:
    if link.kind == "match" and not read_state(db.session.get_one(Match, link.id)).joining:
        raise Refused(N_("This match lets no new phones in. Ask whoever hosts it to open it again."))


@dataclass(frozen=True, slots=True)
class Links:
    """The secrets that the phones of a match may show to others."""

    match: str
    watch: str
    code: str


def links_of(match_id: int) -> Links:
    """The links of a match."""
    row = glance(select(Match.link, Match.watch_link, Match.code).where(Match.id == match_id))
    assert row is not None
    return Links(*row)


def group_link(phone_token: str | None) -> str | None:
    """The link of the phone's first group; None for a phone that is in none."""
    if phone_token is None:
        return None
    row = glance(select(Group.link).where(Group.id.in_(groups_of(phone_token))).order_by(Group.id).limit(1))
    return row[0] if row else None


def renew_group_link(phone_token: str) -> None:
    """Make the old link of the phone's first group open nothing any more; phones that are in stay in."""
    old = group_link(phone_token)
    with writing():
        group = db.session.scalar(select(Group).where(Group.link == old))
        if group is not None:
            group.link = new_link()
            settle()
