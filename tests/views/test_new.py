"""The start of a match over HTTP."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.conftest import Phone, Table, pad_of
from tests.views.conftest import written
from tests.views.reading import beside, heads, read, words

EIGHT = ("Ana", "Pau", "Zoé", "Teo", "Marta", "Ida", "Kai", "Leo")


def start(phone: Phone, *names: str, **more: str) -> TestResponse:
    return phone.send("/new", "/new", name=list(names), **more)


@pytest.mark.parametrize("people", [EIGHT[:2], EIGHT])
def test_two_to_eight_people_sit_in_the_order_they_were_written(phone: Phone, people: tuple[str, ...]) -> None:
    assert heads(phone.begin(*people).pad()) == list(people)


@pytest.mark.parametrize("people", [(), ("Ana",), ("Ana", " ", ""), (*EIGHT, "Nina")])
def test_fewer_or_more_are_refused_beside_the_names(app: Flask, phone: Phone, people: tuple[str, ...]) -> None:
    before = written(app)
    answer = start(phone, *people)
    assert answer.status_code == 422
    assert "Mojo is for 2 to 8 players." in read(answer).id("names").words
    assert read(answer).values("name") == list(people)
    assert written(app) == before


def test_empty_rows_are_left_out(phone: Phone) -> None:
    assert heads(phone.begin("Ana", "", " \t ", "Pau").pad()) == ["Ana", "Pau"]


def test_a_name_is_trimmed_and_its_spaces_are_single(phone: Phone) -> None:
    assert heads(phone.begin("  Ana   María ", "Pau").pad()) == ["Ana María", "Pau"]


@pytest.mark.parametrize("name", ["x" * 40, "  " + "x" * 40 + "  ", "e\u0301" * 40, "👵" * 40])
def test_forty_characters_are_a_name(phone: Phone, name: str) -> None:
    assert start(phone, name, "Pau").status_code == 303


@pytest.mark.parametrize("length", [41, 200])
def test_a_longer_name_is_refused_beside_its_field(app: Flask, phone: Phone, length: int) -> None:
    before = written(app)
    answer = start(phone, "x" * length, "Pau")
    assert answer.status_code == 422
    assert f"A name can have 40 characters at most: this one has {length}." in beside(answer, "name")
    assert read(answer).values("name") == ["x" * length, "Pau"]
    assert written(app) == before


def test_control_characters_and_turned_text_leave_a_name(phone: Phone) -> None:
    assert heads(phone.begin("A\x00n\x07a\u202e", "Pa\u200bu\x7f").pad()) == ["Ana", "Pau"]


def test_a_name_of_invisible_characters_is_no_name(phone: Phone) -> None:
    answer = start(phone, "\u200b\u202e", "Pau")
    assert answer.status_code == 422
    assert "2 to 8 people" in words(answer)


def test_a_name_is_normalised(phone: Phone) -> None:
    assert heads(phone.begin("Zoe\u0301", "Pau").pad()) == ["Zo\u00e9", "Pau"]


@pytest.mark.parametrize("twin", ["Zoé", "ZOÉ", " zoe\u0301 ", "ＺＯÉ"])
def test_two_spellings_of_one_name_are_refused_beside_the_second(app: Flask, phone: Phone, twin: str) -> None:
    before = written(app)
    answer = start(phone, "Pau", "Zoé", twin)
    tree = read(answer)
    fields = [one for one in tree.all("input") if one.at.get("name") == "name"]
    wrong = [one for one in fields if one.at.get("aria-invalid") == "true"]
    assert answer.status_code == 422
    assert wrong == fields[2:]
    assert "There’s already a Zoé" in tree.id(wrong[0].at["aria-describedby"]).words
    assert written(app) == before


def test_everything_typed_is_kept_when_something_is_wrong(phone: Phone) -> None:
    sent = {"youngest": "1", "limit": "soon", "discards": "2", "edition": "pl", "clockwise_face": "+10"}
    answer = start(phone, " Ana ", "ana", "", **sent)
    tree = read(answer)
    assert answer.status_code == 422
    assert tree.values("name") == [" Ana ", "ana", ""]
    assert {name: tree.values(name) for name in sent} == {name: [value] for name, value in sent.items()}


@pytest.mark.parametrize("limit", ["", "0", "-5", "ten", "5.5", "1e3", "99999", "٥٠", "5" * 500, "<b>"])
def test_a_limit_that_is_none_is_refused_beside_its_field(app: Flask, phone: Phone, limit: str) -> None:
    before = written(app)
    answer = start(phone, "Ana", "Pau", limit=limit)
    assert answer.status_code == 422
    assert "Enter a whole number from 1 to 9999." in beside(answer, "limit")
    assert read(answer).values("limit") == [limit]
    assert written(app) == before


@pytest.mark.parametrize("option", ["discards", "edition", "clockwise_face"])
def test_an_option_that_is_not_offered_is_refused_beside_its_choices(phone: Phone, option: str) -> None:
    answer = start(phone, "Ana", "Pau", **{option: "7"})
    assert answer.status_code == 422
    assert "Choose one." in beside(answer, option)


def test_what_is_wrong_is_also_said_above_the_form_and_in_the_title(phone: Phone) -> None:
    tree = read(start(phone, "Ana", "ana", limit="0"))
    alert = next(node for node in tree if node.at.get("role") == "alert")
    assert "There’s already a Ana" in alert.words
    assert "Enter a whole number" in alert.words
    assert tree.all("title")[0].words.startswith("Error")


def test_a_match_is_played_to_fifty_unless_the_group_says_otherwise(phone: Phone) -> None:
    assert "to 50" in words(phone.begin("Ana", "Pau").pad())
    assert "to 120" in words(phone.begin("Ana", "Pau", limit=" 120 ").pad())


def test_the_face_of_the_mojo_says_which_way_round(phone: Phone) -> None:
    assert "Ana starts clockwise" in words(phone.begin("Ana", "Pau").pad())
    assert "Ana starts anticlockwise" in words(phone.begin("Ana", "Pau", clockwise_face="+10").pad())


@pytest.mark.parametrize(
    ("youngest", "starts"), [("0", "Ana"), ("2", "Pau"), ("1", "Pau"), ("x", "Ana"), ("99", "Ana")]
)
def test_the_youngest_starts_and_an_empty_row_is_nobody(phone: Phone, youngest: str, starts: str) -> None:
    answer = start(phone, "Ana", "", "Pau", youngest=youngest)
    assert f"{starts} starts" in words(phone.get(pad_of(answer.location)))


def test_dealing_leads_straight_to_the_first_sheet(phone: Phone) -> None:
    answer = start(phone, "Ana", "Pau")
    assert re.fullmatch(r"/m/[\w-]+/r/1/s/0/edit", answer.location)
    assert "Ana" in words(phone.get(answer.location))


def youngest(phone: Phone, *names: str) -> str:
    """Who is marked to start, of these."""
    tree = read(phone.send("/new", "/new", act="look", name=list(names))) if names else read(phone.get("/new"))
    rows = [row for row in tree.all("li") if row.classed("first")]
    return next(one.at["value"] for row in rows for one in row.all("input") if one.at["name"] == "name")


def test_the_youngest_is_remembered_for_those_who_sit_there(phone: Phone) -> None:
    start(phone, "Ana", "Pau", "Zoé", youngest="2")
    assert youngest(phone) == "Zoé"
    assert phone.form("/new", "/new")["youngest"] == "", "nobody said so today"
    start(phone, "Grandma", "Ana", youngest="1")
    assert youngest(phone, "Pau", "Ana", "Zoé") == "Zoé"
    assert youngest(phone, "Ana", "Grandma") == youngest(phone, "Grandma", "Ana") == "Ana"
    assert youngest(phone, "Teo", "Marta") == "Teo", "nobody knows them"
    answer = start(phone, "Ana", "Pau", "Zoé")
    assert "Zoé starts" in words(phone.get(pad_of(answer.location)))
    start(phone, "Ana", "Pau", "Zoé", youngest="1")
    assert youngest(phone) == "Pau", "the last word counts"


def test_a_game_nobody_knows_is_the_first_one(phone: Phone) -> None:
    assert start(phone, "Ana", "Pau", game="bridge").status_code == 303


def test_a_double_submit_begins_one_match(app: Flask, phone: Phone) -> None:
    fields = {**phone.form("/new", "/new"), "name": ["Ana", "Pau"], "youngest": "0"}
    first, again = (phone.client.post("/new", data=fields) for _ in range(2))
    assert first.status_code == again.status_code == 303
    assert first.location == again.location
    assert len(written(app)["matches"]) == 1


def test_a_get_never_makes_a_phone_or_a_group(app: Flask, phone: Phone) -> None:
    for url in ("/new", "/new?game=mojo", "/new?game=x", "/", "/history"):
        phone.get(url)
    assert not any(written(app).values())


def test_the_people_of_the_last_match_are_filled_in(table: Table) -> None:
    assert read(table.phone.get("/new")).values("name") == ["Ana", "Pau", "Zoé"]


def test_remembered_people_are_one_tap_away(table: Table) -> None:
    table.phone.begin("Pau", "Teo")
    offered = [button.at["value"] for button in read(table.phone.get("/new")).all("button") if "value" in button.at]
    assert {"add-Ana", "add-Zoé"} <= set(offered)
    assert "add-Teo" not in offered


def test_a_stranger_is_offered_nobody(table: Table, stranger: Phone) -> None:
    assert not any(name in stranger.get("/new").text for name in ("Ana", "Pau", "Zoé"))
