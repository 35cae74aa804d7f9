"""The question who took the Mojo, asked when all hands are in."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.conftest import Table
from tests.views.conftest import written
from tests.views.reading import read, totals, words

ASKED = "All cards are entered: who took the Mojo?"


@pytest.fixture
def asked(table: Table) -> Table:
    """All hands are in, and nobody took the Mojo."""
    for seat, cards in enumerate(("9 1", "0 4", "10 11 3 6")):
        table.enter(1, seat, cards)
    return table


def test_nobody_is_asked_while_a_hand_is_missing(table: Table) -> None:
    table.enter(1, 0, "9 1")
    table.enter(1, 1, "0 4")
    assert ASKED not in words(table.pad())


def test_when_all_hands_are_in_the_pad_asks_with_one_button_a_person(asked: Table) -> None:
    pad = read(asked.pad())
    assert ASKED in pad.words
    buttons = [one for one in pad.all("button") if one.at.get("name") == "closer"]
    assert [one.at["value"] for one in buttons] == ["0", "1", "2"]
    assert totals(asked.pad()) == ["0", "0", "0"]


def test_the_answer_scores_the_round_and_opens_the_next(asked: Table) -> None:
    answer = asked.phone.send(asked.url, f"{asked.url}/r/1/closer", closer="1")
    assert answer.status_code == 303
    pad = asked.pad()
    assert ASKED not in words(pad)
    assert totals(pad) == ["10", "0", "30"]
    assert "Pau starts clockwise" in words(pad)


def test_an_answer_that_the_hand_forbids_is_refused_with_the_reason(app: Flask, asked: Table) -> None:
    before = written(app)
    answer = asked.phone.send(asked.url, f"{asked.url}/r/1/closer", closer="2")
    assert answer.status_code == 422
    assert "Whoever took the Mojo has 3 cards at most, this hand has 4" in words(answer)
    assert ASKED in words(answer)
    assert written(app) == before


@pytest.mark.parametrize("closer", ["3", "99999999", "-1", "x", "", "²"])
def test_an_answer_that_is_nobody_is_refused(app: Flask, asked: Table, closer: str) -> None:
    before = written(app)
    answer = asked.phone.send(asked.url, f"{asked.url}/r/1/closer", closer=closer)
    assert answer.status_code == 422
    assert "Choose someone from the list." in words(answer)
    assert written(app) == before


@pytest.mark.parametrize("round_", [0, 2, 99])
def test_a_round_that_is_not_there_has_no_answer(app: Flask, asked: Table, round_: int) -> None:
    fields = asked.phone.form(asked.url, f"{asked.url}/r/1/closer")
    before = written(app)
    answer = asked.phone.client.post(f"{asked.url}/r/{round_}/closer", data={**fields, "closer": "0"})
    assert answer.status_code in (404, 422)
    assert written(app) == before


def test_two_answers_at_once_are_shown_side_by_side_and_one_tap_keeps_mine(asked: Table, pau: Table) -> None:
    action = f"{asked.url}/r/1/closer"
    mine = {**asked.phone.form(asked.url, action), "closer": "0"}
    assert pau.phone.send(pau.url, action, closer="1").status_code == 303
    answer = asked.phone.client.post(action, data=mine)
    assert answer.status_code == 409
    assert "Keep Pau" in words(answer)
    assert "Keep yours: Ana" in words(answer)
    keep = next(form for form in read(answer).all("form") if form.at.get("action") == action)
    fields = {one.at["name"]: one.at["value"] for one in keep.all("input")}
    assert asked.phone.client.post(action, data=fields).status_code == 303
    assert totals(asked.pad()) == ["20", "4", "30"]
