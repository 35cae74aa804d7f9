"""Who leaves and who joins in the middle of a match."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.reading import beside, heads, read, totals, words

NUMBER = "Enter a whole number from"


@pytest.fixture
def match(table: Table) -> Table:
    """After one round: Ana 10, Pau 4, Zoé 34."""
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    return table


def join(table: Table, name: str = "Teo", first_round: str = "2", points: str = "16") -> TestResponse:
    typed = {"name": name, "first_round": first_round, "points": points}
    return table.phone.send(f"{table.url}/menu", f"{table.url}/menu/join", **typed)


def leave(table: Table, seat: str = "1", last_round: str = "1") -> TestResponse:
    return table.phone.send(f"{table.url}/menu", f"{table.url}/menu/leave", seat=seat, last_round=last_round)


def test_somebody_leaves_and_the_round_goes_on_without(match: Table) -> None:
    assert leave(match).status_code == 303
    assert "Pau left the match" in words(match.pad())
    assert match.enter(2, 0, "9").location == f"{match.cell(2, 2)}/edit"
    match.enter(2, 2, "2", mojo=True)
    assert totals(match.pad()) == ["19", "4", "34"]


def test_whoever_leaves_in_an_earlier_round_loses_what_came_later(match: Table) -> None:
    match.enter(2, 1, "5", mojo=True)
    assert leave(match, last_round="1").status_code == 303
    match.enter(2, 0, "2", mojo=True)
    match.enter(2, 2, "8")
    assert totals(match.pad()) == ["10", "4", "42"]


@pytest.mark.parametrize("last_round", ["0", "1"])
def test_nobody_leaves_before_points_that_are_scored(app: Flask, match: Table, last_round: str) -> None:
    match.round(2, "2", "5", "8", mojo=0)
    before = written(app)
    answer = leave(match, last_round=last_round)
    assert answer.status_code == 422
    assert "Pau already has points in round 2: choose that round or a later one." in words(answer)
    assert written(app) == before


def test_two_at_least_must_stay(app: Flask, phone: Phone) -> None:
    match = phone.begin("Ana", "Pau")
    before = written(app)
    answer = leave(match, "1", "0")
    assert answer.status_code == 422
    assert "At least 2 players must stay. To finish for tonight, stop the match instead." in words(answer)
    assert written(app) == before


@pytest.mark.parametrize(
    ("seat", "last_round", "said"),
    [
        ("9", "1", "Choose someone from the list."),
        ("x", "1", NUMBER),
        ("", "1", NUMBER),
        ("-1", "1", NUMBER),
        ("1", "3", "Choose a round from the list."),
        ("1", "x", NUMBER),
        ("1", "-1", NUMBER),
        ("1", "9" * 50, NUMBER),
    ],
)
def test_leaving_that_cannot_be_is_refused(app: Flask, match: Table, seat: str, last_round: str, said: str) -> None:
    before = written(app)
    answer = leave(match, seat, last_round)
    form = next(form for form in read(answer).all("form") if form.at.get("action", "").endswith("/leave"))
    assert answer.status_code == 422
    assert said in form.words
    assert written(app) == before


def test_the_chosen_round_is_kept_when_leaving_is_refused(match: Table) -> None:
    tree = read(leave(match, "9", "0"))
    chosen = [option.at["value"] for option in tree.named("last_round").all("option") if "selected" in option.at]
    assert chosen == ["0"]


def test_somebody_joins_with_points_of_the_groups_choice(match: Table) -> None:
    assert join(match, " Teo ", "2", "16").status_code == 303
    assert "Teo joined" in words(match.pad())
    assert heads(match.pad()) == ["Ana", "Pau", "Zoé", "Teo from 2, with 16"]
    assert totals(match.pad()) == ["10", "4", "34", "16"]
    match.round(2, "2", "5", "8", "9", mojo=0)
    assert totals(match.pad()) == ["10", "9", "42", "25"]


def test_somebody_can_join_from_the_next_round(match: Table) -> None:
    assert join(match, first_round="3").status_code == 303
    assert match.phone.get(f"{match.cell(2, 3)}/edit").status_code == 404
    match.round(2, "2", "5", "8", mojo=0)
    assert match.phone.get(f"{match.cell(3, 3)}/edit").status_code == 200


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("name", "", "Enter a name."),
        ("name", " \u200b ", "Enter a name."),
        ("name", "x" * 41, "A name can have 40 characters at most"),
        ("name", "ZOE\u0301", "is already playing."),
        ("points", "x", NUMBER),
        ("points", "", NUMBER),
        ("points", "-1000", NUMBER),
        ("points", "10000", NUMBER),
    ],
)
def test_joining_that_cannot_be_is_refused_and_kept(
    app: Flask, match: Table, field: str, value: str, said: str
) -> None:
    typed = {"name": "Teo", "points": "16", field: value}
    before = written(app)
    answer = join(match, typed["name"], "3", typed["points"])
    tree = read(answer)
    assert answer.status_code == 422
    assert said in beside(answer, field)
    assert tree.named("points").at["value"] == typed["points"]
    assert tree.named("name").at["value"].split() == typed["name"].replace("\u200b", "").replace("E\u0301", "É").split()
    assert tree.values("first_round") == ["3"]
    assert written(app) == before


@pytest.mark.parametrize(("first_round", "said"), [("1", "Choose a round"), ("9", "Choose a round"), ("x", NUMBER)])
def test_a_round_that_is_past_or_far_is_refused(app: Flask, match: Table, first_round: str, said: str) -> None:
    before = written(app)
    answer = join(match, first_round=first_round)
    assert answer.status_code == 422
    assert said in beside(answer, "first_round")
    assert written(app) == before


def test_a_ninth_person_has_no_place(app: Flask, phone: Phone) -> None:
    match = phone.begin(*"abcdefgh")
    before = written(app)
    answer = join(match, "i", "1")
    assert answer.status_code == 422
    assert "The match is full (8 players)." in beside(answer, "name")
    assert written(app) == before


def test_nobody_joins_a_match_that_is_over(app: Flask, phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", limit="20")
    match.round(1, "3", "10 12", mojo=0)
    before = written(app)
    answer = join(match, "Teo", "1")
    assert answer.status_code == 409
    assert "This match is over: start a new one." in words(answer)
    assert written(app) == before


def test_undo_takes_a_joining_back_with_its_column(match: Table) -> None:
    join(match)
    assert match.phone.send(match.url, f"{match.url}/undo").status_code == 303
    assert heads(match.pad()) == ["Ana", "Pau", "Zoé"]
    match.round(2, "2", "5", "8", mojo=0)
    assert totals(match.pad()) == ["10", "9", "42"]


def test_undo_brings_back_whoever_left(match: Table) -> None:
    leave(match)
    assert match.phone.send(match.url, f"{match.url}/undo").status_code == 303
    assert heads(match.pad()) == ["Ana", "Pau", "Zoé"]
    assert match.phone.get(f"{match.cell(2, 1)}/edit").status_code == 200


def test_a_double_tap_joins_one_person(match: Table) -> None:
    fields = {**match.phone.form(f"{match.url}/menu", f"{match.url}/menu/join"), "name": "Teo", "points": "5"}
    fields["first_round"] = "2"
    for _ in range(2):
        assert match.phone.client.post(f"{match.url}/menu/join", data=fields).status_code == 303
    assert heads(match.pad()) == ["Ana", "Pau", "Zoé", "Teo from 2, with 5"]
