"""A match of our own file as rows: its writes, records and lines as they were, by phones and people of this house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import insert

from companion.games.why import N_
from companion.interchange.matchfile import MatchFile, WriteFile
from companion.interchange.reading import Damaged

from .abroad import Names, abroad
from .base import db
from .cells import Cell
from .derived import refresh
from .models import CellRecord, Match, MoveRecord, Seat, Write
from .seals import shuffles
from .state import read_afresh

BROUGHT = "brought "
"""What the client ids of writes begin with that came with a file: any other one was made here."""
_OWN = ("public_id", "game", "called", "options", "first_starter", "created_at", "source")


def write_match(file: MatchFile, group: int, import_id: int, names: Names, people: Mapping[str, int]) -> int:
    """Store a match, with all that follows from it, and return its id; inside `writing()`, nothing is committed.

    `names`: how phones and people of the file are called here; `people`: the players of its seats. Raises Damaged for
    a match that cannot be read again.
    """
    row = Match(group_id=group, import_id=import_id, client_id=f"{BROUGHT}{import_id} {file.public_id}")
    for key in _OWN:
        setattr(row, key, getattr(file, key))
    row.phone_id = None if file.phone is None else names.phone(file.phone)
    # Whatever is kept in memory of a match that was called so is of another version.
    row.version = max([1, *(write.version for write in file.writes)]) + import_id
    db.session.add(row)
    db.session.flush()
    _seats(row.id, file, people)
    _writes(row.id, file.writes, names)
    finish(row.id)
    return row.id


def finish(match_id: int) -> None:
    """Make all that follows from a match that has come in. Raises Damaged for one that cannot be read."""
    try:
        state = read_afresh(match_id)
        if state.dealt:
            shuffles(state)
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        raise Damaged("", N_("A match in this file is damaged.")) from None
    refresh(None, state)


def _seats(match_id: int, file: MatchFile, people: Mapping[str, int]) -> None:
    rows = [
        {"match_id": match_id, "number": number, "part": part, "player_id": people[person], "joined": seat.joined}
        for number, seat in enumerate(file.seats)
        for part, person in enumerate(seat.people)
    ]
    db.session.connection().execute(insert(Seat.__table__), rows)


def _writes(match_id: int, writes: Sequence[WriteFile], names: Names) -> None:
    connection, numbers = db.session.connection(), dict[Cell, int]()
    records: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    for write in writes:
        act = {"version": write.version, "at": write.at, "undoes": write.undoes, "phone_id": names.phone(write.phone)}
        of_match = {"match_id": match_id, "client_id": f"{BROUGHT}{write.version}"}
        (write_id,) = connection.execute(insert(Write.__table__), {**act, **of_match}).inserted_primary_key or (0,)
        of = {"write_id": write_id, "match_id": match_id}
        for record in write.records:
            cell, value = abroad(Cell.read(record.cell), record.value, names)
            numbers[cell] = numbers.get(cell, 0) + 1
            records.append({**of, "cell": str(cell), "number": numbers[cell], "value": value})
        lines += [{**of, **{key: getattr(line, key) for key in line.__slots__}} for line in write.lines]
    for model, rows in ((CellRecord, records), (MoveRecord, lines)):
        if rows:
            connection.execute(insert(model.__table__), rows)
