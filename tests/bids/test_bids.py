"""A match of Bids from the first bid to the last, on every page that it comes by."""

from __future__ import annotations

import json
from random import Random

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.games.game import Round
from companion.games.why import BadEntry
from companion.ledger.base import db
from companion.ledger.models import CellRecord
from companion.views.words import say
from tests.conftest import Phone, Table
from tests.views.playing import now
from tests.views.reading import beside, words
from tests.views.test_every_page import faults

from .game import GAME, Bid

WHOLE = [((1, 1), (0, 0), (1, 0)), ((1, 1), (1, 1), (0, 0)), ((3, 3), (0, 0), (1, 0))]
"""Three rounds, each seat's bid and what it won."""


def bid(table: Table, round_: int, seat: int, said: object, won: object) -> TestResponse:
    """Fill in a sheet, and confirm what is shown if anything is."""
    return table.enter(round_, seat, bid=str(said), won=str(won))


def play(table: Table, rounds: int) -> None:
    """The first rounds of a match."""
    for number, bids in enumerate(WHOLE[:rounds], 1):
        for seat, (said, won) in enumerate(bids):
            answer = bid(table, number, seat, said, won)
            assert answer.status_code == 303, answer.text


def judged(*bids: tuple[int, int] | None, number: int = 1) -> Round[Bid]:
    """A round of these bids."""
    entries = tuple(each and Bid(*each) for each in bids)
    none = (0,) * len(bids)
    return Round(number, tuple(range(len(bids))), entries, None, none, ((),) * len(bids), {})


def test_an_entry_survives_its_texts() -> None:
    for said in range(4):
        for won in range(4):
            entry = Bid(said, won)
            assert GAME.parse(json.loads(json.dumps(GAME.spell(entry)))) == entry
            assert GAME.read(GAME.fields(entry), False) == entry


def test_a_round_is_judged_by_its_number() -> None:
    assert GAME.problems(judged((1, 1), (0, 0))) == ()
    assert [str(one.why) for one in GAME.problems(judged((1, 1), (0, 0), number=2))] == [
        "1 tricks were won, and the round has 2."
    ]
    with pytest.raises(BadEntry, match="Round 1 has 1 tricks: 2 cannot be"):
        GAME.check(judged((2, 0), None), 0)
    GAME.check(judged((2, 0), None, number=2), 0)


def test_a_match_is_played_to_its_last_round_without_a_question_who_ended_one(table: Table) -> None:
    play(table, 2)
    pad = words(table.phone.get(table.url))
    assert "ended" not in pad
    assert "Zoé starts" in pad
    play_last = now(table).sheet
    assert (play_last.totals, play_last.open_round, play_last.limit) == ((22, 21, 9), 3, None)
    for seat, (said, won) in enumerate(WHOLE[2]):
        bid(table, 3, seat, said, won)
    sheet = now(table).sheet
    assert (sheet.totals, sheet.winners, sheet.over_round) == ((35, 31, 8), (0,), 3)
    assert str(sheet.over) == "after 3 rounds"


def test_what_is_written_is_two_numbers(app: Flask, table: Table) -> None:
    play(table, 1)
    with app.app_context():
        stored = [row.value for row in db.session.query(CellRecord).filter(CellRecord.cell.like("entry/1/%"))]
    assert sorted(stored, key=str) == sorted(
        [{"bid": 1, "won": 1}, {"bid": 0, "won": 0}, {"bid": 1, "won": 0}], key=str
    )


def test_a_refusal_stands_beside_its_field_and_keeps_what_was_typed(table: Table) -> None:
    answer = bid(table, 1, 0, 5, 0)
    assert answer.status_code == 422
    assert "Round 1 has 1 tricks: 5 cannot be." in beside(answer, "bid")
    assert 'name="bid" value="5"' in answer.text
    assert "say how many tricks were bid and won" in beside(bid(table, 1, 0, "0", ""), "won")
    assert "“x” isn’t one" in beside(bid(table, 1, 0, "x", 0), "bid")


def test_a_correction_is_shown_before_it_is_saved_and_can_be_taken_back(table: Table) -> None:
    play(table, 2)
    sheet = f"{table.cell(1, 2)}/edit"
    assert table.phone.form(sheet, sheet)["bid"] == "1"
    asked = table.phone.send(sheet, sheet, bid="0", won="0")
    assert (asked.status_code, "confirmed" in asked.text) == (200, True)
    assert bid(table, 1, 2, 0, 0).status_code == 303
    assert now(table).sheet.totals == (22, 21, 20)
    assert "0 said and won" in words(table.phone.get(table.cell(1, 2)))
    undo = f"{table.url}/undo"
    assert table.phone.send(table.url, undo).status_code == 303
    assert now(table).sheet.totals == (22, 21, 9)


def test_tricks_that_cannot_have_been_won_together_are_shown_on_the_pad(table: Table) -> None:
    for seat in range(3):
        bid(table, 1, seat, 1, 1)
    assert "3 tricks were won, and the round has 1." in words(table.phone.get(table.url))
    assert not now(table).sheet.rounds[0].complete


def test_two_phones_that_differ_are_asked_which_is_right(table: Table) -> None:
    other = table.guest(1)
    page = f"{table.cell(1, 1)}/edit"
    late = other.phone.form(page, page)
    bid(table, 1, 1, 1, 1)
    answer = other.phone.client.post(page, data={**late, "bid": "0", "won": "0"})
    assert answer.status_code == 409
    assert ("0 said and won" in words(answer), "1 said and won" in words(answer)) == (True, True)
    assert now(table).sheet.rounds[0].cells[1].entry == Bid(1, 1)


def test_every_page_is_sound(phone: Phone, table: Table) -> None:
    for done in range(4):
        play(table, done)
        for address in (
            "/", "/new", "/rules/bids", "/history", "/people", table.url, f"{table.url}/menu", f"{table.url}/phones",
            table.cell(1, 0), f"{table.cell(1, 0)}/edit", f"/tv/{table.public_id}",
        ):  # fmt: skip
            answer = phone.get(address)
            assert (address, answer.status_code) == (address, 200)
            assert (address, list(faults(answer))) == (address, [])


def test_people_are_told_who_won(phone: Phone, table: Table) -> None:
    play(table, 3)
    said = words(phone.get("/people?game=bids"))
    assert "Ana" in said
    assert "Bids" in said


def test_its_rounds_end_as_those_of_a_game_that_says_nothing_of_its_own(app: Flask) -> None:
    moment = GAME.moment(judged((1, 1), (2, 2)), [11, 12])
    with app.test_request_context():
        said = say(moment.said, ("Ana", "Pau").__getitem__)
    assert (moment.face, said, moment.because) == ("12", "Best of the round: Pau with 12", None)


def test_it_has_no_table(table: Table) -> None:
    assert table.phone.get(f"{table.url}/table").location == table.url


def test_random_matches_add_up(phone: Phone) -> None:
    luck = Random(1)
    match = phone.begin("Ana", "Pau", game="bids", rounds="4")
    points = [0, 0]
    for number in range(1, 5):
        won = luck.randint(0, number)
        for seat, tricks in enumerate((won, number - won)):
            said = luck.randint(0, number)
            assert bid(match, number, seat, said, tricks).status_code == 303
            points[seat] += 10 + tricks if said == tricks else -abs(said - tricks)
    assert list(now(match).sheet.totals) == points
