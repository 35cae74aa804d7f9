"""A hub of each kind, on a clock that a test sets, and a real Redis."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.hub import Hub, LocalHub
from companion.hub import redis as hubs
from companion.hub.redis import RedisHub
from tests.hub.cast import Clock
from tests.servers import Running, redis, redis_url


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still until a test moves it."""
    return Clock()


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    """A Redis."""
    with redis() as running:
        yield running


@pytest.fixture(params=["local", "redis"])
def hub(request: pytest.FixtureRequest, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A hub of each kind, of its own for every test."""
    if request.param == "local":
        yield LocalHub(clock)
        return
    monkeypatch.setattr(hubs, "AGAIN", 0.05)
    made = RedisHub(redis_url(request.getfixturevalue("server")), clock)
    yield made
    made.close()
