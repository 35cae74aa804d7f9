"""Another program holds the database: who looks sees all, who saves is told so and keeps what was typed."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from flask import Flask
from sqlalchemy import Engine, event

from companion import bots
from companion.app_state import app_state
from companion.games.mojo import GAME as MOJO
from companion.ledger import busy
from companion.ledger.base import db
from tests.conftest import Phone, Table, pad_of
from tests.views.conftest import written
from tests.views.playing import begin, deal, now
from tests.views.reading import words

pytestmark = pytest.mark.sqlite


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long here."""
    monkeypatch.setattr(busy, "PATIENCE", 0.05)
    monkeypatch.setattr(busy, "PAUSE", 0.01)


@contextmanager
def held(app: Flask, how: str = "IMMEDIATE") -> Iterator[None]:
    """Somebody else has the write lock."""
    with app.app_context():
        path = db.engine.url.database
    assert path
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(f"BEGIN {how}")
        yield


FORMS = {
    "a hand": ("/r/1/s/0/edit", "/r/1/s/0/edit", {"cards": "9 1"}, r'value="9 1"'),
    "a house rule": ("/r/1/s/0", "/r/1/s/0/adjust", {"points": "-7", "note": "for luck"}, r'value="for luck"'),
    "a limit": ("/menu", "/menu/limit", {"limit": "77"}, r'value="77"'),
    "a name": ("/menu", "/menu/rename", {"seat": "0", "new_name": "Anouk", "what": "spelt"}, r'value="Anouk"'),
    "someone new": ("/menu", "/menu/join", {"name": "Iris", "points": "3"}, r'value="Iris"'),
}


@pytest.mark.parametrize("what", FORMS)
def test_a_form_that_cannot_be_saved_now_is_shown_again_as_it_was(app: Flask, table: Table, what: str) -> None:
    page, action, typed, kept = FORMS[what]
    url = table.url + action
    fields = {**table.phone.form(table.url + page, url), **typed}
    before = written(app)
    with held(app):
        answer = table.phone.client.post(url, data=fields)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert "Saving has to wait" in words(answer)
        assert re.search(kept, answer.text)
        assert table.phone.get(table.url).status_code == 200
    assert written(app) == before
    assert table.phone.client.post(url, data=fields).status_code == 303
    assert written(app) != before


def test_what_no_form_of_a_match_shows_is_kept_on_the_page_that_says_so(app: Flask, phone: Phone) -> None:
    """Also several fields of one name, as the people of a new match."""
    fields = phone.form("/new", "/new")
    sent = {**fields, "name": ["Ana", "Pau"], "youngest": "1"}
    with held(app):
        answer = phone.client.post("/new", data=sent)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "what you sent is kept on this page" in words(answer)
    names = re.findall(r'name="name" value="([^"]*)"', answer.text)
    assert names == ["Ana", "Pau"]
    kept = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', answer.text))
    again = phone.client.post("/new", data={**kept, "name": names})
    assert again.status_code == 303
    assert now(Table(phone, pad_of(again.location))).name(1) == "Pau"


def test_a_move_that_cannot_be_made_now_is_made_when_it_is_sent_again(app: Flask, phone: Phone) -> None:
    table = begin(phone, MOJO, "Ana", "Pau")
    dealt = deal(table).dealt
    assert dealt is not None
    seat = dealt.deal.to_move[0]
    move = dealt.deal.moves(seat)[0]
    sent = {"seat": str(seat), "move": move, "seen": str(dealt.last), "client_id": "once", "csrf_token": phone.csrf()}
    with held(app):
        assert phone.client.post(f"{table.url}/table/move", data=sent).status_code == 503
    assert phone.client.post(f"{table.url}/table/move", data=sent).status_code == 303


def test_one_who_comes_in_meanwhile_keeps_the_link(app: Flask, table: Table, stranger: Phone) -> None:
    assert stranger.get(table.links()[0]).location == "/join"
    with held(app):
        assert stranger.send("/join", "/join").status_code == 503
    assert stranger.send("/join", "/join").status_code == 303


def test_who_cannot_even_read_is_told_to_come_back(app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a program that locks the whole file, or mends it, does that."""
    busy = sqlite3.OperationalError("database is locked")
    busy.sqlite_errorcode = sqlite3.SQLITE_BUSY

    def refuse(*_: object) -> None:
        raise busy

    monkeypatch.setattr(app_state(app).memory, "recall", refuse)
    answer = table.phone.get(table.url)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "Load this page again" in words(answer)


def test_what_else_is_wrong_with_a_database_is_no_moment_to_wait(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(app_state(app).memory, "recall", refuse)
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    assert table.phone.get(table.url).status_code == 500


def test_a_bot_moves_when_it_can(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it could not write is due still, though nobody publishes anything."""
    table = begin(phone, MOJO, "Ana", "Pau")
    deal(table)
    state, tried = now(table), []

    def move(_: bots.Bots, __: object) -> None:
        tried.append(1)
        if len(tried) < 3:
            raise busy.Busy

    monkeypatch.setattr(bots.Bots, "move", move)
    attended = bots.Bots(app)
    attended._busy[table.public_id] = state.version
    attended._attend(table.public_id)
    assert len(tried) == 3


def test_a_form_that_the_disk_does_not_take_is_shown_again(app: Flask, table: Table) -> None:
    sheet = f"{table.url}/r/1/s/0/edit"
    fields = {**table.phone.form(sheet, sheet), "cards": "9 1"}
    before = written(app)
    with app.app_context():
        engine = db.engine
    with no_room(engine):
        answer = table.phone.client.post(sheet, data=fields)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert "can’t write to its disk" in words(answer)
        assert re.search(r'value="9 1"', answer.text)
        assert table.phone.get(table.url).status_code == 200
    assert written(app) == before
    assert table.phone.client.post(sheet, data=fields).status_code == 303


@contextmanager
def no_room(engine: Engine) -> Iterator[None]:
    """A card that takes nothing more, as worn ones do."""
    event.listen(engine, "connect", write_protected)
    engine.dispose()
    try:
        yield
    finally:
        event.remove(engine, "connect", write_protected)
        engine.dispose()


def write_protected(connection: sqlite3.Connection, _: object) -> None:
    """A connection that may only read."""
    connection.execute("PRAGMA query_only=ON")
