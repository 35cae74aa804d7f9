"""Spreadsheets: right for whoever opens them, and no formula in them is ours."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from babel import Locale
from hypothesis import given

from companion.interchange.csv_out import MARK, ROUNDS, TOTALS, comma_for, rounds_of, totals_of, written
from companion.interchange.results import Result, ResultCell, ResultPerson, ResultSeat
from tests.interchange.files import texts

WARSAW = ZoneInfo("Europe/Warsaw")
BEGAN = datetime(2026, 5, 3, 22, 30, tzinfo=UTC)


def result(name: str = "Ana", **more: Any) -> Result:
    """A match of two, which ended."""
    seats = (
        ResultSeat(0, (ResultPerson("ana", name, bot=False),), -7, 1, won=True),
        ResultSeat(1, (ResultPerson("pau", "Pau", bot=False), ResultPerson("zoe", "Zoé", bot=False)), 60, 2, won=False),
    )
    cells = (ResultCell(1, 0, -7, -7, ended=True), ResultCell(1, 1, 60, 60, ended=False, house=10, why="late"))
    at = (BEGAN, BEGAN.replace(hour=23), True, False)
    plain = Result("m1", "mojo", "Mojo", True, *at, 1, 0, "", "", seats, cells)
    return replace(plain, **more)


def rounds(*some: Result, comma: str = ",") -> str:
    return "".join(written(ROUNDS, rounds_of(some, WARSAW), str, comma))


def totals(*some: Result, comma: str = ",") -> str:
    return "".join(written(TOTALS, totals_of(some, WARSAW), str, comma))


def read(text: str, comma: str = ",") -> list[dict[str, str]]:
    """What a program reads in it, by what its columns are, whatever stands above them."""
    assert text.startswith(MARK)
    head, *rows = csv.reader(io.StringIO(text.removeprefix(MARK), newline=""), delimiter=comma, strict=True)
    columns = next(one for one in (ROUNDS, TOTALS) if len(one) == len(head))
    return [dict(zip(columns, row, strict=True)) for row in rows]


def test_a_row_for_each_seat_and_round() -> None:
    first, second = read(rounds(result(note="at Grandma's", place="Kitchen")))
    assert first["began"] == "2026-05-04T00:30:00+02:00"
    assert [first[head] for head in ("match", "game", "called", "round", "seat", "name", "points", "total")] == [
        *("m1", "mojo", "Mojo", "1", "1", "Ana", "-7", "-7")
    ]
    assert [first[head] for head in ("place", "won", "ended", "house", "why")] == [*("1", "1", "1", "", "")]
    assert (first["note"], first["where"]) == ("at Grandma's", "Kitchen")
    assert [second[head] for head in ("seat", "name", "won", "house", "why")] == [
        *("2", "Pau + Zoé", "0", "10", "late")
    ]


def test_a_row_for_each_seat() -> None:
    seats = (*result().seats, ResultSeat(2, (ResultPerson("teo", "Teo", bot=False),), None, None, won=False))
    rows = read(totals(result(seats=seats)))
    assert [(row["name"], row["total"], row["place"], row["won"]) for row in rows] == [
        ("Ana", "-7", "1", "1"),
        ("Pau + Zoé", "60", "2", "0"),
        ("Teo", "", "", "0"),
    ]
    assert {(row["rounds"], row["finished"]) for row in rows} == {("1", "1")}


def test_it_has_the_mark_and_the_ends_of_lines_that_spreadsheets_want() -> None:
    said = rounds(result())
    assert said.startswith(MARK + ",".join(f'"{title}"' for title in ROUNDS.values()))
    assert said.endswith("\r\n")
    assert "\n" not in said.replace("\r\n", "")


@pytest.mark.parametrize(("locale", "comma"), [("en", ","), ("fr", ";"), ("pl", ";"), ("de", ";")])
def test_the_comma_is_the_one_of_the_language(locale: str, comma: str) -> None:
    assert comma_for(Locale.parse(locale).number_symbols["latn"]["decimal"]) == comma
    said = rounds(result("Ana; Bea, Cleo"), comma=comma)
    assert read(said, comma)[0]["name"] == "Ana; Bea, Cleo"
    assert len(read(said, comma)[0]) == len(ROUNDS)


FORMULAS = ("=1+1", "+1", "-Ana", "@SUM(A1)", "\tAna", "\rAna", "=HYPERLINK(1)", "＝1", "'=1", "-7")


@pytest.mark.parametrize("text", FORMULAS)
def test_a_text_is_never_a_formula(text: str) -> None:
    (row, _) = read(rounds(result(text, note=text, place=text, called=text)))
    assert [row[head] for head in ("name", "note", "where", "called")] == [f"'{text}"] * 4


@given(texts)
def test_whatever_a_note_is_its_cell_is_harmless_and_can_be_read_back(text: str) -> None:
    said = read(totals(result(note=text)))[0]["note"]
    assert said[:1] not in tuple("=+-@\t\r")
    assert said in (text, f"'{text}")


def test_a_text_that_would_end_its_cell_elsewhere_stays_in_quotes() -> None:
    """A file with semicolons that is opened as one with commas is in pieces, but none of them begins with a formula."""
    said = rounds(result("Ana,=1+1"), comma=";")
    assert '"Ana,=1+1"' in said


def test_it_goes_out_in_pieces() -> None:
    many = [replace(result(), public_id=f"m{number}") for number in range(500)]
    pieces = list(written(ROUNDS, rounds_of(many, UTC), str, ","))
    assert len(pieces) > 3
    assert len(read("".join(pieces))) == 1000
    assert max(map(len, pieces)) < 20_000
