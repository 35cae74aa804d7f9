"""How a transaction that writes begins and ends, on either database."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from companion.app_state import app_state

from . import busy
from .base import WRITING, db, touched
from .locks import Lock
from .postgresql import is_committed


@contextmanager
def begun() -> Iterator[None]:
    """A transaction of the session that may write; whatever `commit` did not commit is rolled back.

    On SQLite it holds the pen of this app, and those of other programs are waited for, for a while; what was read
    before is let go first. Raises Busy when somebody else holds what is wanted for long.
    """
    with _pen() as options, _measured():
        db.session.rollback()
        # What was read before a commit that came before this is not let go by that.
        db.session.expire_all()
        db.session.info.clear()
        try:
            connection = db.session.connection(execution_options=options)
            if connection.dialect.name == "postgresql":
                db.session.info[_NUMBER] = connection.execute(_CURRENT).scalar_one()
            db.session.info[WRITING] = True
            yield
        except (DBAPIError, sqlite3.Error) as problem:
            if refused := busy.refusal(problem):
                raise refused from None
            raise
        finally:
            db.session.info.pop(WRITING, None)
            db.session.rollback()


@contextmanager
def _measured() -> Iterator[None]:
    """What a write took, and its commit, for whoever watches."""
    at = time.perf_counter()
    yield
    if (took := db.session.info.pop(_COMMIT, None)) is not None:
        app_state().metrics.wrote(time.perf_counter() - at, took)


@contextmanager
def _pen() -> Iterator[dict[str, object]]:
    """The pen of this app, where there is one; how its holder begins."""
    if db.engine.dialect.name == "postgresql":
        # Each statement reads what is there when the lock before it was had.
        yield {"isolation_level": "READ COMMITTED"}
        return
    until = time.monotonic() + busy.PATIENCE
    if not app_state().pen.acquire(timeout=busy.PATIENCE):
        raise busy.Busy
    try:
        # Deferred transactions fail under concurrent writers: it takes the write lock at once (BEGIN IMMEDIATE).
        yield {"companion_writes": until}
    finally:
        app_state().pen.release()


def hold(*locks: Lock) -> None:
    """Wait for more locks. Inside `pen.writing()`, before what they keep is read."""
    connection = db.session.connection()
    if connection.dialect.name == "postgresql":
        for lock in locks:
            lock.take(connection)


def commit() -> dict[str, int]:
    """Commit what was written, and return which matches have to be told of, with their versions.

    Raises Unsure when the connection is lost meanwhile and nobody can say what became of it.
    """
    told, number, at = touched(), db.session.info.get(_NUMBER), time.perf_counter()
    try:
        db.session.commit()
    except DBAPIError as problem:
        if number is None or not busy.lost(problem) or not is_committed(db.engine, number):
            raise
    db.session.info[_COMMIT] = time.perf_counter() - at
    return told


_COMMIT = "companion_commit"
_NUMBER = "companion_transaction"
_CURRENT = text("SELECT CAST(pg_current_xact_id() AS text)")
