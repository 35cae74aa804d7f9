"""Skyjo on the pad, over HTTP: grids, sums below zero, doubling, who closed, corrections."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.games import by_key
from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.reading import cell, confirming, read, totals, words

LOW = "-2 -1 0 x -2 -1 0 x"
MIDDLE = "0 1 2 3 4 5 x x"
HIGH = "12 11 10 9 8 7 6 5 4 12 11 10"
ASKED = "All cards are entered: who ended the round?"


@pytest.fixture
def table(phone: Phone) -> Table:
    """Ana, Pau and Zoé at a match of Skyjo; nothing is written yet."""
    return phone.begin("Ana", "Pau", "Zoé", game="skyjo", limit="100")


def test_the_sheet_has_a_grid_fifteen_values_and_a_key_for_the_sign(table: Table) -> None:
    sheet = read(table.phone.get(f"{table.cell(1, 0)}/edit"))
    keys = [one.at["data-card"] for one in sheet.all("button") if "data-card" in one.at]
    assert keys == [str(card) for card in sorted(by_key("skyjo").pack.copies)]
    assert [one.at["data-place"] for one in sheet.all("button") if "data-place" in one.at] == [
        str(column * 3 + row) for row in range(3) for column in range(4)
    ]
    assert any("data-sign" in one.at for one in sheet.all("button"))
    assert "inputmode" not in sheet.named("points").at
    assert "Mojo" not in sheet.all("main")[0].words


def test_a_round_is_scored_by_the_book_and_says_why(table: Table) -> None:
    table.round(1, MIDDLE, LOW, HIGH, mojo=0)
    assert totals(table.pad()) == ["30", "−6", "105"]
    assert cell(table.pad(), table.cell(1, 0)) == "30 ×2"
    assert "15 × 2 = 30, because Pau is lower" in words(table.phone.get(table.cell(1, 0)))
    label = next(one.at["aria-label"] for one in read(table.pad()).all("a") if one.at.get("href") == table.cell(1, 0))
    assert label == "Ana, round 1: 30 (points), ended the round, doubled"


def test_whoever_closed_and_is_lowest_alone_is_marked_and_not_doubled(table: Table) -> None:
    table.round(1, MIDDLE, "1 2 3 4 5 6 x x", HIGH, mojo=0)
    assert cell(table.pad(), table.cell(1, 0)) == "15 ⚑"


@pytest.mark.parametrize(("cards", "points"), [(LOW, "−6"), ("x x x x", "0"), ("-1 -1 -1 0 0 1 x x", "2")])
def test_only_points_above_zero_are_doubled(table: Table, cards: str, points: str) -> None:
    table.round(1, cards, "-2 -2 -1 -1 -1 0 x x", HIGH, mojo=0)
    assert totals(table.pad())[0] == points


@pytest.mark.parametrize(("typed", "held"), [("−17", "−17"), ("-3", "−3"), ("140", "140"), ("0", "0")])
def test_a_sum_is_typed_with_its_sign(table: Table, typed: str, held: str) -> None:
    assert table.enter(1, 0, points=typed).status_code == 303
    assert cell(table.pad(), table.cell(1, 0)) == held
    assert f"{held} (typed)" in words(table.phone.get(table.cell(1, 0)))


@pytest.mark.parametrize(
    ("cards", "points", "said"),
    [
        ("", "", "Nothing entered yet: enter the cards column by column"),
        ("1 2", "", "A grid is made of columns of three, but this one has 2 cards"),
        ("1 2 x 3", "", "An x means a whole column"),
        ("13 1 2", "", "There’s no 13 in Skyjo"),
        ("-2 -2 -2 -2 -2 -2", "", "The pack has only 5 cards with −2"),
        ("", "-18", "−18 isn’t possible"),
        ("", "141", "141 isn’t possible"),
        ("1 2 3", "6", "Enter the cards or the sum, not both"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    app: Flask, table: Table, cards: str, points: str, said: str
) -> None:
    before = written(app)
    answer = table.enter(1, 0, cards, points=points)
    assert answer.status_code == 422
    assert said in words(answer)
    assert read(answer).named("cards").at["value"] == cards
    assert written(app) == before


def test_who_closed_is_no_hand_by_itself(app: Flask, table: Table) -> None:
    before = written(app)
    assert table.enter(1, 0, mojo=True).status_code == 422
    assert written(app) == before


def test_the_pad_asks_who_closed_in_the_words_of_the_game(table: Table) -> None:
    for seat, cards in enumerate((MIDDLE, LOW, HIGH)):
        table.enter(1, seat, cards)
    assert ASKED in words(table.pad())
    assert "who ended the round?" in words(table.phone.get(table.cell(1, 0)))
    answer = table.phone.send(table.url, f"{table.url}/r/1/closer", closer="2")
    assert answer.status_code == 303
    assert "Zoé ended the round" in words(table.pad())
    assert totals(table.pad()) == ["15", "−6", "210"]


def test_nobody_is_named_as_the_next_starter_because_the_cards_decide(table: Table) -> None:
    assert "The cards decide who starts" in words(table.pad())
    table.round(1, MIDDLE, LOW, "1 2 3", mojo=1)
    assert "The cards decide who starts" in words(table.pad())
    assert "clockwise" not in words(table.pad())


def test_where_the_match_is_set_so_whoever_closed_starts(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", game="skyjo", limit="100", starter="closer")
    match.round(1, MIDDLE, LOW, mojo=1)
    assert "Pau starts clockwise · ended round 1" in words(match.pad())


def test_a_correction_shows_whom_it_doubles_before_it_is_saved(table: Table) -> None:
    table.round(1, MIDDLE, "4 5 6 4 5 6 x x", HIGH, mojo=0)
    sheet = table.phone.get(f"{table.cell(1, 1)}/edit")
    assert read(sheet).named("cards").at["value"] == "4 5 6 4 5 6 x x"
    edit = f"{table.cell(1, 1)}/edit"
    answer = table.phone.send(edit, edit, cards=LOW, points="")
    assert answer.status_code == 200
    assert "Ana 15 → 30" in words(answer)
    assert "Pau 30 → −6" in words(answer)
    sent = {**confirming(answer), "cards": LOW, "points": ""}
    sent.pop("closed")
    assert table.phone.client.post(edit, data=sent).status_code == 303
    assert totals(table.pad()) == ["30", "−6", "105"]


def test_two_phones_with_two_grids_are_shown_side_by_side(table: Table, pau: Table) -> None:
    form = table.phone.form(f"{table.cell(1, 0)}/edit", f"{table.cell(1, 0)}/edit")
    pau.enter(1, 0, LOW)
    answer = table.phone.client.post(f"{table.cell(1, 0)}/edit", data={**form, "cards": MIDDLE, "points": ""})
    assert answer.status_code == 409
    assert "Keep −2 −1 0 −2 −1 0 = −6" in words(answer)
    assert "Keep yours: 0 1 2 3 4 5 = 15" in words(answer)


def test_the_same_grid_with_its_columns_in_another_order_asks_nothing(table: Table, pau: Table) -> None:
    form = table.phone.form(f"{table.cell(1, 0)}/edit", f"{table.cell(1, 0)}/edit")
    pau.enter(1, 0, "0 1 2 3 4 5")
    sent = {**form, "cards": "x 3 4 5 x 0 1 2", "points": ""}
    assert table.phone.client.post(f"{table.cell(1, 0)}/edit", data=sent).status_code == 303


def test_the_story_strikes_the_column_and_not_its_twins(table: Table) -> None:
    table.enter(1, 0, "-1 -1 -1 -1 2 3 x x")
    faces = read(table.phone.get(table.cell(1, 0))).classed("face")
    assert ["covered" in face.at["class"] for face in faces] == [True, True, True, False, False, False]
    assert "not counting −1 −1 −1" in words(table.phone.get(table.cell(1, 0)))


def test_a_total_below_zero_leads_and_its_bar_is_empty(table: Table) -> None:
    table.round(1, MIDDLE, LOW, "1 2 3", mojo=1)
    bars = {bar.at["aria-label"]: bar.at["value"] for bar in read(table.pad()).all("progress")}
    assert bars["Pau: total −6, 106 to go to 100"] == "0"
    lead = next(one for one in read(table.pad()).classed("lead") if one.tag == "th")
    assert "Pau" in lead.words


def test_the_end_says_minus_in_the_text_to_share(table: Table) -> None:
    table.round(1, MIDDLE, LOW, HIGH, mojo=1)
    shared = read(table.pad()).id("share-text").words
    assert "Skyjo, " in shared
    assert "1. Pau −6" in shared
