"""Two phones write into one cell: 409, both values side by side, one tap to keep either."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.conftest import Table
from tests.views.conftest import written
from tests.views.reading import Node, cell, read, totals, words


@pytest.fixture
def settled(table: Table) -> Table:
    """A complete round."""
    table.round(1, "9 1", "0 4", "2", mojo=2)
    return table


def fields_of(page: Node, action: str) -> dict[str, str]:
    form = next(form for form in page.all("form") if form.at.get("action") == action)
    return {one.at["name"]: one.at["value"] for one in form.all("input")}


def test_a_stale_correction_shows_both_values_and_writes_nothing(app: Flask, settled: Table, pau: Table) -> None:
    page = f"{settled.cell(1, 0)}/edit"
    mine = {**settled.phone.form(page, page), "cards": "12"}
    assert pau.enter(1, 0, "11").status_code == 303
    before = written(app)
    first = settled.phone.client.post(page, data=mine)
    answer = first
    if first.status_code == 200:
        confirmed = read(first).named("confirmed").at["value"]
        answer = settled.phone.client.post(page, data={**mine, "confirmed": confirmed})
    assert answer.status_code == 409
    said = words(answer)
    assert "Ana, round 1" in said
    assert "Keep 11" in said
    assert "Keep yours: 12" in said
    assert "Another phone: 11" in said
    assert written(app) == before
    kept = settled.phone.client.post(page, data=fields_of(read(answer), page))
    assert kept.status_code == 303
    assert totals(settled.pad()) == ["12", "4", "0"]


def test_the_two_values_say_whose_they_are_and_each_choice_what_follows(table: Table) -> None:
    zoe = table.guest(2)
    page = f"{table.cell(1, 2)}/edit"
    mine = {**table.phone.form(page, page), "cards": "7"}
    zoe.enter(1, 2, "4")
    tree = read(table.phone.client.post(page, data=mine))
    time = r"\d\d:\d\d"
    said = [" ".join(one.words.split()) for one in tree.all("li")]
    assert re.fullmatch(rf"Zoé’s phone: 4 · {time}", said[0])
    assert said[1] == "This phone: 7 · not saved yet"
    choices = [one for one in (*tree.all("button"), *tree.all("a")) if one.words.startswith("Keep")]
    assert [(one.words, one.at["class"]) for one in choices] == [("Keep yours: 7", "btn primary"), ("Keep 4", "btn")]
    follows = [tree.id(one.at["aria-describedby"]).words for one in choices]
    assert follows == [
        "Yours takes the place of 4, on every phone; both stay in the story of the cell.",
        "What was typed on this phone is let go.",
    ]
    assert choices[1].at["data-forget"] == f"{table.cell(1, 2)}/edit"


def test_two_windows_of_one_phone_are_told_apart(table: Table) -> None:
    page = f"{table.cell(1, 0)}/edit"
    mine = {**table.phone.form(page, page), "cards": "7"}
    table.enter(1, 0, "4")
    said = words(table.phone.client.post(page, data=mine))
    assert "This phone, before: 4 ·" in said
    assert "This phone: 7 · not saved yet" in said


def test_a_first_hand_written_on_two_phones_is_asked_too(table: Table, pau: Table) -> None:
    page = f"{table.cell(1, 0)}/edit"
    mine = {**table.phone.form(page, page), "cards": "12", "closed": "1"}
    pau.enter(1, 0, "9")
    answer = table.phone.client.post(page, data=mine)
    assert answer.status_code == 409
    assert table.phone.client.post(page, data=fields_of(read(answer), page)).status_code == 303
    assert cell(table.pad(), table.cell(1, 0)) == "12 M"


def test_a_typed_sum_is_kept_by_one_tap_too(table: Table, pau: Table) -> None:
    page = f"{table.cell(1, 0)}/edit"
    mine = {**table.phone.form(page, page), "points": "24"}
    pau.enter(1, 0, "9")
    answer = table.phone.client.post(page, data=mine)
    assert "Keep yours: 24 (typed)" in words(answer)
    assert table.phone.client.post(page, data=fields_of(read(answer), page)).status_code == 303
    assert cell(table.pad(), table.cell(1, 0)) == "24"


def test_keeping_theirs_is_a_link_back_to_the_pad(table: Table, pau: Table) -> None:
    page = f"{table.cell(1, 0)}/edit"
    mine = {**table.phone.form(page, page), "cards": "12"}
    pau.enter(1, 0, "9")
    tree = read(table.phone.client.post(page, data=mine))
    keep = next(link for link in tree.all("a") if link.words.startswith("Keep"))
    assert keep.at["href"] == table.url
    assert cell(table.pad(), table.cell(1, 0)) == "9"


def test_keeping_mine_asks_again_when_somebody_wrote_once_more(table: Table, pau: Table) -> None:
    page = f"{table.cell(1, 0)}/edit"
    mine = {**table.phone.form(page, page), "cards": "12"}
    pau.enter(1, 0, "9")
    answer = table.phone.client.post(page, data=mine)
    pau.enter(1, 0, "8")
    again = table.phone.client.post(page, data=fields_of(read(answer), page))
    assert again.status_code == 409
    assert "Keep 8" in words(again)


def test_two_phones_that_say_the_same_do_not_disagree(table: Table, pau: Table) -> None:
    page = f"{table.cell(1, 0)}/edit"
    mine = {**table.phone.form(page, page), "cards": "1 9"}
    pau.enter(1, 0, "9 1")
    assert table.phone.client.post(page, data=mine).status_code == 303


def test_different_cells_never_disagree(table: Table, pau: Table) -> None:
    page = f"{table.cell(1, 0)}/edit"
    mine = {**table.phone.form(page, page), "cards": "9"}
    pau.enter(1, 1, "4")
    pau.enter(1, 2, "2", mojo=True)
    assert table.phone.client.post(page, data=mine).status_code == 303
    assert totals(table.pad()) == ["9", "4", "0"]


def test_two_who_both_took_the_mojo_are_asked(table: Table, pau: Table) -> None:
    page = f"{table.cell(1, 0)}/edit"
    mine = {**table.phone.form(page, page), "cards": "9", "closed": "1"}
    pau.enter(1, 1, "4", mojo=True)
    answer = table.phone.client.post(page, data=mine)
    assert answer.status_code == 409
    assert "Mojo card, round 1" in words(answer)
    assert table.phone.client.post(page, data=fields_of(read(answer), page)).status_code == 303
    assert cell(table.pad(), table.cell(1, 0)) == "9 M"


def test_keeping_mine_touches_only_the_cells_that_were_shown(table: Table, pau: Table) -> None:
    page = f"{table.cell(1, 0)}/edit"
    mine = {**table.phone.form(page, page), "cards": "12"}
    pau.enter(1, 0, "9")
    pau.enter(1, 1, "2", mojo=True)
    answer = table.phone.client.post(page, data=mine)
    assert "The Mojo" not in words(answer)
    assert table.phone.client.post(page, data=fields_of(read(answer), page)).status_code == 303
    assert cell(table.pad(), table.cell(1, 0)) == "12"
    assert cell(table.pad(), table.cell(1, 1)) == "2 M"


def test_where_a_hand_was_taken_back_meanwhile_it_can_be_left_empty(table: Table, pau: Table) -> None:
    table.enter(1, 0, "9")
    page = f"{table.cell(1, 0)}/edit"
    mine = {**table.phone.form(page, page), "cards": "12"}
    pau.phone.send(table.cell(1, 0), f"{table.cell(1, 0)}/withdraw")
    answer = table.phone.client.post(page, data=mine)
    assert answer.status_code == 409
    said = words(answer)
    assert "Another phone: not entered yet" in said
    assert "Keep yours: 12 Yours is written there again, on every phone" in said
    assert "Leave it empty" in said
    assert "Keep not" not in said


def test_a_stale_withdrawal_shows_the_value_that_came_in_between(app: Flask, table: Table, pau: Table) -> None:
    table.enter(1, 0, "9")
    action = f"{table.cell(1, 0)}/withdraw"
    mine = table.phone.form(table.cell(1, 0), action)
    pau.enter(1, 0, "12")
    before = written(app)
    answer = table.phone.client.post(action, data=mine)
    assert answer.status_code == 409
    assert "Keep 12" in words(answer)
    assert "Clear it, as on this phone" in words(answer)
    assert written(app) == before
    assert table.phone.client.post(action, data=fields_of(read(answer), action)).status_code == 303
    assert cell(table.pad(), f"{table.cell(1, 0)}/edit") == ""


def test_a_stale_house_rule_shows_both_rules(settled: Table, pau: Table) -> None:
    action = f"{settled.cell(1, 0)}/adjust"
    mine = {**settled.phone.form(settled.cell(1, 0), action), "points": "5", "note": "late"}
    pau.phone.sure(pau.cell(1, 0), action, points="-3", note="early")
    answer = settled.phone.client.post(action, data=mine)
    assert answer.status_code == 409
    assert "Keep −3 early" in words(answer)
    assert "Keep yours: +5 late" in words(answer)
    assert settled.phone.client.post(action, data=fields_of(read(answer), action)).status_code == 303
    assert totals(settled.pad()) == ["15", "4", "0"]
