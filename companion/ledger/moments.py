"""When a round ended: a moment for all phones, which comes once, whatever is corrected later."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from companion.games.scoresheet import SheetRound

from .cells import CLOSER, ENTRY, FINISH, Cell
from .state import MatchState
from .trails import Record


def ending(state: MatchState) -> tuple[SheetRound, Record] | None:
    """The round that ended last, and the record that ended it or, after it, the match; None once the next one has begun
    or is dealt, while an earlier one is open again, and where no record of its own ended it (somebody left).
    """
    number, open_ = state.last_complete, state.sheet.open_round
    if not number or state.stopped or (open_ and (open_ != number + 1 or state.dealing)):
        return None
    if open_ and state.sheet.rounds[open_ - 1].begun:
        return None
    round_ = state.sheet.rounds[number - 1]
    record = _first(state, round_)
    finish = state.trails.of(Cell(FINISH))
    if record and finish and finish[-1].value == number:
        record = max(record, finish[-1], key=lambda each: each.version)
    return (round_, record) if record else None


def _first(state: MatchState, round_: SheetRound) -> Record | None:
    """The record by which the round was complete for the first time: a correction, and a hand that is taken back and
    entered again, come later.
    """
    game = state.game
    entries: list[Any] = [None] * len(round_.playing)
    closer: int | None = None
    at = {seat: place for place, seat in enumerate(round_.playing)}
    for written in _writes(state, round_):
        for record in written:
            if record.cell.kind is CLOSER:
                closer = record.value
            else:
                entries[at[record.cell.seat or 0]] = record.value
        place, off = state.agreement.ended_by(closer, round_.playing)
        then = replace(round_.judged, entries=tuple(entries), closer=place, broken_off=off)
        if game.complete(then) and not game.problems(then):
            return written[-1]
    return None


def _writes(state: MatchState, round_: SheetRound) -> Iterator[list[Record]]:
    """What was written for the round, save by save."""
    cells = [Cell(CLOSER, round_.number), *(Cell(ENTRY, round_.number, seat) for seat in round_.playing)]
    records = sorted((each for cell in cells for each in state.trails.of(cell)), key=lambda each: each.version)
    for _, written in groupby(records, key=lambda each: each.version):
        yield list(written)
