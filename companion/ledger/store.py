"""The records and lines of a match on the disk: read, and appended. Nothing that stands there is changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sqlalchemy import Row, exists, func, insert, select

from companion.games.game import Game
from companion.games.table import DEALER, shuffled

from .base import db
from .cells import ENTRY, LINE, ON_SHEET, Cell
from .dealt import Dealt, Line
from .models import CellRecord, MoveRecord, Write
from .trails import Record, Trails, Value

_RECORDS = (
    select(Write.version, Write.phone_id, Write.at, Write.undoes, CellRecord.cell, CellRecord.number, CellRecord.value)
    .add_columns(exists().where(MoveRecord.write_id == Write.id))
    .join(Write, CellRecord.write_id == Write.id)
)
_LINES = (
    select(MoveRecord.round, MoveRecord.number, MoveRecord.seat, MoveRecord.move, MoveRecord.nonces)
    .add_columns(Write.version, Write.phone_id, Write.at)
    .join(Write, MoveRecord.write_id == Write.id)
    .order_by(MoveRecord.round, MoveRecord.number)
)


def load(game: Game[Any], match_id: int) -> Trails:
    """All trails of a match, in one query however long it is."""
    rows = db.session.execute(_RECORDS.where(CellRecord.match_id == match_id))
    return Trails(_by_cell(_record(game, row) for row in rows))


def append(
    game: Game[Any], write: Write, news: Iterable[tuple[Cell, int, Value]]
) -> tuple[list[Record], list[tuple[int, Line]]]:
    """Store a write with what it adds, and return that as it will be read: records, and lines with their rounds.

    Each is a cell, the number it gets there, and a value. A number that is taken already hits the table's constraint.
    """
    connection = db.session.connection()
    act = {name: getattr(write, name) for name in ("match_id", "version", "client_id", "phone_id", "at", "undoes")}
    (write.id,) = connection.execute(insert(Write.__table__), act).inserted_primary_key or (0,)
    who, of = (write.version or 0, write.phone_id, write.at), {"write_id": write.id, "match_id": write.match_id}
    records, lines = [], []
    rows: dict[type[CellRecord | MoveRecord], list[dict[str, Any]]] = {MoveRecord: [], CellRecord: []}
    for cell, number, value in news:
        if cell.kind is LINE:
            seat, move, nonces = value
            lines.append((cell.round or 0, Line(cell.seat or 0, seat, move, nonces, *who)))
            row = {"round": cell.round, "number": cell.seat, "seat": seat, "move": move, "nonces": nonces}
            rows[MoveRecord].append({**of, **row})
        else:
            stored = game.spell(value) if cell.kind is ENTRY and value is not None else value
            rows[CellRecord].append({**of, "cell": str(cell), "number": number, "value": stored})
            records.append(Record(cell, number, value, *who, write.undoes))
    for model, those in rows.items():
        if those:
            connection.execute(insert(model.__table__), those)
    return [replace(record, dealt=bool(lines) and record.cell.kind in ON_SHEET) for record in records], lines


def newest_dealt(game: Game[Any], match_id: int) -> Dealt | None:
    """The last round of a match that was dealt; None when all was played with cards."""
    last = select(func.max(MoveRecord.round)).where(MoveRecord.match_id == match_id).scalar_subquery()
    rows = db.session.execute(_LINES.where(MoveRecord.match_id == match_id, MoveRecord.round == last)).all()
    return Dealt.of(game, rows[0].round, [_line(row) for row in rows]) if rows else None


def dealt_in(game: Game[Any], match_id: int, round_: int) -> Dealt | None:
    """A round of a match as it was dealt last; None when it never was."""
    rows = db.session.execute(_LINES.where(MoveRecord.match_id == match_id, MoveRecord.round == round_)).all()
    return Dealt.of(game, round_, [_line(row) for row in rows]) if rows else None


def shuffles(match_id: int) -> int:
    """How many hidden shuffles a match has seen."""
    dealers = select(MoveRecord.move).where(MoveRecord.match_id == match_id, MoveRecord.seat == DEALER)
    return sum(bool(shuffled(move)) for move in db.session.scalars(dealers))


def all_lines(match_id: int) -> list[tuple[int, Line]]:
    """Every line of a match with the number of its round, abandoned deals too, in order."""
    return [(row.round, _line(row)) for row in db.session.execute(_LINES.where(MoveRecord.match_id == match_id))]


def _record(game: Game[Any], row: Row[*tuple[Any, ...]]) -> Record:
    version, phone, at, undoes, text, number, value, with_lines = row
    cell = Cell.read(text)
    if cell.kind is ENTRY and value is not None:
        value = game.parse(value)
    dealt = bool(with_lines) and cell.kind in ON_SHEET
    return Record(cell, number, value, version or 0, phone, at, undoes, dealt)


def _line(row: Row[*tuple[Any, ...]]) -> Line:
    _, number, seat, move, nonces, version, phone, at = row
    return Line(number, seat, move, nonces, version or 0, phone, at)


def _by_cell(records: Iterable[Record]) -> dict[Cell, tuple[Record, ...]]:
    cells: dict[Cell, list[Record]] = {}
    for record in sorted(records, key=lambda record: record.number):
        cells.setdefault(record.cell, []).append(record)
    return {cell: tuple(trail) for cell, trail in cells.items()}
