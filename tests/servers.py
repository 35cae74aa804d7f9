"""The servers that Companion stands on or behind, started for tests: folders and ports of their own, loopback only."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

READY_SECONDS = 30.0
"""How long a server may take until it answers."""
NOBODY = "nobody"
"""Whom PostgreSQL runs as when the tests run as root, which it refuses."""


def free_port() -> int:
    """A port on the loopback that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def program(name: str) -> str:
    """The path of a server's program; Debian keeps some of them where only administrators look."""
    folders = [*map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), "/usr/sbin"]
    found = shutil.which(name, path=os.pathsep.join([*folders, os.environ.get("PATH", "")]))
    assert found, f"{name} is not installed: scripts/servers does that"
    return found


def answers(port: int) -> bool:
    """Whether somebody listens at a port."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(true: Callable[[], bool], seconds: float = READY_SECONDS) -> None:
    """Wait until something is true. Raises TimeoutError."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            raise TimeoutError(f"not after {seconds} seconds")
        time.sleep(0.02)


@dataclass
class Running:
    """A server's process, which can be stopped, killed and started again on the same folder and port."""

    command: Sequence[str]
    port: int
    folder: Path
    user: str | None = None
    answering: Callable[[int], bool] = answers
    environment: Mapping[str, str] | None = None
    place: Path | None = None
    """Where its command runs; its own folder, if nothing is said."""
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def start(self) -> None:
        """Start it and wait until it answers. Raises AssertionError with what it said when it ends instead."""
        log = self.folder / "said.log"
        with log.open("ab") as said:
            self.process = subprocess.Popen(
                self.command,
                stdout=said,
                stderr=said,
                user=self.user,
                cwd=self.place or self.folder,
                env=self.environment,
            )

        def ready() -> bool:
            assert self.process is not None
            assert self.process.poll() is None, log.read_text(errors="replace")[-2000:]
            return self.answering(self.port)

        wait_until(ready)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it, and wait for its end."""
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            self.process.send_signal(how)
        try:
            self.process.wait(READY_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def again(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop it and start it anew."""
        self.stop(how)
        self.start()


@contextmanager
def _running(running: Running) -> Iterator[Running]:
    try:
        running.start()
        yield running
    finally:
        running.stop(signal.SIGQUIT if running.user else signal.SIGTERM)
        shutil.rmtree(running.folder, ignore_errors=True)


def _folder(user: str | None) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="companion-server-"))
    if user:
        shutil.chown(folder, user)
    return folder


@contextmanager
def postgres(*settings: str) -> Iterator[Running]:
    """A PostgreSQL whose only user is `companion`; `database` makes databases in it.

    Killing a process of it loses nothing that was committed: `fsync=off` is about power cuts alone.
    """
    user = NOBODY if os.geteuid() == 0 else None
    folder, port = _folder(user), free_port()
    data = folder / "data"
    make = [program("initdb"), "-D", str(data), "-U", "companion", "-A", "trust", "-E", "UTF8", "--no-sync"]
    # Not the order of letters that SQLite has: whoever needs that has to say so.
    locale = ["--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en"]
    subprocess.run([*make, *locale], check=True, capture_output=True, user=user, cwd=folder)
    said = ["fsync=off", "max_connections=300", f"unix_socket_directories={folder}", "listen_addresses=127.0.0.1"]
    options = [part for each in (*said, *settings) for part in ("-c", each)]
    command = [program("postgres"), "-D", str(data), "-p", str(port), *options]
    with _running(Running(command, port, folder, user, _serves)) as it:
        yield it


def _serves(port: int) -> bool:
    """Whether a PostgreSQL lets somebody in: it listens before that."""
    import psycopg

    try:
        psycopg.connect(f"postgresql://companion@127.0.0.1:{port}/postgres").close()
    except psycopg.OperationalError:
        return False
    return True


def database(server: Running, name: str, template: str = "template0") -> str:
    """Make a database anew, as a copy of another one; its address for DATABASE_URL."""
    import psycopg

    root = f"postgresql://companion@127.0.0.1:{server.port}"
    with psycopg.connect(f"{root}/postgres", autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    return f"{root}/{name}"


@contextmanager
def redis(*settings: str) -> Iterator[Running]:
    """A Redis that keeps nothing on disk; its address is `redis_url`."""
    folder, port = _folder(None), free_port()
    command = [program("redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with _running(Running([*command, "--dir", str(folder), *settings], port, folder)) as it:
        yield it


def redis_url(server: Running) -> str:
    """Its address for REDIS_URL."""
    return f"redis://127.0.0.1:{server.port}/0"


@contextmanager
def behind(name: str, arguments: Callable[[Path, int], Sequence[str]]) -> Iterator[Running]:
    """A proxy (nginx, caddy) that `arguments` configures, given its folder and its port."""
    folder, port = _folder(None), free_port()
    with _running(Running([program(name), *arguments(folder, port)], port, folder)) as it:
        yield it


@contextmanager
def ours(command: Sequence[str], port: int, folder: Path, environment: Mapping[str, str]) -> Iterator[Running]:
    """A server of our own, by `companion serve` or gunicorn, told to listen at that port."""
    with _running(Running(command, port, folder, environment=environment)) as it:
        yield it
