"""The note and the place of a match: any phone writes them, with a trail, an undo, and conflicts."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.ledger.cells import NOTE, PLACE
from tests.conftest import Phone, Table
from tests.views.conftest import records
from tests.views.reading import Node, read, words


def noted(table: Table, note: str = "", place: str = "") -> None:
    """Write them on that phone's page."""
    page = f"{table.url}/note"
    answer = table.phone.send(page, page, note=note, place=place)
    assert (answer.status_code, answer.location) == (303, table.url)


def fields(page: Node) -> tuple[str, str]:
    return page.id("note").words, page.id("place").at["value"]


def test_the_menu_leads_to_it_and_the_pad_shows_it(table: Table) -> None:
    links = {link.words: link.at["href"] for link in read(table.phone.get(f"{table.url}/menu")).all("a")}
    assert links["Note and place"] == f"{table.url}/note"
    noted(table, "Teo cheated", "At Grandma’s")
    said = [note.words for note in read(table.phone.get(table.url)).classed("note")]
    assert said[-2:] == ["At Grandma’s", "Teo cheated"]
    assert fields(read(table.phone.get(f"{table.url}/note"))) == ("Teo cheated", "At Grandma’s")


def test_a_note_has_lines_and_nothing_invisible(app: Flask, table: Table) -> None:
    noted(table, "  Teo   cheated\r\n\r\n\r\n\u200bin round 3 \x07\n", " At  Grandma’s ")
    assert records(app, NOTE)[-1][-1] == "Teo cheated\n\nin round 3"
    assert records(app, PLACE)[-1][-1] == "At Grandma’s"


def test_undo_takes_both_back_at_once(table: Table) -> None:
    noted(table, "Teo cheated", "At Grandma’s")
    noted(table, "Teo lost", "At Zoé’s")
    assert table.phone.send(table.url, f"{table.url}/undo").status_code == 303
    assert fields(read(table.phone.get(f"{table.url}/note"))) == ("Teo cheated", "At Grandma’s")


def test_the_page_tells_what_was_written_before(table: Table) -> None:
    noted(table, "Teo cheated")
    noted(table, "Teo lost")
    trail = [line.words for line in read(table.phone.get(f"{table.url}/note")).classed("trail")[0].all("li")]
    assert len(trail) == 2
    assert trail[0].endswith("this phone, The note: Teo cheated")
    assert trail[1].endswith("this phone, The note: Teo lost")


def test_the_place_is_not_that_of_a_ranking(table: Table) -> None:
    page = read(table.phone.client.get(f"{table.url}/note", headers={"Accept-Language": "fr"}))
    assert [label.words for label in page.all("label")] == ["Note", "Lieu"]


def test_the_same_again_writes_nothing(app: Flask, table: Table) -> None:
    noted(table, "Teo cheated")
    before = records(app, NOTE)
    noted(table, "Teo cheated ")
    assert records(app, NOTE) == before
    noted(table)
    assert [row[-1] for row in records(app, NOTE)] == ["Teo cheated", None]


@pytest.mark.parametrize(
    ("field", "most", "said"),
    [
        ("note", 500, "Keep it to 500 characters: this has 501."),
        ("place", 40, "Keep it to 40 characters: this has 41."),
    ],
)
def test_what_is_too_long_is_said_beside_its_field(app: Flask, table: Table, field: str, most: int, said: str) -> None:
    page = f"{table.url}/note"
    whole = {"note": "kept", "place": "kept"}
    answer = table.phone.send(page, page, **{**whole, field: "x" * (most + 1)})
    assert answer.status_code == 422
    tree = read(answer)
    assert said in tree.id(f"{field}-error").words
    assert fields(tree) == tuple({**whole, field: "x" * (most + 1)}.values())
    assert records(app, NOTE) == records(app, PLACE) == []
    assert table.phone.send(page, page, **{**whole, field: "x" * most}).status_code == 303


def test_two_phones_that_write_different_notes_see_both(app: Flask, table: Table) -> None:
    zoe = table.guest(2)
    page = f"{table.url}/note"
    mine = {**table.phone.form(page, page), "note": "Teo cheated", "place": "At Grandma’s"}
    noted(zoe, "Nobody cheated", "At Grandma’s")
    answer = table.phone.client.post(page, data=mine)
    assert answer.status_code == 409
    assert "Keep Nobody cheated" in words(answer)
    assert "Keep yours: Teo cheated" in words(answer)
    assert "The place" not in words(answer), "both were there already"
    assert records(app, NOTE)[-1][-1] == "Nobody cheated"
    (form,) = [one for one in read(answer).all("form") if one.at.get("action") == page]
    kept = {one.at["name"]: one.at["value"] for one in form.all("input")}
    assert table.phone.client.post(page, data=kept).status_code == 303
    assert records(app, NOTE)[-1][-1] == "Teo cheated"


def test_places_of_the_group_are_offered_and_a_tap_fills_one_in(app: Flask, table: Table) -> None:
    noted(table, "", "At Grandma’s")
    noted(table.phone.begin("Ana", "Pau"), "", "Café")
    second = table.phone.begin("Ana", "Zoé")
    page = f"{second.url}/note"
    offered = [one.at["value"] for one in read(second.phone.get(page)).all("button") if one.at.get("name") == "at"]
    assert offered == ["Café", "At Grandma’s"]
    before = records(app, PLACE)
    answer = second.phone.send(page, page, note="half a", place="typed", at="Café")
    assert answer.status_code == 200
    assert fields(read(answer)) == ("half a", "Café")
    assert records(app, PLACE) == before


def test_return_saves_and_chooses_no_place(table: Table) -> None:
    noted(table, "", "At Grandma’s")
    first = read(table.phone.get(f"{table.url}/note")).all("button")
    assert "name" not in next(button for button in first if button.words == "Save").at
    assert next(button.words for button in first if button.words in ("Save", "At Grandma’s")) == "Save"


def test_a_guest_writes_but_does_not_learn_where_the_group_played(table: Table) -> None:
    noted(table.phone.begin("Ana", "Pau"), "", "At Grandma’s")
    guest = table.guest(1)
    assert "Grandma" not in words(guest.phone.get(f"{table.url}/note"))
    noted(guest, "I was here", "Café")
    assert "I was here" in words(table.phone.get(table.url))


def test_what_is_written_there_is_text(table: Table, phone: Phone) -> None:
    noted(table, "<b>bold</b>", "{{7*7}}")
    for url in (table.url, f"{table.url}/note", "/history"):
        assert "<b>bold" not in phone.get(url).text


def test_a_match_that_has_ended_offers_all_there_is_to_see(phone: Phone) -> None:
    table = phone.begin("Ana", "Pau", limit="20")
    assert "Looking back" not in words(phone.get(table.url))
    table.round(1, "3", "10 12", mojo=0)
    heading = read(phone.get(table.url)).id("looking-back")
    assert heading.parent is not None
    assert [link.at["href"] for link in heading.parent.all("a")] == [f"{table.url}/note"]
    phone.send(f"{table.url}/menu", f"{table.url}/menu/archive")
    assert "Looking back" in words(phone.get(table.url))
