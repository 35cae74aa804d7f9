"""Deleting for good: a match or a person is gone at once, and the group's keeper can bring it back for some days."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, exists, select, update

from companion.app_state import app_state
from companion.games.why import N_, Refusal

from .base import db, touch
from .cells import NEXT, Cell
from .chronicle import Deed
from .derived import refresh
from .door import kept_group
from .locks import OfMatch, OfPlayers
from .models import Match, Player, Seat, now
from .opening import AGAIN
from .pen import Change, Late, note, settle, writing
from .players import name_key, turn_matches
from .stale import mark_person
from .state import read_afresh, read_state
from .summaries import SeatResult

KEPT = timedelta(days=30)
"""So long something that was deleted can be brought back."""
LATE = N_("That has been brought back or erased in the meantime: look again.")


def delete_match(phone_token: str, match_id: int, at: datetime | None = None) -> None:
    """Take a match out of everything that anybody sees. For the group's keeper; raises Refusal from others."""
    with writing(OfMatch(match_id, whole=True)):
        match = _match(match_id, deleted=False)
        at = at or now()
        phone = deed(phone_token, "delete match", match, at)
        _turn(match, at)
        _link(match, phone, None)
        settle()
    app_state().hub.forget(match.public_id)


def restore_match(phone_token: str, match_id: int) -> None:
    """Bring a match back as it was. For the group's keeper; raises Refusal from others, and when it is erased."""
    with writing(OfMatch(match_id, whole=True)):
        match = deleted_match(match_id)
        phone = deed(phone_token, "restore match", match)
        _turn(match, None)
        _link(match, phone, match.public_id)
        settle()


def delete_person(phone_token: str, player: int, at: datetime | None = None) -> None:
    """Let nobody be told any more who somebody was, nor whoever stands for them; their matches stay as they are.

    For the group's keeper. Raises Refusal from others, and while the person plays in an open match.
    """
    with writing(OfPlayers((player,))):
        root, at = _person(player, deleted=False), at or now()
        deed(phone_token, "delete person", root, at)
        everybody = same_person(root.id)
        _refuse_playing(root, everybody)
        for one in everybody:
            # Whoever is called so from now on is somebody new.
            one.deleted_at, one.key = at, f"\x1f{one.id}"
        _recount(everybody)
        settle()
    app_state().hub.forget()


def restore_person(phone_token: str, player: int) -> None:
    """Tell again who somebody is. For the group's keeper; raises Refusal from others, and when somebody else in the
    group has the name by now.
    """
    with writing(OfPlayers((player,))):
        root = deleted_person(player)
        deed(phone_token, "restore person", root)
        everybody = same_person(root.id)
        for one in everybody:
            _refuse_taken(one)
            one.deleted_at, one.key = None, name_key(one.name)
        _recount(everybody)
        settle()


def same_person(root: int) -> Sequence[Player]:
    """A person and all who stand for them, in the session."""
    return db.session.scalars(
        select(Player).where((Player.id == root) | (Player.stands_for == root)).order_by(Player.id)
    ).all()


def before(match: Match) -> Match | None:
    """The match of which this one is the rematch, if it is one."""
    public_id = match.client_id.removeprefix(AGAIN).partition(":")[0]
    followed = select(Match).where(Match.public_id == public_id)
    return db.session.scalar(followed) if match.client_id.startswith(AGAIN) else None


def deleted_match(match_id: int) -> Match:
    """A match that was deleted. Raises Refusal when it is not, or not any more."""
    return _match(match_id, deleted=True)


def deleted_person(player: int) -> Player:
    """The person that a player is or stands for, deleted. Raises Refusal when that is not so, or not any more."""
    return _person(player, deleted=True)


def deed(phone_token: str, kind: str, whose: Match | Player, at: datetime | None = None) -> int:
    """Write down what the group's keeper does with a match or a person, and return the id of that phone.

    Raises Refusal for any other phone.
    """
    phone, _ = kept_group(phone_token, whose.group_id)
    db.session.add(Deed(group_id=whose.group_id, phone_id=phone, at=at or now(), kind=kind, subject=whose.id))
    return phone


def _match(match_id: int, deleted: bool) -> Match:
    match = db.session.get(Match, match_id)
    if match is None or (match.deleted_at is not None) is not deleted:
        raise Late(LATE)
    return match


def _person(player: int, deleted: bool) -> Player:
    """The person that a player is, or stands for."""
    person = db.session.get(Player, player)
    if person is not None and person.stands_for is not None:
        person = db.session.get(Player, person.stands_for)
    if person is None or person.bot or not person.name or (person.deleted_at is not None) is not deleted:
        raise Late(LATE)
    return person


def _turn(match: Match, at: datetime | None) -> None:
    """Let a match be deleted since then, or not at all, with all that follows from that."""
    old = read_state(match)
    match.deleted_at = at
    match.version += 1
    db.session.flush()
    refresh(old, read_afresh(match.id))
    touch(match.public_id, match.version)


def _link(match: Match, phone: int, to: str | None) -> None:
    """Let the match before it lead to this one, or to none. One that was begun meanwhile stays."""
    old = before(match)
    if old is None:
        return

    def plan(state: object) -> list[Change]:
        known = read_state(old).next
        return [Change(Cell(NEXT), to)] if known in (None, match.public_id) else []

    key = f"{AGAIN}{secrets.token_urlsafe(9)}"
    touch(old.public_id, note(old.id, phone, key, plan).version)


def _refuse_playing(person: Player, everybody: Sequence[Player]) -> None:
    """Raise Refusal while a person plays in an open match."""
    ids = {one.id for one in everybody}
    mine = exists().where(Seat.match_id == Match.id, Seat.player_id.in_(ids))
    for match in db.session.scalars(select(Match).where(mine, Match.state == "open", Match.deleted_at.is_(None))):
        seats = read_state(match).seats
        if any(ids.intersection(seat.players) and seat.span.last_round is None for seat in seats):
            said = N_("%(name)s plays in a match that is open: finish it, or say in its menu that %(name)s has left.")
            raise Refusal(said, name=person.name)


def _refuse_taken(player: Player) -> None:
    """Raise Refusal when somebody else in the group has the name of somebody who was deleted."""
    taken = select(Player.id).where(Player.group_id == player.group_id, Player.key == name_key(player.name))
    if db.session.scalar(taken.where(Player.bot.is_(False), Player.id != player.id)) is not None:
        said = N_("Someone else in the group is called %(name)s now: give that person another name first.")
        raise Refusal(said, name=player.name)


def _recount(everybody: Sequence[Player]) -> None:
    """Let the results of somebody count, unless they were deleted, and tell all that show them."""
    db.session.flush()
    ids = [one.id for one in everybody]
    over = exists().where(Match.id == SeatResult.match_id, Match.state == "over", Match.archived.is_(False))
    counts: ColumnElement[bool] = and_(SeatResult.place.is_not(None), over)
    if everybody[0].deleted_at is not None:
        counts = and_(counts, SeatResult.match_id.is_(None))
    mine = update(SeatResult).where(SeatResult.player_id.in_(ids))
    db.session.execute(mine.values(counts=counts).execution_options(synchronize_session=False))
    for number in ids:
        turn_matches(number)
        mark_person(number)
