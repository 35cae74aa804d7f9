"""Jok-R-ummy jr on the pad, over HTTP: missions, surprises, who ended the round, and a match that is won at once."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.reading import beside, cell, read, totals, words


@pytest.fixture
def table(phone: Phone) -> Table:
    """Ana, Pau and Zoé at a match of Jok-R-ummy jr; nothing is written yet."""
    return phone.begin("Ana", "Pau", "Zoé", game="jokrummy", limit="4")


def report(table: Table, round_: int, seat: int, done: str, bonus: str = "0", ended: bool = False) -> TestResponse:
    """Says what a seat did; nothing is typed into the fields for cards, which are not there."""
    page = f"{table.cell(round_, seat)}/edit"
    return table.phone.sure(page, page, points=done, bonus=bonus, **({"closed": "1"} if ended else {}))


def whole(table: Table, round_: int, *done: str, ended: int | None = None) -> None:
    for seat, each in enumerate(done):
        assert report(table, round_, seat, *each.split("+"), ended=seat == ended).status_code == 303


def test_the_sheet_asks_for_the_mission_and_not_for_cards(table: Table) -> None:
    sheet = read(table.phone.get(f"{table.cell(1, 0)}/edit"))
    names = {one.at.get("name") for one in sheet.all("input")}
    assert {"points", "bonus", "closed"} <= names
    assert "cards" not in names
    for said in ("Mission done?", "Surprises this round", "Ana ended the round"):
        assert said in sheet.words
    assert "Mojo" not in sheet.all("main")[0].words


def test_missions_and_surprises_are_counted_and_say_why(table: Table) -> None:
    whole(table, 1, "1+1", "0", "1", ended=2)
    assert totals(table.pad()) == ["2", "0", "1"]
    assert "1 mission + 1 surprise = 2" in words(table.phone.get(table.cell(1, 0)))
    assert cell(table.pad(), table.cell(1, 2)) == "1 ⚑"
    labels = {one.at["href"]: one.at.get("aria-label") for one in read(table.pad()).all("a") if "href" in one.at}
    assert labels[table.cell(1, 2)] == "Zoé, round 1: missions done: 1, ended the round"


def test_a_round_may_end_without_anybody_ending_it_and_nobody_is_asked(table: Table) -> None:
    whole(table, 1, "1", "1", "1")
    assert totals(table.pad()) == ["1", "1", "1"]
    assert "who ended the round?" not in words(table.pad())
    assert "Pau starts clockwise · left of Ana, who deals" in words(table.pad())


def test_who_ended_the_round_is_asked_when_a_mission_is_not_done(table: Table) -> None:
    whole(table, 1, "1", "0", "0+1")
    pad = read(table.pad())
    assert "All missions are entered: who ended the round?" in pad.words
    assert totals(table.pad()) == ["1", "0", "1"]
    refused = table.phone.send(table.url, f"{table.url}/r/1/closer", closer="1")
    assert "Whoever ends the round must have done the mission" in words(refused)
    assert table.phone.send(table.url, f"{table.url}/r/1/closer", closer="0").status_code == 303
    assert "who ended the round?" not in words(table.pad())
    assert cell(table.pad(), table.cell(1, 0)) == "1 ⚑"


def test_the_question_who_ended_a_round_goes_away_when_the_next_one_is_written(table: Table) -> None:
    whole(table, 1, "1", "0", "1")
    report(table, 2, 0, "1")
    assert "who ended the round?" not in words(table.pad())


def test_who_ended_the_last_round_is_asked_for_it_says_who_wins(table: Table) -> None:
    for round_ in (1, 2, 3):
        whole(table, round_, "1", "1", "0", ended=0)
    whole(table, 4, "1", "1", "0")
    assert "share the win" in words(table.pad())
    assert table.phone.send(table.url, f"{table.url}/r/4/closer", closer="1").status_code == 303
    assert "Pau wins" in words(table.pad())


def test_a_sheet_without_an_answer_is_refused_beside_the_question(app: Flask, table: Table) -> None:
    before = written(app)
    page = f"{table.cell(1, 0)}/edit"
    answer = table.phone.send(page, page, bonus="1", closed="1")
    assert answer.status_code == 422
    assert "Nothing entered yet: is the mission done?" in beside(answer, "points")
    assert written(app) == before


@pytest.mark.parametrize(
    ("done", "bonus", "said"),
    [
        ("2", "0", "A player does one mission per round at most: 2 isn’t possible."),
        ("1", "3", "A player gets 2 surprises at most: 3 isn’t possible."),
        ("1", "x", "“x” isn’t one"),
        ("", "-1", "Nothing entered yet"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    app: Flask, table: Table, done: str, bonus: str, said: str
) -> None:
    before = written(app)
    answer = report(table, 1, 0, done, bonus)
    assert answer.status_code == 422
    assert said in words(answer)
    assert written(app) == before


def test_more_surprises_than_a_match_allows_are_a_problem_of_the_round(table: Table) -> None:
    whole(table, 1, "0+2", "0", "0")
    whole(table, 2, "0+1", "0", "0")
    assert "Nobody can have 3 surprises in one match" in words(table.pad())
    assert "Check the earlier rounds too." in words(table.pad())


NO_END = "Whoever ends the round must have done the mission: change one of the two."


def test_who_has_no_mission_cannot_have_ended_the_round(app: Flask, table: Table) -> None:
    before = written(app)
    answer = report(table, 1, 0, "0", ended=True)
    assert answer.status_code == 422
    assert NO_END in beside(answer, "closed")
    assert read(answer).values("points") == ["0"]
    assert written(app) == before
    assert report(table, 1, 0, "0", "1", ended=True).status_code == 303


def test_who_else_said_that_this_seat_ended_the_round_can_be_overruled_where_it_is_refused(
    table: Table, pau: Table
) -> None:
    page = f"{table.cell(1, 0)}/edit"
    form = table.phone.form(page, page)
    report(pau, 1, 0, "1", ended=True)
    refused = table.phone.client.post(page, data={**form, "points": "0"})
    assert (refused.status_code, read(refused).values("closed")) == (422, ["1"])
    assert NO_END in beside(refused, "closed")
    (seen,) = read(refused).values("seen/closer/1")
    unticked = {**form, "points": "0", "seen/closer/1": seen}
    asked = table.phone.client.post(page, data=unticked)
    assert asked.status_code == 409
    assert "no mission" in words(asked)


def test_a_surprise_alone_ends_no_round_but_the_last(table: Table) -> None:
    said = "A surprise ends the round only if it is mission number 4."
    whole(table, 1, "0+1", "1", "0", ended=0)
    assert said in words(table.pad())
    assert report(table, 1, 0, "1", "1", ended=True).status_code == 303
    assert said not in words(table.pad())
    assert totals(table.pad()) == ["2", "1", "0"]


def test_the_sheet_remembers_what_was_reported(table: Table) -> None:
    report(table, 1, 0, "1", "2", ended=True)
    form = table.phone.form(f"{table.cell(1, 0)}/edit", f"{table.cell(1, 0)}/edit")
    assert (form["points"], form["bonus"], form["closed"]) == ("1", "2", "1")


def test_whoever_ends_the_round_with_the_fourth_mission_wins_without_waiting_for_the_others(table: Table) -> None:
    for number in (1, 2, 3):
        whole(table, number, "1", "1", "0", ended=0)
    assert "Closest to 4: Ana and Pau, 1 mission to go. This could be the last round." in words(table.pad())
    saved = report(table, 4, 1, "1", ended=True)
    assert (saved.status_code, saved.location) == (303, table.url)
    assert "Pau wins" in words(table.pad())
    assert totals(table.pad()) == ["3", "4", "0"]


def test_without_anybody_who_ended_it_those_who_reach_four_share(table: Table) -> None:
    for number in (1, 2, 3, 4):
        whole(table, number, "1", "1", "0")
    assert "Ana and Pau share the win" in words(table.pad())


def test_two_phones_that_differ_are_shown_in_the_words_of_the_game(table: Table, pau: Table) -> None:
    page = f"{table.cell(1, 0)}/edit"
    form = table.phone.form(page, page)
    report(pau, 1, 0, "0")
    answer = table.phone.client.post(page, data={**form, "points": "1", "bonus": "1"})
    assert answer.status_code == 409
    assert "1 mission + 1 surprise = 2" in words(answer)
    assert "no mission" in words(answer)
    sent = {one.at["name"]: one.at.get("value", "") for one in read(answer).all("input") if "name" in one.at}
    assert (sent["points"], sent["bonus"]) == ("1", "1")


def test_home_says_missions(table: Table) -> None:
    whole(table, 1, "1", "0", "0", ended=0)
    assert "Ana, missions done: 1" in words(table.phone.get("/"))


def test_a_new_match_says_who_wins_and_what_is_ticked(phone: Phone) -> None:
    page = words(phone.get("/new?game=jokrummy"))
    assert "2 to 6 people" in page
    assert "First to four missions wins." in page
    assert "The player on the dealer’s left starts." in page
    assert "Youngest" not in page


def test_a_table_shows_its_own_mission_to_whoever_took_the_phone_only(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", game="jokrummy", limit="4")
    table = f"{match.url}/table"
    answer = phone.send(table, f"{table}/deal")
    assert answer.status_code == 303
    page = read(phone.get(answer.location))
    assert "Pass the phone to Ana." in page.words
    assert "Your mission" not in page.words
    mine = read(phone.get(f"{table}?eyes=0.99999999"))
    assert "Your mission" in mine.words
    assert len([one for one in mine.all("li") if one.at.get("class") == "place turn"]) == 0
    assert [one.at["value"] for one in mine.all("button") if one.at.get("name") == "move"] == [
        "draw stock",
        "draw discard",
    ]


@pytest.mark.parametrize("page", ["", "/menu", "/table", "/r/1/s/0", "/r/2/s/1", "/seals"])
def test_no_page_of_the_match_speaks_of_points_or_hands(table: Table, page: str) -> None:
    whole(table, 1, "1+1", "0", "1", ended=2)
    report(table, 2, 1, "1")
    main = read(table.phone.get(f"{table.url}{page}")).id("main")
    told = [main.words, *(value for node in main for key, value in node.at.items() if key in ("aria-label", "title"))]
    found = [said for said in told if re.search(r"\b(points?|hands?|sum|scored)\b", said, re.IGNORECASE)]
    assert not found


def test_more_surprises_in_one_match_than_there_can_be_lead_to_the_pad_which_says_so(table: Table) -> None:
    whole(table, 1, "0+2", "0", "1", ended=2)
    assert report(table, 2, 1, "0").location == f"{table.cell(2, 2)}/edit"
    assert report(table, 2, 0, "0", "1").location == table.url
    alert = "Round 2, Ana: Nobody can have 3 surprises in one match: a player gets 2 at most."
    assert alert in words(table.phone.get(table.url))


def test_a_house_rule_adds_missions(table: Table) -> None:
    whole(table, 1, "1", "0", "1", ended=2)
    story = table.cell(1, 0)
    assert "Missions to add or subtract For example −1 or 1; 0 removes the house rule" in words(table.phone.get(story))
    assert table.phone.sure(story, f"{story}/adjust", points="1").status_code == 303
    assert "1 mission, house rule +1, makes 2" in words(table.phone.get(story))
    assert totals(table.pad()) == ["2", "0", "1"]


def test_while_a_round_is_on_screens_its_missions_come_from_there(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", game="jokrummy", limit="4")
    phone.send(f"{match.url}/table", f"{match.url}/table/deal")
    answer = report(match, 1, 0, "1")
    assert answer.status_code == 409
    assert "Round 1 is being played on screen: the missions are filled in from there." in words(answer)
    dealt = read(phone.get(f"{match.url}/table")).id("main").words
    assert "9 cards 9 0 of 4 missions done" in dealt
    assert "points" not in dealt


def test_a_match_is_played_to_five_missions_at_most(table: Table) -> None:
    """With more, there could be no mission left to hand out (jokrummy J15)."""
    menu = f"{table.url}/menu"
    refused = table.phone.send(menu, f"{menu}/limit", limit="6")
    assert refused.status_code == 422
    assert "Enter a whole number from 1 to 5." in beside(refused, "limit")
    assert table.phone.send(menu, f"{menu}/limit", limit="5").status_code == 303


@pytest.mark.parametrize(
    "said",
    [
        "Missions are dealt starting on the dealer’s left. A surprise that is a player’s fourth mission wins at once",
        "Whoever ends the round with the fourth wins alone",
        "a third one goes back under the missions",
    ],
)
def test_the_rules_say_what_is_rare_too(phone: Phone, said: str) -> None:
    """jokrummy J12, J15, J16."""
    assert said in words(phone.get("/rules/jokrummy"))
