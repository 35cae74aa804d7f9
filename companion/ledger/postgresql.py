"""How a PostgreSQL is reached, who waits there for whom, and what became of a commit whose answer was lost."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Engine, Row, create_engine, event, make_url, text
from sqlalchemy.exc import DBAPIError

from companion.app_state import app_state

from . import busy

CONNECTIONS = 20
"""So many a process has at most: each is a process of the server, and by default that has a hundred for all."""
ASKING = 4
"""So many of them only ask what every request asks."""
STATEMENT = 30.0
"""Seconds after which a statement is ended that nobody waits for any more."""
IDLE = 60.0
"""Seconds after which a transaction is ended in which nothing happens."""
_WAITED_FOR = ("refused", "starting up", "shutting down", "recovery", "accepting connections", "too many", "closed")
"""What is said of a server that will be there in a moment, or let somebody in."""


def options(url: str, connections: int = CONNECTIONS) -> dict[str, Any]:
    """How the engine is made: nothing of its own for SQLite.

    Pages read one moment of the database (REPEATABLE READ), as on SQLite; `pen.writing` locks first and reads then.
    What the address says itself (`?connect_timeout=`…) counts.
    """
    address = make_url(url)
    if address.get_backend_name() != "postgresql":
        return {}
    arguments = {
        "connect_timeout": int(busy.PATIENCE),
        "application_name": "companion",
        "options": " ".join(f"-c {name}={value}" for name, value in _settings().items()),
        # A server whose machine is gone says nothing: it is asked.
        "keepalives_idle": 30,
        "keepalives_interval": 5,
        "keepalives_count": 3,
    }
    return {
        "isolation_level": "REPEATABLE READ",
        "pool_pre_ping": True,
        "pool_size": connections - min(ASKING, connections // 2),
        "max_overflow": 0,
        "pool_timeout": busy.PATIENCE,
        "pool_recycle": 3600,
        "connect_args": {name: value for name, value in arguments.items() if name not in address.query},
    }


def _settings() -> dict[str, object]:
    """What a connection says first; times are in milliseconds."""
    return {
        "statement_timeout": int(STATEMENT * 1000),
        "lock_timeout": int(busy.PATIENCE * 1000),
        "idle_in_transaction_session_timeout": int(IDLE * 1000),
        "timezone": "UTC",
        "jit": "off",
    }


class Asking:
    """Small questions beside any transaction. Their connections are not pinged before each, which takes as long as the
    question itself: one that is lost is asked once more, of a new connection.
    """

    def __init__(self, engine: Engine, options: Mapping[str, Any]) -> None:
        """`options`: those of the engine."""
        own = {"isolation_level": "AUTOCOMMIT", "pool_pre_ping": False, "pool_reset_on_return": None}
        size = {"pool_size": min(ASKING, options["pool_size"]), "pool_use_lifo": True}
        self.engine = create_engine(engine.url, **{**options, **own, **size})
        _wait_for(self.engine)

    def first(self, question: str, values: Mapping[str, object]) -> tuple[Any, ...] | None:
        """The first row of a question, as it stands in the database now. Raises DBAPIError."""
        row = busy.twice(lambda: self._first(question, values))
        return None if row is None else tuple(row)

    def _first(self, question: str, values: Mapping[str, object]) -> Row[*tuple[Any, ...]] | None:
        with self.engine.connect() as connection:
            return connection.exec_driver_sql(question, dict(values)).first()

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()


def tune_postgresql(engine: Engine, options: Mapping[str, Any]) -> None:
    """Set up a PostgreSQL engine, made with these options: a restart of the server goes by unnoticed."""
    if engine.dialect.name == "postgresql":
        _wait_for(engine)
        app_state().asking = Asking(engine, options)


def _wait_for(engine: Engine) -> None:
    """Let whoever needs a new connection wait for a server that is just being started again, and whoever read on one
    that is gone meanwhile be done: nothing is left there to be rolled back.
    """
    event.listen(engine, "do_connect", _Door().open)
    dialect: Any = engine.dialect
    really = dialect.do_rollback

    def roll_back(connection: Any) -> None:
        try:
            really(connection)
        except dialect.loaded_dbapi.OperationalError as problem:
            if not connection.closed and not (problem.sqlstate or "").startswith("57P"):
                raise

    dialect.do_rollback = roll_back


class _Door:
    """Whether a server is there. One that has been away for long is not waited for: who asks is told at once."""

    def __init__(self) -> None:
        self._gone_since: float | None = None

    def open(self, dialect: Any, _record: object, positional: Any, named: Any) -> Any:
        """A connection. Raises what the last try said."""
        while True:
            try:
                found = dialect.connect(*positional, **named)
            except dialect.loaded_dbapi.OperationalError as problem:
                at = time.monotonic()
                self._gone_since = self._gone_since or at
                if at - self._gone_since >= busy.PATIENCE or not any(word in str(problem) for word in _WAITED_FOR):
                    raise
            else:
                self._gone_since = None
                return found
            time.sleep(busy.PAUSE)


def is_committed(engine: Engine, transaction: str) -> bool:
    """Whether a transaction was committed whose connection was lost meanwhile. Raises Unsure when nobody can say."""
    until = time.monotonic() + busy.PATIENCE
    try:
        while time.monotonic() < until:
            with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                status = connection.execute(_STATUS, {"transaction": transaction}).scalar()
            if status in ("committed", "aborted"):
                return bool(status == "committed")
            time.sleep(busy.PAUSE)
    except DBAPIError:
        pass
    raise busy.Unsure


_STATUS = text("SELECT pg_xact_status(CAST(:transaction AS xid8))")
