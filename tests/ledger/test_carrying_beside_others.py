"""A database is moved while others write in either, or move it, too: all of one moment arrives, or nothing."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import create_engine, select, text

from companion import create_app, keeping
from companion.cli import main
from companion.ledger import busy
from companion.ledger.base import db
from companion.ledger.cells import ENTRY, Cell
from companion.ledger.models import Write
from companion.ledger.rebuilding import rebuild
from companion.ledger.state import read_afresh
from companion.ledger.upgrading import bring_up_to_date
from companion.settings import CHECKOUT
from tests import servers
from tests.conftest import SETTINGS, close
from tests.databases import SQLITE, PostgreSQL, address
from tests.serving import PATIENCE_SECONDS

from .cast import ANA, PAU, Pad, begin, stored
from .test_backup_beside_writers import acknowledged
from .test_processes import go, writer
from .writer import nth

DERIVED = ("round_results", "seat_results", "match_words")


@pytest.fixture
def old(pad: Pad) -> str:
    """The address of a database with a match in it."""
    pad.round(1, 0, 6, 7)
    return str(pad.app.config["SQLALCHEMY_DATABASE_URI"])


@pytest.fixture
def new(engine_kind: str, tmp_path: Path, postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of an empty one, of the other kind."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    if engine_kind == SQLITE:
        return address(servers.database(postgresql.server, "moved"))
    return f"sqlite:///{tmp_path / 'moved.sqlite3'}"


def on(name: str) -> Flask:
    """Today's app on a database."""
    return create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": name})


def refused(old: str, new: str) -> str:
    """What is said, in one line, when nothing is moved."""
    with pytest.raises(SystemExit) as stopped:
        main(["move", old, new])
    said = str(stopped.value)
    assert "\n" not in said
    return said


def test_what_arrives_beside_writers_is_of_one_moment(pad: Pad, old: str, new: str) -> None:
    with ExitStack() as stack:
        writers = {seat: stack.enter_context(writer(pad, seat, 10**6)) for seat in (ANA, PAU)}
        for process in writers.values():
            go(process)
        written = {seat: acknowledged(process) for seat, process in writers.items()}
        assert main(["move", old, new]) == 0
    there = on(new)
    with there.app_context():
        state = read_afresh(pad.id)
        for seat, number in written.items():
            hands = [record.value for record in state.trails.of(Cell(ENTRY, 1, seat))][1:]
            assert hands == [nth(number) for number in range(len(hands))]
            assert len(hands) >= number
        versions = sorted(version for version in db.session.scalars(select(Write.version)) if version is not None)
        assert versions == list(range(2, state.version + 1))
    before = stored(there, *DERIVED)
    with there.app_context():
        rebuild()
    assert stored(there, *DERIVED) == before
    assert set(stored(there, "writes")["writes"]) <= set(stored(pad.app, "writes")["writes"])
    assert begin(there, client="a new evening").round(1, 0, 6, 7).version > 1
    close(there)


@contextmanager
def written_in(url: str) -> Iterator[None]:
    """Another program writes in a database, and does not come to an end."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
        return
    engine = create_engine(url)
    with engine.connect() as connection:
        connection.execute(text("UPDATE groups SET name = name"))
        yield
    engine.dispose()


@pytest.mark.parametrize("which", ["old", "new"])
def test_a_database_in_which_somebody_writes_without_end_is_named_and_nothing_is_moved(
    old: str, new: str, which: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(busy, "PATIENCE", 0.2)
    there = on(new)
    with there.app_context():
        bring_up_to_date()
    held = old if which == "old" else new
    with written_in(held):
        said = refused(old, new)
    name = create_engine(held).url.database
    assert said == f"The database {name} is in use by another program: stop that one, then try again."
    assert not any(stored(there).values())
    assert main(["move", old, new]) == 0
    close(there)


def moves(old: str, new: str) -> None:
    """Somebody else moves the same."""
    assert main(["move", old, new]) == 0


def begins(_: str, new: str) -> None:
    """A house that was opened on the new database has its first match."""
    there = on(new)
    begin(there).round(1, 0, 6, 7)
    close(there)


@pytest.mark.parametrize("meanwhile", [moves, begins])
def test_what_came_into_the_new_database_at_the_last_moment_stays_and_nothing_is_moved(
    pad: Pad, old: str, new: str, meanwhile: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    really = keeping._alone

    def late(*given: object) -> object:
        monkeypatch.setattr(keeping, "_alone", really)
        meanwhile(old, new)
        return really(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(keeping, "_alone", late)
    assert "something in the new database already" in refused(old, new)
    there = on(new)
    rows = stored(there)
    assert len(rows["matches"]) == 1
    assert (rows == stored(pad.app)) is (meanwhile is moves)
    close(there)


def test_of_two_who_move_at_once_one_does_and_the_other_is_told(pad: Pad, old: str, new: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "move", old, new]
    both = [
        subprocess.Popen(command, cwd=CHECKOUT, env={**os.environ}, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        for _ in range(2)
    ]
    said = sorted((process.communicate(timeout=PATIENCE_SECONDS)[1].decode(), process.returncode) for process in both)
    assert [code for _, code in said] == [0, 1], said
    assert said[0][0] == ""
    assert "something in the new database already" in said[1][0] or "is in use by another program" in said[1][0]
    assert said[1][0].count("\n") == 1
    there = on(new)
    assert stored(there) == stored(pad.app)
    close(there)


def test_a_new_database_at_which_an_older_version_has_begun_is_moved_to(pad: Pad, old: str, new: str) -> None:
    there = on(new)
    with there.app_context():
        upgrade(revision="7c1e5a90d2b8")
    assert main(["move", old, new]) == 0
    assert stored(there) == stored(pad.app)
    close(there)
