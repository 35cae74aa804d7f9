"""Totals from paper: a match that goes on from there, and one of which only the day and the totals are known."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.conftest import Phone, Table, pad_of
from tests.views.conftest import written
from tests.views.playing import now
from tests.views.reading import beside, read, words


def begin(phone: Phone, *totals: str, **more: str) -> Table:
    """A match of Ana, Pau and Zoé, who had these totals."""
    answer = phone.send("/new", "/new", name=["Ana", "Pau", "Zoé"], total=list(totals), **more)
    assert answer.status_code == 303, answer.text
    return Table(phone, pad_of(answer.location))


def test_a_match_goes_on_from_paper_and_its_totals_places_and_end_are_right(phone: Phone) -> None:
    table = begin(phone, "30", "", "45")
    assert now(table).sheet.totals == (30, 0, 45)
    assert now(table).sheet.to_limit == (20, 50, 5)
    assert "From paper: Ana 30, Pau 0, Zoé 45." in words(table.pad())
    table.round(1, "9", "4", "10 11", mojo=1)
    state = now(table)
    assert state.sheet.totals[2] >= 50
    assert state.sheet.over_round == 1
    assert state.sheet.winners == (1,)


def test_it_is_no_round_in_the_statistics(phone: Phone) -> None:
    begin(phone, "30", "", "45").round(1, "9", "4", "10 11", mojo=0)
    told = [each.words for each in read(phone.get("/people")).all("li")]
    for record in ("Lowest round: 4 Pau", "Highest round: 21 Zoé", "Longest match: 1 round"):
        assert any(each.startswith(f"{record} ") for each in told), told


def test_the_totals_are_put_right_in_the_menu_and_taken_back(phone: Phone) -> None:
    table = begin(phone, "30", "", "45")
    page = f"{table.url}/menu/paper"
    assert read(phone.get(page)).named("total-0").at["value"] == "30"
    assert phone.send(page, page, **{"total-0": "31", "total-1": "2"}).status_code == 303
    assert now(table).sheet.totals == (31, 2, 45)
    undo = phone.form(table.url, f"{table.url}/undo")
    assert phone.client.post(f"{table.url}/undo", data=undo).status_code == 303
    assert now(table).sheet.totals == (30, 0, 45)


@pytest.mark.parametrize("total", ["x", "999999", "1.5"])
def test_what_is_no_total_is_refused_and_kept(app: Flask, phone: Phone, total: str) -> None:
    before = written(app)
    answer = phone.send("/new", "/new", name=["Ana", "Pau"], total=["3", total])
    assert answer.status_code == 422
    assert "Enter a whole number" in words(answer)
    assert read(answer).values("total") == ["3", total]
    assert written(app) == before
    table = phone.begin("Ana", "Pau")
    page = f"{table.url}/menu/paper"
    assert phone.send(page, page, **{"total-0": total}).status_code == 422


def test_a_match_of_another_day_is_written_down_by_its_totals(phone: Phone) -> None:
    table = begin(phone, "31", "12", "52", day="2026-11-20")
    state = now(table)
    assert (state.status, state.sheet.winners, state.sheet.places) == ("over", (1,), (2, 1, 3))
    pad = words(table.pad())
    assert "Pau" in pad
    assert "The totals are from paper." in pad
    home = words(phone.get("/"))
    assert "Pau won" in home
    assert "20 Nov" in home
    assert "Pau" in words(phone.get("/people"))


@pytest.mark.parametrize("day", ["yesterday", "2099-01-01", "1066-10-14"])
def test_a_day_that_has_not_been_is_refused(app: Flask, phone: Phone, day: str) -> None:
    before = written(app)
    answer = phone.send("/new", "/new", name=["Ana", "Pau"], total=["3", "4"], day=day)
    assert answer.status_code == 422
    assert beside(answer, "day")
    assert written(app) == before


def test_a_day_without_totals_is_refused(phone: Phone) -> None:
    answer = phone.send("/new", "/new", name=["Ana", "Pau"], day="2026-11-20")
    assert "Enter the totals of that match, too." in beside(answer, "day")


def test_totals_go_along_with_their_rows(phone: Phone) -> None:
    typed = {"name": ["a", "b", "c"], "total": ["1", "2", "3"]}
    assert read(phone.send("/new", "/new", act="up-2", **typed)).values("total") == ["1", "3", "2"]
    assert read(phone.send("/new", "/new", act="drop-0", **typed)).values("total") == ["2", "3"]


def test_two_who_are_parted_by_another_game_keep_their_total_and_who_begins(phone: Phone) -> None:
    fields = {"game": "points", "name": ["Ana + Zoé", "Pau"], "total": ["50", "30"], "youngest": "1"}
    page = read(phone.send("/new", "/new", **fields, act="game-mojo"))
    assert page.values("name") == ["Ana", "Zoé", "Pau"]
    assert page.values("total") == ["50", "50", "30"]
    assert page.values("youngest") == ["2"]
