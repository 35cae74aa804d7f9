"""A house that can be killed: one or more servers of Companion on one database, each on a port that it keeps."""

from __future__ import annotations

import os
import resource
import signal
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.settings import CHECKOUT
from tests.servers import Running, free_port


class House:
    """Servers on one data folder; `settings`: more of their environment, `program`: what runs `companion` for them."""

    def __init__(
        self,
        folder: Path,
        servers: int = 1,
        settings: Mapping[str, str] = {},
        program: Sequence[str] = ("-m", "companion"),
    ) -> None:
        self.folder = folder
        self.environment = {**os.environ, "COMPANION_DATA": str(folder), "COMPANION_BOT_PAUSE": "0.01", **settings}
        if "DATABASE_URL" not in settings:
            self.environment.pop("DATABASE_URL", None)
        self.program = program
        self.servers = [self._server() for _ in range(servers)]

    def _server(self) -> Running:
        port = free_port()
        command = [sys.executable, *self.program, "serve", "--host", "127.0.0.1", "--port", str(port)]
        logs = Path(tempfile.mkdtemp(prefix="companion-house-"))
        return Running(command, port, logs, environment=self.environment, place=CHECKOUT)

    @property
    def urls(self) -> list[str]:
        """The addresses of the servers."""
        return [f"http://127.0.0.1:{server.port}" for server in self.servers]

    @property
    def database(self) -> str:
        """The address of the database."""
        return self.environment.get("DATABASE_URL") or f"sqlite:///{self.folder}/companion.sqlite3"

    def start(self) -> None:
        """Start all of them, one after the other: the first makes the tables."""
        for server in self.servers:
            server.start()

    def kill(self, which: int = 0) -> None:
        """End one without a word, and start it again."""
        self.servers[which].again(signal.SIGKILL)

    @contextmanager
    def full_disk(self, which: int = 0) -> Iterator[None]:
        """Let one of them write nothing more to any file, as on a disk that is full."""
        process = self.servers[which].process
        assert process is not None
        _, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, hard))
        try:
            yield
        finally:
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))

    def stop(self) -> None:
        """End all of them."""
        for server in self.servers:
            server.stop()

    def said(self) -> str:
        """What they wrote to their logs."""
        return "".join((server.folder / "said.log").read_text(errors="replace") for server in self.servers)
