"""One person of a group: who that is, what they are called, and the avatar, which is chosen once for all matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, select

from companion.games.why import N_, Refusal

from .avatars import PAIRS, Avatar, is_emoji, letters_of
from .base import db
from .chronicle import Deed
from .groups import groups_of, phone_of
from .locks import OfPlayers
from .members import member
from .models import Player
from .pen import Late, settle, writing
from .players import (
    LONG_NAME,
    LONGEST,
    NO_NAME,
    OTHER_NAME,
    PERSON,
    SAME,
    clean,
    latest,
    name_key,
    namesake,
    rename,
    turn_matches,
)

NO_EMOJI = N_("Choose one emoji, or leave the field empty.")
NO_PAIR = N_("Choose one of the eight.")
NOBODY_SUCH = N_("Choose someone from the list.")
LONG_NICKNAME = N_("Keep the nickname to %(most)s characters: this one has %(long)s.")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whom a group remembers, with the avatar that was chosen; its letters tell apart who was asked for.
    `group`: whose, 0 where that was not read; `listed`: not put out of the lists.
    """

    id: int
    name: str
    avatar: Avatar
    group: int = 0
    nickname: str = ""
    listed: bool = True


class Namesake(Refusal):
    """Somebody else of the group has that name already: `other`, by the id of that player."""

    def __init__(self, name: str, other: int) -> None:
        super().__init__(N_("%(name)s is someone else in your group."), "name", name=name)
        self.other = other


def remembered_people(phone_token: str | None, group: int | None = None, most: int = 24) -> tuple[Person, ...]:
    """The people that the phone's groups remember, or one of these, whoever played last first; bots are none, nor who
    is out of the lists.
    """
    if phone_token is None:
        return ()
    people = latest(phone_token, *_columns(Player))
    rows = db.session.execute(people if group is None else people.where(Player.group_id == group)).all()
    rows = sorted(sorted(rows, key=lambda row: row.name), key=lambda row: row.last, reverse=True)
    return _told([tuple(row)[:-1] for row in rows[:most]])


def person_for(phone_token: str | None, player: int) -> Person | None:
    """That person, or the one that the player stands for, to a phone of the group that remembers them; None to any
    other phone, and for a bot.
    """
    there = Player.group_id.in_(groups_of(phone_token or "")), Player.bot.is_(False), PERSON.deleted_at.is_(None)
    return next(iter(_people(_whole().where(Player.id == player, *there))), None)


def people_at(players: Sequence[int]) -> tuple[Person, ...]:
    """Those of the players of a match who are people, whoever came first."""
    there = _whole().where(Player.id.in_(players), Player.bot.is_(False), PERSON.deleted_at.is_(None))
    return _people(there.distinct().order_by(PERSON.id))


def _columns(who: Any) -> tuple[Any, ...]:
    return who.id, who.name, who.pair, who.emoji, who.group_id, who.nickname, who.listed


def _whole() -> Select[*tuple[Any, ...]]:
    return select(*_columns(PERSON)).select_from(Player).join(PERSON, SAME)


def _people(chosen: Select[*tuple[Any, ...]]) -> tuple[Person, ...]:
    return _told(db.session.execute(chosen).all())


def _told(rows: Sequence[Sequence[Any]]) -> tuple[Person, ...]:
    """The people of rows with the columns of a person."""
    letters = letters_of([name for _, name, *_ in rows])
    return tuple(
        Person(player, name, Avatar(pair, emoji, letters=said), *more)
        for (player, name, pair, emoji, *more), said in zip(rows, letters, strict=True)
    )


def dress(player: int, pair: int, emoji: str) -> None:
    """Give a person another colour with its shape, and an emoji or none: in all matches, also in old ones, at once.

    Raises Refusal for a pair that there is none of, and for what is not one emoji.
    """
    if not 0 <= pair < PAIRS:
        raise Refusal(NO_PAIR, "pair")
    if emoji and not is_emoji(emoji):
        raise Refusal(NO_EMOJI, "emoji")
    with writing(OfPlayers((player,))):
        person = whole(player)
        if (person.pair, person.emoji) != (pair, emoji):
            person.pair, person.emoji = pair, emoji
            turn_matches(person.id)
            settle()


def whole(player: int) -> Player:
    """Whom a player stands for. Inside `writing()`. Raises Refusal where there is none."""
    its = db.session.get(Player, player)
    if its is None:
        raise Refusal(NOBODY_SUCH, "other")
    return its if its.stands_for is None else db.session.get_one(Player, its.stands_for)


def mine(phone_token: str, player: int) -> Player:
    """Whom a player stands for, of a group of this phone; inside `writing()`. Raises Late when the phone is not in the
    group, and when nobody is told who it was.
    """
    person = whole(player)
    member(phone_token, person.group_id)
    if person.deleted_at is not None:
        raise Late(N_("This person was deleted."))
    return person


def call(phone_token: str, player: int, name: str, nickname: str) -> None:
    """Give a person a name, and a nickname or none, cleaned; the name shows at once in all matches.

    Raises Refusal for no name, for one that is too long, and Namesake for that of somebody else.
    """
    name, nickname = clean(name), clean(nickname)
    if not name:
        raise Refusal(NO_NAME, "name")
    for said, field, long in ((name, "name", LONG_NAME), (nickname, "nickname", LONG_NICKNAME)):
        if len(said) > LONGEST:
            raise Refusal(long, field, most=LONGEST, long=len(said))
    with writing(OfPlayers((player,))):
        person = mine(phone_token, player)
        if other := namesake(person, name):
            if other.stands_for == person.id:
                raise Refusal(OTHER_NAME, "name", name=name)
            raise Namesake(name, other.stands_for or other.id)
        person.nickname = nickname
        if (person.name, person.key) != (name, name_key(name)):
            rename(person, name)
        settle()


def put_in_lists(phone_token: str, player: int, listed: bool) -> None:
    """Put a person out of the lists, or back: who is out is offered for no match and ranked nowhere; what was played
    stays as it is.
    """
    with writing(OfPlayers((player,))):
        person = mine(phone_token, player)
        if person.listed != listed:
            person.listed = listed
            kind = "list" if listed else "unlist"
            db.session.add(
                Deed(group_id=person.group_id, phone_id=phone_of(phone_token).id, kind=kind, subject=person.id)
            )
            settle()
