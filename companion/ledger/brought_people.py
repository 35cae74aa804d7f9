"""Whose names in a file are whose here: as the group says, or by what files call them, or by name; others are new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select

from companion.interchange.companionfile import CompanionFile
from companion.interchange.matchfile import PersonFile
from companion.interchange.plays import Play, Plays

from .base import db
from .models import Player, new_public_id, now
from .players import LONGEST, PERSON, SAME, clean, name_key, new_pair, people_in

NOBODY = "\x1f"
"""What the keys of those begin with of whom nobody is told who they are."""


@dataclass(frozen=True, slots=True)
class PersonInFile:
    """Somebody in a file. `key`: what tells them apart there; `matches`: in how many they sit; `file`: what a file of
    ours says of them; `name` is empty for somebody who is nobody in particular.
    """

    key: str
    name: str
    bot: bool
    matches: int
    file: PersonFile | None = None

    @property
    def named(self) -> str:
        """The key of the name, as people here have it."""
        return name_key(self.name) if self.name else f"{NOBODY}{self.key}"


@dataclass(frozen=True, slots=True)
class Somebody:
    """A player of the group. `name`: of the person they are; `sure`: a file of ours calls them so."""

    id: int
    name: str
    sure: bool = False


def keys_of(play: Play) -> tuple[tuple[str, ...], ...]:
    """Who sits where in a play: by seat the keys of those who share it."""
    nobody = iter(range(len(play.names)))
    found = []
    for seat, name in enumerate(play.names):
        names = people_in(name, play.key == "points")
        bot = "bot " if seat in play.bots else ""
        found.append(tuple(f"{bot}{name_key(one)}" for one in names) if names else (f"nobody {next(nobody)}",))
    return tuple(found)


def wanted_in(told: CompanionFile | Plays) -> tuple[PersonInFile, ...]:
    """Everybody in a file: all its people, or whoever sits in one of its plays, in the order in which they come."""
    if isinstance(told, CompanionFile):
        sits = Counter(person for match in told.matches for seat in match.seats for person in seat.people)
        return tuple(PersonInFile(one.public_id, one.name, one.bot, sits[one.public_id], one) for one in told.people)
    names: dict[str, tuple[str, bool]] = {}
    plays: Counter[str] = Counter()
    for play in told.plays:
        for seat, keys in enumerate(keys_of(play)):
            for key, name in zip(keys, people_in(play.names[seat], play.key == "points") or ("",), strict=True):
                names.setdefault(key, (clean(name)[:LONGEST].strip(), seat in play.bots))
                plays[key] += 1
    return tuple(PersonInFile(key, name, bot, plays[key]) for key, (name, bot) in names.items())


def known_here(group: int | None, people: Sequence[PersonInFile], by_id: bool) -> Mapping[str, Somebody]:
    """Those of a file whom a group knows: by what a file of ours calls them (`by_id`), else by their names."""
    rows = db.session.execute(
        select(Player.id, Player.public_id, Player.key, Player.bot, PERSON.name)
        .join(PERSON, SAME)
        .where(Player.group_id == group)
    ).all()
    by_ids = {row.public_id: Somebody(row.id, row.name, sure=True) for row in rows}
    by_name = {(row.key, row.bot): Somebody(row.id, row.name) for row in rows}
    found = {one.key: (by_ids.get(one.key) if by_id else None) or by_name.get((one.named, one.bot)) for one in people}
    return {key: somebody for key, somebody in found.items() if somebody}


def seat_people(
    group: int, people: Sequence[PersonInFile], chosen: Mapping[str, int]
) -> tuple[dict[str, int], list[int]]:
    """Find everybody of a file in a group, or add them, in the file's order; inside `writing()`, nothing is committed.

    `chosen`: whom the group said that somebody is. Returns the players by their keys in the file; and who is new.
    """
    known = {key: somebody.id for key, somebody in known_here(group, people, any(one.file for one in people)).items()}
    own = select(Player.id).where(Player.group_id == group, Player.id.in_(chosen.values()))
    there = set(db.session.scalars(own))
    known |= {key: player for key, player in chosen.items() if player in there}
    new: list[tuple[PersonInFile, Player]] = []
    for one in people:
        if one.key not in known:
            new.append((one, _added(group, one)))
            known[one.key] = new[-1][1].id
    for one, player in new:
        if one.file and one.file.stands_for:
            root = db.session.get_one(Player, known[one.file.stands_for])
            whole = root.stands_for or root.id
            player.stands_for = None if whole == player.id else whole
    db.session.flush()
    return known, [player.id for _, player in new]


def _added(group: int, one: PersonInFile) -> Player:
    """Somebody new; of whom nobody is told who they are, nobody is told here either."""
    player = Player(group_id=group, name=one.name, key=one.named, bot=one.bot)
    if one.file is None:
        player.pair = new_pair(group, one.bot)
    else:
        taken = db.session.scalar(select(Player.id).where(Player.public_id == one.key))
        player.public_id = one.key if taken is None else new_public_id()
        for key in ("pair", "emoji", "nickname", "listed"):
            setattr(player, key, getattr(one.file, key))
    player.deleted_at = None if one.name else now()
    db.session.add(player)
    db.session.flush()
    return player
