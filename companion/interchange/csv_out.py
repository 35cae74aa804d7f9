"""Spreadsheets: a row for each seat and round, or for each seat, in the dialect that the spreadsheet reads."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, tzinfo

from companion.games.why import N_

from .results import Result, ResultCell, ResultSeat

MARK = "\ufeff"
"""What tells a spreadsheet that a file is in UTF-8."""
_FORMULA = re.compile("'*[=+\\-@\t\r\n＝＋－＠]")
MATCH = {
    "match": N_("Match"),
    "began": N_("Started"),
    "game": N_("Game"),
    "called": N_("Called"),
}
SEAT = {"seat": N_("Seat"), "name": N_("Name")}
END = {"place": N_("Place"), "won": N_("Won")}
BESIDE = {"note": N_("Note"), "where": N_("Where")}
ROUNDS = {
    **MATCH,
    "round": N_("Round"),
    **SEAT,
    "points": N_("Points"),
    "total": N_("Total"),
    **END,
    "ended": N_("Ended the round"),
    "house": N_("House rule"),
    "why": N_("Why that house rule"),
    **BESIDE,
}
"""The columns of a file of rounds, in their order, and what stands above them."""
TOTALS = {
    **MATCH,
    **SEAT,
    "total": N_("Total"),
    **END,
    "rounds": N_("Rounds"),
    "finished": N_("Finished"),
    **BESIDE,
}
"""The same of a file of totals."""
Value = int | str | None
Row = dict[str, Value]


def rounds_of(results: Iterable[Result], zone: tzinfo) -> Iterator[Row]:
    """A row for each seat and round of these matches; days and times by the clock of that zone."""
    for result in results:
        seats = {seat.number: seat for seat in result.seats}
        for cell in result.cells:
            if seat := seats.get(cell.seat):
                yield {**_match(result, zone), **_seat(seat), **_cell(cell)}


def totals_of(results: Iterable[Result], zone: tzinfo) -> Iterator[Row]:
    """A row for each seat of these matches."""
    for result in results:
        own: Row = {"rounds": result.rounds, "finished": int(result.over)}
        for seat in result.seats:
            yield {**_match(result, zone), **own, "total": seat.total, **_seat(seat)}


def written(columns: Mapping[str, str], rows: Iterable[Row], said: Callable[[str], str], comma: str) -> Iterator[str]:
    """The file, piece by piece (RFC 4180). `said`: the heads of columns in the reader's language; `comma`: what stands
    between two cells.
    """
    text = io.StringIO()
    writer = csv.writer(text, delimiter=comma, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    text.write(MARK)
    writer.writerow([said(title) for title in columns.values()])
    for row in rows:
        writer.writerow([_safe(row[key]) for key in columns])
        if text.tell() > PIECE:
            yield _taken(text)
    yield _taken(text)


PIECE = 16_000
"""So many characters go out at once."""


def comma_for(decimal: str) -> str:
    """What a spreadsheet wants between cells where that sign stands before the decimals."""
    return ";" if decimal == "," else ","


def _taken(text: io.StringIO) -> str:
    said = text.getvalue()
    text.seek(0)
    text.truncate()
    return said


def _safe(value: Value) -> int | str:
    """A cell that no spreadsheet takes for a formula: numbers are numbers, and of texts those are quoted by a mark."""
    if value is None:
        return ""
    return value if isinstance(value, int) else f"'{value}" if _FORMULA.match(value) else value


def _match(result: Result, zone: tzinfo) -> Row:
    return {
        "match": result.public_id,
        "began": _local(result.began_at, zone),
        "game": result.game,
        "called": result.called,
        "note": result.note,
        "where": result.place,
    }


def _seat(seat: ResultSeat) -> Row:
    name = " + ".join(person.name for person in seat.people)
    return {"seat": seat.number + 1, "name": name, "place": seat.place, "won": int(seat.won)}


def _cell(cell: ResultCell) -> Row:
    house = {"house": cell.house or None, "why": cell.why}
    return {"round": cell.round, "points": cell.points, "total": cell.total, "ended": int(cell.ended), **house}


def _local(moment: datetime, zone: tzinfo) -> str:
    return moment.astimezone(zone).isoformat(timespec="seconds")
