"""Who is let out, and what then opens nothing any more: new links, phones that are put out, and those that sign out."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence

from sqlalchemy import ColumnElement, Select, bindparam, delete, select, update

from companion.games.why import N_, Refusal

from .base import db, touch
from .cells import GONE, HOLDER, HOST, RENEWED, SCREENS, Cell
from .locks import OfGroups, OfPhone
from .members import member
from .models import Grant, Group, Match, Membership, Phone, new_code, new_link
from .pen import Change, Late, note, settle, writing
from .state import MatchState
from .transaction import hold

_MATCHES = Match.__table__
_LINKS = (
    update(_MATCHES)
    .where(_MATCHES.c.id == bindparam("match"))
    .values(link=bindparam("joins"), watch_link=bindparam("looks"), code=bindparam("said"))
)


def renew_group(phone_token: str, group_id: int) -> None:
    """Make the links and codes of a group and of all its matches open nothing any more; phones that are in stay in.

    For every phone of the group. Raises Refusal from others.
    """
    with writing(OfGroups((group_id,))):
        phone, group = member(phone_token, group_id)
        _renew(group, phone, _matches(Match.group_id == group_id), lambda _: [])
        settle()


def put_out_of_group(phone_token: str, group_id: int, other: int) -> None:
    """Put a phone out of a group and all its matches, and make all that it could know open nothing any more.

    For the group's keeper. Raises Refusal from others, for itself, and for a phone that is not in.
    """
    with writing(OfGroups((group_id,))):
        phone, group = kept_group(phone_token, group_id)
        if other == phone:
            raise Refusal(N_("The phone that keeps the group can’t be removed: hand the group on first."))
        if db.session.get(Membership, (other, group_id)) is None:
            raise Late(N_("This phone is out already."))
        _put_out(group, phone, other, _matches(Match.group_id == group_id))
        settle()


def put_out_beside(state: MatchState, phone: int, other: int) -> list[Change]:
    """Put a phone out of a match for its host, and of all other matches of the group that it came to by a link. What it
    could know opens nothing any more. Returns the changes of this match. Inside `writing()`.

    Raises Refusal for a phone that is not in, and for one of the group unless the host keeps that.
    """
    group = db.session.get_one(Group, state.group_id)
    if db.session.get(Membership, (other, group.id)) is not None:
        if group.keeper_id != phone:
            raise Late(N_("This phone belongs to the group: only the phone that keeps the group can remove it."))
        known = _matches(Match.group_id == group.id)
    else:
        known = _matches(Match.group_id == group.id, Match.id.in_(select(Grant.match_id).where(_granted(other))))
        if state.id not in [match.id for match in known]:
            raise Refusal(N_("Choose a phone from the list."))
    _put_out(group, phone, other, known, but=state.id)
    return [*_out(state, other, phone), Change(Cell(GONE, seat=other), True), _renewed(state)]


def renew_beside(state: MatchState) -> list[Change]:
    """Make the links and the code of a match open nothing any more; returns what says so there. Inside `writing()`."""
    _new_links([state.id])
    return [_renewed(state)]


def renew_codes(like: str) -> None:
    """Make new codes for all open matches whose code is like that, an underscore for any sign: it is being guessed. The
    links stay, and every page that shows the code shows the new one.
    """
    which = (Match.code.like(like), Match.state == "open", Match.deleted_at.is_(None))
    with writing():
        hold(OfGroups(tuple(db.session.scalars(select(Match.group_id).where(*which)))))
        known = _matches(*which)
        key = f"code {secrets.token_urlsafe(9)}"
        for match in known:
            match.code = new_code()
            if match.phone_id is None:
                touch(match.public_id, match.version)
            else:
                touch(match.public_id, note(match.id, match.phone_id, key, lambda state: [_renewed(state)]).version)
        settle()


def hand_on(phone_token: str, group_id: int, other: int) -> None:
    """Let another phone of the group keep it. For the group's keeper; raises Refusal from others."""
    with writing(OfGroups((group_id,))):
        _, group = kept_group(phone_token, group_id)
        if db.session.get(Membership, (other, group_id)) is None:
            raise Refusal(N_("Choose a phone from the list."))
        group.keeper_id = other
        settle()


