"""What was written in a cell before, as pages tell it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from companion.ledger.cells import Cell
from companion.ledger.state import MatchState

from .cellwords import cell_title, cell_value
from .words import whose


@dataclass(frozen=True, slots=True)
class TrailLine:
    """What was written once. `who`: by which phone, and where, if that is not what the page is about; `undo`: it took
    something back; `current`: it counts.
    """

    who: str
    said: str
    at: datetime
    undo: bool
    current: bool


def trail(state: MatchState, cell: Cell, phone: int, about: Cell | None = None) -> list[TrailLine]:
    """All that was written in a cell, the first line first, seen from a phone; for a page `about` another cell."""
    records = state.trails.of(cell)
    where = "" if cell == about else f", {cell_title(state, cell)}"
    return [
        TrailLine(
            f"{whose(state, record, phone)}{where}",
            cell_value(state, cell, record.value),
            record.at,
            record.undoes is not None,
            record is records[-1],
        )
        for record in records
    ]
