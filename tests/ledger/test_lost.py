"""PostgreSQL drops its connections, is started again, is away: nobody is told of an error, and nothing is half."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import event, text

from companion import create_app
from companion.ledger import busy
from companion.ledger.base import db
from companion.ledger.upgrading import bring_up_to_date
from tests import servers
from tests.conftest import SETTINGS, Phone, Table, close
from tests.databases import address


@pytest.fixture(scope="module")
def server() -> Iterator[servers.Running]:
    """A PostgreSQL that may be stopped: no other test is on it."""
    with servers.postgres() as running:
        made = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": address(servers.database(running, "empty"))})
        with made.app_context():
            bring_up_to_date()
        close(made)
        yield running


@pytest.fixture
def app(server: servers.Running) -> Iterator[Flask]:
    """An app on a database of that server."""
    made = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": address(servers.database(server, "lost", "empty"))})
    yield made
    close(made)


def drop(server: servers.Running) -> None:
    """Let the server end all connections to the database."""
    import psycopg

    with psycopg.connect(f"postgresql://companion@127.0.0.1:{server.port}/postgres", autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'lost'")


class Cut:
    """Ends all connections just before, or just after, the statement of that number from now on."""

    def __init__(self, app: Flask, server: servers.Running, number: int, after: bool = False) -> None:
        self.server, self.left, self.done = server, number, False
        with app.app_context():
            self.engine, self.when = db.engine, "after_cursor_execute" if after else "before_cursor_execute"

    def __enter__(self) -> Cut:
        event.listen(self.engine, self.when, self._count)
        return self

    def __exit__(self, *_: object) -> None:
        event.remove(self.engine, self.when, self._count)

    def _count(self, *_: object) -> None:
        self.left -= 1
        if self.left == 0:
            self.done = True
            drop(self.server)


@pytest.fixture
def table(app: Flask) -> Table:
    """A match of Ana and Pau."""
    return Phone(app).begin("Ana", "Pau")


def test_connections_that_were_ended_between_two_requests_are_nobodys_matter(
    app: Flask, table: Table, server: servers.Running
) -> None:
    for _ in range(3):
        drop(server)
        assert table.phone.get(table.url).status_code == 200
        drop(server)
    assert table.enter(1, 0, "9 1").status_code == 303


@pytest.mark.parametrize("number", range(1, 9))
def test_a_page_is_read_again_wherever_it_was_cut_off(
    app: Flask, table: Table, server: servers.Running, number: int
) -> None:
    with Cut(app, server, number):
        assert table.phone.get(f"{table.url}/menu").status_code == 200


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("number", range(1, 15))
def test_a_hand_is_written_once_wherever_it_was_cut_off(
    app: Flask, table: Table, server: servers.Running, number: int, after: bool
) -> None:
    page = f"{table.cell(1, 0)}/edit"
    fields = {**table.phone.form(page, page), "cards": "9 1", "points": "", "shown": "0"}
    fields.pop("closed", None)
    with Cut(app, server, number, after):
        assert table.phone.client.post(page, data=fields).status_code == 303
    with app.app_context():
        written = db.session.execute(text("SELECT count(*) FROM records WHERE cell = 'entry/1/0'")).scalar()
        versions = db.session.execute(text("SELECT count(*) FROM writes")).scalar()
        assert (written, versions) == (1, 1)


@pytest.mark.parametrize("committed", [False, True])
def test_a_commit_whose_answer_was_lost_is_judged_by_the_server(
    app: Flask, table: Table, server: servers.Running, committed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = f"{table.cell(1, 0)}/edit"
    fields = {**table.phone.form(page, page), "cards": "9 1", "points": "", "shown": "0"}
    fields.pop("closed", None)
    with app.app_context():
        dialect = db.engine.dialect
    really, left = dialect.do_commit, [1]

    def commit(connection: object) -> None:
        if left and left.pop():
            if committed:
                really(connection)  # type: ignore[arg-type]
            drop(server)
        really(connection)  # type: ignore[arg-type]
        if committed:
            connection.execute("SELECT 1")  # type: ignore[attr-defined]

    monkeypatch.setattr(dialect, "do_commit", commit)
    assert table.phone.client.post(page, data=fields).status_code == 303
    monkeypatch.undo()
    with app.app_context():
        assert db.session.execute(text("SELECT count(*) FROM writes")).scalar() == 1
        assert db.session.execute(text("SELECT count(*) FROM records")).scalar() == 1


def test_a_server_that_is_started_again_costs_no_request_an_error(
    app: Flask, table: Table, server: servers.Running
) -> None:
    codes: list[int] = []
    stop = threading.Event()

    def read() -> None:
        phone = Phone(app)
        while not stop.is_set():
            codes.append(phone.get("/").status_code)
            time.sleep(0.01)

    def write() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            codes.append(
                table.phone.send(f"{table.url}/menu", f"{table.url}/menu/limit", limit=str(100 + number)).status_code
            )

    threads = [threading.Thread(target=work) for work in (read, read, write)]
    for thread in threads:
        thread.start()
    for _ in range(2):
        time.sleep(0.5)
        server.again(signal.SIGINT)  # It waits for nobody.
        before = len(codes)
        servers.wait_until(lambda seen=before: len(codes) > seen + 5)
    stop.set()
    for thread in threads:
        thread.join()
    assert set(codes) <= {200, 303}
    assert codes.count(303) > 2


def test_while_it_is_away_pages_say_so_and_what_was_typed_is_kept(
    app: Flask, table: Table, server: servers.Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(busy, "PATIENCE", 0.2)
    page = f"{table.cell(1, 0)}/edit"
    fields = {**table.phone.form(page, page), "cards": "9 1"}
    server.stop(signal.SIGINT)
    try:
        for _ in range(2):
            answer = table.phone.get(table.url)
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
            assert "database does not answer" in answer.text
            answer = table.phone.client.post(page, data=fields)
            assert (answer.status_code, "Nothing is lost" in answer.text) == (503, True)
            assert 'name="cards" value="9 1"' in answer.text
    finally:
        server.start()
    assert table.phone.client.post(page, data=fields).status_code == 303
