"""The database: how it is set up, what it refuses, and how few questions a page asks it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError

from companion.app_state import app_state
from companion.ledger import access, pen, state
from companion.ledger.base import db
from companion.ledger.history import matches_of

from .cast import ANAS_PHONE, TOKENS, Pad, begin, typed

ROOM = Path(pen.__file__).parent
ANAS = TOKENS[ANAS_PHONE]


@contextmanager
def questions(app: Flask) -> Iterator[list[str]]:
    """The SQL that is sent while this is open, also on the connection that only reads."""
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        asked.append(statement)

    def noting(question: str, values: Mapping[str, object]) -> tuple[Any, ...] | None:
        asked.append(question)
        return first(question, values)

    asking = app_state(app).asking
    assert asking is not None
    first = asking.first
    with app.app_context(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(asking, "first", noting)
        event.listen(db.engine, "before_cursor_execute", note)
        yield asked
        event.remove(db.engine, "before_cursor_execute", note)


def read_cold(pad: Pad) -> list[str]:
    """What a page asks that has nothing in memory."""
    app_state(pad.app).states.clear()
    return asked_by(pad.app, lambda: state.read_state(found(pad)))


def found(pad: Pad) -> access.Found:
    """The match as Ana's phone finds it."""
    one = access.find(pad.public_id, ANAS)
    assert one is not None
    return one


def asked_by(app: Flask, page: Callable[[], object]) -> list[str]:
    """The selects that a page sends, in a context of its own."""
    with questions(app) as asked:
        page()
    return [statement for statement in asked if not statement.startswith(("BEGIN", "PRAGMA"))]


def test_a_cold_page_asks_six_questions_at_most(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    assert 1 < len(read_cold(pad)) <= 6


def test_a_page_asks_no_more_however_long_the_match_is(pad: Pad) -> None:
    few = read_cold(pad)
    for number in range(1, 7):
        pad.round(number, 0, 5, 5)
        pad.adjust(number, 1, 1, "late")
    assert len(pad.now().sheet.rounds) == 7
    assert read_cold(pad) == few


@pytest.mark.sqlite
def test_a_page_that_is_remembered_asks_for_nothing_until_somebody_writes(pad: Pad) -> None:
    pad.round(1, 0, 6, 7)
    assert len(asked_by(pad.app, lambda: state.read_state(found(pad)))) <= 1
    assert asked_by(pad.app, lambda: state.read_state(found(pad))) == []
    pad.enter(2, 0, typed(5))
    assert len(asked_by(pad.app, lambda: state.read_state(found(pad)))) == 1


def test_the_list_of_matches_is_three_questions_however_many_there_are(app: Flask) -> None:
    for number in range(5):
        begin(app, client=f"match {number}").round(1, 0, 6, 7)
        assert len(asked_by(app, lambda: matches_of(ANAS))) == 3
    with app.app_context():
        assert [len(line.people) for line in matches_of(ANAS)] == [3] * 5


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("pragma", "value"), [("foreign_keys", 1), ("journal_mode", "wal"), ("synchronous", 2), ("busy_timeout", 100)]
)
def test_every_connection_is_set_up_so_that_nothing_is_lost(app: Flask, pragma: str, value: int | str) -> None:
    with app.app_context(), db.engine.connect() as one, db.engine.connect() as two:
        assert [connection.scalar(text(f"PRAGMA {pragma}")) for connection in (one, two)] == [value, value]


@pytest.mark.sqlite
def test_a_row_that_points_nowhere_is_refused(app: Flask) -> None:
    with app.app_context(), pytest.raises(IntegrityError, match="FOREIGN KEY"):
        db.session.execute(
            text("INSERT INTO seats (match_id, number, part, player_id, joined) VALUES (99, 0, 0, 99, 0)")
        )


@pytest.mark.sqlite
@pytest.mark.parametrize("cell", ["entry/1/0", "closer/1", "limit"])
def test_a_number_that_is_taken_in_a_cell_is_refused(pad: Pad, cell: str) -> None:
    pad.enter(1, 0, typed(5), closes=True)
    pad.decide("limit", 60)
    with pad.app.app_context():
        columns = [row[1] for row in db.session.execute(text("PRAGMA table_info(records)")) if row[1] != "id"]
        same = ", ".join(columns)
        with pytest.raises(IntegrityError, match="UNIQUE"):
            again = f"INSERT INTO records ({same}) SELECT {same} FROM records WHERE cell = :cell"
            db.session.execute(text(again), {"cell": cell})


def test_what_is_not_saved_is_rolled_back(pad: Pad) -> None:
    with pad.app.app_context():
        with pytest.raises(ZeroDivisionError), pen.writing():
            db.session.execute(text("UPDATE matches SET version = 99"))
            raise ZeroDivisionError
        with pen.writing():
            db.session.execute(text("UPDATE matches SET version = 99"))
        assert db.session.scalar(text("SELECT version FROM matches")) == 1


def commits(path: Path) -> int:
    """How many calls of something named commit a module makes."""
    calls = [node.func for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    return sum(isinstance(func, ast.Attribute) and func.attr == "commit" for func in calls)


def test_only_save_and_settle_and_the_migrations_commit() -> None:
    where = {path.relative_to(ROOM.parent).as_posix(): commits(path) for path in ROOM.parent.rglob("*.py")}
    assert {path: number for path, number in where.items() if number} == {
        "ledger/carrying.py": 1,
        "ledger/pen.py": 2,
        "ledger/transaction.py": 1,
        "ledger/migrations/env.py": 1,
        "ledger/sqlite.py": 2,  # By the driver, when the session does.
    }
