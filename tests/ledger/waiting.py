"""A process of its own that writes in greenlets, as `companion serve` does, while SQLite has to wait.

`python waiting.py DATABASE PUBLIC_ID TOKEN disk|pen|held`; it says "ok" when all went on meanwhile, and hangs if not.
With `held` somebody else does not let go of the pen.
"""

# ruff: noqa: E402 (what took hold of a blocking lock before gevent patched it would keep it)
from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable
from typing import Any

from gevent import monkey

monkey.patch_all()

import gevent

from companion import create_app
from companion.ledger import access, busy, hands
from companion.ledger.pen import Pen
from companion.ledger.state import read_state
from tests.conftest import SETTINGS
from tests.ledger.cast import typed

ANSWERED = 10
"""How many pages are read at least while four wait to write: a process that stood still would answer one."""
READY, GO = os.pipe(), os.pipe()


class Slow(sqlite3.Connection):
    """A connection whose commits wait, outside of Python, until something stands in a pipe."""

    waits = False

    def commit(self) -> None:
        """Wait, then commit."""
        if Slow.waits:
            os.write(READY[1], b".")
            os.read(GO[0], 1)
        super().commit()


def main(database: str, public_id: str, token: str, what: str) -> None:
    """Write two hands; while the first one waits, read the match."""
    uri = f"sqlite:///{database}"
    options = {"connect_args": {"factory": Slow}}
    app = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": uri, "SQLALCHEMY_ENGINE_OPTIONS": options})

    phone = app.test_client()
    with phone.session_transaction() as session:
        session["phone"] = token

    def read() -> Any:
        with app.app_context():
            found = access.find(public_id, token)
            assert found is not None
            assert phone.get(f"/m/{public_id}").status_code == 200
            return read_state(found)

    def write(seat: int) -> None:
        state = read()
        with app.app_context():
            hands.enter(Pen(state.id, 1, f"green {seat}"), 1, seat, typed(5))

    before = read().version
    other = sqlite3.connect(database, isolation_level=None)
    Slow.waits = what == "disk"
    if what != "disk":
        other.execute("BEGIN IMMEDIATE")
    if what == "held":
        refused(other, read, write)
        return
    writers = [gevent.spawn(write, seat) for seat in (0, 1)]
    if what == "disk":
        gevent.get_hub().threadpool.apply(os.read, (READY[0], 1))  # Until the first commit waits.
    for _ in range(50):
        gevent.sleep(0)
        assert read().version == before
    assert not any(writer.ready() for writer in writers)
    Slow.waits = False
    os.write(GO[1], b".")
    if what == "pen":
        other.execute("COMMIT")
    gevent.joinall(writers, raise_error=True)
    assert read().version == before + 2
    sys.stdout.write("ok\n")


def refused(other: sqlite3.Connection, read: Callable[[], Any], write: Callable[[int], None]) -> None:
    """Pages are answered all the while; whoever wants to write is told that it cannot be now, and may try again."""
    busy.PATIENCE, before, answered = 0.5, read().version, 0
    writers = [gevent.spawn(write, seat) for seat in (0, 1, 0, 1)]
    while not all(writer.ready() for writer in writers):
        gevent.sleep(0)
        answered += read().version == before
    assert [type(writer.exception) for writer in writers] == [busy.Busy] * 4
    assert answered >= ANSWERED, answered
    other.execute("COMMIT")
    write(0)
    assert read().version == before + 1
    sys.stdout.write("ok\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
