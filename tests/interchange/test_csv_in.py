"""Spreadsheets that come in: in any alphabet, with any comma, called in any language; or refused with the line."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from companion.games.result import SeatEnd
from companion.interchange import any_file, csv_in
from companion.interchange.plays import Plays
from companion.interchange.reading import Damaged
from tests.interchange.test_csv_out import result, rounds, totals
from tests.interchange.test_ways_in import left, read, told


def test_a_spreadsheet_of_rounds_is_read_as_it_was_written() -> None:
    (play,) = read(rounds(result(note="at Grandma's", place="Kitchen")).encode())
    assert (play.public_id, play.called, play.key, play.names) == ("m1", "Mojo", "mojo", ("Ana", "Pau + Zoé"))
    assert play.at.astimezone(UTC) == datetime(2026, 5, 3, 22, 30, tzinfo=UTC)
    assert play.ends == (SeatEnd(-7, 1, won=True), SeatEnd(60, 2, won=False))
    assert play.cells is not None
    assert (play.cells.points, play.cells.house, play.cells.ended) == ({(1, 0): -7, (1, 1): 60}, {(1, 1): 10}, {1: 0})
    assert (play.note, play.place) == ("at Grandma's", "Kitchen")


@pytest.mark.parametrize("form", ["utf-8", "utf-16", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("comma", [",", ";", "\t"])
def test_a_spreadsheet_is_read_in_any_alphabet_and_with_any_comma(form: str, comma: str) -> None:
    text = rounds(result(), comma=comma).removeprefix("\ufeff")
    assert read(text.encode(form)) == read(rounds(result()).encode())


@pytest.mark.parametrize(("form", "name"), [("cp1250", "Łukasz Żółć"), ("cp1252", "Noël Ça"), ("utf-8", "Zoé")])
def test_letters_are_those_of_the_language(form: str, name: str) -> None:
    assert read(rounds(result(name)).removeprefix("\ufeff").encode(form))[0].names[0] == name


def test_numbers_are_read_as_other_spreadsheets_write_them() -> None:
    text = rounds(result(), comma=";").replace("-7", "−7,0")
    assert read(text.encode())[0].ends[0].total == -7


def test_the_heads_may_be_in_any_language() -> None:
    french = {"Match": "Partie", "Name": "Nom"}
    heads = csv_in.heads([lambda said: french.get(said, said)])
    text = rounds(result()).replace('"Match"', '"Partie"').replace('"Name"', '"Nom"')
    _, found = any_file.read(text.encode(), heads)
    assert isinstance(found, Plays)
    assert found.plays[0].names == ("Ana", "Pau + Zoé")


def test_a_mark_against_formulas_is_taken_away_again() -> None:
    assert read(rounds(result("=Ana")).encode())[0].names[0] == "=Ana"


def test_a_spreadsheet_of_totals_is_read_but_for_what_is_not_over() -> None:
    (play,) = read(totals(result()).encode())
    assert play.cells is None
    assert play.ends == (SeatEnd(-7, 1, won=True), SeatEnd(60, 2, won=False))
    assert left(totals(result(over=False)).encode())[0][1].startswith("It wasn’t played to the end")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a,b\n1,2", "1"),
        ("match,began,name,round\nm,2026-05-03,Ana,1", "1"),
        ("match,began,name,round,points\nm,2026-05-03,Ana,1", "2"),
        ("match,began,name,round,points\nm,2026-05-03,Ana,0,1", "2"),
        ("match,began,name,round,points\nm,2026-05-03,Ana,9999999,1", "2"),
        ("match,began,name,round,points\nm,2026-05-03,Ana,1,3.5", "2"),
        ("match,began,name,round,points\nm,2026-05-03,Ana,1,3\nm,2026-05-03,Ana,1,4", "3"),
        ('match,began,name,round,points\nm,2026-05-03,"Ana,1,3', "2"),
    ],
)
def test_a_spreadsheet_that_says_nothing_clear_is_refused_with_the_line(text: str, place: str) -> None:
    with pytest.raises(Damaged) as refused:
        told(text.encode())
    assert refused.value.place == place