def sign_out(phone_token: str) -> None:
    """Let a phone belong to nothing any more, and free its seats; all others stay in.

    Raises Refusal when it keeps a group in which others are.
    """
    with writing(OfPhone(phone_token)):
        phone = db.session.scalar(select(Phone.id).where(Phone.token == phone_token))
        if phone is None:
            return
        hold(OfGroups(tuple(db.session.scalars(_known_to(phone)))))
        for group in db.session.scalars(select(Group).where(Group.keeper_id == phone)).all():
            others = select(Membership).where(Membership.group_id == group.id, Membership.phone_id != phone)
            if db.session.scalars(others.limit(1)).first() is not None:
                raise Late(N_("This phone keeps the group: hand that on to another phone first."))
            group.keeper_id = None
        groups = select(Membership.group_id).where(Membership.phone_id == phone)
        granted = select(Grant.match_id).where(Grant.phone_id == phone)
        matches = _matches(Match.group_id.in_(groups) | Match.id.in_(granted))
        for model in (Membership, Grant):
            db.session.execute(delete(model).where(model.phone_id == phone))
        _tell(matches, phone, lambda state: _out(state, phone, None))
        settle()


def _known_to(phone: int) -> Select[int]:
    """The groups that a phone is in, or a match of which it was let into."""
    there = select(Match.group_id).join(Grant, Grant.match_id == Match.id).where(Grant.phone_id == phone)
    return select(Group.id).where(
        Group.id.in_(select(Membership.group_id).where(Membership.phone_id == phone)) | Group.id.in_(there)
    )


def kept_group(phone_token: str, group_id: int) -> tuple[int, Group]:
    """The id of a phone and the group that it keeps. Raises Refusal for any other phone."""
    phone, group = member(phone_token, group_id)
    if group.keeper_id != phone:
        raise Late(N_("Only the phone that keeps the group can do that."))
    return phone, group


def _granted(phone: int) -> ColumnElement[bool]:
    return (Grant.phone_id == phone) & (Grant.role != "gone")


def _matches(*which: ColumnElement[bool]) -> Sequence[Match]:
    return db.session.scalars(select(Match).where(*which).order_by(Match.id)).all()


def _put_out(group: Group, phone: int, other: int, known: Sequence[Match], but: int | None = None) -> None:
    """Take away all that a phone may open of a group, and what it could know; `but`: the match that says so itself."""
    member = db.session.get(Membership, (other, group.id))
    ids = [match.id for match in known]
    db.session.execute(delete(Grant).where(Grant.phone_id == other, Grant.match_id.in_(ids), Grant.role != "gone"))
    if member is not None:
        db.session.delete(member)

    def leaves(state: MatchState) -> list[Change]:
        return [*_out(state, other, phone), Change(Cell(GONE, seat=other), True)]

    if member is None:
        _new_links(ids)
        _tell((match for match in known if match.id != but), phone, lambda state: [*leaves(state), _renewed(state)])
    else:
        _renew(group, phone, known, leaves, but)


def _renew(
    group: Group,
    phone: int,
    matches: Iterable[Match],
    more: Callable[[MatchState], list[Change]],
    but: int | None = None,
) -> None:
    """Make new links for a group and these matches; what is `more` to say in each stands in the same write."""
    group.link, group.keeper_link = new_link(), None
    _new_links([match.id for match in matches])
    others = [match for match in matches if match.id != but]
    _tell(others, phone, lambda state: [*more(state), _renewed(state)])


def _new_links(matches: Sequence[int]) -> None:
    rows = [{"match": each, "joins": new_link(), "looks": new_link(), "said": new_code()} for each in matches]
    if rows:
        db.session.connection().execute(_LINKS, rows)


def _tell(matches: Iterable[Match], phone: int, changes: Callable[[MatchState], list[Change]]) -> None:
    """Write in matches that are not over what happened to their phones, and wake the streams of all."""
    key = f"door {secrets.token_urlsafe(9)}"
    for match in matches:
        version = match.version
        if match.state != "over":
            version = note(match.id, phone, key, changes).version
        touch(match.public_id, version)


def _renewed(state: MatchState) -> Change:
    """That links were made new in this round, and how often that happened."""
    return Change(Cell(RENEWED), [state.current, state.trails.number(Cell(RENEWED)) + 1])


def _out(state: MatchState, phone: int, heir: int | None) -> list[Change]:
    """Seats of a phone are free, its screen is off the table, and if it hosts, `heir` does, or one that plays."""
    freed = [Change(Cell(HOLDER, seat=seat), None) for seat, holder in state.holders.items() if holder == phone]
    if phone in state.screens:
        freed.append(Change(Cell(SCREENS), sorted(state.screens - {phone}) or None))
    heir = heir or next((holder for holder in state.holders.values() if holder != phone), None)
    return [*freed, Change(Cell(HOST), heir)] if state.host == phone and heir else freed
