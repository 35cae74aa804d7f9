"""Phones that are present, as far as the hub knows, and a clock for it that a test sets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from flask import Flask

from companion.app_state import app_state
from companion.hub import LocalHub
from companion.ledger.access import find
from tests.conftest import Phone, Table
from tests.hub.cast import Clock


def number_of(app: Flask, table: Table) -> int:
    """The number of the phone that a table is seen on."""
    with table.phone.client.session_transaction() as session, app.app_context():
        found = find(table.public_id, session["phone"])
    assert found is not None
    return found.phone


class Presence:
    """Who has a page of a match open; `clock` is what the hub goes by."""

    def __init__(self, app: Flask) -> None:
        self.app, self.clock = app, Clock()
        app_state(app).hub = LocalHub(self.clock)
        self.pages = ExitStack()
        self.open: dict[Phone, ExitStack] = {}

    def comes(self, *tables: Table) -> None:
        """These phones open a page."""
        for table in tables:
            hub, page = app_state(self.app).hub, ExitStack()
            stream = page.enter_context(hub.subscribe(table.public_id, number_of(self.app, table), 0))
            stream.wait(0)
            self.open[table.phone] = self.pages.enter_context(page)

    def goes(self, table: Table, seconds: float = 0) -> None:
        """A phone closes its page, and so many seconds pass."""
        self.open.pop(table.phone).close()
        self.clock.now += seconds


@pytest.fixture
def presence(app: Flask) -> Iterator[Presence]:
    """Nobody is present yet."""
    there = Presence(app)
    with there.pages:
        yield there
