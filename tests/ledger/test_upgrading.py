"""The copy that is kept of a database before it is migrated."""

from __future__ import annotations

import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from companion import create_app
from companion.ledger.base import db
from companion.ledger.upgrading import bring_up_to_date
from tests.conftest import SETTINGS

from .told import RELICS, database

OLD = "3c1f0a7de6b4"
"""The migration at which the relics of 0.3.0 stand."""


def app_on(path: Path) -> Flask:
    """Today's app on a file."""
    return create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{path}"})


def rows(path: Path) -> list[str]:
    """All that a database holds."""
    with closing(sqlite3.connect(path)) as connection:
        return sorted(connection.iterdump())


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database of 0.3.0, in a folder of its own."""
    return Path(shutil.copy(RELICS / "0.3.0.sqlite3", tmp_path / "companion.sqlite3"))


@pytest.fixture
def house(old: Path) -> Iterator[Flask]:
    """Today's app on it, before anything is migrated."""
    app = app_on(old)
    with app.app_context():
        yield app
        db.session.remove()
        db.engine.dispose()


def test_what_was_there_is_kept_beside_the_migrated_file(house: Flask, old: Path) -> None:
    before = rows(old)
    bring_up_to_date()
    kept = old.with_name(f"companion.{OLD}.sqlite3")
    assert rows(kept) == before != rows(old)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert sorted(path.name for path in old.parent.glob("*sqlite3*draft*")) == []
    assert database()


def test_what_is_in_the_log_only_is_kept_too(house: Flask, old: Path) -> None:
    with closing(sqlite3.connect(old)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("PRAGMA wal_autocheckpoint=0")
        other.execute("UPDATE players SET name = 'Somebody'")
        other.commit()
        bring_up_to_date()
        with closing(sqlite3.connect(old.with_name(f"companion.{OLD}.sqlite3"))) as kept:
            assert {name for (name,) in kept.execute("SELECT name FROM players")} == {"Somebody"}


def test_a_second_start_copies_and_migrates_nothing(house: Flask, old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bring_up_to_date()
    after = sorted(path.name for path in old.parent.iterdir())
    monkeypatch.setattr("flask_migrate.upgrade", None)
    bring_up_to_date()
    assert sorted(path.name for path in old.parent.iterdir()) == after


def test_of_a_new_database_there_is_nothing_to_keep(tmp_path: Path) -> None:
    app = app_on(tmp_path / "companion.sqlite3")
    with app.app_context():
        bring_up_to_date()
        assert database() == {}
        db.engine.dispose()
    assert not list(tmp_path.glob("companion.*.sqlite3"))


def test_a_start_that_failed_leaves_no_draft_in_the_way(house: Flask, old: Path) -> None:
    old.with_name(f"companion.{OLD}.sqlite3.draft").write_text("half a copy")
    old.with_name(f"companion.{OLD}.sqlite3").write_text("an older copy")
    before = rows(old)
    bring_up_to_date()
    assert rows(old.with_name(f"companion.{OLD}.sqlite3")) == before
