"""The stream of a match over HTTP, and the line that says who is here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from companion.app_state import app_state
from companion.hub import LocalHub, Numbers
from companion.hub.protocol import digest
from companion.ledger.base import db
from companion.ledger.busy import Away
from tests.conftest import Phone, Table
from tests.views.reading import read, rendered

MANY = 4
"""More beats than two changes can cause: a change of who is here may be told once more."""
SHOWS_PAD = "?shows=pad"


class Stream:
    """An open stream, as a browser reads it."""

    def __init__(self, table: Table, shows: str = "") -> None:
        self.answer = table.phone.get(f"{table.url}/events{shows}")
        self.parts: Iterator[bytes] = iter(self.answer.response)  # type: ignore[arg-type]

    def beat(self) -> dict[str, str]:
        """The next event, by field."""
        text = next(self.parts).decode()
        assert text.endswith("\n\n")
        return dict(line.split(": ", 1) for line in text.strip().splitlines())

    def numbers(self) -> Numbers:
        """What the next event tells."""
        spelled, version, presence, typing = self.beat()["data"].split(" ")
        assert spelled == "2"
        return Numbers(int(version), presence, typing)

    def until(self, version: int) -> Numbers:
        """The numbers of the first of the next beats that tells this version."""
        told = (self.numbers() for _ in range(MANY))
        return next(numbers for numbers in told if numbers.version == version)

    def close(self) -> None:
        self.answer.close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs of life come at once."""
    monkeypatch.setattr("companion.views.live.HEARTBEAT", 0.01)


def rooms(table: Table) -> dict[str, Any]:
    hub = app_state(table.phone.app).hub
    assert isinstance(hub, LocalHub)
    return hub._rooms


def listeners(table: Table) -> int:
    return len(rooms(table)[table.public_id].subscriptions)


def test_the_first_beat_comes_at_once_and_tells_version_and_presence(table: Table) -> None:
    table.enter(1, 0, "9")
    stream = Stream(table)
    first = stream.beat()
    assert first["event"] == "beat"
    assert first["data"] == first["id"] == f"2 2 {digest(table.public_id, [1])} {digest(table.public_id, [])}"
    stream.close()


