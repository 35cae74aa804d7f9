"""Taking back the last write of a phone."""

from __future__ import annotations

from flask import Flask

from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.reading import cell, read, totals, words
from tests.views.reading import fields as sent


def undo(table: Table) -> tuple[int, str]:
    """Tap undo as the pad offers it; where it offers none, send what an old page might."""
    offered = [
        form for form in read(table.phone.get(table.url)).all("form") if form.at.get("action") == f"{table.url}/undo"
    ]
    fields = sent(offered[0]) if offered else {"version": "1", "csrf_token": table.phone.csrf(), "client_id": "undo"}
    answer = table.phone.client.post(f"{table.url}/undo", data=fields)
    return answer.status_code, words(answer) if answer.status_code == 409 else ""


def test_the_pad_says_what_undo_takes_back_and_takes_it_back(table: Table) -> None:
    table.enter(1, 1, "0 4")
    labels = [button.at.get("aria-label") for button in read(table.pad()).all("button")]
    assert "Undo: Pau, round 1" in labels
    answer = table.phone.send(table.url, f"{table.url}/undo")
    assert answer.status_code == 303
    assert "Undone: Pau, round 1" in words(table.pad())
    assert cell(table.pad(), f"{table.cell(1, 1)}/edit") == ""


def test_undo_takes_back_a_hand_and_its_mojo_together(table: Table) -> None:
    table.round(1, "9 1", "0 4", "2", mojo=2)
    assert undo(table)[0] == 303
    assert totals(table.pad()) == ["0", "0", "0"]
    table.enter(1, 2, "2")
    assert "who took the Mojo?" in words(table.pad())


def test_undo_of_a_correction_brings_the_earlier_hand_back(table: Table) -> None:
    table.round(1, "9 1", "0 4", "2", mojo=2)
    table.enter(1, 0, "12")
    assert totals(table.pad()) == ["12", "4", "0"]
    assert undo(table)[0] == 303
    assert totals(table.pad()) == ["10", "4", "0"]


def test_undo_goes_on_write_by_write(table: Table) -> None:
    table.enter(1, 0, "9")
    table.enter(1, 1, "4")
    for _ in range(2):
        assert table.phone.send(table.url, f"{table.url}/undo").status_code == 303
    assert "Still to come" not in words(table.pad())


def test_there_is_nothing_to_take_back_on_a_fresh_match(app: Flask, table: Table) -> None:
    assert f"{table.url}/undo" not in table.pad()
    before = written(app)
    status, said = undo(table)
    assert status == 409
    assert "That’s no longer your last entry: check the pad, then undo again." in said
    assert written(app) == before


def test_a_phone_takes_back_only_what_it_wrote(table: Table, pau: Table) -> None:
    table.enter(1, 0, "9")
    assert undo(pau)[0] == 409
    pau.enter(1, 1, "4")
    assert undo(table)[0] == 303
    assert cell(table.pad(), table.cell(1, 1)) == "4"
    assert cell(table.pad(), f"{table.cell(1, 0)}/edit") == ""


def test_nothing_is_taken_back_where_another_phone_wrote_since(app: Flask, table: Table, pau: Table) -> None:
    table.enter(1, 0, "9")
    pau.enter(1, 0, "12")
    before = written(app)
    status, said = undo(table)
    assert status == 409
    assert "Ana, round 1 has been changed on another phone" in said
    assert "12" in said
    assert "not entered yet" in said
    assert written(app) == before


def test_a_double_tap_on_undo_takes_back_one_write(table: Table) -> None:
    table.enter(1, 0, "9")
    table.enter(1, 1, "4")
    fields = table.phone.form(table.url, f"{table.url}/undo")
    for _ in range(2):
        assert table.phone.client.post(f"{table.url}/undo", data=fields).status_code == 303
    assert cell(table.pad(), table.cell(1, 0)) == "9"


def test_undo_is_offered_right_after_saving(table: Table) -> None:
    table.enter(1, 0, "9")
    notice = read(table.phone.get(f"{table.cell(1, 1)}/edit")).id("notice")
    assert "Saved: Ana, 9" in notice.words
    assert [form.at["action"] for form in notice.all("form")] == [f"{table.url}/undo"]
    assert read(table.phone.get(table.url)).id("notice").words == ""


def test_a_stranger_takes_nothing_back(table: Table, stranger: Phone) -> None:
    table.enter(1, 0, "9")
    assert undo(Table(stranger, table.url))[0] == 404
    assert cell(table.pad(), table.cell(1, 0)) == "9"


def test_what_undo_leaves_alone_is_refused_and_not_an_error(table: Table) -> None:
    phones = f"{table.url}/phones"
    assert table.phone.send(phones, f"{phones}/joining", open="0").status_code == 303
    sent_anyway = {"version": "2", "csrf_token": table.phone.csrf(), "client_id": "undo"}
    answer = table.phone.client.post(f"{table.url}/undo", data=sent_anyway)
    assert answer.status_code == 409
    assert "That’s no longer your last entry" in words(answer)
