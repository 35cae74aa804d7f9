"""The entry sheet over HTTP: entering hands, and what is refused."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.ledger.cells import CLOSER, ENTRY
from tests.conftest import Phone, Table
from tests.views.conftest import records, written
from tests.views.reading import beside, cell, read, totals, words

MANY = "12 11 10 9 8 7 6 5 4"

REFUSED = [
    ("", "", False, "cards", "Nothing entered yet"),
    (" \t ", " ", False, "cards", "Nothing entered yet"),
    ("9", "9", False, "points", "not both"),
    ("abc", "", False, "cards", "“abc” isn’t one."),
    ("9 1.5", "", False, "cards", "“1.5” isn’t one."),
    ("13", "", False, "cards", "There’s no 13 in Mojo"),
    ("-1", "", False, "cards", "There’s no −1 in Mojo"),
    ("0 0 0 0 0", "", False, "cards", "The pack has only 4 cards with 0"),
    (MANY, "", False, "cards", "8 cards at most, this one has 9"),
    ("1 " * 200, "", False, "cards", "too long for one hand"),
    ("", "35", False, "points", "35 isn’t possible: before 0 or +10, a hand is worth 0 to 34"),
    ("", "-1", False, "points", "−1 isn’t possible"),
    ("", "ten", False, "points", "“ten” isn’t one."),
    ("", "٩", False, "points", "Use whole numbers only"),
    ("9 8 7 6", "", True, "cards", "Whoever took the Mojo has 3 cards at most, this hand has 4"),
    ("", "30", True, "points", "Whoever took the Mojo has 3 cards at most"),
]


@pytest.mark.parametrize(("cards", "points", "mojo", "field", "said"), REFUSED)
def test_what_no_hand_can_be_is_refused_with_a_sentence_and_kept(
    app: Flask, table: Table, cards: str, points: str, mojo: bool, field: str, said: str
) -> None:
    before = written(app)
    answer = table.enter(1, 0, cards, mojo=mojo, points=points)
    tree = read(answer)
    assert answer.status_code == 422
    assert said in next(node for node in tree if node.at.get("role") == "alert").words
    assert tree.named("cards").at["value"].strip() == cards.strip()
    assert tree.named("points").at["value"].strip() == points.strip()
    assert tree.values("closed") == (["1"] if mojo else [])
    assert written(app) == before


@pytest.mark.parametrize(
    ("cards", "points", "field"), [("13", "", "cards"), ("", "35", "points"), ("9", "9", "points")]
)
def test_a_refusal_stands_beside_its_field(table: Table, cards: str, points: str, field: str) -> None:
    answer = table.enter(1, 0, cards, points=points)
    alert = next(node for node in read(answer) if node.at.get("role") == "alert")
    assert read(answer).named(field).at.get("aria-invalid") == "true"
    assert alert.all("li")[0].words in beside(answer, field)


def test_the_sheet_is_for_one_person_in_one_round(table: Table) -> None:
    page = read(table.phone.get(f"{table.cell(1, 1)}/edit"))
    assert "Pau" in page.all("h1")[0].words
    assert "round 1" in page.all("h1")[0].words
    around = {link.at["rel"]: link.at["href"] for link in page.all("a") if "rel" in link.at}
    assert around == {"prev": f"{table.cell(1, 0)}/edit", "next": f"{table.cell(1, 2)}/edit"}


def test_all_cards_of_the_game_can_be_tapped(table: Table) -> None:
    page = read(table.phone.get(f"{table.cell(1, 1)}/edit"))
    cards = [button.at["data-card"] for button in page.all("button") if "data-card" in button.at]
    assert sorted(map(int, cards)) == list(range(13))


def test_saving_leads_to_the_next_who_is_missing_and_at_last_to_the_pad(table: Table) -> None:
    assert table.enter(1, 1, "9").location == f"{table.cell(1, 2)}/edit"
    assert table.enter(1, 2, "8", mojo=True).location == f"{table.cell(1, 0)}/edit"
    assert table.enter(1, 0, "7").location == table.url


def test_the_save_button_says_who_comes_next(table: Table) -> None:
    def label() -> str:
        page = read(table.phone.get(f"{table.cell(1, 0)}/edit"))
        return next(node.at["data-text-save"] for node in page if "data-text-save" in node.at)

    assert "next: Pau" in label()
    table.enter(1, 1, "9")
    assert "next: Zoé" in label()
    table.enter(1, 2, "9")
    assert "next" not in label()


@pytest.mark.parametrize("cards", ["10 11 3", "10,11,3", "10+11+3", " 10;  11\t3 "])
def test_cards_are_read_as_people_write_them(table: Table, cards: str) -> None:
    table.enter(1, 0, cards)
    assert cell(table.pad(), table.cell(1, 0)) == "24"
    assert read(table.phone.get(f"{table.cell(1, 0)}/edit")).named("cards").at["value"] == "10 11 3"


def test_a_sum_can_be_typed_instead(table: Table) -> None:
    assert table.enter(1, 0, points=" 24 ").status_code == 303
    page = read(table.phone.get(f"{table.cell(1, 0)}/edit"))
    assert (page.named("points").at["value"], page.named("cards").at["value"]) == ("24", "")
    assert cell(table.pad(), table.cell(1, 0)) == "24"


def test_the_mojo_with_no_cards_is_a_hand(table: Table) -> None:
    assert table.enter(1, 0, mojo=True).status_code == 303
    assert cell(table.pad(), table.cell(1, 0)) == "0 M"


def test_with_two_people_the_mojo_holder_has_two_cards_at_most(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau")
    answer = match.enter(1, 0, "1 2 5", mojo=True)
    assert answer.status_code == 422
    assert "2 cards at most, this hand has 3" in words(answer)


def test_the_mojo_moves_to_whoever_says_so_later(table: Table) -> None:
    table.enter(1, 0, "9", mojo=True)
    assert "now: Ana" in words(table.phone.get(f"{table.cell(1, 1)}/edit"))
    table.enter(1, 1, "2", mojo=True)
    table.enter(1, 2, "10")
    assert totals(table.pad()) == ["9", "0", "10"]
    assert read(table.phone.get(f"{table.cell(1, 0)}/edit")).values("closed") == []
    assert read(table.phone.get(f"{table.cell(1, 1)}/edit")).values("closed") == ["1"]


def test_whoever_did_not_take_the_mojo_after_all_gives_it_back(table: Table) -> None:
    table.round(1, "9", "4", "2", mojo=2)
    assert table.enter(1, 2, "2").status_code == 303
    assert "who took the Mojo?" in words(table.pad())


def test_another_hand_does_not_take_the_mojo_from_whoever_has_it(table: Table) -> None:
    table.enter(1, 0, "2", mojo=True)
    table.enter(1, 1, "4")
    table.enter(1, 2, "9")
    assert totals(table.pad()) == ["0", "4", "9"]


def test_a_double_tap_is_one_entry(app: Flask, table: Table) -> None:
    page = f"{table.cell(1, 0)}/edit"
    fields = {**table.phone.form(page, page), "cards": "9 1", "closed": "1"}
    answers = [table.phone.client.post(page, data=fields) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303] * 3
    assert len(records(app, ENTRY)) == len(records(app, CLOSER)) == 1


def test_a_late_repeat_does_not_overwrite_what_came_after(table: Table, pau: Table) -> None:
    page = f"{table.cell(1, 0)}/edit"
    fields = {**table.phone.form(page, page), "cards": "9 1"}
    table.phone.client.post(page, data=fields)
    pau.enter(1, 0, "12")
    assert table.phone.client.post(page, data=fields).status_code == 303
    assert cell(table.pad(), table.cell(1, 0)) == "12"
    assert table.phone.client.post(page, data=fields).status_code == 303
    assert "Ana: 12 is saved now" in words(table.pad())


def test_a_hand_is_taken_back_and_waits_again(table: Table) -> None:
    table.enter(1, 0, "9 1")
    answer = table.phone.send(table.cell(1, 0), f"{table.cell(1, 0)}/withdraw")
    assert answer.status_code == 303
    assert "Ana, round 1: cards cleared, enter them again" in words(table.pad())
    assert cell(table.pad(), f"{table.cell(1, 0)}/edit") == ""
    assert "9 1" in words(table.phone.get(table.cell(1, 0)))


@pytest.mark.parametrize(("round_", "seat"), [(0, 0), (2, 0), (99999999999999999999, 0), (1, 3), (1, 10**20)])
def test_a_cell_that_is_not_there_is_not_found(table: Table, round_: int, seat: int) -> None:
    token = table.phone.csrf()
    for path in ("", "/edit"):
        assert table.phone.get(table.cell(round_, seat) + path).status_code == 404
    for path in ("/edit", "/preview", "/withdraw", "/adjust"):
        answer = table.phone.client.post(table.cell(round_, seat) + path, data={"csrf_token": token, "cards": "9"})
        assert answer.status_code == 404


def test_a_stopped_match_takes_no_new_hand_but_says_why(app: Flask, table: Table) -> None:
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/stop")
    before = written(app)
    answer = table.enter(1, 0, "9")
    assert answer.status_code == 409
    assert "This match was stopped. Resume it to keep playing." in words(answer)
    assert written(app) == before