@pytest.mark.usefixtures("quick")
def test_what_no_process_could_tell_is_told_at_the_next_heartbeat(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = Stream(table)
    assert stream.numbers().version == 1
    monkeypatch.setattr(LocalHub, "publish", lambda *_: None)
    table.enter(1, 0, "9")
    assert [stream.numbers().version for _ in range(2)] == [2, 2]
    stream.close()


def test_a_stream_is_kept_by_nobody_between(table: Table) -> None:
    stream = Stream(table)
    assert stream.answer.mimetype == "text/event-stream"
    assert stream.answer.headers["Cache-Control"] == "no-store"
    assert stream.answer.headers["X-Accel-Buffering"] == "no"
    assert "Content-Encoding" not in stream.answer.headers
    stream.close()


@pytest.mark.usefixtures("quick")
def test_a_write_of_another_phone_is_told(table: Table) -> None:
    pau = table.guest(1)
    stream = Stream(table)
    before = stream.numbers().version
    pau.enter(1, 1, "9")
    assert stream.until(before + 1)
    stream.close()


def test_a_write_wakes_a_stream_before_its_heartbeat(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.views.live.HEARTBEAT", None)
    stream = Stream(table)
    first, again = stream.numbers(), stream.numbers()
    assert first == again, "who is here changed when it opened"
    table.enter(1, 1, "9")
    assert stream.numbers().version == first.version + 1
    stream.close()


def test_somebody_who_comes_changes_the_second_number_only(table: Table) -> None:
    pau = table.guest(1)
    stream = Stream(table)
    alone = stream.numbers()
    other = Stream(pau)
    both = other.numbers()
    assert (both.version, both.presence) == (alone.version, digest(table.public_id, [1, 2]))
    assert both != alone
    assert both in (stream.numbers() for _ in range(2))
    other.close()
    stream.close()


@pytest.mark.usefixtures("quick")
def test_a_heartbeat_tells_the_numbers_too(table: Table) -> None:
    stream = Stream(table)
    assert len({stream.beat()["data"] for _ in range(MANY)}) == 1
    stream.close()


def test_a_stream_says_nothing_of_what_was_written(table: Table) -> None:
    table.enter(1, 0, "9")
    stream = Stream(table)
    assert set(stream.beat()) == {"event", "id", "data"}
    stream.close()


def test_closing_frees_the_listener(table: Table) -> None:
    first, second = Stream(table), Stream(table)
    first.beat()
    second.beat()
    assert listeners(table) == 2
    first.close()
    assert listeners(table) == 1
    second.close()
    assert listeners(table) == 0


def test_an_open_stream_keeps_no_connection_of_the_database(app: Flask, table: Table) -> None:
    stream = Stream(table)
    stream.beat()
    with app.app_context():
        assert db.engine.pool.checkedout() == 0  # type: ignore[attr-defined]
    stream.close()


def test_a_phone_that_may_not_look_hears_nothing(table: Table, stranger: Phone) -> None:
    stranger.begin("Ida", "Kai")
    assert stranger.get(f"{table.url}/events").status_code == 404
    assert Phone(table.phone.app).get(f"{table.url}/events").status_code == 404
    assert table.public_id not in rooms(table)


def test_the_line_says_who_is_here(table: Table) -> None:
    def said() -> str:
        return read(table.phone.get(f"{table.url}/phones/here")).all("a")[0].at["aria-label"]

    streams = [Stream(table)]
    streams[0].beat()
    assert said() == "Phones connected: 1 phone"
    for other in (table.guest(1), table.watcher()):
        streams.append(Stream(other))
        streams[-1].beat()
    assert said() == "Phones connected: Pau and 2 other phones"
    badge = read(table.phone.get(f"{table.url}/phones/here")).all("span")[0]
    assert badge.words == "3"
    for stream in streams:
        stream.close()


def test_the_line_is_a_piece_of_a_page_that_leads_to_the_phones(table: Table) -> None:
    answer = table.phone.get(f"{table.url}/phones/here")
    assert "<html" not in answer.text
    assert [link.at["href"] for link in read(answer).all("a")] == [f"{table.url}/phones"]


def test_the_pad_and_the_television_listen(table: Table) -> None:
    for url, more in ((table.url, "?shows=pad"), (f"/tv/{table.public_id}", "?shows=table")):
        listens = [node.at["data-stream"] for node in read(table.phone.get(url)) if "data-stream" in node.at]
        assert listens == [f"{table.url}/events{more}"]


@pytest.mark.usefixtures("quick")
def test_a_phone_that_shows_the_pad_is_told_first_and_then_finds_made_what_it_asks_for(
    app: Flask, table: Table
) -> None:
    pau, other, watcher = table.guest(1), table.guest(2), table.watcher()
    streams = [Stream(pau, SHOWS_PAD), Stream(other), Stream(watcher, SHOWS_PAD)]
    version = max(stream.numbers().version for stream in streams) + 1
    table.enter(1, 0, "9 1").close()
    for seen, stream, made in zip((pau, other, watcher), streams, (True, False, False), strict=True):
        with rendered(app) as before:
            stream.until(version)
        assert before == [], "it is told first"
        with rendered(app) as after:
            stream.beat()
        assert ("pad/_title.html" in after) is made
        with rendered(app) as again:
            assert seen.phone.get(f"{seen.url}/sheet").status_code == (404 if seen is watcher else 200)
        assert made == (again == [])
        stream.close()


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("problem", "said"), [(ZeroDivisionError, ["the pad could not be prepared"]), (Away, [])])
def test_a_pad_that_cannot_be_made_ends_no_stream(
    problem: type[Exception],
    said: list[str],
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fails(*_: object) -> None:
        raise problem

    pau, stream = table.guest(1), Stream(table, SHOWS_PAD)
    version = stream.numbers().version + 1
    pau.enter(1, 0, "9 1").close()
    stream.until(version)
    with monkeypatch.context() as patched:
        patched.setattr("companion.views.pieces.page", fails)
        assert stream.numbers().version == version
    assert [record.getMessage() for record in caplog.records] == said
    caplog.clear()
    stream.close()


def test_a_server_that_stops_tells_its_streams_to_come_back_and_ends_them(table: Table) -> None:
    stream = Stream(table)
    stream.beat()
    state = app_state(table.phone.app)
    assert len(state.streams) == 1
    state.stop()
    last = stream.beat()
    assert last["event"] == "again"
    assert 0 <= int(last["data"]) == int(last["retry"]) < 2000
    assert next(stream.parts, None) is None
    stream.close()
    assert state.streams == set()


def test_the_phones_of_a_server_that_stops_do_not_come_back_all_at_once(table: Table) -> None:
    app_state(table.phone.app).stop()
    waits = {Stream(table).beat()["data"] for _ in range(12)}
    assert len(waits) > 1
