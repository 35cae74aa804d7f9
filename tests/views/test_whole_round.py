"""One page for a whole round of Jok-R-ummy jr: who is on it, what it writes and refuses, and two phones at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.games import by_key
from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.playing import deal
from tests.views.reading import Node, read, totals, words


@pytest.fixture
def table(phone: Phone) -> Table:
    """Ana, Pau, Zoé and Iris at a match of Jok-R-ummy jr, entered on Ana's phone."""
    return phone.begin("Ana", "Pau", "Zoé", "Iris", game="jokrummy", limit="4")


def page_of(table: Table, round_: int = 1) -> str:
    return f"{table.url}/r/{round_}/edit"


def told(table: Table, round_: int = 1, **typed: str) -> dict[str, str]:
    """The form as it would be sent: a box is sent when it is ticked, and `points_0` stands for `points/0`."""
    tree = read(table.phone.get(page_of(table, round_)))
    form = next(form for form in tree.all("form") if form.at.get("action") == page_of(table, round_))
    boxes = [one for one in form.all("input") if one.at.get("type") != "checkbox" or "checked" in one.at]
    fields = {one.at["name"]: one.at.get("value", "") for one in boxes}
    return {**fields, **{re.sub(r"_(?=\d)", "/", name): value for name, value in typed.items()}}


def send(table: Table, fields: dict[str, str], round_: int = 1) -> TestResponse:
    return table.phone.client.post(page_of(table, round_), data=fields)


def save(table: Table, round_: int = 1, **typed: str) -> None:
    answer = send(table, told(table, round_, **typed), round_)
    assert (answer.status_code, answer.location) == (303, table.url), answer.text


def lines(page: TestResponse) -> list[str]:
    return [one.at["data-name"] for one in read(page).all("fieldset")]


def way_in(table: Table) -> tuple[str, str]:
    """What the first button at the foot of the pad says, and where it leads."""
    link = next(one for one in read(table.pad()).classed("act")[0].all("a") if one.at["href"].endswith("/edit"))
    return link.words, link.at["href"]


def by_legend(tree: Node, name: str) -> Node:
    return next(one for one in tree.all("fieldset") if one.all("legend")[0].words == name)


def test_who_enters_for_several_is_led_to_one_page_for_all_of_them(table: Table) -> None:
    assert way_in(table) == ("Enter round 1", page_of(table))
    assert lines(table.phone.get(page_of(table))) == ["Ana", "Pau", "Zoé", "Iris"]
    save(table, points_0="1", points_2="1", bonus_1="1", closed_0="1")
    assert totals(table.pad()) == ["1", "1", "1", "0"]
    assert "Round 1 saved" in words(table.pad()) or "Round 2" in words(table.pad())


def test_who_enters_for_one_keeps_the_sheet_of_that_one(table: Table) -> None:
    pau = table.guest(1)
    assert way_in(pau) == ("Enter Pau’s mission", f"{table.cell(1, 1)}/edit")
    assert lines(pau.phone.get(page_of(table))) == ["Pau"]
    two = table.guest(2, 3)
    assert way_in(two) == ("Enter round 1", page_of(table))
    page = two.phone.get(page_of(table))
    assert lines(page) == ["Zoé", "Iris"]
    assert "Entered on other phones: Ana and Pau" in words(page)
    two.enter(1, 2, points="1")
    assert way_in(two) == ("Enter Iris’s mission", f"{table.cell(1, 3)}/edit")


def test_a_game_that_counts_cards_has_no_such_page(phone: Phone) -> None:
    mojo = phone.begin("Ana", "Pau")
    assert by_key("mojo").together is None
    assert phone.get(page_of(mojo)).status_code == 404
    assert phone.client.post(page_of(mojo), data={"csrf_token": phone.csrf()}).status_code == 404


def test_there_is_a_page_for_rounds_that_are_there(table: Table) -> None:
    assert table.phone.get(page_of(table, 2)).status_code == 404
    assert table.phone.get(page_of(table, 0)).status_code == 404


def test_a_round_is_one_write_and_one_undo(app: Flask, table: Table) -> None:
    before = len(written(app)["writes"])
    fields = told(table, points_0="1", closed_0="1")
    for _ in "twice":
        assert send(table, fields).status_code == 303
    assert len(written(app)["writes"]) == before + 1
    assert "Undo: Round 1" in table.pad()
    table.phone.send(table.url, f"{table.url}/undo")
    assert lines(table.phone.get(page_of(table))) == ["Ana", "Pau", "Zoé", "Iris"]
    assert told(table)["seen/entry/1/0"] == "2"
    assert totals(table.pad()) == ["0", "0", "0", "0"]


