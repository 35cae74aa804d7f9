"""Ways to serve, to be measured: one process or two, on SQLite or on PostgreSQL and Redis, alone or behind nginx."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench import child
from tests import servers
from tests.nginx import SHIPPED, configured
from tests.servers import Running


@dataclass(frozen=True)
class House:
    """A way to serve: its address, its environment, and the processes to be measured by name."""

    url: str
    environment: Mapping[str, str]
    pids: Mapping[str, int]


@contextmanager
def one(folder: Path) -> Iterator[House]:
    """One process on SQLite."""
    with child.companion(folder) as url:
        yield House(url, child.on(folder), {"companion": child.pid_of(url)})


@contextmanager
def one_hosted(folder: Path) -> Iterator[House]:
    """One process on PostgreSQL and Redis, behind nginx."""
    with hosted(folder, 1) as house:
        yield house


@contextmanager
def two(folder: Path) -> Iterator[House]:
    """Two processes on PostgreSQL and Redis, behind nginx, which brings each match to one of them."""
    with hosted(folder, 2) as house:
        yield house


@contextmanager
def workers(folder: Path) -> Iterator[House]:
    """Two workers of one process on PostgreSQL and Redis, which take whatever connection comes."""
    with hosted(folder, 1, "--workers=2") as house:
        yield house


HOUSES: dict[str, Callable[[Path], AbstractContextManager[House]]] = {
    "one": one,
    "one-hosted": one_hosted,
    "two": two,
    "workers": workers,
}


@contextmanager
def hosted(folder: Path, processes: int, *options: str) -> Iterator[House]:
    """So many processes on PostgreSQL and Redis, behind nginx."""
    with ExitStack() as running:
        postgres = running.enter_context(servers.postgres())
        redis = running.enter_context(servers.redis())
        there = {"DATABASE_URL": servers.database(postgres, "load"), "REDIS_URL": servers.redis_url(redis)}
        own = {**there, "PROXIED": "1"}
        inner = [running.enter_context(child.companion(folder, options, **own)) for _ in range(processes)]
        nginx = running.enter_context(before(inner))
        pids = {f"companion {place}": child.pid_of(url) for place, url in enumerate(inner, 1)}
        pids |= {"postgresql": pid(postgres), "redis": pid(redis), "nginx": pid(nginx)}
        yield House(f"http://127.0.0.1:{nginx.port}", {**child.on(folder), **there}, pids)


def pid(server: Running) -> int:
    """The process of a server that runs."""
    assert server.process is not None
    return server.process.pid


def before(inner: Sequence[str]) -> AbstractContextManager[Running]:
    """nginx before servers as deploy/ configures it, without https, which costs the load tool more than the rest."""
    site = re.sub(r"^ *ssl_\w+ .*\n", "", SHIPPED.read_text(), flags=re.MULTILINE)
    site = re.sub(r"server \{\s+listen 80;.*?\n\}\n", "", site, flags=re.DOTALL)
    ports = [int(url.rpartition(":")[2]) for url in inner]

    def arguments(folder: Path, port: int) -> list[str]:
        own = {
            "listen 443 ssl http2;": f"listen 127.0.0.1:{port};",
            "server_name cards.example;": "server_name 127.0.0.1;",
        }
        return configured(folder, ports, own, site, connections=32768)

    return servers.behind("nginx", arguments)
