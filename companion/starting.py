"""What can be wrong before anything is served: one sentence each, and what to do."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from companion import settings
from companion.games.why import N_, Refusal
from companion.ledger import busy
from companion.terminal import spoken

NO_ROOM = N_("There is no room left on the disk of %(where)s: free some, then start again. Nothing was lost.")
NO_RIGHT = N_("%(where)s cannot be written: give yourself the right to, or name another folder in COMPANION_DATA.")
BUSY = N_("The database %(where)s is in use by another program: stop that one, then try again.")
DAMAGED = N_(
    "The database %(where)s is damaged, and was left as it is: put a backup back (companion restore FILE), or move it"
    " away to start with an empty one."
)
NO_SERVER = N_("The database that DATABASE_URL names does not answer: %(detail)s")
NO_ADDRESS = N_(
    "DATABASE_URL is not the address of a database (%(detail)s): write postgresql://… or sqlite:////…, or leave it out."
)
NO_DRIVER = N_(
    'The program for this kind of database is not installed (%(detail)s). Install it: pip install "companion[postgres]"'
)
NO_REDIS = N_(
    'What speaks with Redis is not installed (%(detail)s). Install it: pip install "companion[redis]", or leave'
    " REDIS_URL out."
)

_OF_SQLITE = {
    sqlite3.SQLITE_FULL: NO_ROOM,
    sqlite3.SQLITE_READONLY: NO_RIGHT,
    sqlite3.SQLITE_CANTOPEN: NO_RIGHT,
    sqlite3.SQLITE_PERM: NO_RIGHT,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}


@contextmanager
def explained(database: str | None = None) -> Iterator[None]:
    """Say in a sentence, by SystemExit, why a command cannot begin; what is nothing of that kind passes as it is.
    `database`: the one that is at work, if it is not the usual one.
    """
    try:
        yield
    except Exception as problem:
        said = sentence(problem, database)
        if said is None:
            raise
        raise SystemExit(said) from None


def sentence(problem: Exception, database: str | None = None) -> str | None:
    """What is wrong and what to do; None for what nobody but us can put right. `database`: as in `explained`."""
    if isinstance(problem, settings.CannotStart):
        return str(problem)
    if isinstance(problem, OSError):
        where = problem.filename or settings.place()
        said = {errno.ENOSPC: NO_ROOM, errno.EDQUOT: NO_ROOM}.get(problem.errno or 0, NO_RIGHT)
        return f"{spoken(said, where=where)} ({problem.strerror})"
    if isinstance(problem, busy.Busy) or (isinstance(problem, DBAPIError) and busy.held(problem)):
        return spoken(BUSY, where=database or _database())
    if isinstance(problem, Refusal):
        return spoken(str(problem.why.msgid), **problem.why.values)
    if isinstance(problem, ArgumentError | NoSuchModuleError):
        return spoken(NO_ADDRESS, detail=str(problem).partition("\n")[0])
    if isinstance(problem, ModuleNotFoundError) and (problem.name or "").startswith("psycopg"):
        return spoken(NO_DRIVER, detail=problem.name)
    if isinstance(problem, ModuleNotFoundError) and problem.name == "redis":
        return spoken(NO_REDIS, detail=problem.name)
    cause = problem.orig if isinstance(problem, DBAPIError) else problem
    if isinstance(cause, sqlite3.Error):
        said = _OF_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF, "")
        return spoken(said, where=database or _database()) if said else None
    if isinstance(problem, DBAPIError) and _unreachable(problem):
        return spoken(NO_SERVER, detail=str(problem.orig).strip().partition("\n")[0])
    return None


def _unreachable(problem: DBAPIError) -> bool:
    return type(problem.orig).__module__.startswith("psycopg") and type(problem.orig).__name__ == "OperationalError"


def _database() -> str:
    return settings.database_name(settings.place())
