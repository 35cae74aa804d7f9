"""A database goes to another one and back: every row arrives, and everything goes on there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from companion import create_app
from companion.cli import main
from companion.ledger.base import db
from companion.ledger.models import Match
from tests import servers
from tests.conftest import close
from tests.databases import SETTINGS, PostgreSQL, address

from .cast import begin, caught_up, stored
from .everyverb import Evening
from .told import RELICS


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where an old house is, which everything happened in."""
    shutil.copy(RELICS / "four-games.sqlite3", tmp_path / "companion.sqlite3")
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return tmp_path


@pytest.fixture
def empty(postgresql: PostgreSQL) -> str:
    """A PostgreSQL in which there is nothing."""
    return servers.database(postgresql.server, "moved")


def on(name: str | Path) -> Flask:
    """Today's app on a database."""
    said = f"sqlite:///{name}" if isinstance(name, Path) else address(name)
    return create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": said})


def do_everything(app: Flask) -> None:
    """Every verb in each of its matches."""
    with app.app_context():
        for public_id in db.session.scalars(select(Match.public_id).order_by(Match.id)).all():
            Evening(public_id).all(to_the_end=False)


def test_everything_goes_to_postgresql_and_back_and_goes_on_there(
    folder: Path, empty: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    assert "Brought the database up to date" in capsys.readouterr().out
    here, there, back = on(folder / "companion.sqlite3"), on(empty), on(folder / "back.sqlite3")
    do_everything(here)
    full = caught_up(here)
    assert all(full[table] for table in ("matches", "players", "records", "move_records", "seat_results", "grants"))
    assert main(["move", empty]) == 0
    assert f"Moved {sum(map(len, full.values()))} rows" in capsys.readouterr().out
    assert stored(there) == full == stored(here)
    begin(there, client="a new evening").round(1, 0, 6, 7)
    more = caught_up(there)
    assert max(more["matches"])[0] > max(full["matches"])[0]
    assert main(["move", empty, str(folder / "back.sqlite3")]) == 0
    assert stored(back) == more
    begin(back, client="another evening").round(1, 0, 6, 7)
    for app in (here, there, back):
        close(app)


@pytest.mark.parametrize("relic", ["0.1.0", "0.2.0", "0.3.0", "three-games"])
def test_a_database_of_every_release_arrives_whole(folder: Path, empty: str, relic: str) -> None:
    shutil.copy(RELICS / f"{relic}.sqlite3", folder / "companion.sqlite3")
    assert main(["migrate"]) == main(["move", empty]) == 0
    here, there = on(folder / "companion.sqlite3"), on(empty)
    assert stored(there) == stored(here)
    assert stored(there)["matches"]
    for app in (here, there):
        close(app)


def test_a_value_that_only_sqlite_takes_stops_a_move_and_leaves_nothing(folder: Path, empty: str) -> None:
    shutil.copy(RELICS / "every-cell.sqlite3", folder / "companion.sqlite3")
    main(["migrate"])
    with pytest.raises(SystemExit, match="matches"):
        main(["move", empty])
    there = on(empty)
    assert not any(stored(there).values())
    close(there)


def test_a_database_on_which_companion_was_opened_is_empty_until_somebody_plays(
    folder: Path, empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["migrate"])
    monkeypatch.setenv("DATABASE_URL", empty)
    # Whatever opens it makes its tables, and notes by which rules its rows are derived.
    assert main(["migrate"]) == 0
    monkeypatch.delenv("DATABASE_URL")
    there = on(empty)
    assert stored(there)["house_facts"]
    close(there)
    assert main(["move", empty]) == 0
    here, there = on(folder / "companion.sqlite3"), on(empty)
    assert stored(there) == stored(here)
    close(here)
    close(there)


@pytest.mark.parametrize("what", ["used", "foreign"])
def test_a_database_in_which_there_is_something_is_refused(folder: Path, empty: str, what: str) -> None:
    main(["migrate"])
    there = on(empty)
    with there.app_context():
        if what == "foreign":
            with db.engine.begin() as connection:
                connection.exec_driver_sql("CREATE TABLE somebody_elses (id int)")
        else:
            assert main(["move", empty]) == 0
    before = [] if what == "foreign" else stored(there)
    with pytest.raises(SystemExit, match="something in the new database already"):
        main(["move", empty])
    assert what == "foreign" or stored(there) == before
    close(there)


def test_an_old_database_has_to_be_migrated_first(folder: Path, empty: str) -> None:
    with pytest.raises(SystemExit, match="companion migrate"):
        main(["move", empty])
