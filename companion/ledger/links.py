"""Capability links: what a link opens, and the phones that came in by one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import select

from companion.games.why import N_

from .access import find
from .base import db, first_row
from .groups import groups_of, phone_of
from .locks import Lock, OfGroups, OfMatch, OfPhone
from .models import SYMBOLS, Grant, Group, Match, Membership, Phone, new_link
from .pen import Late, client_key, note, save, settle, writing
from .phones import REMOVED, taken
from .state import MatchState, read_state

USED_UP = N_("This link no longer works: scan the QR code again, or type the code.")
CLOSED = N_("This match is closed to new phones. Ask the host to open it.")


@dataclass(frozen=True, slots=True)
class Link:
    """What a link opens. `kind`: "match", "watch", "group", or "keeper" for whoever keeps the group next."""

    secret: str
    kind: str
    id: int
    public_id: str
    group_id: int


def follow(secret: str) -> Link | None:
    """What the secret of a link opens; None when it opens nothing (any more)."""
    secret = secret.upper()
    if not 16 <= len(secret) <= 32:
        return None
    for kind, column in (("match", Match.link), ("watch", Match.watch_link)):
        of_match = (column == secret, Match.deleted_at.is_(None))
        found = first_row(select(Match.id, Match.public_id, Match.group_id).where(*of_match))
        if found:
            return Link(secret, kind, found[0], found[1], found[2])
    for kind, opens in (("group", Group.link == secret), ("keeper", Group.keeper_link == secret)):
        if group := first_row(select(Group.id).where(opens)):
            return Link(secret, kind, group[0], "", group[0])
    return None


def by_code(typed: str) -> str | None:
    """The link of the open match with that code, however it is written; None when there is none."""
    code = "".join(sign for sign in typed.upper() if sign.isalnum())
    if len(code) != 6 or any(sign not in SYMBOLS for sign in code):
        return None
    there = (Match.code == code, Match.state == "open", Match.deleted_at.is_(None))
    rows = db.session.execute(select(Match.link).where(*there)).all()
    return rows[0][0] if len(rows) == 1 else None


def shown_by(link: Link, phone_token: str | None) -> MatchState | None:
    """The match of a link, for a phone that may come in by it, or is in already; None when it may not: what a match is
    and who plays in it is nobody else's matter.
    """
    if not link.public_id:
        return None
    state = read_state(db.session.get_one(Match, link.id))
    return state if state.joining or find(link.public_id, phone_token) else None


def enter_by(link: Link, phone_token: str, seats: Collection[int] | None = None, client: str = "") -> None:
    """Let a phone in by a link, for good: into the match (to write, or to watch), or into the group. With `seats` it
    enters for these from now on, and for no others; `client`: its form's client id.

    Raises Refusal when the link opens nothing any more, when the match lets no new phones in, or has removed this one,
    and when a seat is another phone's; the phone is not in, then.
    """
    what: Lock = OfMatch(link.id) if link.public_id else OfGroups((link.group_id,))
    with writing(OfPhone(phone_token), what):
        if follow(link.secret) is None:  # Somebody was put out since it was noted.
            raise Late(USED_UP)
        phone = phone_of(phone_token)
        if link.kind in ("group", "keeper"):
            _into_group(link, phone)
        else:
            _into_match(link, phone)
        if seats is not None and link.kind == "match":
            key = client_key(client, phone_token, sorted(seats))
            save(note(link.id, phone.id, key, lambda state: taken(state, phone.id, seats)))
        else:
            settle()


def _into_match(link: Link, phone: Phone) -> None:
    grant = db.session.get(Grant, (link.id, phone.id))
    member = db.session.get(Membership, (phone.id, link.group_id))
    if grant is not None and grant.role == "gone":
        raise Late(REMOVED)
    if grant is None and member is None:
        _check_joining(link)
        db.session.add(Grant(match_id=link.id, phone_id=phone.id, role="write" if link.kind == "match" else "watch"))
    elif grant is not None and grant.role == "watch" and link.kind == "match":
        _check_joining(link)
        grant.role = "write"


def _into_group(link: Link, phone: Phone) -> None:
    """Let a phone into the group; the first that comes by the keeper's link keeps it, and uses the link up."""
    if db.session.get(Membership, (phone.id, link.group_id)) is None:
        db.session.add(Membership(phone_id=phone.id, group_id=link.group_id))
    group = db.session.get_one(Group, link.group_id)
    if link.kind == "keeper" and group.keeper_link is not None:
        group.keeper_id, group.keeper_link = phone.id, None
    elif group.keeper_id is None:  # The last one has signed out.
        group.keeper_id = phone.id


def _check_joining(link: Link) -> None:
    if not read_state(db.session.get_one(Match, link.id)).joining:
        raise Late(CLOSED)


@dataclass(frozen=True, slots=True)
class Links:
    """The secrets that the phones of a match may show to others."""

    match: str
    watch: str
    code: str


def links_of(match_id: int) -> Links:
    """The links of a match."""
    row = first_row(select(Match.link, Match.watch_link, Match.code).where(Match.id == match_id))
    assert row is not None
    return Links(*row)


def link_of_group(group_id: int) -> str:
    """The link of a group."""
    row = first_row(select(Group.link).where(Group.id == group_id))
    assert row is not None
    return str(row[0])


def keeper_link(group_id: int) -> str:
    """A new link for a group's next keeper; one that was made before opens nothing any more."""
    with writing(OfGroups((group_id,))):
        group = db.session.get_one(Group, group_id)
        group.keeper_link = secret = new_link()
        settle()
    return secret


def group_link(phone_token: str | None) -> str | None:
    """The link of the phone's first group; None for a phone that is in none."""
    if phone_token is None:
        return None
    row = first_row(select(Group.link).where(Group.id.in_(groups_of(phone_token))).order_by(Group.id).limit(1))
    return row[0] if row else None
