"""Servers to measure, each in a process of its own on this computer alone."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def hello() -> Iterator[str]:
    """Runs the plain Flask page on companion.server; yields its address."""
    with _serving([sys.executable, str(ROOT / "bench" / "hello.py")], dict(os.environ)) as url:
        yield url


@contextmanager
def companion() -> Iterator[str]:
    """Runs Companion with an empty database of its own; yields its address."""
    with TemporaryDirectory(prefix="companion-bench-") as folder:
        environment = {**os.environ, "COMPANION_DATA": folder}
        environment.pop("DATABASE_URL", None)
        command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0"]
        with _serving(command, environment) as url:
            yield url


def pid_of(url: str) -> int:
    """Returns the process that serves an address opened here."""
    return _pids[url]


_pids: dict[str, int] = {}


@contextmanager
def _serving(command: Sequence[str], environment: dict[str, str]) -> Iterator[str]:
    process = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        for line in process.stdout:
            if found := re.search(r"http://\S+", line):
                url = found.group().rstrip("/")
                _pids[url] = process.pid
                yield url
                break
        else:
            raise SystemExit("The server did not start.")
    finally:
        process.terminate()
        process.communicate()
