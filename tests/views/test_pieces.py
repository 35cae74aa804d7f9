"""Pieces of pages are made once for what they show; whole pages after the answer to a write has been sent."""

from __future__ import annotations

from typing import NamedTuple

from flask import Flask

from companion.app_state import app_state
from companion.views.pieces import filled, hole, piece
from tests.conftest import Table
from tests.views.present import number_of
from tests.views.reading import rendered


class Facts(NamedTuple):
    """What a piece shows."""

    name: str
    points: int


def test_a_piece_is_made_once_for_the_same_facts_and_anew_for_others(app: Flask) -> None:
    made: list[Facts] = []

    def shown(it: Facts) -> str:
        made.append(it)
        return f"<b>{it.name}</b>"

    with app.test_request_context():
        assert piece(shown, Facts("Ana", 3)) == piece(shown, Facts("Ana", 3)) == "<b>Ana</b>"
        assert made == [Facts("Ana", 3)]
        assert piece(shown, Facts("Ána", 3)) == "<b>Ána</b>", "a name is a fact like any other"
        assert len(made) == 2


def test_all_holes_are_filled_at_once_and_those_of_others_stay() -> None:
    kept = f"<p>{hole('a')}</p>{hole('b')}, {hole('a')} a. b."
    assert filled(kept, {hole("a"): "<i>"}) == f"<p><i></p>{hole('b')}, <i> a. b."
    assert filled(filled(kept, {hole("b"): hole("a")}), {hole("a"): ""}) == "<p></p>,  a. b."


def test_no_fragment_has_a_hole_that_nobody_has_filled(app: Flask, table: Table) -> None:
    mark, pau = hole("").rstrip("."), table.guest(1)
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    shown = [seen.phone.get(f"{table.url}{path}").text for seen in (table, pau) for path in ("", "/sheet")]
    assert [mark in text for text in shown] == [False] * 4
    with app.test_request_context():
        assert mark in piece(lambda _: hole("a"), Facts("Ana", 3))


def test_a_row_that_did_not_change_is_not_rendered_again(app: Flask, table: Table) -> None:
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    table.pad()
    table.enter(2, 0, "9")
    with rendered(app) as names:
        table.pad()
    assert names.count("pad/_row.html") == 1
    assert "pad/_head.html" not in names
    assert "pad/_chart.html" not in names


def test_the_sheet_is_made_after_the_answer_to_a_hand_has_been_sent(app: Flask, table: Table) -> None:
    with rendered(app) as alone:
        table.enter(1, 1, "9 1").close()
    assert "pad/_sheet.html" not in alone, "nobody else asks for it"
    with app_state(app).hub.subscribe(table.public_id, 1, 0), rendered(app) as before:
        answer = table.enter(1, 0, "9 1")
    assert answer.status_code == 303
    assert "pad/_sheet.html" not in before
    with rendered(app) as after:
        answer.close()
    assert "pad/_sheet.html" in after
    with rendered(app) as again:
        assert "Enter Zoé’s cards" in table.pad()
        assert table.phone.get(f"{table.url}/sheet").status_code == 200
    assert not set(after).intersection(again)


def test_who_saved_and_is_led_to_the_pad_finds_it_made(app: Flask, table: Table) -> None:
    pau = table.guest(1, 2)
    pau_s_number, ana_s_sheet = number_of(app, pau), table.cell(1, 0)
    pau.pad()
    with app_state(app).hub.subscribe(table.public_id, pau_s_number, 0):
        answer = table.phone.send(f"{ana_s_sheet}/edit", f"{ana_s_sheet}/edit", cards="9 1")
        assert answer.location == table.url
        with rendered(app) as after:
            answer.close()
        assert {"pad/_sheet.html", "pad/_title.html", "pad/_act.html"} <= set(after)
        with rendered(app) as again:
            assert "Enter" in table.pad()
        assert again == ["_notice.html"]
        with rendered(app) as theirs:
            assert "Enter Pau’s cards" in pau.phone.get(f"{table.url}/sheet").text
        assert "pad/_sheet.html" not in theirs


def test_the_page_around_the_sheet_is_made_once_a_round(app: Flask, table: Table) -> None:
    table.pad()
    table.enter(1, 0, "9 1").close()
    with rendered(app) as names:
        assert "Enter Pau’s cards" in table.pad()
    assert "pad/_title.html" in names
    assert "pad/page.html" not in names
