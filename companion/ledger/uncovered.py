"""What was written in a match, without what nobody may see yet: sealed rounds, and hands that are hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Row, select

from companion.games import by_key
from companion.games.table import Setup, shuffled

from .base import db
from .cells import ENTRY, OPENED, Cell
from .dealt import DEAL
from .models import CellRecord, Match, MoveRecord
from .seals import shuffles
from .state import MatchState, read_afresh

Rows = Sequence[Row[*tuple[Any, ...]]]


class Written(NamedTuple):
    """A value as it is stored, and the id of its write."""

    write_id: int
    cell: Cell
    value: Any


@dataclass(frozen=True, slots=True)
class Uncovered:
    """What was written in a match and may be told; `lines` are rows (write_id, round, number, seat, move, nonces)."""

    match: int
    records: Sequence[Written]
    lines: Rows


def uncovered(match: Match) -> Uncovered:
    """What may be told of a match to everybody, also to who does not play.

    A round on screens with anything sealed in it is told by its results only.
    """
    written = select(CellRecord.write_id, CellRecord.cell, CellRecord.value).where(CellRecord.match_id == match.id)
    rows = db.session.execute(written.order_by(CellRecord.id))
    records = [Written(row.write_id, Cell.read(row.cell), row.value) for row in rows]
    dealt = select(MoveRecord.write_id, MoveRecord.round, MoveRecord.number, MoveRecord.seat, MoveRecord.move)
    dealt = dealt.add_columns(MoveRecord.nonces).where(MoveRecord.match_id == match.id)
    lines = db.session.execute(dealt.order_by(MoveRecord.id)).all()
    sealed, hides = _may_be_sealed(records, lines), by_key(match.game).agreement(match.options).hides
    if not sealed and not hides:
        return Uncovered(match.id, records, lines)
    state = read_afresh(match.id)
    shut = _sealed_rounds(state, lines) if sealed else frozenset()
    covered = _hidden_cells(state) if hides else frozenset()
    return Uncovered(
        match.id,
        [row for row in records if row.cell not in covered],
        [row for row in lines if row.round not in shut],
    )


def _may_be_sealed(records: Sequence[Written], lines: Rows) -> bool:
    """Whether there are more hidden shuffles than were opened for good: only then the match has to be judged."""
    opened = [row.value or 0 for row in records if row.cell.kind is OPENED]
    return sum(bool(shuffled(row.move)) for row in lines) > (opened[-1] if opened else 0)


def _sealed_rounds(state: MatchState, lines: Rows) -> frozenset[int]:
    """The rounds of which the lines tell something that is sealed: of a shuffle, or of a stock that was carried on."""
    shut = {shuffle.round for shuffle in shuffles(state) if shuffle.opened < len(shuffle.cards)}
    shut |= {state.dealing} if state.dealing else set()
    for row in sorted(lines, key=lambda row: (row.round, row.number)):
        if row.move.startswith(DEAL) and Setup.read(row.move.removeprefix(DEAL)).carry and row.round - 1 in shut:
            shut.add(row.round)
    return frozenset(shut)


def _hidden_cells(state: MatchState) -> frozenset[Cell]:
    """The hands of rounds that are not complete."""
    done = {round_.number for round_ in state.sheet.rounds if round_.complete}
    return frozenset(cell for cell in state.trails.cells if cell.kind is ENTRY and cell.round not in done)
