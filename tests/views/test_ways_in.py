"""Bringing matches in: what a phone sees before, while and after, and what it is told when a file is none."""

from __future__ import annotations

import io
import time

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from companion.app_state import app_state
from companion.views import ways_in
from tests.conftest import PATIENCE, Phone, Table
from tests.interchange.test_ways_in import log, sample
from tests.views.conftest import written
from tests.views.reading import read
from tests.views.test_every_page import faults
from tests.views.test_garbage import FIELDS, VALUES, post, steady

SAMPLE = "BGStatsExport.small.json"


def bring(phone: Phone, data: bytes, name: str = "log.json", **fields: str) -> TestResponse:
    """Choose a file and send it."""
    token = phone.form("/import", "/import")["csrf_token"]
    file = FileStorage(io.BytesIO(data), name, "file")
    boundary, body = encode_multipart({"csrf_token": token, "file": file, **fields})
    return phone.client.post("/import", data=body, content_type=f'multipart/form-data; boundary="{boundary}"')


def said(answer: TestResponse) -> str:
    return read(answer).words


def come_in(phone: Phone, url: str, **fields: str) -> str:
    """Tap *Bring in*, and wait until all is in; the page then."""
    assert phone.send(url, f"{url}/start", **fields).status_code == 303
    return waited(phone, url)


def waited(phone: Phone, url: str) -> str:
    till = time.monotonic() + PATIENCE
    while app_state(phone.app).bringing and time.monotonic() < till:
        time.sleep(0.01)
    return said(phone.get(url))


def test_a_file_is_looked_at_then_comes_in_and_goes_again(app: Flask, table: Table) -> None:
    before = written(app)
    answer = bring(table.phone, sample(SAMPLE))
    assert answer.status_code == 303
    url = answer.location
    page = said(table.phone.get(url))
    assert "Kind of file: a file from BG Stats" in page
    assert "Penguin Party: 3 matches, 4 Jan 2020 to 23 Jan 2020" in page
    assert "One of its scores isn’t a whole number. 1 match" in page
    assert {**written(app), "imports": []} == {**before, "imports": []}
    assert "7 matches came in." in come_in(table.phone, url)
    assert "L.A.M.A." in said(table.phone.get("/history"))
    assert table.phone.send(url, f"{url}/undo").status_code == 303
    assert "has been removed again" in waited(table.phone, url)
    assert {key: rows for key, rows in written(app).items() if key in ("matches", "players")} == {
        key: before[key] for key in ("matches", "players")
    }


def test_a_phone_without_a_group_begins_one_with_its_file(stranger: Phone) -> None:
    url = bring(stranger, log()).location
    page = said(stranger.get(url))
    assert "New here: Ana and Pau" in page
    assert "1 match came in." in come_in(stranger, url)
    assert "Uno" in said(stranger.get("/history"))


def test_names_that_the_group_knows_are_matched_and_can_be_said_otherwise(table: Table) -> None:
    url = bring(table.phone, log()).location
    page = read(table.phone.get(url))
    chosen = [[one.words for one in select.all("option") if "selected" in one.at] for select in page.all("select")]
    assert chosen == [["Ana"], ["Pau"]]
    zoe = next(one.at["value"] for one in page.all("option") if one.words == "Zoé")
    come_in(table.phone, url, **{"who-1": zoe})
    (match,) = [
        one.at["href"]
        for one in read(table.phone.get("/history")).all("a")
        if "Uno" in one.words or one.at.get("href", "").startswith("/m/")
    ][:1]
    assert "Zoé" in said(table.phone.get(match))


