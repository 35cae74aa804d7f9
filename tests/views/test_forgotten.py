"""What one process deletes or erases no process keeps in memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from flask import Flask

from companion import create_app
from companion.app_state import app_state
from companion.hub.redis import RedisHub
from companion.views import sweeping
from tests.conftest import SETTINGS, Phone, Table, close
from tests.servers import redis, redis_url, wait_until
from tests.views.test_deleting import DELETED, delete, over

PAGES = ("/", "/history", "/people", "/people/3")


@pytest.fixture
def two(app: Flask) -> Iterator[tuple[Flask, Flask]]:
    """Two processes of one house, so to say."""
    with ExitStack() as running:
        own = {"SQLALCHEMY_DATABASE_URI": app.config["SQLALCHEMY_DATABASE_URI"]}
        own["REDIS_URL"] = redis_url(running.enter_context(redis()))
        made = create_app({**SETTINGS, **own}), create_app({**SETTINGS, **own})
        for each in made:
            hub = app_state(each).hub
            assert isinstance(hub, RedisHub)
            running.callback(close, each)
            running.callback(hub.close)
            wait_until(hub.well)
        yield made


def kept(app: Flask) -> int:
    """How much a process has in memory."""
    return len(app_state(app).states) + len(app_state(app).pieces)


def read(phone: Phone, table: Table) -> None:
    """Look at many pages."""
    for page in (table.url, f"{table.url}/sheet", *PAGES):
        phone.get(page)


def at(app: Flask, phone: Phone) -> Phone:
    """The same phone at another process."""
    cookie = phone.client.get_cookie("companion")
    assert cookie is not None
    there = Phone(app)
    there.client.set_cookie("companion", cookie.value)
    return there


def test_what_one_process_deletes_or_erases_the_other_forgets(two: tuple[Flask, Flask]) -> None:
    one, other = two
    table = over(Phone(one).begin("Ana", "Pau", "Zoé"))
    there = at(other, table.phone)
    read(there, table)
    assert len(app_state(other).states)
    assert len(app_state(other).pieces)
    delete(table)
    wait_until(lambda: kept(other) == 0)
    table = over(table.phone.begin("Ana", "Pau", "Zoé"))
    read(there, table)
    assert kept(other)
    page = f"{DELETED}/erase?what=match&number=1"
    assert table.phone.send(page, f"{DELETED}/erase").location == DELETED
    wait_until(lambda: kept(other) == 0)
    read(there, table)
    assert table.phone.send("/people/3/delete", "/people/3/delete").location == DELETED
    wait_until(lambda: kept(other) == 0)


def test_what_nobody_could_tell_is_forgotten_within_an_hour(app: Flask, table: Table) -> None:
    read(table.phone, table)
    assert kept(app)
    app_state(app).swept -= sweeping.EVERY
    table.phone.get("/healthz").close()
    assert kept(app), "that is no page"
    table.phone.get("/join").close()
    assert kept(app) == 0
