"""What goes out of the house: which matches, and what our own file tells of them, gathered a few at a time."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Row, exists, or_, select

from companion.games.why import N_
from companion.interchange.companionfile import spelled
from companion.interchange.matchfile import LineFile, MatchFile, PersonFile, RecordFile, SeatFile, WriteFile

from .abroad import Names, abroad
from .base import db
from .cells import NAME, SITS, Cell
from .models import Match, MoveRecord, Player, Seat, Write
from .pen import Late
from .players import PERSON, SAME
from .state import read_state
from .uncovered import Uncovered, Written, uncovered

BREATH = 0.01
"""Seconds between two goes: all requests share one thread, and a long file lets whoever waits for a page go first."""
T = TypeVar("T")
AT_ONCE = 4
"""So many matches are read in one go: memory does not grow with the group, and nobody waits long for their page."""


class OnTheTable(Late):
    """A round is being played on screens in a match that should go out: `public_id` says in which."""

    def __init__(self, public_id: str, called: str, round_: int) -> None:
        self.public_id = public_id
        said = N_("Round %(round)s of %(game)s is being played on screen. Finish or cancel it first.")
        super().__init__(said, round=round_, game=called)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """Matches that go out together, oldest first, by id. `group`: all its people go with them, else those in them."""

    ids: tuple[int, ...]
    group: int | None = None


def one(match_id: int) -> Outgoing:
    """One match. Raises OnTheTable while a round of it runs on screens."""
    return _chosen(Match.id == match_id)


def of_person(person: int) -> Outgoing:
    """All matches of a person, under whatever names. Raises OnTheTable."""
    names = select(Player.id).where(or_(Player.id == person, Player.stands_for == person))
    return _chosen(Match.id.in_(select(Seat.match_id).where(Seat.player_id.in_(names))))


def of_group(group: int) -> Outgoing:
    """Everything of a group. Raises OnTheTable."""
    return Outgoing(_chosen(Match.group_id == group).ids, group)


def latest(group: int, most: int = 30) -> Outgoing:
    """The matches of a group that were played last and are not in the archive."""
    there = (Match.group_id == group) & Match.deleted_at.is_(None) & Match.archived.is_(False)
    newest = select(Match.id).where(there).order_by(Match.played_at.desc(), Match.id.desc())
    return Outgoing(tuple(db.session.scalars(newest.limit(most))))


def _chosen(which: ColumnElement[bool]) -> Outgoing:
    there = which & Match.deleted_at.is_(None)
    dealt = exists().where(MoveRecord.match_id == Match.id)
    running = select(Match).where(there, Match.state == "open", Match.archived.is_(False), dealt)
    for match in db.session.scalars(running.order_by(Match.id)):
        if dealing := read_state(match).dealing:
            raise OnTheTable(match.public_id, match.called, dealing)
    ids = db.session.scalars(select(Match.id).where(there).order_by(Match.created_at, Match.public_id))
    return Outgoing(tuple(ids))


def told(outgoing: Outgoing) -> Iterator[str]:
    """The text of our own file, piece by piece; no transaction is open between two pieces."""
    gathering = Gathering(outgoing.group)
    return spelled(gathering.matches(outgoing.ids), gathering.everybody)


def in_steps(ids: Sequence[int], gather: Callable[[Sequence[int]], Iterable[T]], at_once: int = AT_ONCE) -> Iterator[T]:
    """What is gathered of these matches, a few at a time: what was read is let go before any of it is sent."""
    for start in range(0, len(ids), at_once):
        there = list(gather(ids[start : start + at_once]))
        db.session.rollback()
        yield from there
        time.sleep(BREATH)


Rows = Mapping[int, Sequence[Row[*tuple[Any, ...]]]]


@dataclass(slots=True)
class Gathering:
    """One file in the making: how it calls phones, by their ids, and whom it has named."""

    group: int | None = None
    _phones: dict[int, int] = field(default_factory=dict)
    _people: dict[int, str] = field(default_factory=dict)
    _nameless: set[int] = field(default_factory=set)

    def matches(self, ids: Sequence[int]) -> Iterator[MatchFile]:
        """What the file says of these matches; one that was deleted meanwhile is left out."""
        return in_steps(ids, self._gather)

    def everybody(self) -> list[PersonFile]:
        """Who is named in the matches that are out, and whom these stand for, in the order in which they came."""
        rows = select(Player, PERSON).join(PERSON, SAME).order_by(Player.id)
        if self.group is not None:
            rows = rows.where(Player.group_id == self.group)
        else:
            named = select(Player.stands_for).where(Player.id.in_(self._people))
            rows = rows.where(or_(Player.id.in_(self._people), Player.id.in_(named)))
        people = [_person(player, person) for player, person in db.session.execute(rows)]
        db.session.rollback()
        return people

    def _gather(self, ids: Sequence[int]) -> Iterator[MatchFile]:
        found = db.session.scalars(select(Match).where(Match.id.in_(ids), Match.deleted_at.is_(None)))
        by_id = {match.id: match for match in found}
        seats, writes = _seats(ids), _writes(ids)
        shown = [uncovered(by_id[match_id]) for match_id in ids if match_id in by_id]
        self._meet(by_id, seats, shown)
        for each in shown:
            yield self._match(by_id[each.match], seats[each.match], writes[each.match], each)

    def _meet(self, matches: Mapping[int, Match], seats: Rows, shown: Iterable[Uncovered]) -> None:
        """Learn what the people of these matches are called here; those of another group stay unknown."""
        ids = {seat.player_id for rows in seats.values() for seat in rows}
        sat = (row.value for each in shown for row in each.records if row.cell.kind is SITS)
        ids |= {player for players in sat for player in players or () if player}
        groups, new = {match.group_id for match in matches.values()}, ids - set(self._people)
        rows = select(Player, PERSON).join(PERSON, SAME).where(Player.id.in_(new), Player.group_id.in_(groups))
        for player, person in db.session.execute(rows):
            self._people[player.id] = player.public_id
            if player.deleted_at or person.deleted_at:
                self._nameless.add(player.id)

    def _phone(self, phone: int) -> int:
        return self._phones.setdefault(phone, len(self._phones) + 1)

    def _match(self, match: Match, seats: Sequence[Any], writes: Sequence[Any], shown: Uncovered) -> MatchFile:
        phone = None if match.phone_id is None else self._phone(match.phone_id)
        places = sorted({seat.number for seat in seats})
        return MatchFile(
            *(match.public_id, match.game, match.called, match.options, match.first_starter, match.created_at),
            *(phone, match.source),
            tuple(self._seat([seat for seat in seats if seat.number == number]) for number in places),
            tuple(self._told(writes, shown, self._whose(seats, shown))),
        )

    def _seat(self, rows: Sequence[Any]) -> SeatFile:
        return SeatFile(tuple(self._people[row.player_id] for row in rows), rows[0].joined)

    def _whose(self, seats: Sequence[Any], shown: Uncovered) -> frozenset[Cell]:
        """The cells in which the name of somebody stands who was deleted."""
        sat = [(seat.number, seat.player_id) for seat in seats]
        sat += [(row.cell.seat, player) for row in shown.records if row.cell.kind is SITS for player in row.value or ()]
        return frozenset(Cell(NAME, seat=number) for number, player in sat if player in self._nameless)

    def _told(self, writes: Sequence[Any], shown: Uncovered, nameless: frozenset[Cell]) -> Iterator[WriteFile]:
        names = Names(self._phone, self._people.get)
        records, lines = _by_write(shown.records), _by_write(shown.lines)
        for write in writes:
            if write.id not in records and write.id not in lines:
                continue  # All of it is hidden still: that somebody wrote it is left out, too.
            phone = self._phone(write.phone_id)
            yield WriteFile(
                *(write.version, write.at, phone, write.undoes),
                tuple(_record(row, names, nameless) for row in records.get(write.id, ())),
                tuple(LineFile(*row[1:]) for row in lines.get(write.id, ())),
            )


def _record(row: Written, names: Names, nameless: frozenset[Cell]) -> RecordFile:
    cell, value = abroad(row.cell, "" if row.cell in nameless else row.value, names)
    return RecordFile(str(cell), value)


def _person(player: Player, person: Player) -> PersonFile:
    if player.deleted_at or person.deleted_at:
        name = nickname = emoji = ""
    else:
        name, nickname, emoji = player.name, player.nickname, player.emoji
    stands_for = None if player is person else person.public_id
    return PersonFile(player.public_id, name, nickname, player.pair, emoji, player.bot, player.listed, stands_for)


def _seats(ids: Sequence[int]) -> Rows:
    seats = select(Seat.match_id, Seat.number, Seat.player_id, Seat.joined).where(Seat.match_id.in_(ids))
    return _by_match(db.session.execute(seats.order_by(Seat.match_id, Seat.number, Seat.part)))


def _writes(ids: Sequence[int]) -> Rows:
    columns = (Write.match_id, Write.id, Write.version, Write.at, Write.phone_id, Write.undoes)
    writes = select(*columns).where(Write.match_id.in_(ids), Write.version.is_not(None))
    return _by_match(db.session.execute(writes.order_by(Write.match_id, Write.version)))


def _by_match(rows: Iterable[Any]) -> Rows:
    found = defaultdict(list)
    for row in rows:
        found[row.match_id].append(row)
    return found


def _by_write(rows: Iterable[Any]) -> Mapping[int, Sequence[Any]]:
    found = defaultdict(list)
    for row in rows:
        found[row.write_id].append(row)
    return dict(found)
