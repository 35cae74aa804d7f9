"""Servers to measure, each in a process of its own on this computer alone."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

NO_QUOTAS = """
CONNECTIONS_AN_ADDRESS = STREAMS_A_PHONE = STREAMS_AN_ADDRESS = FILES_OUT_AN_ADDRESS = FILES_IN = 0
MATCHES_A_PHONE = MATCHES_AN_ADDRESS = FILES_A_PHONE = LINKS_AN_ADDRESS = WRONG_LINKS_AN_ADDRESS = ""
"""
"""One computer plays the whole world."""
ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def hello() -> Iterator[str]:
    """Runs the plain Flask page on companion.server; yields its address."""
    with _serving([sys.executable, str(ROOT / "bench" / "hello.py")], dict(os.environ)) as url:
        yield url


@contextmanager
def companion(folder: Path | None = None, more: Sequence[str] = (), **environment: str) -> Iterator[str]:
    """Runs Companion with an empty database of its own, or the one in a folder; yields its address. `more`: options."""
    with TemporaryDirectory(prefix="companion-bench-") as empty:
        data = folder or Path(empty)
        data.mkdir(exist_ok=True)
        (data / "config.py").write_text(NO_QUOTAS)
        command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0", *more]
        with _serving(command, {**on(data), **environment}) as url:
            _folders[url] = data
            yield url


def on(folder: Path) -> dict[str, str]:
    """Returns the environment of a program that works on the database in a folder."""
    environment = {**os.environ, "COMPANION_DATA": str(folder)}
    environment.pop("DATABASE_URL", None)
    return environment


def pid_of(url: str) -> int:
    """Returns the process that serves an address opened here."""
    return _pids[url]


def folder_of(url: str) -> Path:
    """Returns where a Companion opened here keeps its database."""
    return _folders[url]


_pids: dict[str, int] = {}
_folders: dict[str, Path] = {}


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
