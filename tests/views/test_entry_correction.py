"""Correcting a round that is settled: what changes is shown before it is saved."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.reading import read, totals, words


@pytest.fixture
def settled(table: Table) -> Table:
    """Two rounds; Pau has 31 + 17 = 48."""
    table.round(1, "9", "12 10 7 2", "0", mojo=2)
    table.round(2, "8", "10 7", "0", mojo=2)
    return table


def send(table: Table, round_: int, seat: int, cards: str, action: str = "edit", **more: str) -> TestResponse:
    """Send the sheet of a cell once, confirming nothing."""
    page = f"{table.cell(round_, seat)}/edit"
    fields = {**table.phone.form(page, page), "cards": cards, "points": "", **more}
    return table.phone.client.post(f"{table.cell(round_, seat)}/{action}", data=fields)


def test_what_changes_is_shown_before_it_is_saved(app: Flask, settled: Table) -> None:
    before = written(app)
    answer = send(settled, 2, 1, "12")
    assert answer.status_code == 200
    assert "Pau 17 → 12, total 48 → 43. The match continues." in words(answer)
    assert read(answer).named("cards").at["value"] == "12"
    assert written(app) == before


def test_the_preview_for_the_script_says_the_same_and_writes_nothing(app: Flask, settled: Table) -> None:
    before = written(app)
    answer = send(settled, 2, 1, "12", "preview")
    assert answer.status_code == 200
    assert "Pau 17 → 12, total 48 → 43. The match continues." in words(answer)
    assert "<html" not in answer.text
    assert written(app) == before


@pytest.mark.parametrize("cards", ["", "13", "abc", "10 7", "7 10"])
def test_the_preview_is_empty_for_no_hand_and_for_no_change(settled: Table, cards: str) -> None:
    assert words(send(settled, 2, 1, cards, "preview")) == ""


def test_a_confirmed_correction_is_saved_and_leads_to_the_pad(settled: Table) -> None:
    answer = settled.enter(2, 1, "12")
    assert answer.status_code == 303
    assert answer.location == settled.url
    assert totals(settled.pad()) == ["17", "43", "0"]


def test_the_trail_says_what_was_there_before(settled: Table) -> None:
    settled.enter(2, 1, "12")
    said = words(settled.phone.get(settled.cell(2, 1)))
    assert "10 7 = 17" in said
    assert "this phone: 12" in said


def test_a_correction_of_the_lowest_hand_shows_what_the_mojo_costs(settled: Table) -> None:
    said = words(send(settled, 2, 0, "12 11 10 9 8", "preview"))
    assert "Ana 8 → 22, total 17 → 31" in said
    assert "Zoé" not in said
    said = words(send(settled, 2, 2, "9", "preview", closed="1"))
    assert "Zoé 0 → 19, total 0 → 19" in said


def test_a_confirmation_fits_the_hand_that_was_shown(app: Flask, settled: Table) -> None:
    confirmed = read(send(settled, 2, 1, "12")).named("confirmed").at["value"]
    before = written(app)
    answer = send(settled, 2, 1, "11", confirmed=confirmed)
    assert answer.status_code == 200
    assert "Pau 17 → 11" in words(answer)
    assert written(app) == before


def test_a_confirmation_is_out_of_date_once_somebody_wrote_elsewhere(settled: Table, pau: Table) -> None:
    confirmed = read(send(settled, 2, 1, "12")).named("confirmed").at["value"]
    pau.enter(1, 1, "12 10 7 1")
    answer = send(settled, 2, 1, "12", confirmed=confirmed)
    assert answer.status_code == 200
    assert "Pau 17 → 12, total 47 → 42" in words(answer)


def test_a_hand_that_completes_a_round_asks_for_no_confirmation(table: Table) -> None:
    for seat, cards in enumerate(("12 10 7 4", "9", "0")):
        assert send(table, 1, seat, cards, **({"closed": "1"} if seat == 2 else {})).status_code == 303


def test_a_hand_of_an_open_round_is_changed_without_a_preview(table: Table) -> None:
    table.enter(1, 0, "9")
    assert send(table, 1, 0, "12").status_code == 303


def test_a_correction_can_end_the_match_and_says_so(settled: Table) -> None:
    assert "Pau 17 → 19, total 48 → 50. The match ends in round 2, won by Zoé." in words(send(settled, 2, 1, "12 7"))
    settled.enter(2, 1, "12 7")
    assert "Zoé wins" in words(settled.pad())


def test_after_the_end_a_correction_can_open_the_match_again(settled: Table) -> None:
    settled.enter(2, 1, "12 7")
    assert "total 50 → 48. The match continues." in words(send(settled, 2, 1, "10 7"))
    assert settled.enter(2, 1, "10 7").status_code == 303
    assert "Enter Ana’s cards" in words(settled.pad())


def test_after_the_end_a_correction_says_who_wins_then(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", "Zoé", limit="20")
    match.round(1, "3", "4", "12 10", mojo=2)
    assert "Still won by Ana." in words(send(match, 1, 0, "2"))
    assert "New winner: Pau." in words(send(match, 1, 0, "9"))
    assert "New winner: Ana and Pau." in words(send(match, 1, 0, "4"))


def test_the_end_moves_to_the_round_that_reaches_the_limit_first(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", "Zoé", limit="30")
    match.round(1, "9", "12", "0", mojo=2)
    match.round(2, "8", "12 10 7 2", "0", mojo=2)
    assert "Pau 12 → 31, total 43 → 31. The match now ends in round 1, won by Zoé." in words(
        send(match, 1, 1, "12 10 7 2")
    )
    assert match.enter(1, 1, "12 10 7 2").status_code == 303
    assert "Round 2 was entered after the end: it doesn’t count." in words(match.pad())
    assert totals(match.pad()) == ["9", "31", "0"]


def test_an_impossible_correction_is_refused_and_nothing_is_shown(app: Flask, settled: Table) -> None:
    before = written(app)
    answer = send(settled, 2, 1, "13")
    assert answer.status_code == 422
    assert "→" not in words(answer)
    assert written(app) == before


def test_a_correction_that_makes_an_impossible_table_opens_the_round(settled: Table) -> None:
    answer = settled.enter(1, 0, "0 0 0 0")
    assert answer.status_code == 303
    assert "There can’t be 5 cards with 0" in words(settled.pad())
