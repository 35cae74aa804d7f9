"""The migration that puts all records into one table: there and back, to the letter, or not at all."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask_migrate import downgrade, upgrade
from sqlalchemy import inspect, text

from companion import create_app
from companion.ledger.base import db
from tests.conftest import SETTINGS

from .told import RELICS

BEFORE, AFTER = "81c6e0b27d3f", "c27d94e1b05a"
OLD = {
    "entries": (
        "SELECT e.id, e.write_id, r.match_id, r.number, e.seat, e.number, e.cards, e.points, e.bonus"
        " FROM entry_records e JOIN rounds r ON r.id = e.round_id ORDER BY e.id"
    ),
    "closers": (
        "SELECT c.id, c.write_id, r.match_id, r.number, c.number, c.seat"
        " FROM closer_records c JOIN rounds r ON r.id = c.round_id ORDER BY c.id"
    ),
    "facts": "SELECT id, write_id, match_id, cell, number, CAST(value AS TEXT) FROM fact_records ORDER BY id",
    "lines": (
        "SELECT m.id, m.write_id, r.match_id, r.number, m.number, m.seat, m.move, m.nonces"
        " FROM move_records m JOIN rounds r ON r.id = m.round_id ORDER BY m.id"
    ),
    "rounds": "SELECT match_id, number FROM rounds ORDER BY match_id, number",
}


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Flask]:
    """A database with every kind of cell, as it was before this migration."""
    path = shutil.copy(RELICS / "every-cell.sqlite3", tmp_path)
    app = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{path}"})
    with app.app_context():
        upgrade(revision=BEFORE)
        yield app
        db.session.remove()
        db.engine.dispose()


def told(table: str) -> list[tuple[Any, ...]]:
    """The rows of the old tables, whatever numbers their rounds have."""
    with db.engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(OLD[table]))]


def run(statement: str, **values: object) -> None:
    """One statement, committed, whatever it points to."""
    with db.engine.connect() as connection:
        connection.connection.dbapi_connection.execute("PRAGMA foreign_keys=OFF")  # type: ignore[union-attr]
        connection.execute(text(statement), values)
        connection.commit()
        connection.connection.dbapi_connection.execute("PRAGMA foreign_keys=ON")  # type: ignore[union-attr]


def tables() -> set[str]:
    """The tables there are."""
    return set(inspect(db.engine).get_table_names())


def dump() -> list[tuple[Any, ...]]:
    """How the database is made, and its newest migration."""
    with db.engine.connect() as connection:
        made = connection.execute(text("SELECT name, sql FROM sqlite_master ORDER BY name, sql")).all()
        return [tuple(row) for row in [*made, *connection.execute(text("SELECT version_num FROM alembic_version"))]]


def test_the_way_back_restores_every_row_of_every_old_table(old: Flask) -> None:
    before = {table: told(table) for table in OLD}
    assert all(before.values())
    upgrade(revision=AFTER)
    assert not tables() & {"rounds", "entry_records", "closer_records", "fact_records"}
    downgrade(revision=BEFORE)
    assert "records" not in tables()
    assert {table: told(table) for table in OLD} == before


def test_every_value_is_json_that_knows_no_game(old: Flask) -> None:
    entries, closers, facts = told("entries"), told("closers"), told("facts")
    upgrade(revision=AFTER)
    with db.engine.connect() as connection:
        rows = connection.execute(text("SELECT match_id, cell, number, write_id, CAST(value AS TEXT) FROM records"))
        found = {
            (match, cell, number): (write, value and json.loads(value)) for match, cell, number, write, value in rows
        }
    expected: dict[tuple[int, str, int], tuple[int, Any]] = {}
    for _, write, match, round_, seat, number, cards, points, bonus in entries:
        value = {"points": points} if cards is None else {"cards": [int(card) for card in cards.split()]}
        blank = cards is None and points is None
        expected[match, f"entry/{round_}/{seat}", number] = (
            write,
            None if blank else value | {"bonus": bonus} if bonus else value,
        )
    for _, write, match, round_, number, seat in closers:
        expected[match, f"closer/{round_}", number] = write, seat
    for _, write, match, cell, number, value in facts:
        expected[match, cell, number] = write, value and json.loads(value)
    assert found == expected


@pytest.mark.parametrize("table", ["entry_records", "closer_records", "move_records"])
def test_it_stops_and_changes_nothing_when_a_row_would_be_lost(
    old: Flask, table: str, caplog: pytest.LogCaptureFixture
) -> None:
    run(f"UPDATE {table} SET round_id = 9999 WHERE id = (SELECT max(id) FROM {table})")
    before = dump(), {name: told(name) for name in OLD}
    db.session.remove()
    with pytest.raises(SystemExit):
        upgrade(revision=AFTER)
    assert "so nothing was changed" in caplog.text
    db.engine.dispose()
    assert (dump(), {name: told(name) for name in OLD}) == before


@pytest.mark.parametrize("value", [{"bid": 2, "won": 2}, {"points": 3, "note": "x"}, {"cards": [12] * 40}])
def test_an_entry_that_the_old_tables_have_no_place_for_stops_the_way_back(
    old: Flask, value: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    upgrade(revision=AFTER)
    last = "SELECT max(id) FROM records WHERE cell LIKE 'entry/%'"
    run(f"UPDATE records SET value = :value WHERE id = ({last})", value=json.dumps(value))
    before = dump()
    with pytest.raises(SystemExit):
        downgrade(revision=BEFORE)
    assert "does not fit" in caplog.text
    db.engine.dispose()
    assert dump() == before
