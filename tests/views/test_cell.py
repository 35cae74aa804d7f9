"""The story behind one number: why, the trail, house rules."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.ledger.cells import ADJUST
from tests.conftest import Phone, Table
from tests.views.conftest import records, written
from tests.views.reading import beside, confirming, read, totals, words


@pytest.fixture
def settled(table: Table) -> Table:
    """A complete round."""
    table.round(1, "9 1", "0 4", "10 11 3 2", mojo=0)
    return table


def rule(table: Table, points: str, note: str = "", seat: int = 1) -> TestResponse:
    page = table.cell(1, seat)
    return table.phone.sure(page, f"{page}/adjust", points=points, note=note)


def story(table: Table, seat: int, round_: int = 1) -> str:
    return words(table.phone.get(table.cell(round_, seat)))


def test_the_story_says_why_and_shows_every_card(settled: Table) -> None:
    assert "9 + 1 = 10; Mojo +10 makes 20" in story(settled, 0)
    said = story(settled, 2)
    assert "10 + 11 + 3 = 24" in said
    assert "2 doesn’t count" in said
    assert "10 doesn’t count" not in said


def test_the_story_of_a_waiting_cell_shows_no_number(table: Table) -> None:
    said = story(table, 1)
    assert "Pau · round 1" in said
    assert "Take back" not in said
    assert "0 points" not in said


def test_a_hand_that_is_not_scored_yet_says_so(table: Table) -> None:
    table.enter(1, 0, "9 1")
    assert "Not scored yet" in story(table, 0)


def test_the_trail_keeps_every_value_and_whose_phone_wrote_it(settled: Table, pau: Table) -> None:
    pau.enter(1, 1, "12")
    tree = read(settled.phone.get(settled.cell(1, 1)))
    trail = [line.words for line in tree.all("ol")[0].all("li")]
    gone = [line.words for line in tree.all("ol")[0].all("del")]
    assert "this phone: 0 4 = 4" in trail[0]
    assert "another phone: 12" in trail[1]
    assert gone == ["0 4 = 4"]


def test_the_trail_shows_what_was_undone(table: Table) -> None:
    table.enter(1, 0, "9")
    table.enter(1, 0, "12")
    table.phone.send(table.url, f"{table.url}/undo")
    assert "9 (undone)" in story(table, 0)


def test_the_trail_says_who_ended_the_round(settled: Table) -> None:
    assert "Mojo card, round 1: Ana" in story(settled, 1)


@pytest.mark.parametrize(
    ("points", "total"), [("-3", "1"), ("−3", "1"), (" 10 ", "14"), ("-999", "−995"), ("999", "1003")]
)
def test_a_house_rule_adds_or_takes_away(settled: Table, points: str, total: str) -> None:
    assert rule(settled, points).status_code == 303
    assert totals(settled.pad())[1] == total


def test_a_house_rule_is_told_with_its_note(settled: Table) -> None:
    rule(settled, "-3", "  for   the dishes ")
    said = story(settled, 1)
    assert "house rule −3, makes 1" in said
    assert "(for the dishes)" in said
    assert "Pau, round 1, house rule: −3 for the dishes" in said


def test_the_form_shows_the_rule_that_stands(settled: Table) -> None:
    rule(settled, "-3", "dishes")
    tree = read(settled.phone.get(settled.cell(1, 1)))
    assert (tree.named("points").at["value"], tree.named("note").at["value"]) == ("-3", "dishes")


def test_zero_takes_the_house_rule_away(settled: Table) -> None:
    rule(settled, "-3", "dishes")
    assert rule(settled, "0").status_code == 303
    assert totals(settled.pad()) == ["20", "4", "24"]


def test_a_house_rule_waits_with_a_cell_that_waits(table: Table) -> None:
    assert rule(table, "5").status_code == 303
    assert totals(table.pad()) == ["0", "0", "0"]
    table.round(1, "9 1", "0 4", "2", mojo=2)
    assert totals(table.pad()) == ["10", "9", "0"]


def test_a_house_rule_needs_one_tap_and_asks_before_the_end_of_a_match_moves(settled: Table) -> None:
    page = settled.cell(1, 1)
    assert settled.phone.send(page, f"{page}/adjust", points="46").status_code == 303
    assert "Pau reached 50 in round 1" in words(settled.pad())
    asked = settled.phone.send(page, f"{page}/adjust", points="-3")
    assert asked.status_code == 200
    assert "The match continues." in words(asked)
    before = totals(settled.pad())
    assert settled.phone.client.post(f"{page}/adjust", data=confirming(asked)).status_code == 303
    assert [before[1], totals(settled.pad())[1]] == ["50", "1"]


def test_a_house_rule_can_end_the_match(settled: Table) -> None:
    assert rule(settled, "46").status_code == 303
    assert "Pau reached 50 in round 1" in words(settled.pad())


@pytest.mark.parametrize("points", ["", "x", "1.5", "1000", "-1000", "9" * 300, "٣"])
def test_points_that_are_none_are_refused_and_kept(app: Flask, settled: Table, points: str) -> None:
    before = written(app)
    answer = rule(settled, points, "dishes")
    assert answer.status_code == 422
    assert "Enter a whole number from -999 to 999." in beside(answer, "points")
    assert read(answer).named("points").at["value"] == points
    assert read(answer).named("note").at["value"] == "dishes"
    assert written(app) == before


def test_a_long_note_is_refused_and_kept(app: Flask, settled: Table) -> None:
    before = written(app)
    answer = rule(settled, "-3", "n" * 81)
    assert answer.status_code == 422
    assert "The note can have 80 characters at most." in beside(answer, "note")
    assert read(answer).named("note").at["value"] == "n" * 81
    assert read(answer).named("points").at["value"] == "-3"
    assert written(app) == before


def test_a_double_tap_writes_one_house_rule(app: Flask, settled: Table) -> None:
    page = settled.cell(1, 1)
    fields = {**settled.phone.form(page, f"{page}/adjust"), "points": "5"}
    for _ in range(2):
        assert settled.phone.client.post(f"{page}/adjust", data=fields).status_code == 303
    assert len(records(app, ADJUST)) == 1


def test_a_stopped_match_takes_no_house_rule_for_an_open_round(app: Flask, table: Table) -> None:
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/stop")
    before = written(app)
    answer = rule(table, "5")
    assert answer.status_code == 409
    assert "This match was stopped. Resume it to keep playing." in words(answer)
    assert written(app) == before


def test_a_hand_can_be_taken_back_from_its_story_twice_without_harm(app: Flask, settled: Table) -> None:
    page = settled.cell(1, 1)
    fields = confirming(settled.phone.send(page, f"{page}/withdraw"))
    for _ in range(2):
        assert settled.phone.client.post(f"{page}/withdraw", data=fields).status_code == 303
    assert len(written(app)["writes"]) == 4
    assert totals(settled.pad()) == ["0", "0", "0"]


def test_a_stranger_reads_no_story(settled: Table, stranger: Phone) -> None:
    assert stranger.get(settled.cell(1, 0)).status_code == 404
    assert stranger.get(f"{settled.cell(1, 0)}/edit").status_code == 404
