"""The match menu: limit, order, stopping, the archive, the rematch."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.conftest import Table, pad_of
from tests.views.conftest import written
from tests.views.reading import beside, heads, read, totals, words


def decide(table: Table, what: str, page: str = "menu", **typed: str) -> TestResponse:
    """Send a form of the menu."""
    return table.phone.send(f"{table.url}/{page}".rstrip("/"), f"{table.url}/menu/{what}", **typed)


def test_the_limit_can_change_in_the_middle(table: Table) -> None:
    answer = decide(table, "limit", limit=" 100 ")
    assert answer.status_code == 303
    assert "The match now goes to 100" in words(table.pad())
    assert "Round 1 · to 100" in words(table.pad())
    assert read(table.phone.get(f"{table.url}/menu")).named("limit").at["value"] == "100"


def test_a_lower_limit_ends_the_match_in_the_round_that_reached_it(table: Table) -> None:
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    decide(table, "limit", limit="34")
    assert "Zoé reached 34 in round 1" in words(table.pad())
    decide(table, "limit", limit="35")
    assert "Enter Ana’s cards" in words(table.pad())


@pytest.mark.parametrize("limit", ["", "0", "-5", "ten", "10000", "5.5", "9" * 400, "٥٠"])
def test_a_limit_that_is_none_is_refused_and_kept(app: Flask, table: Table, limit: str) -> None:
    before = written(app)
    answer = decide(table, "limit", limit=limit)
    assert answer.status_code == 422
    assert "Enter a whole number from 1 to 9999." in beside(answer, "limit")
    assert read(answer).named("limit").at["value"] == limit
    assert written(app) == before


def test_a_stale_limit_is_asked_again_and_writes_nothing(app: Flask, table: Table, pau: Table) -> None:
    action = f"{table.url}/menu/limit"
    mine = {**table.phone.form(f"{table.url}/menu", action), "limit": "70"}
    decide(table, "limit", limit="60")
    assert decide(pau, "limit", limit="90").status_code == 303
    before = written(app)
    answer = table.phone.client.post(action, data=mine)
    assert answer.status_code == 409
    assert "Another phone has changed this: it’s now 90. Check it, then decide." in words(answer)
    assert read(answer).named("limit").at["value"] == "90"
    assert written(app) == before


def test_seats_are_put_right_one_place_at_a_time(table: Table) -> None:
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    answer = decide(table, "order", move="up-2")
    assert answer.status_code == 303
    assert answer.location == f"{table.url}/menu"
    assert heads(table.pad()) == ["Ana", "Zoé", "Pau"]
    assert totals(table.pad()) == ["10", "34", "4"]
    decide(table, "order", move="down-0")
    assert heads(table.pad()) == ["Zoé", "Ana", "Pau"]


def test_the_next_who_is_missing_follows_the_seats(table: Table) -> None:
    decide(table, "order", move="up-2")
    assert table.enter(1, 0, "9").location == f"{table.cell(1, 2)}/edit"


@pytest.mark.parametrize(
    "move", ["", "up-0", "down-2", "up-9", "fly-1", "up", "up-x", "down-x", "down-", "down--1", "up-²"]
)
def test_a_move_that_cannot_be_changes_no_order(table: Table, move: str) -> None:
    answer = decide(table, "order", move=move)
    assert answer.status_code in (303, 422)
    assert heads(table.pad()) == ["Ana", "Pau", "Zoé"]


def test_a_match_stops_and_goes_on_from_its_menu(table: Table) -> None:
    assert decide(table, "stop").status_code == 303
    assert "Stopped in round 1" in words(table.pad())
    assert decide(table, "stop").status_code == 303
    assert "Match resumed" in words(table.pad())
    assert table.enter(1, 0, "9").status_code == 303


def test_a_match_that_is_over_cannot_be_stopped(app: Flask, table: Table) -> None:
    fields = table.phone.form(f"{table.url}/menu", f"{table.url}/menu/stop")
    decide(table, "limit", limit="4")
    table.round(1, "9 1", "0 4", "2", mojo=2)
    before = written(app)
    answer = table.phone.client.post(f"{table.url}/menu/stop", data=fields)
    assert answer.status_code == 409
    assert "This match is already over." in words(answer)
    assert written(app) == before
    assert "Stop the match" not in words(table.phone.get(f"{table.url}/menu"))


def test_a_match_goes_into_the_archive_and_comes_back(table: Table) -> None:
    assert decide(table, "archive").location == "/"
    assert "Match archived" in words(table.phone.get("/"))
    assert table.url in table.phone.get("/history?archived=1").text
    assert decide(table, "archive").status_code == 303
    assert "Match taken out of the archive" in words(table.pad())
    assert table.url not in table.phone.get("/history?archived=1").text


def test_an_archived_match_can_still_be_opened_and_corrected(table: Table) -> None:
    decide(table, "archive")
    assert table.enter(1, 0, "9").status_code == 303


@pytest.mark.parametrize("what", ["stop", "archive"])
def test_a_double_tap_decides_once(app: Flask, table: Table, what: str) -> None:
    fields = table.phone.form(f"{table.url}/menu", f"{table.url}/menu/{what}")
    for _ in range(2):
        assert table.phone.client.post(f"{table.url}/menu/{what}", data=fields).status_code == 303
    assert len(written(app)["records"]) == 1


def test_the_same_limit_again_writes_no_fact(app: Flask, table: Table) -> None:
    decide(table, "limit", limit="70")
    before = written(app)
    assert decide(table, "limit", limit="70").status_code == 303
    assert {**written(app), "writes": ()} == {**before, "writes": ()}


def test_a_rematch_has_the_same_people_and_settings_and_the_youngest_starts(table: Table) -> None:
    settings = {"limit": "20", "youngest": "2", "clockwise_face": "+10"}
    begun = table.phone.send("/new", "/new", name=["Ana", "Pau", "Zoé"], **settings)
    match = Table(table.phone, pad_of(begun.location))
    match.round(1, "9 1", "0 4", "10 11 3", mojo=0)
    answer = decide(match, "rematch", "")
    again = Table(match.phone, answer.location)
    assert answer.status_code == 303
    assert heads(again.pad()) == ["Ana", "Pau", "Zoé"]
    assert "to 20" in words(again.pad())
    assert "Zoé starts anticlockwise" in words(again.pad())


def test_a_rematch_keeps_the_changed_limit_and_the_people_of_the_last_round(table: Table) -> None:
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    decide(table, "join", name="Teo", first_round="2", points="0")
    decide(table, "leave", seat="0", last_round="1")
    decide(table, "order", move="up-2")
    decide(table, "limit", limit="80")
    decide(table, "stop")
    again = Table(table.phone, decide(table, "rematch", "").location)
    assert heads(again.pad()) == ["Zoé", "Pau", "Teo"]
    assert "to 80" in words(again.pad())


def test_a_double_tap_on_rematch_begins_one_match(app: Flask, table: Table) -> None:
    decide(table, "stop")
    fields = table.phone.form(table.url, f"{table.url}/menu/rematch")
    first, again = (table.phone.client.post(f"{table.url}/menu/rematch", data=fields) for _ in range(2))
    assert first.location == again.location
    assert len(written(app)["matches"]) == 2
