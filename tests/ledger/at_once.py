"""Several at once. What two processes do to one database two apps do: each has its own memory and connections."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from companion import create_app
from companion.games.why import Refusal
from companion.ledger import transaction
from companion.ledger.base import db
from tests.conftest import SETTINGS, close
from tests.servers import wait_until

WAITING = text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
Work = Callable[[], Any]


@contextmanager
def another(app: Flask) -> Iterator[Flask]:
    """Another process of the same house, as far as the database can tell."""
    beside = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": app.config["SQLALCHEMY_DATABASE_URI"]})
    yield beside
    close(beside)


def answer(work: Work) -> Any:
    """What somebody gets, who may be refused."""
    try:
        return work()
    except Refusal as refused:
        return refused


def at_once(*works: Work) -> list[Any]:
    """What each of them gets; they all begin together."""
    ready = Barrier(len(works))

    def begun(work: Work) -> Any:
        ready.wait()
        return answer(work)

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(begun, works))


def in_between(monkeypatch: pytest.MonkeyPatch, app: Flask, first: Work, second: Work) -> tuple[Any, Any]:
    """What both get when the second begins while the first is about to commit. On PostgreSQL, which says who waits."""
    really, late = transaction.commit, list[Future[Any]]()

    def commit() -> dict[str, int]:
        monkeypatch.setattr(transaction, "commit", really)
        late.append(pool.submit(answer, second))
        wait_until(lambda: late[0].done() or waits(app))
        return really()

    with ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(transaction, "commit", commit)
        one = answer(first)
        return one, late[0].result()


def waits(app: Flask) -> bool:
    """Whether somebody waits for somebody else."""
    with app.app_context(), db.engine.connect() as connection:
        return bool(connection.execute(WAITING).scalar_one())
