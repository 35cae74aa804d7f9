"""Cells and their trails: what is written where, by which phone, and what came before.

A cell has a name, the same in every table: `entry/<round>/<seat>`, `closer/<round>`, and for the other facts `limit`,
`stop`, `archive`, `order`, `span/<seat>`, `adjust/<round>/<seat>`, about phones `holder/<seat>`, `host`, `joining`, and
about rounds on screens `bot/<seat>`, `opened`. A line of such a round is a cell of its own, `line/<round>/<number>`,
written once; it has no trail here (see screen.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import exists, select

from companion.games.cards import read, spell
from companion.games.game import Entry

from . import db
from .models import CloserRecord, EntryRecord, FactRecord, MoveRecord, Round, Write

NOT_UNDONE = ("holder/", "host", "joining", "gone/", "next", "name/", "bot/", "opened")
"""Cells that undo leaves alone: which phone or bot sits where is put right by tapping again."""

Value = Any
"""An Entry, a seat number, (seat, move, nonces), or a JSON value, by the cell's kind; None where a cell is blank."""


@dataclass(frozen=True, slots=True)
class Record:
    """One line of a cell's trail. `number` counts from 1 in its cell, `version` is the save that wrote it; `dealt`: it
    came from a round on screens.
    """

    cell: str
    number: int
    value: Value
    version: int
    phone: int
    at: datetime
    undoes: int | None
    dealt: bool = False


@dataclass(frozen=True, slots=True)
class Trails:
    """All records of a match, by cell, oldest first."""

    cells: Mapping[str, tuple[Record, ...]]

    def of(self, cell: str) -> tuple[Record, ...]:
        """The trail of a cell, oldest first; empty where nothing was written."""
        return self.cells.get(cell, ())

    def number(self, cell: str) -> int:
        """The number a write to the cell must have seen: that of its newest record, 0 when blank from the start."""
        trail = self.of(cell)
        return trail[-1].number if trail else 0

    def value(self, cell: str) -> Value:
        """What the cell holds now."""
        trail = self.of(cell)
        return trail[-1].value if trail else None

    def value_at(self, cell: str, number: int) -> Value:
        """What the cell held when its newest record had that number."""
        return next((record.value for record in self.of(cell) if record.number == number), None)

    def standing(self, cell: str) -> list[Record]:
        """The trail without what was taken back, and without the records that took it back."""
        kept: list[Record] = []
        for record in self.of(cell):
            if record.undoes is None:
                kept.append(record)
            else:
                kept = [earlier for earlier in kept if earlier.version != record.undoes]
        return kept

    def last_write(self, phone: int) -> tuple[Record, ...]:
        """The records of the phone's last write that is not taken back yet; empty when there is none.

        What a round on screens reported is nobody's to take back.
        """
        cells = (cell for cell in self.cells if not cell.startswith(NOT_UNDONE))
        standing = (record for cell in cells for record in self.standing(cell))
        mine = [record for record in standing if record.phone == phone and not record.dealt]
        last = max((record.version for record in mine), default=0)
        return tuple(record for record in mine if record.version == last)


def entry_cell(round_: int, seat: int) -> str:
    """The name of the cell that holds a seat's entry."""
    return f"entry/{round_}/{seat}"


def closer_cell(round_: int) -> str:
    """The name of the cell that holds who ended the round."""
    return f"closer/{round_}"


def adjust_cell(round_: int, seat: int) -> str:
    """The name of the cell that holds a house rule: {"points": ±n, "note": text}."""
    return f"adjust/{round_}/{seat}"


def span_cell(seat: int) -> str:
    """The name of the cell that holds a SeatSpan: {"first": n, "last": n or None, "start": points}."""
    return f"span/{seat}"


def bot_cell(seat: int) -> str:
    """The name of the cell that holds how well the bot plays that sits there; blank for a person."""
    return f"bot/{seat}"


