"""What was written down: SQLAlchemy, append-only. `save` is the only place that commits."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, MetaData, Select, event
from sqlalchemy.orm import DeclarativeBase

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


def save(match: Match, turn: bool = True) -> None:
    """The only commit: one version more, the derived rows refreshed, everything in one transaction.

    `turn=False` keeps the version: no fact was added (`companion rebuild`, and a form that found its value written).
    """
    from . import history, state  # They import `db` from here.

    match.version += turn
    db.session.flush()
    fresh = state.read_afresh(match.id)
    history.refresh(match, fresh)
    db.session.commit()
    state.keep(fresh)


def tune_sqlite(engine: Engine) -> None:
    """Set up an SQLite engine: WAL, foreign keys, an acknowledged round survives a power cut, explicit BEGIN."""
    if engine.dialect.name != "sqlite":
        return
    event.listen(engine, "connect", _pragmas)
    event.listen(engine, "begin", _begin)


def _pragmas(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # The driver would begin deferred transactions by itself.
    for pragma in ("foreign_keys=ON", "journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    if "companion_glances" not in options:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if "companion_writes" in options else "BEGIN")
