"""What was written down: SQLAlchemy, append-only. Only `save` and `settle`, here, commit."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from flask import current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, MetaData, Select, event
from sqlalchemy.orm import DeclarativeBase

from companion.live import bell

if TYPE_CHECKING:
    from .models import Match

# SQLite can drop a constraint only by its name, so every constraint has one from the first migration on.
NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """The models subclass this, not db.Model, so that they are typed (and no dataclass: see docs/architecture.md)."""

    metadata = MetaData(naming_convention=NAMES)


db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False})
_pen = threading.Lock()


@contextmanager
def writing() -> Iterator[None]:
    """Hold the one pen of this process while facts are read and appended.

    What was read before is let go first; on SQLite the transaction takes the write lock at once (BEGIN IMMEDIATE),
    because a deferred one fails under concurrent writers. Whatever `save` did not commit is rolled back.
    """
    with _pen:
        db.session.rollback()
        db.session.connection(execution_options={"companion_writes": True})
        try:
            yield
        finally:
            db.session.rollback()


def glance(statement: Select[*tuple[Any, ...]], **values: object) -> tuple[Any, ...] | None:
    """The first row of one small query, outside of any transaction: what every request does, and all that most do."""
    with db.engine.connect().execution_options(companion_glances=True) as connection:
        row = connection.execute(statement, values).first()
    return None if row is None else tuple(row)


class Memory:
    """What was read from an SQLite file, for as long as nobody has written to it.

    SQLite tells a connection whether another one, of whatever process, has committed since it last asked. That costs a
    few microseconds, a query through SQLAlchemy a hundred.
    """

    MOST = 10_000
    """Answers kept at once: somebody who asks for matches that do not exist must not fill the memory."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._seen = -1
        self._facts: dict[Hashable, Any] = {}

    def recall(self, key: Hashable, ask: Callable[[], Any]) -> Any:
        """What `ask` answers, asked again only after a commit."""
        if self._connection is None:
            self._connection = sqlite3.connect(self._path, check_same_thread=False, isolation_level=None)
        (seen,) = self._connection.execute("PRAGMA data_version").fetchone()
        if seen != self._seen or len(self._facts) > self.MOST:
            self._seen, self._facts = seen, {}
        # An answer that a commit overtakes lands in the old dict, which nobody looks into any more.
        facts = self._facts
        if key not in facts:
            facts[key] = ask()
        return facts[key]

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()


def recall(key: Hashable, ask: Callable[[], Any]) -> Any:
    """What `ask` reads from the database, from memory while nothing was committed; PostgreSQL is asked every time."""
    memory: Memory | None = current_app.extensions.get("companion_memory")
    return ask() if memory is None else memory.recall(key, ask)


def save(match: Match, turn: bool = True) -> None:
    """The only commit of a match: one version more, the derived rows refreshed, everything in one transaction.

    `turn=False` keeps the version: no fact was added (`companion rebuild`, and a form that found its value written).
    """
    from . import history, state  # They import `db` from here.

    match.version += turn
    db.session.flush()
    fresh = state.read_afresh(match.id)
    history.refresh(match, fresh)
    db.session.commit()
    state.keep(fresh)
    bell.ring(match.public_id, match.version)  # Stored first, told after.


def settle() -> None:
    """Commit what concerns no match: a phone, a group, who may open what. Inside `writing()` only."""
    db.session.commit()


def tune_sqlite(engine: Engine) -> None:
    """Set up an SQLite engine: WAL, foreign keys, an acknowledged round survives a power cut, explicit BEGIN."""
    if engine.dialect.name != "sqlite":
        return
    event.listen(engine, "connect", _pragmas)
    if engine.url.database and engine.url.database != ":memory:":
        current_app.extensions["companion_memory"] = Memory(engine.url.database)
    event.listen(engine, "begin", _begin)


def _pragmas(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # The driver would begin deferred transactions by itself.
    for pragma in ("foreign_keys=ON", "journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    if "companion_glances" not in options:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if "companion_writes" in options else "BEGIN")
