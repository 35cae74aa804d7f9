"""Putting a name right in the middle of a match."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.conftest import Table
from tests.views.conftest import written
from tests.views.reading import beside, heads, read, words


def rename(table: Table, seat: str, name: str, what: str = "spelt") -> TestResponse:
    return table.phone.send(f"{table.url}/menu", f"{table.url}/menu/rename", seat=seat, new_name=name, what=what)


def test_a_name_that_was_put_right_stands_everywhere(table: Table) -> None:
    table.pad()
    answer = rename(table, "1", " Paul ")
    assert (answer.status_code, answer.location) == (303, f"{table.url}/menu")
    assert "Name changed" in words(table.phone.get(f"{table.url}/menu"))
    assert heads(table.pad()) == ["Ana", "Paul", "Zoé"]
    assert "Paul" in words(table.phone.get("/"))
    assert "Paul · round 1" in words(table.phone.get(table.cell(1, 1)))


@pytest.mark.parametrize(
    ("name", "said"), [("", "Enter a name."), ("\u200b\u2060", "Enter a name."), ("x" * 41, "A name can have 40")]
)
def test_a_name_that_is_none_is_refused(app: Flask, table: Table, name: str, said: str) -> None:
    before = written(app)
    answer = rename(table, "1", name)
    assert answer.status_code == 422
    assert said in beside(answer, "new_name")
    assert written(app) == before


@pytest.mark.parametrize("name", ["ana", "ZOE\u0301", "A\u200bna"])
def test_the_name_of_somebody_else_is_refused_and_kept(app: Flask, table: Table, name: str) -> None:
    before = written(app)
    answer = rename(table, "1", name)
    assert answer.status_code == 422
    assert "is someone else in your group: add a letter, or say that someone else sits there." in beside(
        answer, "new_name"
    )
    assert read(answer).named("new_name").at["value"]
    assert written(app) == before


def test_the_capitals_of_the_own_name_can_change(table: Table) -> None:
    assert rename(table, "1", "PAU").status_code == 303
    assert heads(table.pad()) == ["Ana", "PAU", "Zoé"]


def test_somebody_who_is_not_there_is_refused(app: Flask, table: Table) -> None:
    before = written(app)
    assert rename(table, "9", "Teo").status_code == 422
    assert written(app) == before


def tagged(table: Table, tag: str | None = None) -> TestResponse:
    """The pad's fragment, asked for by a phone that has the one with that tag."""
    return table.phone.get(f"{table.url}/sheet", headers={"If-None-Match": tag} if tag else {})


def test_another_match_of_the_group_shows_the_new_name_to_a_phone_that_had_the_old_one(table: Table) -> None:
    other = table.phone.begin("Pau", "Marta")
    tag = tagged(other).headers["ETag"]
    assert tagged(other, tag).status_code == 304
    rename(table, "1", "Paul")
    answer = tagged(other, tag)
    assert answer.status_code == 200
    assert heads(answer) == ["Paul", "Marta"]


def test_a_new_spelling_in_a_new_match_shows_on_the_old_pads(table: Table) -> None:
    tag = tagged(table).headers["ETag"]
    assert tagged(table, tag).status_code == 304
    table.phone.begin("Teo", "Marta")
    assert tagged(table, tag).status_code == 304
    table.phone.begin("ANA", "Marta")
    answer = tagged(table, tag)
    assert answer.status_code == 200
    assert heads(answer) == ["ANA", "Pau", "Zoé"]


def test_a_new_spelling_of_somebody_who_comes_in_shows_on_the_old_pads(table: Table) -> None:
    other = table.phone.begin("Teo", "Marta")
    tag = tagged(table).headers["ETag"]
    joining = {"name": "zoé", "first_round": "1", "points": "0"}
    assert other.phone.send(f"{other.url}/menu", f"{other.url}/menu/join", **joining).status_code == 303
    answer = tagged(table, tag)
    assert answer.status_code == 200
    assert heads(answer) == ["Ana", "Pau", "zoé"]


def test_the_page_asks_which_of_the_two_it_is(app: Flask, table: Table) -> None:
    before = written(app)
    for what in ("-", "", "both"):
        answer = rename(table, "1", "Lou", what)
        assert answer.status_code == 422
        assert "Say which of the two it is." in words(answer)
        assert read(answer).named("new_name").at["value"] == "Lou"
    assert written(app) == before


def won(table: Table) -> dict[str, str]:
    """What *People* says of each person."""
    lists = read(table.phone.get("/people")).classed("ranks")
    lines = [line for list_ in lists for line in list_.all("li")]
    return {line.classed("name")[0].words: line.classed("vh")[0].words for line in lines}


def test_a_corrected_name_changes_the_person_everywhere(table: Table) -> None:
    yesterday = table.phone.begin("Ana", "Pau", limit="20")
    yesterday.round(1, "12 11", "3", mojo=0)
    assert rename(table, "1", "Lou").status_code == 303
    assert won(table)["Lou"].startswith("1 of 1")
    assert heads(yesterday.pad()) == ["Ana", "Lou"]


def test_somebody_who_takes_a_seat_over_leaves_yesterday_to_whom_it_belongs(table: Table) -> None:
    yesterday = table.phone.begin("Ana", "Pau", limit="20")
    yesterday.round(1, "12 11", "3", mojo=0)
    table.enter(1, 1, "9")
    answer = rename(table, "1", "Lou", "other")
    assert (answer.status_code, answer.location) == (303, f"{table.url}/menu")
    assert "Lou sits there now" in words(table.phone.get(f"{table.url}/menu"))
    assert heads(table.pad()) == ["Ana", "Lou", "Zoé"]
    assert heads(yesterday.pad()) == ["Ana", "Pau"]
    assert won(table)["Pau"].startswith("1 of 1")
    assert "Lou · round 1" in words(table.phone.get(table.cell(1, 1)))
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/limit", limit="20")
    for seat, cards in ((0, "12 11"), (2, "12 11")):
        table.enter(1, seat, cards, mojo=seat == 2)
    assert {name: said[:7] for name, said in won(table).items()} == {
        "Pau": "1 of 1 ",
        "Lou": "1 of 1 ",
        "Ana": "0 of 2 ",
        "Zoé": "0 of 1 ",
    }


def test_a_known_person_takes_over_and_the_first_comes_back_the_same_way(app: Flask, table: Table) -> None:
    table.phone.begin("Ana", "Lou")
    people = len(written(app)["players"])
    assert rename(table, "1", "lou", "other").status_code == 303
    assert rename(table, "1", "Pau", "other").status_code == 303
    assert heads(table.pad()) == ["Ana", "Pau", "Zoé"]
    assert len(written(app)["players"]) == people


@pytest.mark.parametrize("name", ["ana", "Pau", "Zoé"])
def test_nobody_takes_over_who_is_at_the_table(app: Flask, table: Table, name: str) -> None:
    before = written(app)
    answer = rename(table, "1", name, "other")
    assert answer.status_code == 422
    assert "is already playing." in beside(answer, "new_name")
    assert written(app) == before
