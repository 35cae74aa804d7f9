"""Bringing the database to the newest migration, with a copy of what it was.

Alembic, 11 MB and a third of a start, is imported only where there is something to migrate.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from flask import Flask
from sqlalchemy import inspect, text
from werkzeug.local import LocalProxy

from companion.terminal import spoken

from .base import db
from .sqlite import snapshot

if TYPE_CHECKING:
    from click import Command

MIGRATIONS = Path(__file__).parent / "migrations"
READY, MISSING, OLD, NEWER = "ready", "missing", "old", "newer"
MIGRATING = 0x436F6D70
"""The number of the lock that whoever migrates a PostgreSQL holds."""
_NAMED = re.compile(r'^(down_)?revision = "(\w+)"$', re.MULTILINE)


def init_app(app: Flask) -> None:
    """Let `flask db` and `bring_up_to_date` find the migrations; Flask-Migrate is set up when one of them looks."""
    app.extensions["migrate"] = LocalProxy(partial(_migrations, app))
    app.cli.add_command(cast("Command", LocalProxy(_commands)), "db")


def _commands() -> Any:
    from flask_migrate.cli import db as commands

    return commands


def _migrations(app: Flask) -> Any:
    from flask_migrate import Migrate

    Migrate(app, db, directory=str(MIGRATIONS), render_as_batch=True)
    return app.extensions["migrate"]


def bring_up_to_date() -> str | None:
    """Migrate the database if it is older than the code, and return at which migration it was. An SQLite file is copied
    beside itself first.

    Raises SystemExit for a database that is newer than the code or another program's, and when a migration stops,
    sqlite3.DatabaseError for one that is damaged; nothing has changed then.
    """
    _refuse_damaged()
    with alone():
        return _migrate()


def _migrate() -> str | None:
    revision = current()
    if revision == newest():
        return revision
    if revision is not None and revision not in revisions():
        said = spoken(
            "The database %(where)s was written by a newer Companion: start that one, or put back the copy that is"
            " beside the database (see docs/operations.md). Nothing was changed.",
            where=_name(),
        )
        raise SystemExit(said)
    if revision is None and inspect(db.engine).get_table_names():
        said = spoken(
            "The database %(where)s belongs to another program: name another one in DATABASE_URL.", where=_name()
        )
        raise SystemExit(said)
    path = db.engine.url.database
    if revision is not None and db.engine.dialect.name == "sqlite" and path and path != ":memory:":
        keep_copy(Path(path), revision)
    from flask_migrate import upgrade

    upgrade()
    return revision


@contextmanager
def alone() -> Iterator[None]:
    """Let no other program make or change the tables meanwhile, or all derived rows: who comes second waits, and finds
    it done.
    """
    if db.engine.dialect.name != "postgresql":
        with _alone_beside(Path(db.engine.url.database or "")):
            yield
        return
    with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("SET lock_timeout = 0"))
        connection.execute(text("SET statement_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_lock(:number)"), {"number": MIGRATING})
        try:
            yield
        finally:
            # What was set for this connection goes with it, and the lock too.
            connection.invalidate()


@contextmanager
def _alone_beside(path: Path) -> Iterator[None]:
    """Hold the folder of an SQLite file, where that can be: not on Windows, nor on some disks of other machines. The
    file itself cannot: SQLite loses its own locks on it when somebody else in its process closes it.
    """
    with ExitStack() as opened:
        with suppress(ModuleNotFoundError, OSError):
            import fcntl

            held = os.open(path.parent, os.O_RDONLY)
            opened.callback(os.close, held)
            fcntl.flock(held, fcntl.LOCK_EX)
            # Under gevent a file is not closed at once.
            opened.callback(fcntl.flock, held, fcntl.LOCK_UN)
        yield


def _name() -> str:
    """The database as one names it to its owner: without a password."""
    return db.engine.url.database or ""


def _refuse_damaged() -> None:
    """Raise sqlite3.DatabaseError for a file that is not whole: what is written into one makes it worse."""
    if db.engine.dialect.name != "sqlite":
        return
    with db.engine.connect() as connection:
        problem = connection.execute(text("PRAGMA quick_check(1)")).scalar()
    if problem != "ok":
        damaged = sqlite3.DatabaseError(problem)
        damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damaged


def current() -> str | None:
    """The migration at which the database is; None before the first one."""
    with db.engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return found


def state() -> str:
    """How the database stands to this code: READY, or MISSING, OLD, NEWER; two small queries."""
    revision = current()
    if revision == newest():
        return READY
    if revision is None:
        return MISSING
    return OLD if revision in revisions() else NEWER


def newest() -> str:
    """The migration after which there is no other."""
    (last,) = revisions() - {name for down, name in _named() if down}
    return last


def revisions() -> set[str]:
    """All migrations that this version knows."""
    return {name for down, name in _named() if not down}


@cache
def _named() -> list[tuple[str, str]]:
    """What the files of the migrations say themselves: the name of each, and, marked, of the one before it."""
    texts = [path.read_text(encoding="utf-8") for path in (MIGRATIONS / "versions").glob("*.py")]
    return [named for text_ in texts for named in _NAMED.findall(text_)]


def keep_copy(path: Path, revision: str) -> Path:
    """Copy an SQLite database as it stands beside itself, for its owner alone, and return where to."""
    kept = path.with_name(f"{path.stem}.{revision}{path.suffix}")
    draft = kept.with_name(f"{kept.name}.draft")
    draft.unlink(missing_ok=True)
    snapshot(path, draft)
    draft.replace(kept)
    return kept
