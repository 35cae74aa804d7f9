"""Two names for one person: a player stands for another, until that is taken back. Nothing that was written changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Select, select, update
from sqlalchemy.orm import aliased

from companion.games.why import N_, Refusal

from .base import db
from .chronicle import Deed
from .groups import groups_of, phone_of
from .locks import OfPlayers
from .match_words import words_in
from .models import Player, Seat
from .pen import settle, writing
from .persons import NOBODY_SUCH, mine
from .players import PEOPLE, turn_matches
from .stale import mark_person
from .summaries import SeatResult


@dataclass(frozen=True, slots=True)
class OtherName:
    """A player who stands for a person."""

    id: int
    name: str


def other_names(person: int) -> tuple[OtherName, ...]:
    """Who stands for a person, by name."""
    return _by_name(select(Player.id, Player.name).where(Player.stands_for == person))


def others_in_group(phone_token: str, person: int) -> tuple[OtherName, ...]:
    """Everybody with whom a person could be merged, by name; who sat in a match with them is refused only then."""
    its = select(Player.group_id).where(Player.id == person).scalar_subquery()
    mine = Player.group_id == its, Player.group_id.in_(groups_of(phone_token)), *PEOPLE
    return _by_name(select(Player.id, Player.name).where(*mine, Player.id != person))


def _by_name(chosen: Select[int, str]) -> tuple[OtherName, ...]:
    """By the alphabet, in which no database has its own order."""
    found = (OtherName(*row) for row in db.session.execute(chosen))
    return tuple(sorted(found, key=lambda one: (words_in(one.name), one.id)))


def merge(phone_token: str, person: int, other: int) -> None:
    """Write that `other` is another name of `person`, whose name and avatar are shown from now on in all their matches;
    those who stood for `other` follow. Done already, nothing more is written.

    Raises Refusal for a bot, for a person with themselves, for people of two groups, and for two who sat in one match.
    """
    with writing(OfPlayers((person, other))):
        one, two = mine(phone_token, person), mine(phone_token, other)
        if db.session.get_one(Player, other).stands_for == one.id:
            return
        _check(one, two)
        also = _standing_for(two.id)
        _stand(phone_token, "merge", one, two, also)
        settle()


def _check(one: Player, two: Player) -> None:
    if one.id == two.id:
        raise Refusal(N_("Choose someone else: a person can’t be merged with themselves."), "other")
    if one.bot or two.bot or one.group_id != two.group_id:
        raise Refusal(NOBODY_SUCH, "other")
    here, there = aliased(Seat), aliased(Seat)
    both = select(here.match_id).join(there, there.match_id == here.match_id)
    both = both.where(here.player_id.in_([one.id, *_standing_for(one.id)]))
    if db.session.scalar(both.where(there.player_id.in_([two.id, *_standing_for(two.id)])).limit(1)) is not None:
        said = N_("%(name)s and %(other)s sat in one match together, so they are two people.")
        raise Refusal(said, "other", name=one.name, other=two.name)


def part(phone_token: str, other: int) -> None:
    """Take a merge back: `other` is a person again, with all matches under that name, later ones, too, and with those
    who had come along. A person who stands for nobody stays so.
    """
    with writing(OfPlayers((other,))):
        one, two = mine(phone_token, other), db.session.get_one(Player, other)
        if two.stands_for is None:
            return
        _stand(phone_token, "part", one, two, _came_along(two))
        settle()


def _came_along(two: Player) -> list[int]:
    """Who stood for a player when that was merged, and came along, and is still there."""
    done = select(Deed.what).where(Deed.kind == "merge", Deed.subject == two.id)
    done = done.where(Deed.group_id == two.group_id).order_by(Deed.id.desc()).limit(1)
    with_them = (db.session.scalar(done) or {}).get("with", [])
    return [player for player in _standing_for(two.stands_for) if player in with_them]


def _standing_for(person: int | None) -> list[int]:
    return list(db.session.scalars(select(Player.id).where(Player.stands_for == person).order_by(Player.id)))


def _stand(phone_token: str, kind: str, one: Player, two: Player, also: Sequence[int]) -> None:
    """Let `two`, and with them `also`, stand for `one` (`kind`: merge), or for themselves again (part)."""
    phone = phone_of(phone_token)
    what = {"person": one.id, "with": list(also)}
    db.session.add(Deed(group_id=two.group_id, phone_id=phone.id, kind=kind, subject=two.id, what=what))
    whole = one.id if kind == "merge" else two.id
    two.stands_for = one.id if kind == "merge" else None
    db.session.flush()
    db.session.execute(update(Player).where(Player.id.in_(also)).values(stands_for=whole))
    moved = [two.id, *also]
    db.session.execute(update(SeatResult).where(SeatResult.player_id.in_(moved)).values(person_id=whole))
    turn_matches(*moved)
    for person in (one.id, two.id):
        mark_person(person)
