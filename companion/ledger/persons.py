"""One person of a group: who that is, and the avatar, which is chosen once for all matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, select

from companion.games.why import N_, Refusal

from .avatars import PAIRS, Avatar, is_emoji, letters_of
from .base import db
from .groups import groups_of
from .models import Player
from .pen import settle, writing
from .players import latest, turn_matches

NO_EMOJI = N_("Choose one emoji, or leave the field empty.")
NO_PAIR = N_("Choose one of the eight.")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whom a group remembers, with the avatar that was chosen; its letters tell apart who was asked for."""

    id: int
    name: str
    avatar: Avatar


def remembered_people(phone_token: str | None, group: int | None = None, most: int = 24) -> tuple[Person, ...]:
    """The people that the phone's groups remember, or one of these, whoever played last first; bots are none."""
    if phone_token is None:
        return ()
    people = latest(phone_token, *_COLUMNS)
    return _people((people if group is None else people.where(Player.group_id == group)).limit(most))


def person_for(phone_token: str | None, player: int) -> Person | None:
    """That person, for a phone of the group that remembers them; None for any other phone, and for a bot."""
    mine = Player.group_id.in_(groups_of(phone_token or ""))
    return next(iter(_people(select(*_COLUMNS).where(Player.id == player, Player.bot.is_(False), mine))), None)


def people_at(players: Sequence[int]) -> tuple[Person, ...]:
    """Those of the players of a match who are people, whoever came first."""
    return _people(select(*_COLUMNS).where(Player.id.in_(players), Player.bot.is_(False)).order_by(Player.id))


_COLUMNS = (Player.id, Player.name, Player.pair, Player.emoji)


def _people(chosen: Select[*tuple[Any, ...]]) -> tuple[Person, ...]:
    rows = db.session.execute(chosen).all()
    letters = letters_of([row.name for row in rows])
    return tuple(
        Person(player, name, Avatar(pair, emoji, letters=said))
        for (player, name, pair, emoji), said in zip(rows, letters, strict=True)
    )


def dress(player: int, pair: int, emoji: str) -> None:
    """Give a person another colour with its shape, and an emoji or none: in all matches, also in old ones, at once.

    Raises Refusal for a pair that there is none of, and for what is not one emoji.
    """
    if not 0 <= pair < PAIRS:
        raise Refusal(NO_PAIR, "pair")
    if emoji and not is_emoji(emoji):
        raise Refusal(NO_EMOJI, "emoji")
    with writing():
        person = db.session.get_one(Player, player)
        if (person.pair, person.emoji) != (pair, emoji):
            person.pair, person.emoji = pair, emoji
            turn_matches(person)
            settle()
