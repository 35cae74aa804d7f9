"""What was written in each cell of a match: when, by which phone, and what came before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .cells import Cell

Value = Any
"""An Entry, a seat number, (seat, move, nonces), or a JSON value, by the cell's kind; None where a cell is blank."""


@dataclass(frozen=True, slots=True)
class Record:
    """One line of a cell's trail. `number` counts from 1 in its cell, `version` is the save that wrote it; `dealt`: it
    came from a round on screens.
    """

    cell: Cell
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

    cells: Mapping[Cell, tuple[Record, ...]]

    def of(self, cell: Cell) -> tuple[Record, ...]:
        """The trail of a cell, oldest first; empty where nothing was written."""
        return self.cells.get(cell, ())

    def number(self, cell: Cell) -> int:
        """The number a write to the cell must have seen: that of its newest record, 0 when blank from the start."""
        trail = self.of(cell)
        return trail[-1].number if trail else 0

    def numbers(self, *cells: Cell) -> dict[Cell, int]:
        """The numbers of some cells, which a form carries to say what its page had seen."""
        return {cell: self.number(cell) for cell in cells}

    def value(self, cell: Cell) -> Value:
        """What the cell holds now."""
        trail = self.of(cell)
        return trail[-1].value if trail else None

    def after(self, records: Iterable[Record]) -> Trails:
        """The trails with some records more."""
        cells = dict(self.cells)
        for record in records:
            cells[record.cell] = (*self.of(record.cell), record)
        return Trails(cells)

    def value_at(self, cell: Cell, number: int) -> Value:
        """What the cell held when its newest record had that number."""
        return next((record.value for record in self.of(cell) if record.number == number), None)

    def standing(self, cell: Cell) -> list[Record]:
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
        theirs = (each for each in self.cells.items() if any(record.phone == phone for record in each[1]))
        newest = {cell: trail[-1].version for cell, trail in theirs if cell.kind.undone}
        last = 0
        # A match has hundreds of trails, and the phone's last write stands in one of those that changed last.
        for cell in sorted(newest, key=newest.__getitem__, reverse=True):
            if newest[cell] <= last:
                break
            last = max(last, *(record.version for record in self._standing_of(cell, phone)), 0)
        there = (self._standing_of(cell, phone) for cell in newest if newest[cell] >= last)
        return tuple(record for records in there for record in records if record.version == last)

    def _standing_of(self, cell: Cell, phone: int) -> list[Record]:
        return [record for record in self.standing(cell) if record.phone == phone and not record.dealt]
