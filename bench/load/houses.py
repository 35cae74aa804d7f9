"""Ways to serve, to be measured: one process or two, on SQLite or on PostgreSQL and Redis, alone or behind nginx."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench import child
from tests import servers
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

    def arguments(folder: Path, port: int) -> list[str]:
        names = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = "".join(f"{name}_temp_path {folder}/{name};" for name in names)
        (folder / "site.conf").write_text(site(folder, port, inner))
        (folder / "main.conf").write_text(
            f"daemon off; worker_processes 1; worker_rlimit_nofile 65536; pid {folder}/nginx.pid; user root;"
            f" events {{ worker_connections 32768; }} http {{ {temporary} include {folder}/site.conf; }}"
        )
        return ["-e", f"{folder}/start.log", "-c", f"{folder}/main.conf"]

    return servers.behind("nginx", arguments)


def site(folder: Path, port: int, inner: Sequence[str]) -> str:
    """The configuration of deploy/ with what is one's own."""
    text = (child.ROOT / "deploy" / "nginx.conf").read_text()
    text = re.sub(r"^ *ssl_\w+ .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"server \{\s+listen 80;.*?\n\}\n", "", text, flags=re.DOTALL)
    listed = " ".join(f"server {url.removeprefix('http://')} max_fails=1 fail_timeout=2s;" for url in inner)
    own = {
        "server 127.0.0.1:8000 max_fails=1 fail_timeout=2s;": listed,
        "listen 443 ssl http2;": f"listen 127.0.0.1:{port};",
        "server_name cards.example;": "server_name 127.0.0.1;",
        "/var/cache/nginx/companion": f"{folder}/cache",
        "/var/log/nginx/companion.log": f"{folder}/site.log",
    }
    for shipped, mine in own.items():
        assert shipped in text, f"{shipped} is not in deploy/nginx.conf any more"
        text = text.replace(shipped, mine)
    return text
