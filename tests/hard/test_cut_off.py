"""Two servers on PostgreSQL and Redis that are killed and cut off while eight phones write and bots play: nothing that
was acknowledged is lost, nothing is there by half, and everybody goes on by themselves.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.conftest import as_many
from tests.servers import Running, database, postgres, redis, redis_url

from .evening import evening
from .house import House

TIMES = as_many(1, 15)


@pytest.fixture
def servers() -> Iterator[tuple[Running, Running]]:
    """A PostgreSQL and a Redis."""
    with ExitStack() as stack:
        yield stack.enter_context(postgres()), stack.enter_context(redis())


def test_nothing_is_lost_whichever_server_is_hit(tmp_path: Path, servers: tuple[Running, Running]) -> None:
    post, bell = servers
    house = House(tmp_path, 2, {"DATABASE_URL": database(post, "hard"), "REDIS_URL": redis_url(bell)})
    blows: list[Callable[[], None]] = [
        lambda: house.kill(0),
        lambda: post.again(signal.SIGINT),  # It ends all sessions.
        bell.stop,
        bell.start,
        lambda: bell.again(signal.SIGKILL),
        lambda: house.kill(1),
        lambda: post.again(signal.SIGQUIT),  # As if it had crashed.
    ]
    house.start()
    with evening(house) as playing:
        for _ in range(TIMES):
            for blow in blows[: as_many(4, len(blows))]:
                blow()
                playing.all_go_on()
    assert "Traceback" not in house.said()
