"""Several programs bring one database up to date at the same time: one does it, the others find it done."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

import pytest
from flask import Flask
from flask_migrate import downgrade
from sqlalchemy import create_engine, inspect, text

from companion import create_app
from companion.cli import main
from companion.ledger import busy
from companion.ledger.base import Base, db
from companion.ledger.upgrading import MIGRATING, newest
from companion.settings import CHECKOUT
from tests import servers
from tests.conftest import SETTINGS, close
from tests.databases import KINDS, POSTGRESQL, SQLITE, PostgreSQL, address
from tests.servers import wait_until
from tests.serving import PATIENCE_SECONDS, Server

from .cast import Rows, begin, caught_up

BEFORE = "7c1e5a90d2b8"
"""A migration before that of what a group remembers, which leaves much to be derived."""
FACTS = ("groups", "phones", "memberships", "writes", "records", "seats", "move_records")


@dataclass
class House:
    """A database and its data folder; `before`: what was in it when it was at today's tables."""

    folder: Path
    url: str
    before: Rows

    def start(self, *command: str) -> subprocess.Popen[str]:
        """A command of Companion in a process of its own."""
        said = {**os.environ, "COMPANION_DATA": str(self.folder), "DATABASE_URL": self.url}
        return subprocess.Popen(
            [sys.executable, "-m", "companion", *command],
            cwd=CHECKOUT,
            env=said,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    @contextmanager
    def held(self) -> Iterator[Callable[[Sequence[int]], int]]:
        """Somebody else migrates until the end of the block; how many of these processes wait for that."""
        if self.url.startswith("sqlite"):
            folder = os.open(self.folder, os.O_RDONLY)
            fcntl.flock(folder, fcntl.LOCK_EX)
            try:
                yield _wait_for_a_folder
            finally:
                os.close(folder)
            return
        engine = create_engine(self.url, isolation_level="AUTOCOMMIT")
        with engine.connect() as mine, engine.connect() as other:
            mine.execute(text("SELECT pg_advisory_lock(:number)"), {"number": MIGRATING})
            yield lambda _: other.execute(WAITING).scalar_one()
        engine.dispose()


def _wait_for_a_folder(processes: Sequence[int]) -> int:
    waiting = [line.split() for line in Path("/proc/locks").read_text().splitlines() if "-> FLOCK" in line]
    return sum(any(str(process) in words for words in waiting) for process in processes)


WAITING = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """On which kind of database."""
    return str(request.param)


@pytest.fixture
def empty(kind: str, tmp_path: Path, postgresql: PostgreSQL) -> House:
    """A house in which nothing was yet."""
    if kind == SQLITE:
        return House(tmp_path, f"sqlite:///{tmp_path / 'companion.sqlite3'}", {})
    return House(tmp_path, address(servers.database(postgresql.server, "migrated")), {})


@pytest.fixture
def old(kind: str, empty: House, migrated: Path, postgresql: PostgreSQL) -> House:
    """A house with a few evenings, as an older version left it."""
    if kind == SQLITE:
        shutil.copy(migrated, empty.folder / "companion.sqlite3")
    else:
        empty.url = postgresql.copy("migrated")
    app = on(empty)
    for number in range(3):
        begin(app, client=f"evening {number}").round(1, 0, 6, 7)
    empty.before = caught_up(app)
    with app.app_context():
        downgrade(revision=BEFORE)
    close(app)
    return empty


def on(house: House) -> Flask:
    """Today's app on its database."""
    return create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": house.url})


def together(house: House) -> list[str]:
    """What each of two commands says, and what a server answers, that wanted to bring the database up to date while
    somebody else did.
    """
    with ExitStack() as opened:
        with house.held() as waiting:
            both = [house.start("migrate") for _ in range(2)]
            server = house.start("serve", "--host", "127.0.0.1", "--port", "0")
            for process in (*both, server):
                opened.callback(process.communicate)
                opened.callback(process.kill)

            def all_wait() -> bool:
                assert [process.poll() for process in (*both, server)] == [None] * 3, "nobody ends before that"
                return waiting([process.pid for process in (*both, server)]) == 3

            wait_until(all_wait, PATIENCE_SECONDS)
        said = [process.communicate(timeout=PATIENCE_SECONDS) for process in both]
        assert [process.returncode for process in both] == [0, 0], said
        assert [errors for _, errors in said] == ["", ""]
        running = Server(server)
        with urllib.request.urlopen(urljoin(running.url, "/readyz"), timeout=PATIENCE_SECONDS) as answer:
            assert answer.status == 200
        assert running.stop() == (0, "")
        return [told for told, _ in said]


def whole(house: House) -> Rows:
    """All that is in the database, whose tables are those of today, once."""
    app = on(house)
    with app.app_context():
        assert set(inspect(db.engine).get_table_names()) == {*Base.metadata.tables, "alembic_version"}
        assert db.session.scalars(text("SELECT version_num FROM alembic_version")).all() == [newest()]
    found = caught_up(app)
    close(app)
    return found


def test_the_tables_of_a_new_database_are_made_once(empty: House) -> None:
    told = together(empty)
    assert all("Made the tables" in said or "nothing was changed" in said for said in told), told
    assert sum("Made the tables" in said for said in told) <= 1
    assert {table: rows for table, rows in whole(empty).items() if rows} == {"house_facts": [("derived", "1")]}


def test_an_older_database_is_brought_up_to_date_once(kind: str, old: House) -> None:
    told = together(old)
    assert all("Brought the database up to date" in said or "nothing was changed" in said for said in told), told
    assert sum("Brought the database up to date" in said for said in told) <= 1
    after = whole(old)
    assert {table: after[table] for table in FACTS} == {table: old.before[table] for table in FACTS}
    for table in ("round_results", "careers", "rivalries", "seasons"):
        assert after[table] == old.before[table], table
    assert not after["stale"]
    if kind == SQLITE:
        (kept,) = old.folder.glob("companion.*.sqlite3")
        engine = create_engine(f"sqlite:///{kept}")
        with engine.connect() as connection:
            assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one() == BEFORE
        engine.dispose()


@pytest.mark.parametrize("kind", [POSTGRESQL])
def test_a_database_that_a_server_still_uses_is_named_and_stays_as_it_was(
    old: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(old.folder))
    monkeypatch.setenv("DATABASE_URL", old.url)
    monkeypatch.setattr(busy, "PATIENCE", 0.2)
    engine = create_engine(old.url)
    with engine.connect() as connection:
        connection.execute(text("UPDATE matches SET version = version"))
        with pytest.raises(SystemExit, match="The database migrated is in use by another program: stop that one"):
            main(["migrate"])
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one() == BEFORE
    engine.dispose()
    assert main(["migrate"]) == 0
    assert whole(old)["matches"]
