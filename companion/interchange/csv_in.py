"""Spreadsheets of rounds or of totals, as plays: our own columns, whichever program saved them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from companion.games.result import SeatEnd
from companion.games.why import N_, Why

from .csv_out import ROUNDS, TOTALS
from .plays import LONGEST_NAME, Cells, LeftOut, Play, Plays
from .spreadsheet import SpreadsheetRow, lines
from .telling import SkipPlay, day_of, game_of, gathered, note_of, placed, plain, whole

ID = re.compile(r"[A-Za-z0-9_-]{1,16}")
UNFINISHED = N_("It wasn’t played to the end, and its rounds aren’t in this file.")
YES = ("1", "x", "yes", "true")
MOST_ROUNDS = 999
NEEDED = ("match", "began", "name")
TITLES = {**TOTALS, **ROUNDS}
TOO_LATE = N_("No match can have a round %(round)s.")


def heads(said: Iterable[Callable[[str], str]]) -> Mapping[str, str]:
    """Which column is meant by what stands above it, without case: in the languages that `said` translate to, and by
    the keys of the columns.
    """
    found = {title(text).casefold(): key for title in said for key, text in TITLES.items()}
    return {**{key: key for key in TITLES}, **found, **{text.casefold(): key for key, text in TITLES.items()}}


def read(data: bytes, known: Mapping[str, str]) -> Plays:
    """What a spreadsheet tells; `known`: its `heads`. Raises Damaged, with the line."""
    return gathered(_plays(lines(data, known)))


def _plays(rows: Iterable[SpreadsheetRow]) -> Iterator[Play | LeftOut]:
    whole_file = list(rows)
    for line in whole_file[:1]:
        _check_columns(line)
    by_match = sorted(whole_file, key=lambda line: line.cells["match"])
    for name, those in groupby(by_match, key=lambda line: line.cells["match"]):
        its = sorted(those, key=lambda line: line.number)
        try:
            yield _play(name, its)
        except SkipPlay as unfit:
            yield LeftOut(unfit.why, _which(its[0]))


def _check_columns(line: SpreadsheetRow) -> None:
    """Raise Damaged where a column is missing without which nothing can be made of a row."""
    points = "points" if "round" in line.cells else "total"
    if missing := [key for key in (*NEEDED, points) if key not in line.cells]:
        raise SpreadsheetRow(1, {}).wrong(N_("The column “%(key)s” is missing."), key=Why(TITLES[missing[0]]))


def _which(line: SpreadsheetRow) -> str:
    return ", ".join(filter(None, (plain(_called(line), LONGEST_NAME), line.cells["began"][:10])))


def _called(line: SpreadsheetRow) -> str:
    return line.cells.get("called") or line.cells.get("game", "")


def _play(name: str, rows: Sequence[SpreadsheetRow]) -> Play:
    """A match of these rows. Raises SkipPlay for one that is left out, Damaged for what no row can say."""
    first = rows[0].cells
    if first.get("finished") in ("0", "no"):
        raise SkipPlay(UNFINISHED)
    key, called = game_of(_called(rows[0]))
    seats = list(dict.fromkeys(line.cells["name"] for line in _by_seat(rows)))
    last = {line.cells["name"]: line for line in rows}
    return Play(
        source=f"csv:{plain(name, 60)}",
        where=_which(rows[0]),
        called=called,
        key=key,
        at=day_of(first["began"]),
        names=tuple(plain(seat, LONGEST_NAME * 2) for seat in seats),
        ends=placed([_end(last[seat]) for seat in seats]),
        note=note_of(first.get("note", "")),
        place=plain(first.get("where", ""), LONGEST_NAME),
        public_id=name if ID.fullmatch(name) else "",
        cells=_cells(rows, seats) if "round" in first else None,
    )


def _by_seat(rows: Sequence[SpreadsheetRow]) -> list[SpreadsheetRow]:
    """The rows in the order of the seats, where that is said."""
    return sorted(rows, key=lambda line: _number(line, "seat") or 0)


def _end(line: SpreadsheetRow) -> SeatEnd:
    return SeatEnd(_number(line, "total"), _number(line, "place"), line.cells.get("won", "").casefold() in YES)


def _cells(rows: Sequence[SpreadsheetRow], seats: Sequence[str]) -> Cells:
    points, house, ended = {}, {}, {}
    for line in rows:
        round_, seat = _number(line, "round") or 0, seats.index(line.cells["name"])
        if not 1 <= round_ <= MOST_ROUNDS:
            raise line.wrong(TOO_LATE, round=line.cells["round"][:10])
        if (round_, seat) in points:
            raise line.wrong(N_("%(name)s has points in round %(round)s twice."), name=seats[seat], round=round_)
        scored = _number(line, "points")
        if scored is not None:
            points[round_, seat] = scored
        if more := _number(line, "house"):
            house[round_, seat] = more
        if line.cells.get("ended", "").casefold() in YES:
            ended[round_] = seat
    return Cells(points, house, ended)


def _number(line: SpreadsheetRow, key: str) -> int | None:
    """The whole number in a cell, None in a blank one. Raises Damaged."""
    said = line.cells.get(key, "")
    try:
        return whole(said)
    except SkipPlay:
        raise line.wrong(N_("“%(said)s” isn’t a whole number."), said=said[:20]) from None
