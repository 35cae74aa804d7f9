"""The databases that tests run on: SQLite files, and one PostgreSQL for each process of tests, started when wanted."""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from random import Random
from time import monotonic

from flask import Flask
from flask_migrate import upgrade

from companion import create_app
from companion.app_state import EXTENSION, AppState, Asking, app_state
from companion.cache import Memory
from companion.hub import LocalHub
from companion.ledger.base import Base, db
from companion.ledger.upgrading import READY
from tests import servers

SQLITE, POSTGRESQL = "sqlite", "postgresql"
KINDS = (SQLITE, POSTGRESQL)
DEFAULT = os.environ.get("COMPANION_TEST_DATABASE", SQLITE)
"""What tests run on that do not say it: `COMPANION_TEST_DATABASE=postgresql make test` runs everything there."""
SETTINGS = {"TESTING": True, "BOTS": False, "SECRET_KEY": "for tests only"}
BEGAN = monotonic()
_CLEAR = "SET session_replication_role = replica; {} SET session_replication_role = DEFAULT;"
_END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'house' AND pid <> pg_backend_pid()"
_ANEW = "SELECT setval(CAST(seqrelid AS regclass), 1, false) FROM pg_sequence"


class PostgreSQL:
    """A server with a database at the newest migration, which is copied, and one that is emptied for each test."""

    def __init__(self) -> None:
        self._open = ExitStack()

    @cached_property
    def server(self) -> servers.Running:
        """The server."""
        return self._open.enter_context(servers.postgres())

    @cached_property
    def template(self) -> str:
        """The name of an empty database at the newest migration."""
        app = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": address(servers.database(self.server, "empty"))})
        with app.app_context():
            upgrade()
        close(app)
        return "empty"

    @cached_property
    def house(self) -> Flask:
        """The app of this process: its addresses and templates are compiled once."""
        return create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": self.copy("house")})

    def copy(self, name: str) -> str:
        """The address of an empty database of that name, made anew."""
        return address(servers.database(self.server, name, self.template))

    def start_anew(self) -> None:
        """Empty the house's database, with numbers that begin anew: much faster than another copy."""
        deletes = "".join(f"DELETE FROM {table.name};" for table in Base.metadata.sorted_tables)
        with self.house.app_context(), db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as each:
            # A test that failed may have left something open.
            each.exec_driver_sql(_END)
            each.exec_driver_sql(_CLEAR.format(deletes))
            each.exec_driver_sql(_ANEW)
        _know_nothing(self.house, None, app_state(self.house).asking)

    def close(self) -> None:
        """Stop the server, if it was started."""
        self._open.close()


def standing_still() -> float:
    """The time by which the hub says who is away: a test that takes long would see other pages than a quick one."""
    return BEGAN


def address(said: str) -> str:
    """How SQLAlchemy wants the address of a PostgreSQL."""
    return said.replace("postgresql://", "postgresql+psycopg://")


def close(app: Flask) -> None:
    """Close an app's connections."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    asking = app_state(app).asking
    if asking is not None:
        asking.close()


def start_anew(app: Flask, database: Path) -> None:
    """Give an app a copy of a database, and let it know nothing of what was before."""
    path = Path(app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///"))
    for old in path.parent.glob(f"{path.name}*"):
        old.unlink()
    shutil.copy(database, path)
    memory = Memory(str(path))
    _know_nothing(app, memory, memory)


def _know_nothing(app: Flask, memory: Memory | None, asking: Asking | None) -> None:
    """Let an app be as if it had just been made."""
    hub = LocalHub(standing_still)
    app.extensions[EXTENSION] = AppState(hub, memory=memory, asking=asking, luck=Random(1), schema=READY)
