"""How an SQLite file is opened, and what is remembered of it while nobody writes."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Callable, Hashable
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any

from sqlalchemy import Connection, Engine, event

from companion.app_state import app_state
from companion.cache import Memory

from . import busy

QUICK = 0.002
"""Seconds in which a quick disk has a commit."""
SURE = 20
"""So many quick commits in a row, and the next is made on the spot."""
SHORT_MS = 100
"""What SQLite itself waits, and the whole process with it, when a reader finds a file locked: as good as never."""


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
        state = app_state()
        state.memory = state.asking = Memory(engine.url.database)
    disk = Disk()
    event.listen(engine, "begin", _begin)
    # SQLAlchemy commits after this, which does nothing any more.
    event.listen(engine, "commit", lambda connection: disk.commit(_driver(connection)))


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
    """Take the write lock of the file. Raises Busy when another program has it `until` then."""
    driver.execute("PRAGMA busy_timeout=0")  # SQLite would hold up the whole process.
    try:
        while True:
            try:
                driver.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as problem:
                if not busy.held(problem):
                    raise
            if time.monotonic() > until:
                raise busy.Busy
            time.sleep(busy.PAUSE)
    finally:
        driver.execute(f"PRAGMA busy_timeout={SHORT_MS}")


class Disk:
    """Commits, and knows whether the disk is quick, as its last ones say.

    A commit that waits for the disk would hold up all requests, which share one thread under gevent; so it waits in
    another one. Going there and coming back takes longer than a quick disk, though, and all that time nobody else can
    write: so when it was quick for a while, the next commit is made on the spot, until one is slow.
    """

    def __init__(self) -> None:
        self._quick = 0

    def commit(self, driver: sqlite3.Connection) -> None:
        """Commit, in a thread of its own where that may take long."""
        if self._quick < SURE:
            natively(self._timed, driver)
        else:
            self._timed(driver)

    def _timed(self, driver: sqlite3.Connection) -> None:
        began = perf_counter()
        driver.commit()
        self._quick = self._quick + 1 if perf_counter() - began < QUICK else 0


def _driver(connection: Connection) -> sqlite3.Connection:
    driver: sqlite3.Connection = connection.connection.dbapi_connection  # type: ignore[assignment]
    return driver


def natively(wait: Callable[..., object], *arguments: object) -> None:
    """Do what may wait for the disk while other requests go on: under gevent, in a thread of its pool.

    Nobody else uses its connection meanwhile, for the greenlet that has it waits here.
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
