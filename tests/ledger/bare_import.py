"""A file of ours as bare rows in an empty house: what a reader needs to know of the format, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from companion.interchange.companionfile import CompanionFile
from companion.interchange.matchfile import MatchFile
from companion.ledger.abroad import Names, abroad
from companion.ledger.base import db
from companion.ledger.cells import Cell
from companion.ledger.models import CellRecord, Group, Match, MoveRecord, Phone, Player, Seat, Write, now
from companion.ledger.players import name_key


def bring(file: CompanionFile) -> int:
    """Store a file in a house that has nothing of it; returns the id of its group. Inside an app context."""
    group = Group()
    db.session.add(group)
    db.session.flush()
    people: dict[str, int] = {}
    for person in file.people:
        key = name_key(person.name) or person.public_id
        row = Player(group_id=group.id, key=key, **{k: getattr(person, k) for k in person.__slots__ if k[0] != "s"})
        row.deleted_at = None if person.name else now()
        db.session.add(row)
        db.session.flush()
        people[person.public_id] = row.id
    for person in file.people:
        if person.stands_for:
            db.session.get_one(Player, people[person.public_id]).stands_for = people[person.stands_for]
    phones: dict[int, int] = {}
    clients = (f"brought {number}" for number in count())
    for match in file.matches:
        _match(match, group.id, Names(lambda number: _phone(phones, number), people.get), people, clients)
    db.session.commit()
    return group.id


def _phone(phones: dict[int, int], number: int) -> int:
    if number not in phones:
        phone = Phone(token=f"nobody's {number} {len(phones)} {now()}"[:40])
        db.session.add(phone)
        db.session.flush()
        phones[number] = phone.id
    return phones[number]


def _match(file: MatchFile, group: int, names: Names, people: dict[str, int], clients: Iterator[str]) -> None:
    own = ("public_id", "game", "called", "options", "first_starter", "created_at", "source")
    row = Match(group_id=group, client_id=next(clients), **{key: getattr(file, key) for key in own})
    row.phone_id = None if file.phone is None else names.phone(file.phone)
    row.version = max([1, *(write.version for write in file.writes)])
    db.session.add(row)
    db.session.flush()
    for number, seat in enumerate(file.seats):
        for part, person in enumerate(seat.people):
            db.session.add(
                Seat(match_id=row.id, number=number, part=part, player_id=people[person], joined=seat.joined)
            )
    numbers: dict[Cell, int] = {}
    for write in file.writes:
        made = Write(match_id=row.id, version=write.version, client_id=next(clients), phone_id=names.phone(write.phone))
        made.at, made.undoes = write.at, write.undoes
        db.session.add(made)
        db.session.flush()
        of = {"write_id": made.id, "match_id": row.id}
        for record in write.records:
            cell, value = abroad(Cell.read(record.cell), record.value, names)
            numbers[cell] = numbers.get(cell, 0) + 1
            db.session.add(CellRecord(cell=str(cell), number=numbers[cell], value=value, **of))
            db.session.flush()
        for line in write.lines:
            db.session.add(MoveRecord(**{key: getattr(line, key) for key in line.__slots__}, **of))
            db.session.flush()
