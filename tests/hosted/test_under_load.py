"""Behind nginx as deploy/ configures it, workers and whole servers are reloaded, stopped and started under load: no
phone notices, and nothing is lost.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from tests.certificates import Certificates
from tests.conftest import as_many
from tests.servers import Running, free_port, ours, wait_until
from tests.test_workers import children, lives
from tests.under_load import all_go_on, under_load

from .conftest import House, command, housed, prepared

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes as Linux shows them")

Begin = Callable[..., House]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of all servers."""
    return tmp_path / "data"


@pytest.fixture
def begin(tmp_path: Path, certificates: Certificates) -> Iterator[Begin]:
    """Starts servers of a kind on one database, and nginx before them."""
    with ExitStack() as running:
        shared = prepared(tmp_path, 0)

        def made(how: str, servers: int = 1, **environment: str) -> House:
            inner = []
            for _ in range(servers):
                port, folder = free_port(), tmp_path / f"server {len(inner)}"
                folder.mkdir()
                own = {**shared, "COMPANION_BIND": f"127.0.0.1:{port}", **environment}
                inner.append(running.enter_context(ours(command(how, port), port, folder, own)))
            return running.enter_context(housed("nginx", certificates, *inner))

        yield made


def workers(server: Running) -> set[int]:
    """The processes that serve."""
    assert server.process is not None
    return children(server.process.pid)


def connected(port: int) -> bool:
    """Whether the proxy has a connection to whoever listens at a port."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return any(line[3] == "01" and int(line[1].rpartition(":")[2], 16) == port for line in lines)


@pytest.mark.parametrize("many", as_many(["1"], ["1", "2"]))
def test_gunicorn_is_reloaded_and_nobody_notices(begin: Begin, data: Path, many: str) -> None:
    house = begin("gunicorn", WEB_CONCURRENCY=many)
    (server,) = house.servers
    with under_load(house.url, data, house.trusts, "/readyz") as writers:
        for _ in range(as_many(1, 5)):
            before = workers(server)
            assert len(before) == int(many)
            assert server.process is not None
            server.process.send_signal(signal.SIGHUP)
            wait_until(lambda before=before: not any(map(lives, before)))
            all_go_on(writers)
            wait_until(lambda: len(workers(server)) == int(many))


@pytest.mark.parametrize("how", as_many(["gunicorn"], ["gunicorn", "workers"]))
def test_two_servers_are_restarted_in_turn_and_nobody_notices(begin: Begin, data: Path, how: str) -> None:
    house = begin(how, servers=2)
    with under_load(house.url, data, house.trusts) as writers:
        for server in house.servers:
            # Whoever stops both at once is away for a moment.
            wait_until(lambda: all(connected(each.port) for each in house.servers))
            server.again()
            wait_until(partial(connected, server.port))
            all_go_on(writers)


@pytest.mark.parametrize("how", as_many(["workers"], ["gunicorn", "workers"]))
def test_a_single_worker_is_told_to_stop_and_nobody_notices(begin: Begin, data: Path, how: str) -> None:
    house = begin(how, WEB_CONCURRENCY="2")
    (server,) = house.servers
    with under_load(house.url, data, house.trusts, "/readyz") as writers:
        for _ in range(as_many(1, 5)):
            wait_until(lambda: len(workers(server)) == 2)
            told = min(workers(server))
            os.kill(told, signal.SIGTERM)
            wait_until(lambda told=told: not lives(told))
            all_go_on(writers)
