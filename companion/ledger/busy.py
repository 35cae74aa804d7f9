"""When the database cannot be had at the moment: somebody else holds what is wanted, or its server is gone."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy.exc import DBAPIError, TimeoutError

from companion.games.why import N_, Refusal

T = TypeVar("T")

PATIENCE = 5.0
"""Seconds for which somebody waits for whoever holds the pen, or for a server that is not there."""
PAUSE = 0.01
"""Seconds between two tries: meanwhile all others go on."""
A_MOMENT = 0.0001
"""Seconds that are just not none."""
_HELD = ("40001", "40P01", "55P03", "57014")
"""What PostgreSQL says when a lock is not to be had in time: serialization, deadlock, lock and statement timeout."""
_AWAY = ("08", "57P", "53300", "25P03")
"""How the codes begin with which it lets somebody go, or not in: connection, shutdown, too many, idle for too long."""
_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, "53100", "58030")
"""A disk that is full, fails, or may only be read: SQLite's codes, and PostgreSQL's."""


class Busy(Refusal):
    """Another program holds the database: nothing was written, and it may be sent again in a moment."""

    code = 503
    SAVING = N_("Saving has to wait: another program holds the database. Try again in a moment.")
    READING = N_("Another program holds the database. Load this page again in a moment.")

    def __init__(self) -> None:
        super().__init__(self.SAVING)


class Away(Busy):
    """The server of the database does not answer."""

    SAVING = N_("Saving has to wait: the database does not answer. Try again in a moment.")
    READING = N_("The database does not answer. Load this page again in a moment.")


class NoRoom(Busy):
    """Nothing can be written on the disk of the database: it is full, or broken, or may only be read."""

    SAVING = N_("Saving has to wait: the computer that Companion runs on can’t write to its disk. Is it full?")
    READING = N_("The computer that Companion runs on can’t write to its disk. Is it full?")


class Unsure(Exception):
    """The server went away while it was told to commit, and did not come back to say whether it did. Whoever sends the
    same form again gets its first answer, if there was one.
    """


def held(problem: BaseException | None) -> bool:
    """Whether a database refused something only because somebody else holds it."""
    if isinstance(problem, TimeoutError):  # All connections of this process are in use.
        return True
    return _code(problem) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, *_HELD)


def refusal(problem: BaseException) -> Busy | None:
    """What somebody is told when the database refuses something only for now; None for any other problem."""
    if held(problem):
        return Busy()
    return NoRoom() if _code(problem) in _NO_ROOM else None


def _code(problem: BaseException | None) -> int | str | None:
    """What SQLite calls a problem, or PostgreSQL."""
    cause = problem.orig if isinstance(problem, DBAPIError) else problem
    if isinstance(cause, sqlite3.Error):
        return int(getattr(cause, "sqlite_errorcode", 0)) & 0xFF
    return getattr(cause, "sqlstate", None)


def lost(problem: BaseException) -> bool:
    """Whether the connection to PostgreSQL is gone, or none could be had."""
    if not isinstance(problem, DBAPIError):
        return False
    cause = problem.orig
    if not type(cause).__module__.startswith("psycopg"):
        return False
    state = getattr(cause, "sqlstate", None)
    # A server that cannot be reached has no code.
    gone = state.startswith(_AWAY) if state else type(cause).__name__ == "OperationalError"
    return problem.connection_invalidated or gone


def twice(ask: Callable[[], T]) -> T:
    """What `ask` reads, outside of any transaction: once more, of a new connection, where its own was lost."""
    try:
        return ask()
    except DBAPIError as problem:
        if not lost(problem):
            raise
        return ask()


def give_way() -> None:
    """Let all others have their turn in the middle of long work. Under gevent a sleep of no length would look at no
    connection: what came in meanwhile would wait for the end of it.
    """
    time.sleep(A_MOMENT)


@contextmanager
def told() -> Iterator[None]:
    """Raise Busy, or Away, for what the database itself says of it: where there is no request to be tried again."""
    try:
        yield
    except Unsure:
        raise Away from None
    except (DBAPIError, TimeoutError, sqlite3.Error) as problem:
        if lost(problem):
            raise Away from None
        if refused := refusal(problem):
            raise refused from None
        raise
