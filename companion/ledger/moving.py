"""A match goes to another group: to the family's, when somebody began it on a phone that was in none."""

from __future__ import annotations

from sqlalchemy import delete, select, update

from companion.games.why import N_, Refusal

from .base import db
from .cells import SITS, Cell
from .derived import mark
from .groups import groups_of
from .locks import OfMatch
from .members import member
from .models import Grant, Match, Membership, Player, Seat
from .pen import Change, client_key, note, save, still_there, writing
from .players import PERSON, SAME, check_apart, of_group
from .state import MatchState, read_afresh, read_state
from .summaries import MatchWord


def move_to(match_id: int, phone_token: str, phone: int, group: int, client: str) -> None:
    """Write a match down for another group of this phone, with its people as that group knows them, by name.

    Whoever could open it by the old group still can. A group that is left without matches is left by this phone, too.
    Raises Refusal for a phone that is not in both groups, and when that group knows two of the people as one.
    """
    with writing(OfMatch(match_id, more=(group,))):
        match = still_there(match_id)
        member(phone_token, match.group_id)
        if group not in db.session.scalars(groups_of(phone_token)).all():
            raise Refusal(N_("Choose a group from the list."))
        old = match.group_id
        if old != group:
            if any(any(seat.unnamed) for seat in read_state(match).seats):
                raise Refusal(N_("Someone who played in it was deleted: it stays where it is."))
            note(match_id, phone, client_key(client, "move", group), lambda state: _seat_anew(state, match, group))
            db.session.execute(update(MatchWord).where(MatchWord.match_id == match_id).values(group_id=group))
            _let_in(match, old, group)
            _leave(old, phone)
            moved = read_afresh(match_id)
            for its in (old, group):
                mark(moved, its)
            save(moved)


def _seat_anew(state: MatchState, match: Match, group: int) -> list[Change]:
    """The people of the other group, by the names that are shown, sit where those of the old one did; returns what says
    so.
    """
    seats = db.session.scalars(select(Seat).where(Seat.match_id == match.id).order_by(Seat.number, Seat.part)).all()
    shown = select(Player.id, PERSON).join(PERSON, SAME).where(Player.id.in_([seat.player_id for seat in seats]))
    persons = {row[0]: row[1] for row in db.session.execute(shown)}
    people = [of_group(group, [persons[seat.player_id].name], persons[seat.player_id].bot)[0] for seat in seats]
    check_apart(people)
    found: dict[int, list[int]] = {}
    for seat, known in zip(seats, people, strict=True):
        seat.player_id = known.id
        found.setdefault(seat.number, []).append(known.id)
    match.group_id = group
    db.session.flush()
    return [Change(Cell(SITS, seat=number), players) for number, players in found.items()]


def _let_in(match: Match, old: int, group: int) -> None:
    """Phones of the old group that are not in the other one write in the match as guests."""
    inside = select(Membership.phone_id).where(Membership.group_id == group)
    there = select(Grant.phone_id).where(Grant.match_id == match.id)
    left = select(Membership.phone_id).where(Membership.group_id == old)
    late = left.where(Membership.phone_id.not_in(inside), Membership.phone_id.not_in(there))
    for phone in db.session.scalars(late).all():
        db.session.add(Grant(match_id=match.id, phone_id=phone, role="write"))


def _leave(old: int, phone: int) -> None:
    """A phone that is alone in a group without matches is in it no more."""
    others = select(Membership).where(Membership.group_id == old, Membership.phone_id != phone)
    played = select(Match.id).where(Match.group_id == old)
    if db.session.scalars(others.limit(1)).first() is None and db.session.scalar(played.limit(1)) is None:
        db.session.execute(delete(Membership).where(Membership.group_id == old, Membership.phone_id == phone))
