"""What a match shows to one phone while its hands are hidden until all are in (house H4).

Values become visible in one place: a page is made of the match as its phone may see it. What was hidden is not there at
all, so a page cannot show it by mistake; verbs judge the whole match.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.games.game import Problem
from companion.games.scoresheet import Scoresheet, SheetCell, SheetRound
from companion.games.why import N_, Why

from .cells import ENTRY, Cell
from .state import MatchState
from .trails import Record, Trails


@dataclass(frozen=True, slots=True)
class Hidden:
    """What stands for a hand that a phone may not see yet."""


HIDDEN: Final = Hidden()
TOGETHER: Final = Why(N_("These cards can’t all be right: check them together."))


def seen_by(state: MatchState, phone: int | None) -> MatchState:
    """The match as a phone may see it: without the hands of rounds that are not complete which it neither wrote nor
    enters for. None: as everybody may.
    """
    if not state.agreement.hides:
        return state
    covered = {record.cell: trail for record, trail in _covered(state, phone)}
    if not covered:
        return state
    rounds = tuple(_round(round_, covered) for round_ in state.sheet.rounds)
    sheet: Scoresheet = replace(state.sheet, rounds=rounds)
    return replace(state, trails=Trails({**state.trails.cells, **covered}), sheet=sheet)


def hides(state: MatchState, phone: int | None, cell: Cell) -> bool:
    """Whether a hand stands in the cell that the phone may not see."""
    trail = state.trails.of(cell)
    return bool(trail) and as_seen(state, phone, trail[-1]).value is HIDDEN


def _covered(state: MatchState, phone: int | None) -> Iterator[tuple[Record, tuple[Record, ...]]]:
    """The trails in which something is hidden, as the phone may see them, each with its newest record."""
    done = {round_.number for round_ in state.sheet.rounds if round_.complete}
    for cell, trail in state.trails.cells.items():
        if cell.kind is ENTRY and cell.round not in done:
            shown = tuple(as_seen(state, phone, record) for record in trail)
            if any(record.value is HIDDEN for record in shown):
                yield shown[-1], shown


def as_seen(state: MatchState, phone: int | None, record: Record) -> Record:
    """What was written once, as the phone may see it."""
    cell = record.cell
    if not state.agreement.hides or cell.kind is not ENTRY or record.value is None:
        return record
    if any(round_.number == cell.round and round_.complete for round_ in state.sheet.rounds):
        return record
    own = phone is not None and phone in (_writer(state, record), state.holders.get(cell.seat or 0))
    return record if own else replace(record, value=HIDDEN)


def _writer(state: MatchState, record: Record) -> int:
    """The phone that wrote the hand; whoever takes another one back only brings it back."""
    earlier = tuple(each for each in state.trails.of(record.cell) if each.number <= record.number)
    standing = Trails({record.cell: earlier}).standing(record.cell)
    return standing[-1].phone if record.undoes is not None and standing else record.phone


def _round(round_: SheetRound, covered: dict[Cell, tuple[Record, ...]]) -> SheetRound:
    """A round without the hands that are covered, and what could be read from its problems."""
    trails = [covered.get(Cell(ENTRY, round_.number, seat)) for seat in range(len(round_.cells))]
    gone = {seat for seat, trail in enumerate(trails) if trail and trail[-1].value is HIDDEN}
    if not gone:
        return round_
    cells = tuple(
        SheetCell(cell.state, adjust=cell.adjust) if seat in gone else cell for seat, cell in enumerate(round_.cells)
    )
    entries = zip(round_.judged.seats, round_.judged.entries, strict=True)
    judged = replace(round_.judged, entries=tuple(None if seat in gone else entry for seat, entry in entries))
    problems = tuple(
        Problem(TOGETHER, problem.seats) if gone.intersection(problem.seats) else problem for problem in round_.problems
    )
    return replace(round_, cells=cells, problems=problems, judged=judged)