def test_the_pad_of_a_play_says_that_only_the_result_is_known(table: Table) -> None:
    come_in(table.phone, bring(table.phone, log()).location)
    history = read(table.phone.get("/history"))
    (pad,) = [
        one.at["href"]
        for one in history.all("a")
        if one.at.get("href", "").startswith("/m/") and one.at["href"] != table.url
    ]
    page = read(table.phone.get(pad))
    assert "Ana wins" in page.words
    assert "Only the result is known, from BG Stats" in page.words
    assert "total not known" in page.words
    assert page.id("share-text").words == "Uno, 3 May 2026 1. Ana 12 👑 – Pau Only the result is known, from BG Stats."
    assert list(faults(table.phone.get(pad))) == []
    menu = read(table.phone.get(f"{pad}/menu")).words
    assert "Someone joins" not in menu
    assert "Archive this match" in menu
    assert "Ana wins" in said(table.phone.get(f"/tv/{pad.removeprefix('/m/')}"))
    cell = f"{pad}/r/1/s/0/edit"
    fields = table.phone.form(cell, cell)
    answer = table.phone.client.post(cell, data={**fields, "points": "7"})
    assert answer.status_code == 409
    assert "Only the result of this match is known: you can’t enter rounds." in answer.text


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "This file is empty."),
        (b"{", "This file is no JSON, or it was cut off. Place in the file: 1:2"),
        (log()[:200], "This file is no JSON, or it was cut off."),
        (log(playerScores=7), "Here should be a list. Place in the file: plays[0].playerScores"),
        (
            b"match;began;name;round;points\nm;2026-05-03;Ana;1;many",
            "“many” isn’t a whole number. It is in line 2 of the file.",
        ),
        (b"match;began;name;round\nm;2026-05-03;Ana;1", "The column “Points” is missing. It is in line 1 of the file."),
        (b"<error/>", "This isn’t a list of plays"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_beside_the_field(app: Flask, table: Table, data: bytes, words: str) -> None:
    before = written(app)
    answer = bring(table.phone, data)
    assert answer.status_code == 422
    assert words in read(answer).id("file-error").words
    assert list(faults(answer)) == []
    assert written(app) == before


def test_a_form_without_a_file_says_so(table: Table) -> None:
    assert "Choose a file." in said(table.phone.send("/import", "/import"))


def test_a_file_that_is_too_large_is_refused_with_the_limit(app: Flask, table: Table) -> None:
    before = written(app)
    answer = bring(table.phone, b" " * 50 * 2**20)
    assert answer.status_code == 413
    assert "The file is larger than 20 MB. Choose a smaller one." in said(answer)
    assert list(faults(answer)) == []
    assert written(app) == before


def test_a_file_of_nearly_that_size_is_read(table: Table) -> None:
    assert bring(table.phone, log() + b" " * (20 * 2**20 - 4_000)).status_code == 303


def test_other_addresses_take_no_more_than_before(table: Table) -> None:
    fields = {"csrf_token": table.phone.csrf(), "name": "x" * 300_000}
    assert table.phone.client.post("/new", data=fields).status_code == 413


def test_nobody_else_sees_the_file_of_a_group(table: Table, stranger: Phone) -> None:
    url = bring(table.phone, log()).location
    other = Phone(table.phone.app)
    other.begin("Ida", "Kai")
    for phone in (stranger, other, table.guest(2).phone, table.watcher().phone):
        assert phone.get(url).status_code == 404
        for what in ("start", "go-on", "undo", "forget"):
            data = {"csrf_token": phone.csrf()}
            assert phone.client.post(f"{url}/{what}", data=data).status_code == 404


def test_a_file_can_be_forgotten(table: Table) -> None:
    url = bring(table.phone, log()).location
    assert table.phone.send(url, f"{url}/forget").status_code == 303
    assert table.phone.get(url).status_code == 404
    assert "Nothing was brought in." in said(table.phone.get("/import"))


def test_what_was_done_already_is_told(table: Table) -> None:
    url = bring(table.phone, log()).location
    fields = table.phone.form(url, f"{url}/start")
    come_in(table.phone, url)
    answer = table.phone.client.post(f"{url}/start", data=fields)
    assert answer.status_code == 409
    assert "Someone has already done that: look again." in said(answer)


def test_what_was_interrupted_can_go_on(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    url = bring(table.phone, log()).location
    with monkeypatch.context() as dying:
        dying.setattr(ways_in, "go_on", lambda _: None)
        table.phone.send(url, f"{url}/start")
    page = said(table.phone.get(url))
    assert "It was interrupted." in page
    assert "Take it all back" in page
    assert table.phone.send(url, f"{url}/go-on").status_code == 303
    assert "1 match came in." in waited(table.phone, url)


def test_a_page_shows_how_far_it_is_with_and_without_script(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    url = bring(table.phone, log()).location
    monkeypatch.setattr(ways_in, "go_on", app_state(table.phone.app).bringing.add)
    table.phone.send(url, f"{url}/start")
    page = read(table.phone.get(url))
    assert "0 of 1" in page.words
    assert page.id("file").at["hx-trigger"] == "every 2s"
    assert [one.at["href"] for one in page.all("a") if one.words == "How far is it?"] == [url]
    assert list(faults(table.phone.get(url))) == []


def test_a_name_of_a_file_that_nobody_can_read_breaks_nothing(table: Table) -> None:
    for name in ("<script>alert(1)</script>", "x" * 900, "شهرزاد.json", "a\0b"):
        assert list(faults(table.phone.get(bring(table.phone, log(), name).location))) == []


def test_every_state_of_a_file_is_a_whole_page(table: Table) -> None:
    url = bring(table.phone, sample(SAMPLE)).location
    assert list(faults(table.phone.get(url))) == []
    come_in(table.phone, url)
    assert list(faults(table.phone.get(url))) == []
    table.phone.send(url, f"{url}/undo")
    waited(table.phone, url)
    assert list(faults(table.phone.get(url))) == []
    assert list(faults(table.phone.get("/import"))) == []


def test_garbage_about_a_file_is_answered(app: Flask, table: Table) -> None:
    url, token = bring(table.phone, log()).location, table.phone.csrf()

    @steady
    @given(fields=FIELDS, who=VALUES, at=VALUES, what=st.sampled_from(["undo", "go-on", "x"]))
    def send(fields: list[tuple[str, str]], who: str, at: str, what: str) -> None:
        answer = post(table.phone, f"{url}/{what}", token, [*fields, (f"who-{at}", who), ("who-0", who)])
        assert answer.status_code in (303, 404, 409, 422)
        waited(table.phone, url)
        assert table.phone.get(url).status_code == 200

    send()
    assert "Who is who" in said(table.phone.get(url))


def test_whom_nobody_here_is_is_taken_for_nobody(table: Table) -> None:
    url = bring(table.phone, log()).location
    assert "1 match came in." in come_in(table.phone, url, **{"who-0": "999", "who-77": "1", "who-x": "y"})
