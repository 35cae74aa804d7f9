"""House rules of a match: chosen before it, said wherever one looks for them, kept to its end."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.playing import now
from tests.views.reading import beside, read, totals, words

HOUSE = {"most_rounds": "3", "ties": "last_round", "unclosed": "yes"}
SAID = (
    "Rounds at most 3 house rule",
    "The same total at the end Whoever had the better last round is before the other house rule",
    "A round that nobody ended Counts as the cards lie, and nobody gets more or less for ending it house rule",
)


@pytest.fixture
def skyjo(phone: Phone) -> Table:
    """A match of Skyjo with every house rule there is."""
    return phone.begin("Ana", "Pau", game="skyjo", doubling="no", **HOUSE)


def test_what_was_agreed_is_said_in_the_rules_and_on_the_menu(skyjo: Table) -> None:
    doubling = "Whoever ends the round and isn’t the only lowest Gets the points as they are house rule"
    for url in (f"{skyjo.url}/menu", f"/rules/skyjo?match={skyjo.public_id}"):
        page = words(skyjo.phone.get(url))
        for said in (*SAID, doubling, "Play to 100"):
            assert said in page, url
        assert "Play to 100 house rule" not in page


def test_a_match_that_says_nothing_of_them_has_none(phone: Phone, table: Table) -> None:
    page = words(phone.get(f"/rules/mojo?match={table.public_id}"))
    assert "Rounds at most as many as it takes" in page
    assert "The same total at the end They share the place" in page
    assert "house rule" not in page


def test_a_blank_number_of_rounds_is_none_and_nonsense_is_refused(app: Flask, phone: Phone) -> None:
    assert read(phone.get("/new?game=skyjo")).values("most_rounds") == [""]
    assert now(phone.begin("Ana", "Pau", game="skyjo", most_rounds=" ")).agreement.rounds is None
    before = written(app)
    for wrong in ("100", "-1", "x"):
        answer = phone.send("/new", "/new", name=["Ana", "Pau"], most_rounds=wrong)
        assert answer.status_code == 422
        assert "Enter a whole number from 0 to 99." in beside(answer, "most_rounds")
    assert written(app) == before


def test_the_last_round_is_said_and_the_match_ends_there(skyjo: Table) -> None:
    assert "Round 1 of 3 · to 100" in words(skyjo.pad())
    for number in (1, 2):
        skyjo.enter(number, 0, points="10")
        skyjo.enter(number, 1, points="12", mojo=True)
    assert "This is the last round." in words(skyjo.pad())
    skyjo.enter(3, 0, points="9")
    skyjo.enter(3, 1, points="4", mojo=True)
    page = words(skyjo.pad())
    assert totals(skyjo.pad()) == ["29", "28"]
    assert "Pau wins All 3 rounds are played" in page


def test_a_tie_that_the_last_round_parts_is_told(phone: Phone) -> None:
    uno = {"game": "points", "called": "Uno", "winner": "lowest", "limit": "30", "ties": "last_round"}
    table = phone.begin("Ana", "Pau", "Zoé", **uno)
    for number, points in enumerate(((5, 9, 20), (9, 5, 10)), 1):
        for seat, each in enumerate(points):
            table.enter(number, seat, points=str(each))
    page = words(table.pad())
    assert "Pau wins Zoé reached 30 in round 2. Ana and Pau have 14 each, and round 2 was best for Pau." in page
    assert "1. Pau 14 👑 2. Ana 14 3. Zoé 30" in page
    assert "Pau wins Ana 14, Zoé 30 14" in words(phone.get("/history"))
    people = words(phone.get("/people"))
    assert re.search(r"Pau Won last on \d+ \w+ 1 of 1 ", people)
    assert re.search(r"Ana Played last on \d+ \w+ 0 of 1 ", people)


def test_a_rematch_takes_the_house_rules_along(skyjo: Table) -> None:
    for number in (1, 2, 3):
        skyjo.enter(number, 0, points="10")
        skyjo.enter(number, 1, points="12", mojo=True)
    again = skyjo.phone.send(skyjo.url, f"{skyjo.url}/menu/rematch")
    new = now(Table(skyjo.phone, again.location))
    assert (new.agreement.rounds, new.options["doubling"]) == (3, "no")


def test_nothing_is_doubled_and_no_sheet_speaks_of_it(skyjo: Table) -> None:
    sheet = words(skyjo.phone.get(f"{skyjo.cell(1, 0)}/edit"))
    assert "nothing is doubled" in sheet
    assert "before doubling" not in sheet
    assert "points are doubled" not in words(skyjo.phone.get(f"/rules/skyjo?match={skyjo.public_id}"))
    assert "points are doubled" in words(skyjo.phone.get("/rules/skyjo"))
    skyjo.enter(1, 0, points="10", mojo=True)
    skyjo.enter(1, 1, points="3")
    assert totals(skyjo.pad()) == ["10", "3"]
    assert "because Pau" not in words(skyjo.phone.get(skyjo.cell(1, 0)))


def test_nobody_is_an_answer_where_the_match_says_so(app: Flask, phone: Phone, skyjo: Table) -> None:
    action = f"{skyjo.url}/r/1/closer"
    skyjo.enter(1, 0, points="10")
    before = written(app)
    early = {"csrf_token": phone.csrf(), "client_id": "early", "closer": "nobody"}
    assert skyjo.phone.client.post(action, data=early).status_code == 409, "a hand is missing"
    assert written(app) == before
    skyjo.enter(1, 1, points="3")
    assert "Nobody" in [one.words for one in read(skyjo.pad()).all("button") if one.at.get("name") == "closer"]
    answer = skyjo.phone.send(skyjo.url, action, closer="nobody")
    assert answer.status_code == 303
    assert "Nobody ended round 1" in words(skyjo.phone.get(answer.location))
    assert totals(skyjo.pad()) == ["10", "3"]
    assert "nobody" in words(skyjo.phone.get(skyjo.cell(1, 0)))


def test_it_can_be_taken_back_and_somebody_can_be_named_after_all(skyjo: Table) -> None:
    skyjo.enter(1, 0, points="10")
    skyjo.enter(1, 1, points="3")
    skyjo.phone.send(skyjo.url, f"{skyjo.url}/r/1/closer", closer="nobody")
    assert skyjo.phone.send(skyjo.url, f"{skyjo.url}/undo").status_code == 303
    assert now(skyjo).sheet.rounds[0].needs_closer
    skyjo.phone.send(skyjo.url, f"{skyjo.url}/r/1/closer", closer="nobody")
    skyjo.enter(1, 1, points="3", mojo=True)
    assert now(skyjo).sheet.rounds[0].closer == 1


def test_nobody_is_no_answer_elsewhere(app: Flask, table: Table) -> None:
    for seat, cards in enumerate(("9 1", "0 4", "10 11 3")):
        table.enter(1, seat, cards)
    action = f"{table.url}/r/1/closer"
    assert "Nobody" not in [one.words for one in read(table.pad()).all("button")]
    before = written(app)
    answer = table.phone.send(table.url, action, closer="nobody")
    assert answer.status_code == 422
    assert "Choose someone from the list." in words(answer)
    assert written(app) == before


def test_bots_are_told_which_round_it_is(phone: Phone) -> None:
    """House H1: what was dealt without a number of rounds says none."""
    for options, spelled in ({"most_rounds": "2"}, True), ({}, False):
        table = phone.begin("Ana", "Pau", game="mojo", **options)
        assert phone.sure(f"{table.url}/table", f"{table.url}/table/deal", round="1").status_code == 303
        dealt = now(table).dealt
        assert dealt is not None
        assert ("round 1" in dealt.setup.spell()) == spelled
        assert dealt.deal.frame.left == (1 if spelled else None)
        assert ("Round 1 of 2 · to 50" in words(phone.get(f"{table.url}/table"))) == spelled
