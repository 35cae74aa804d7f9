"""How an SQLite file is opened, and what is remembered of it while nobody writes."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Callable, Hashable
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event

from companion.app_state import app_state
from companion.cache import Memory
from companion.games.why import N_, Refusal

PATIENCE = 5.0
"""Seconds for which somebody who wants to write waits for whoever holds the pen, here or in another program."""
PAUSE = 0.05
"""Seconds between two tries to take it: meanwhile all others go on."""
SHORT_MS = 100
"""What SQLite itself waits, and the whole process with it, when a reader finds a file locked: as good as never."""


class Busy(Refusal):
    """Another program holds the database: nothing was written, and it may be sent again in a moment."""

    code = 503

    def __init__(self) -> None:
        super().__init__(N_("Saving has to wait: another program holds the database. Try again in a moment."))


def held(problem: BaseException | None) -> bool:
    """Whether SQLite refused something only because somebody else holds the file."""
    code: int = getattr(problem, "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def recall(key: Hashable, ask: Callable[[], Any]) -> Any:
    """What `ask` reads from the database, from memory while nothing was committed; PostgreSQL is asked every time."""
    memory = app_state().memory
    return ask() if memory is None else memory.recall(key, ask)


def tune_sqlite(engine: Engine) -> None:
    """Set up an SQLite engine: WAL, foreign keys, an acknowledged round survives a power cut, explicit BEGIN."""
    if engine.dialect.name != "sqlite":
        return
    event.listen(engine, "connect", _pragmas)
    if engine.url.database and engine.url.database != ":memory:":
        app_state().memory = Memory(engine.url.database)
    event.listen(engine, "begin", _begin)
    event.listen(engine, "commit", _commit)


def _pragmas(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # The driver would begin deferred transactions by itself.
    for pragma in ("foreign_keys=ON", "journal_mode=WAL", "synchronous=FULL", f"busy_timeout={SHORT_MS}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    if "companion_writes" in options:
        _begin_writing(_driver(connection), options["companion_writes"])
    elif "companion_untransacted" not in options:
        connection.exec_driver_sql("BEGIN")


def _begin_writing(driver: sqlite3.Connection, until: float) -> None:
    """Take the write lock of the file, in short tries. Raises Busy when another program has it `until` then."""
    while True:
        try:
            natively(driver.execute, "BEGIN IMMEDIATE")
            return
        except sqlite3.OperationalError as problem:
            if not held(problem):
                raise
        if time.monotonic() > until:
            raise Busy
        time.sleep(PAUSE)


def _commit(connection: Connection) -> None:
    # SQLAlchemy commits after this, which does nothing any more.
    natively(_driver(connection).commit)


def _driver(connection: Connection) -> sqlite3.Connection:
    driver: sqlite3.Connection = connection.connection.dbapi_connection  # type: ignore[assignment]
    return driver


def natively(wait: Callable[..., object], *arguments: object) -> None:
    """Do what may wait for the disk, or for the pen of another process, while other requests go on.

    Under gevent all requests share one thread, and SQLite would hold it up: so it waits in one of gevent's pool. Nobody
    else uses its connection meanwhile, for the greenlet that has it waits here.
    """
    monkey = sys.modules.get("gevent.monkey")
    if monkey is None or not monkey.is_module_patched("threading"):
        wait(*arguments)
        return
    from gevent import get_hub

    # What fails there is raised here: gevent would print it, too, and to be told to wait is no news for the log.
    if failed := get_hub().threadpool.apply(_failure, (wait, *arguments)):
        raise failed


def _failure(wait: Callable[..., object], *arguments: object) -> Exception | None:
    """What was raised by it, if anything was."""
    try:
        wait(*arguments)
    except Exception as failed:
        return failed
    return None


def snapshot(source: Path, to: Path) -> None:
    """Copy a database as it stands at one moment into a new file, for its owner alone, whoever writes meanwhile.

    SQLite itself copies: beside the file of one that is open, or was not closed well, lies a log without which it is
    not whole. Raises sqlite3.Error or OSError when that cannot be; FileExistsError when the file is there.
    """
    os.close(os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with closing(sqlite3.connect(source)) as connection:
        connection.execute("VACUUM INTO ?", (str(to),))
    with to.open("rb+") as copy:
        os.fsync(copy.fileno())
