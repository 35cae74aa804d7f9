"""Whoever guesses a hidden hand learns nothing (house H4): right or wrong, every answer and page is the same."""

from __future__ import annotations

import re

import pytest
from werkzeug.test import TestResponse

from companion.games.points.scoring import Typed
from companion.ledger.cells import ENTRY, Cell
from tests.conftest import Phone, Table
from tests.views.playing import now
from tests.views.reading import fields, read, words
from tests.views.test_hidden import ANA, PAU, SECRET, seated, tells, uno
from tests.views.test_live_pages import Stream

GUESS = 4711
CELL = Cell(ENTRY, 2, PAU)
OWN = re.compile(r'(name="(?:csrf_token|client_id|confirmed)" value="|client_id=)[^"&]*')
CLOCK = re.compile(r"\d\d:\d\d|\d{4}-\d\d-\d\d[T ][\d:.+]*")


def in_a_match_where_pau_has(points: int, phone: Phone) -> dict[str, Table]:
    """The phones of a match in whose second round only Pau's hand is in."""
    phones = seated(uno(phone))
    assert phones["pau"].enter(2, PAU, points=str(points)).status_code == 303
    return phones


def plain(table: Table, answer: TestResponse) -> tuple[int, str, str]:
    """An answer without what differs from match to match, and from minute to minute."""
    text = CLOCK.sub("", OWN.sub(r"\1", answer.text)).replace(table.public_id, "match")
    return answer.status_code, (answer.location or "").replace(table.public_id, "match"), text


def pages(table: Table) -> list[tuple[int, str, str]]:
    """What the phone sees of the match then."""
    story = table.cell(2, PAU)
    here = (table.url, story, f"{story}/edit", f"{table.url}/menu", table.cell(2, ANA))
    return [plain(table, table.phone.get(url)) for url in here]


def guessed_and_kept(table: Table, json: bool = False) -> list[tuple[int, str, str]]:
    """All that a phone is answered that guesses, keeps its guess, and takes it back."""
    edit = f"{table.cell(2, PAU)}/edit"
    asked = table.phone.send(edit, edit, points=str(GUESS))
    keep = fields(next(form for form in read(asked).all("form") if form.at.get("action") == edit))
    headers = {"Accept": "application/json"} if json else {}
    kept = table.phone.client.post(edit, data=keep, headers=headers)
    found = [plain(table, asked), plain(table, kept), *pages(table)]
    undone = table.phone.client.post(f"{table.url}/undo", data=table.phone.form(table.url, f"{table.url}/undo"))
    return [*found, plain(table, undone), *pages(table)]


@pytest.mark.parametrize("json", [False, True], ids=["page", "outbox"])
def test_a_right_guess_is_answered_as_a_wrong_one(phone: Phone, json: bool) -> None:
    right = guessed_and_kept(in_a_match_where_pau_has(GUESS, phone)["seat"], json)
    wrong = guessed_and_kept(in_a_match_where_pau_has(SECRET, phone)["seat"], json)
    assert right == wrong
    assert [status for status, _, _ in right[:2]] == [409, 200 if json else 303]
    assert "Undo: Pau, round 2" in right[2][2]


def test_a_guess_over_what_was_seen_is_answered_the_same(phone: Phone) -> None:
    answers = []
    for points in (GUESS, SECRET):
        seat = in_a_match_where_pau_has(points, phone)["seat"]
        edit = f"{seat.cell(2, PAU)}/edit"
        sent = seat.phone.send(edit, edit, points=str(GUESS), **{f"seen/{CELL}": "1"})
        answers.append([plain(seat, sent), *pages(seat)])
        assert now(seat).trails.number(CELL) == 2
    assert answers[0] == answers[1]


@pytest.mark.parametrize("points", [GUESS, SECRET])
def test_whoever_takes_a_guess_back_sees_as_little_as_before(phone: Phone, points: int) -> None:
    phones = in_a_match_where_pau_has(points, phone)
    seat = phones["seat"]
    guessed_and_kept(seat)
    assert now(seat).trails.value(CELL) == Typed(points)
    assert "Undo: Pau, round 2" not in words(seat.pad())
    assert read(seat.phone.get(f"{seat.cell(2, PAU)}/edit")).values("points") == [""]
    assert read(phones["pau"].phone.get(f"{seat.cell(2, PAU)}/edit")).values("points") == [str(points)]
    assert not tells(seat.phone.get(seat.cell(2, PAU)))


def test_an_outbox_is_answered_without_a_value(phone: Phone) -> None:
    seat = in_a_match_where_pau_has(SECRET, phone)["seat"]
    edit = f"{seat.cell(2, PAU)}/edit"
    form = seat.phone.form(edit, edit)
    for points in (str(SECRET), str(GUESS), "x", ""):
        for seen in ("0", "1"):
            sent = {**form, "points": points, f"seen/{CELL}": seen, "client_id": f"{points} {seen}"}
            answer = seat.phone.client.post(edit, data=sent, headers={"Accept": "application/json"})
            assert answer.is_json
            assert points == str(SECRET) or not tells(answer)
            if now(seat).trails.number(CELL) > 1:
                seat = in_a_match_where_pau_has(SECRET, phone)["seat"]
                edit = f"{seat.cell(2, PAU)}/edit"
                form = seat.phone.form(edit, edit)


@pytest.mark.parametrize("who", ["host", "seat", "watcher", "group"])
def test_a_stream_tells_numbers_that_say_nothing_of_a_hand(phone: Phone, who: str) -> None:
    heard = []
    for points in (GUESS, SECRET):
        phones = in_a_match_where_pau_has(points, phone)
        stream = Stream(phones[who])
        beat = stream.beat()
        stream.close()
        assert set(beat) == {"event", "id", "data"}
        spelled, version, *digests = beat["data"].split(" ")
        assert (beat["id"], len(digests)) == (beat["data"], 2)
        heard.append((spelled, version))
        assert int(version) == now(phones["host"]).version
    assert heard[0] == heard[1]
