"""A worker that hangs is ended and replaced; one that is busy, or that slept with the whole machine, is not."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion import settings, workers
from companion.worker import ANSWERS, LIVES
from companion.workers import SILENT, Worker, Workers
from tests.servers import wait_until
from tests.serving import serving
from tests.test_workers import children, lives, status

SOON = "import sys; from companion import cli, workers; workers.LOOK = 0.5; sys.exit(cli.main(sys.argv[1:]))"
"""Companion with a parent that looks often: it finds in six seconds what takes a minute otherwise."""
BUSY = """
from gevent import monkey
monkey.patch_all()
import gevent
from companion import worker
from companion.ledger.sqlite import natively

said = []
class Line:
    sendall = staticmethod(said.append)

def work():
    while len(said) < 3:
        pass

worker.OFTEN = 0.01
gevent.spawn(worker._live, Line)
natively(work)
print(len(said))
"""


def test_a_worker_that_hangs_is_replaced_and_the_log_says_so(tmp_path: Path) -> None:
    environment = {**os.environ, "COMPANION_DATA": str(tmp_path), "PYTHONPATH": str(settings.CHECKOUT), "LC_ALL": "C"}
    environment = {name: text for name, text in environment.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    (tmp_path / "config.py").write_text("LOG_FORMAT = 'json'\n")
    command = [sys.executable, "-c", SOON, "serve", "--host=127.0.0.1", "--port=0", "--workers=2"]
    with serving(command, tmp_path, environment) as house:
        before = children(house.process.pid)
        stopped = min(before)
        os.kill(stopped, signal.SIGSTOP)
        wait_until(lambda: not lives(stopped))
        wait_until(lambda: len(children(house.process.pid) - {stopped}) == 2)
        assert before - {stopped} < children(house.process.pid), "the other one is left alone"
        wait_until(lambda: status(house) == 200)
        code, errors = house.stop(signal.SIGTERM)
    said = [json.loads(line) for line in errors.splitlines()]
    assert (code, [(line["level"], line["event"]) for line in said if "worker" in line["event"]]) == (
        0,
        [
            ("error", f"a worker hangs, and is ended (process {stopped})"),
            ("error", f"a worker has ended early (process {stopped}, exit code -9)"),
        ],
    )


@pytest.fixture
def parent(tmp_path: Path) -> Iterator[Workers]:
    """A parent that looks whenever it is asked to, as if its time had come."""
    with pytest.MonkeyPatch.context() as patch, socket.create_server(("127.0.0.1", 0)) as listener:
        patch.setattr(workers, "LOOK", 0.0)
        made = Workers([], listener, str(tmp_path))
        made._look_at = 0.0
        yield made
        made._watched.close()


@pytest.fixture
def worker(parent: Workers) -> Iterator[Worker]:
    """One that sleeps."""
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    ours, its = socket.socketpair()
    with closing(ours), closing(its):
        made = Worker(process, ours)
        made.its = its  # type: ignore[attr-defined]
        parent._there.add(made)
        yield made
    process.kill()
    process.communicate()


def say(parent: Workers, worker: Worker, word: bytes) -> None:
    """Let the parent hear something of a worker."""
    worker.its.sendall(word)  # type: ignore[attr-defined]
    parent._hear(worker)


def look(parent: Workers, times: int) -> None:
    for _ in range(times):
        parent._look()


def test_who_has_said_something_in_between_hangs_not(parent: Workers, worker: Worker) -> None:
    say(parent, worker, ANSWERS)
    look(parent, SILENT - 1)
    say(parent, worker, LIVES * 3)
    look(parent, SILENT - 1)
    assert worker.process.poll() is None
    look(parent, 1)
    assert worker.process.wait(30) == -signal.SIGKILL


def test_who_does_not_answer_yet_may_take_long(parent: Workers, worker: Worker) -> None:
    look(parent, 3 * SILENT)
    assert worker.process.poll() is None


def test_a_machine_that_slept_has_missed_one_look(
    parent: Workers, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(parent, worker, ANSWERS)
    monkeypatch.setattr(workers, "LOOK", 5.0)
    for hours in range(1, SILENT):
        monkeypatch.setattr(workers, "time", SimpleNamespace(monotonic=lambda hours=hours: 3600.0 * hours))
        look(parent, 10)
    assert (worker.silent, worker.process.poll()) == (SILENT - 1, None)


def test_who_is_busy_in_a_thread_of_its_own_says_that_it_lives() -> None:
    environment = {**os.environ, "PYTHONPATH": str(settings.CHECKOUT)}
    told = subprocess.run(
        [sys.executable, "-c", BUSY], env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    assert int(told.stdout) >= 3
