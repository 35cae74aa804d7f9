"""What the matches of a group can be looked for by: its people, its games, its years, and the words of a search."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import cast, literal, select, union_all

from .base import db
from .leaping import leaping
from .match_words import words_in, words_like
from .models import Match, Player
from .players import PERSON, SAME

MOST_WORDS = 4
"""So many words of a search are looked for."""
MOST_PEOPLE = 24
"""So many people are looked at whose names begin with one of them."""


class Named(NamedTuple):
    """Somebody of a group. `names`: all by which they can be looked for, those that stand for them, too; `ids`: of all
    these; `listed`: not put out of the lists.
    """

    id: int
    name: str
    listed: bool
    names: tuple[str, ...]
    ids: tuple[int, ...]


class Meant(NamedTuple):
    """What a word of a search may stand for: people, games by what they are called, words of notes and places."""

    people: tuple[int, ...] = ()
    games: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def people_of_group(group: int) -> tuple[Named, ...]:
    """The people of a group by the alphabet, also out of the lists; no bots, and nobody who was deleted."""
    there = Player.group_id == group, Player.bot.is_(False), PERSON.deleted_at.is_(None)
    rows = db.session.execute(
        select(PERSON.id, PERSON.name, PERSON.listed, Player.id, Player.name, Player.nickname)
        .join(PERSON, SAME)
        .where(*there)
    )
    found: dict[int, Named] = {}
    for id_, name, listed, player, *names in rows:
        known = found.get(id_, Named(id_, name, listed, (), ()))
        found[id_] = known._replace(names=(*known.names, *names), ids=(*known.ids, player))
    return tuple(sorted(found.values(), key=lambda one: (words_in(one.name), one.id)))


class Played(NamedTuple):
    """What a group has played, by the alphabet; when its first match was and its last, None before there is one."""

    games: tuple[str, ...]
    first: datetime | None
    last: datetime | None


def played_by(group: int, most: int = 60) -> Played:
    """What the games are called that a group has played, and between when. One query, which leaps from name to name."""
    inside = Match.group_id == group, Match.archived.is_(False)
    called, there = leaping("games", Match.called, most, inside)
    ends = [
        select(literal(None), select(Match.played_at).where(*inside).order_by(order).limit(1).scalar_subquery())
        for order in (Match.played_at, Match.played_at.desc())
    ]
    names = select(called, cast(None, Match.played_at.type)).where(there)
    rows = db.session.execute(union_all(names, *ends)).all()
    *_, (_, first), (_, last) = rows
    return Played(tuple(called for called, _ in rows[:-2]), first, last)


def meant_by(group: int, search: str, people: Sequence[Named], games: Sequence[str]) -> tuple[Meant, ...]:
    """What each word of a search may stand for: whatever has a word that begins so. One query, or none."""
    words = words_in(search)[:MOST_WORDS]
    noted = words_like(group, words)
    return tuple(
        Meant(
            tuple(one.id for one in people if _begins(word, *one.names))[:MOST_PEOPLE],
            tuple(game for game in games if _begins(word, game)),
            noted[word],
        )
        for word in words
    )


def _begins(word: str, *texts: str) -> bool:
    return any(one.startswith(word) for text in texts for one in words_in(text))