def line_cell(round_: int, number: int) -> str:
    """The name of the cell that holds one line of a round on screens, a Line as it was written."""
    return f"line/{round_}/{number}"


_WHO = (Write.version, Write.phone_id, Write.at, Write.undoes)
_DEALT = exists().where(MoveRecord.write_id == Write.id)


def holder_cell(seat: int) -> str:
    """The name of the cell that holds the id of the phone that enters for a seat."""
    return f"holder/{seat}"


def load(match_id: int) -> Trails:
    """All trails of a match, in three queries however long it is."""
    found = [
        Record(entry_cell(round_, seat), number, _entry(cards, points, bonus), version or 0, phone, at, undoes, dealt)
        for version, phone, at, undoes, round_, seat, number, cards, points, bonus, dealt in db.session.execute(
            select(*_WHO, Round.number, EntryRecord.seat, EntryRecord.number)
            .add_columns(EntryRecord.cards, EntryRecord.points, EntryRecord.bonus, _DEALT)
            .join(EntryRecord, EntryRecord.write_id == Write.id)
            .join(Round, EntryRecord.round_id == Round.id)
            .where(Write.match_id == match_id)
        )
    ]
    found += [
        Record(closer_cell(round_), number, seat, version or 0, phone, at, undoes, dealt)
        for version, phone, at, undoes, round_, number, seat, dealt in db.session.execute(
            select(*_WHO, Round.number, CloserRecord.number, CloserRecord.seat, _DEALT)
            .join(CloserRecord, CloserRecord.write_id == Write.id)
            .join(Round, CloserRecord.round_id == Round.id)
            .where(Write.match_id == match_id)
        )
    ]
    found += [
        Record(cell, number, value, version or 0, phone, at, undoes)
        for version, phone, at, undoes, cell, number, value in db.session.execute(
            select(*_WHO, FactRecord.cell, FactRecord.number, FactRecord.value)
            .join(FactRecord, FactRecord.write_id == Write.id)
            .where(Write.match_id == match_id)
        )
    ]
    return Trails(_by_cell(found))


def append(write: Write, cell: str, number: int, value: Value) -> None:
    """Add a record to a cell's trail; a number that is taken already hits the table's constraint."""
    kind, *where = cell.split("/")
    row: EntryRecord | CloserRecord | FactRecord | MoveRecord
    if kind == "entry":
        round_id = _round(write.match_id, int(where[0]))
        held: Entry | None = value
        row = EntryRecord(write_id=write.id, round_id=round_id, seat=int(where[1]), number=number)
        if held is not None:
            row.cards = None if held.cards is None else spell(held.cards)
            row.points, row.bonus = held.points, held.bonus
    elif kind == "closer":
        round_id = _round(write.match_id, int(where[0]))
        row = CloserRecord(write_id=write.id, round_id=round_id, number=number, seat=value)
    elif kind == "line":
        round_id = _round(write.match_id, int(where[0]))
        row = MoveRecord(write_id=write.id, round_id=round_id, number=int(where[1]))
        row.seat, row.move, row.nonces = value
    else:
        row = FactRecord(write_id=write.id, match_id=write.match_id, cell=cell, number=number, value=value)
    db.session.add(row)


def _round(match_id: int, number: int) -> int:
    found = db.session.scalar(select(Round.id).where(Round.match_id == match_id, Round.number == number))
    if found is None:
        round_ = Round(match_id=match_id, number=number)
        db.session.add(round_)
        db.session.flush()
        found = round_.id
    return found


def _entry(cards: str | None, points: int | None, bonus: int) -> Entry | None:
    if cards is None and points is None:
        return None
    return Entry(cards=None if cards is None else read(cards), points=points, bonus=bonus)


def _by_cell(records: Iterable[Record]) -> dict[str, tuple[Record, ...]]:
    cells: dict[str, list[Record]] = {}
    for record in sorted(records, key=lambda record: record.number):
        cells.setdefault(record.cell, []).append(record)
    return {cell: tuple(trail) for cell, trail in cells.items()}
