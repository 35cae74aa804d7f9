"""Several processes that serve one port, for `companion serve --workers N`, and the parent that looks after them.

The parent listens and takes no connection; it makes no app, opens no database, and is not patched by gevent. Each
worker is a program of its own (`companion/worker.py`) that has the parent's listener: nothing that runs is ever forked.
A pair of sockets joins them. By it a worker says that it answers, and the parent that it is time to stop; and each
reads the end when the other one has died.
"""

from __future__ import annotations

import json
import logging
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion import discreet, settings
from companion.terminal import spoken
from companion.worker import ANSWERS, AT_ONCE, STOP

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder in which all workers count for /metrics."""
GIVEN_UP = 5
"""So many workers in a row that ended before they answered are enough."""
PAUSE = 0.5
"""Seconds until the next one is started after the first of them; twice as long after each other one."""
LOOK = 5.0
"""Seconds between two looks at who has said nothing: a worker says much more often that it lives."""
SILENT = 12
"""After so many silent looks in a row a worker hangs. Looks are counted, not time: when the machine has slept, or the
parent was held up, one look was missed.
"""
GONE_SECONDS = 5.0
"""How long a process may take to be gone when it has closed all it had."""


def serve(asked: Namespace) -> int:
    """Serves by several workers until Ctrl-C or SIGTERM; returns an exit code. Raises SystemExit with a sentence."""
    if os.name != "posix":
        raise SystemExit(spoken("Workers cannot share a port on this system: leave --workers out."))
    from companion import server

    listener = server.listen(asked.host, asked.port)
    command = [sys.executable, "-m", "companion.worker", json.dumps(vars(asked), default=str)]
    if code := subprocess.run(command, check=False).returncode:
        listener.close()
        return code
    discreet.begin(_log_format())
    port, scheme = listener.getsockname()[1], "https" if asked.https or asked.key else "http"
    folder = None if os.environ.get(FOLDER) else tempfile.mkdtemp(prefix="companion-metrics-")
    try:
        workers = Workers(command, listener, folder or os.environ[FOLDER])
        workers.run(asked.workers, lambda: server.announce(asked.host, port, scheme=scheme))
    finally:
        if folder:
            shutil.rmtree(folder, ignore_errors=True)
    return 0


def _log_format() -> str:
    """How the parent writes its log: as the workers do."""
    stated = {**settings.of_environment(), **settings.stated(settings.place())}
    return settings.log_format(stated.get("LOG_FORMAT"))


@dataclass(eq=False)
class Worker:
    """One of them. `line`: where it is spoken with; `answers`: whether it has said that it serves; `silent`: at how
    many looks in a row it had said nothing.
    """

    process: subprocess.Popen[bytes]
    line: socket.socket
    answers: bool = False
    silent: int = 0

    def tell(self, word: bytes) -> None:
        """Say something, if it is still there."""
        with suppress(OSError):
            self.line.send(word)


class Workers:
    """All of them, and who comes in the place of one that has ended."""

    def __init__(self, command: Sequence[str], listener: socket.socket, folder: str) -> None:
        """`command` starts one, given its listener and its line; `folder`: where they count."""
        self._command, self._listener, self._folder = command, listener, folder
        self._there: set[Worker] = set()
        self._begin_at: list[float] = []
        self._asked = self._early = self._code = 0
        self._look_at = time.monotonic() + LOOK
        self._watched = selectors.DefaultSelector()
        self._log = logging.getLogger(__name__)

    def run(self, many: int, announce: Callable[[], None]) -> None:
        """Keep so many of them until Ctrl-C or SIGTERM; `announce` is called when all answer for the first time.

        Raises SystemExit with a sentence when they end again and again before they answer.
        """
        self._begin_at = [time.monotonic()] * many
        self._hear_signals()
        announced = False
        while self._there or self._begin_at:
            self._begin()
            pause = min([*self._begin_at, self._look_at]) - time.monotonic()
            for key, _ in self._watched.select(max(0.0, pause)):
                key.data()
            self._look()
            if not announced and sum(worker.answers for worker in self._there) == many:
                announced = True
                announce()
        if self._early >= GIVEN_UP:
            raise SystemExit(
                spoken(
                    "Each worker ends before it answers (exit code %(code)s), so Companion stops: why stands above.",
                    code=self._code,
                )
            )

    def _hear_signals(self) -> None:
        """Let signals wake the parent up as what is read does."""
        heard, told = socket.socketpair()
        told.setblocking(False)
        signal.set_wakeup_fd(told.fileno())
        self._told = told  # It is open as long as signals are written to it.
        for which in (signal.SIGINT, signal.SIGTERM):
            signal.signal(which, lambda *_: None)
        self._watched.register(heard, selectors.EVENT_READ, lambda: self._stop(heard.recv(64)))

    def _begin(self) -> None:
        """Start those whose time has come."""
        due = [at for at in self._begin_at if at <= time.monotonic()]
        for at in due:
            self._begin_at.remove(at)
            ours, its = socket.socketpair()
            with its:
                process = subprocess.Popen(
                    [*self._command, str(self._listener.fileno()), str(its.fileno())],
                    stdin=subprocess.DEVNULL,
                    pass_fds=(self._listener.fileno(), its.fileno()),
                    env={**os.environ, FOLDER: self._folder},
                    # Ctrl-C is told by the parent: a worker that just begins could not yet heed it.
                    process_group=0,
                )
            worker = Worker(process, ours)
            self._there.add(worker)
            self._watched.register(ours, selectors.EVENT_READ, partial(self._hear, worker))

    def _hear(self, worker: Worker) -> None:
        """A worker answers, or lives, or has ended."""
        try:
            words = worker.line.recv(64)
        except ConnectionError:
            words = b""
        worker.silent = 0
        if ANSWERS in words:
            worker.answers, self._early = True, 0
        elif not words:
            self._bury(worker)

    def _look(self) -> None:
        """Now and then, end whoever hangs: nothing else could be said to it."""
        if time.monotonic() < self._look_at:
            return
        self._look_at = time.monotonic() + LOOK
        for worker in self._there:
            # Who does not answer yet may take as long as its database does.
            worker.silent += worker.answers
            if worker.silent == SILENT:
                self._log.error("a worker hangs, and is ended (process %s)", worker.process.pid)
            if worker.silent >= SILENT:
                worker.process.kill()

    def _bury(self, worker: Worker) -> None:
        """One has ended: another one takes its place, later and later if none gets so far as to answer."""
        self._watched.unregister(worker.line)
        worker.line.close()
        self._there.remove(worker)
        try:
            code = worker.process.wait(GONE_SECONDS)
        except subprocess.TimeoutExpired:
            worker.process.kill()
            code = worker.process.wait()
        if self._early < GIVEN_UP:  # The others are told to stop then.
            self._code = code
        for counted in Path(self._folder).glob(f"gauge_live*_{worker.process.pid}.db"):
            # What it had open is open no more.
            counted.unlink(missing_ok=True)
        if worker.answers and code:
            self._log.error("a worker has ended early (process %s, exit code %s)", worker.process.pid, code)
        if self._asked or self._early >= GIVEN_UP:
            return
        if worker.answers:
            self._begin_at.append(time.monotonic())
            return
        self._early += 1
        if self._early >= GIVEN_UP:
            self._end(STOP)
        else:
            self._begin_at.append(time.monotonic() + PAUSE * 2 ** (self._early - 1))

    def _stop(self, signals: bytes) -> None:
        """The parent was told to stop, so many times."""
        for _ in signals:
            self._asked += 1
            self._end(STOP if self._asked == 1 else AT_ONCE)

    def _end(self, word: bytes) -> None:
        """Let all of them stop, and none begin."""
        self._begin_at.clear()
        # Who wants to connect is turned away when the last worker has closed it.
        self._listener.close()
        for worker in self._there:
            if not worker.answers:
                worker.process.terminate()
            elif self._asked > 2:
                worker.process.kill()
            else:
                worker.tell(word)