def test_what_cannot_be_is_said_beside_its_line_and_all_else_is_still_there(app: Flask, table: Table) -> None:
    before = written(app)
    answer = send(table, told(table, points_0="1", bonus_1="3", closed_2="1", bonus_3="x"))
    assert answer.status_code == 422
    assert read(answer).values("points/0") == ["1"]
    tree = read(send(table, told(table, points_0="1", bonus_1="3", closed_2="1")))
    assert "A player gets 2 surprises at most: 3 isn’t possible." in by_legend(tree, "Pau").words
    assert "must have done the mission" in by_legend(tree, "Zoé").words
    assert by_legend(tree, "Ana").all("p")[0].words == ""
    assert [tree.values(name) for name in ("points/0", "bonus/1", "closed/2")] == [["1"], ["3"], ["1"]]
    assert tree.named("bonus/1").at["aria-describedby"] == "bonus-1-error"
    assert [one.at["href"] for one in tree.id("errors").all("a")] == ["#bonus-1", "#closed-2"]
    assert "Error: Round 1" in tree.all("title")[0].words
    assert written(app) == before


def test_one_has_the_flag_at_most(app: Flask, table: Table) -> None:
    before = written(app)
    answer = send(table, told(table, points_0="1", points_1="1", closed_0="1", closed_1="1"))
    assert answer.status_code == 422
    assert "Only one player ended the round" in by_legend(read(answer), "Pau").words
    assert written(app) == before


@pytest.mark.parametrize("fields", [{}, {"told/99": "1"}, {"told/x": "1"}, {"told/": "1", "points/0": "1"}])
def test_a_form_that_tells_of_nobody_here_writes_nothing(app: Flask, table: Table, fields: dict[str, str]) -> None:
    before = written(app)
    answer = send(table, {**fields, "csrf_token": table.phone.csrf()})
    assert answer.status_code == 422
    assert read(answer).id("errors")
    assert written(app) == before


def test_a_round_on_screens_comes_from_there(table: Table) -> None:
    fields = told(table, points_0="1")
    deal(table)
    assert send(table, fields).status_code == 409
    assert "is being played on screen" in words(table.phone.get(page_of(table)))


@pytest.fixture
def clash(table: Table) -> TestResponse:
    """Pau's phone said that his mission is done and that he ended the round; Ana's says something else."""
    fields = told(table, points_0="1", points_2="1", closed_0="1")
    pau = table.guest(1)
    assert pau.enter(1, 1, points="1", mojo=True).status_code == 303
    answer = send(table, fields)
    assert answer.status_code == 409
    return answer


def choose(table: Table, page: TestResponse, choice: str) -> TestResponse:
    """Tap one of the two choices."""
    tree = read(page)
    form = next(form for form in tree.all("form") if form.at.get("action") == page_of(table))
    button = next(one for one in form.all("button") if re.search(choice, one.words))
    fields = {one.at["name"]: one.at["value"] for one in form.all("input")}
    return send(table, {**fields, **({button.at["name"]: button.at["value"]} if "name" in button.at else {})})


def test_two_phones_are_told_both_values_cell_by_cell(table: Table, clash: TestResponse) -> None:
    said = words(clash)
    assert "Pau, round 1" in said
    assert "Who ended round 1" in said
    assert "Ana, round 1" not in said
    assert totals(table.pad()) == ["0", "0", "0", "0"]


def test_mine_take_their_place(table: Table, clash: TestResponse) -> None:
    assert choose(table, clash, "yours").status_code == 303
    assert totals(table.pad()) == ["1", "0", "1", "0"]
    assert told(table).get("closed/0") == "1"


def test_theirs_stay_and_the_rest_of_mine_is_written(table: Table, clash: TestResponse) -> None:
    assert choose(table, clash, r"^Keep (?!.*yours)").status_code == 303
    assert totals(table.pad()) == ["1", "1", "1", "0"]
    assert told(table).get("closed/1") == "1"


def test_a_correction_of_settled_points_is_shown_first(table: Table) -> None:
    save(table, points_0="1", closed_0="1")
    fields = told(table, points_1="1")
    answer = send(table, fields)
    assert answer.status_code == 200
    tree = read(answer)
    assert "Pau" in tree.classed("preview")[0].words
    assert tree.values("points/1") == ["1"]
    confirmed = {**fields, "confirmed": tree.named("confirmed").at["value"]}
    assert send(table, confirmed).status_code == 303
    assert totals(table.pad()) == ["1", "1", "0", "0"]


def waited(table: Table, fields: dict[str, str]) -> tuple[int, dict[str, Any]]:
    answer = table.phone.client.post(page_of(table), data=fields, headers={"Accept": "application/json"})
    return answer.status_code, answer.get_json()


def test_a_round_that_had_waited_is_answered_with_facts(table: Table) -> None:
    fields = told(table, points_0="1", closed_0="1")
    status, said = waited(table, fields)
    assert (status, said["saved"], said["next"]) == (200, "Round 1 saved", table.url)
    assert said["now"] == {**{f"entry/1/{seat}": 1 for seat in range(4)}, "closer/1": 1}
    assert waited(table, fields)[0] == 200
    assert waited(table, {**fields, "points/1": "1", "client_id": "two"}) == (409, {"two": True})
    assert waited(table, {**fields, "bonus/1": "9", "client_id": "three"})[0] == 422
    assert waited(table, told(table, points_1="1")) == (200, {"asks": True})
