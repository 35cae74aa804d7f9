"""Where bots think: some processes beside this one, and whose turn it is to be thought for.

Every match has its turn: whoever was thought for longest ago comes first. The more matches wait, the shorter is each
thought, so that every move comes in time; below what is worth a search, the strong bot plays by its rules of thumb.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

THOUGHT = 0.25
"""Seconds that a strong bot thinks when nothing presses."""

TARGET = 1.5
"""Seconds in which a question is to be answered, however many wait."""

FLOOR = 0.005
"""Seconds below which a search finds little: rules of thumb play as well."""

PATIENCE = 5.0
"""Seconds after which a process that does not answer is ended."""

IDLE = 120.0
"""Seconds after which a process that nobody asks is ended."""

FELT = 20.0
"""Seconds for which tables say that bots think less than they would."""

KNOWN = 4096
"""So many matches are remembered by when they were thought for."""


class Process(Protocol):
    """What answers one question at a time."""

    def ask(self, asked: Mapping[str, Any]) -> str:
        """The move. Raises RuntimeError when there is no answer."""

    def close(self) -> None:
        """End it."""


class BotProcess:
    """A process in which bots think. It is started with the first question and again if it dies."""

    def __init__(self, form: str = "") -> None:
        """`form`: how it writes its log, as LOG_FORMAT says it."""
        self._command = [sys.executable, "-m", "companion.thinker", *filter(None, [form])]
        self._process: subprocess.Popen[str] | None = None

    def ask(self, asked: Mapping[str, Any]) -> str:
        """The move. Raises RuntimeError when the process cannot be had, dies over the question, or hangs."""
        try:
            process = self._alive()
        except OSError as problem:
            raise RuntimeError(f"no process in which bots could think: {problem.strerror}") from None
        assert process.stdin is not None
        assert process.stdout is not None
        watch = threading.Timer(PATIENCE, process.kill)
        watch.daemon = True
        watch.start()
        try:
            process.stdin.write(json.dumps(asked) + "\n")
            process.stdin.flush()
            told = process.stdout.readline()
        except (OSError, ValueError):  # ValueError: it was closed meanwhile.
            told = ""
        finally:
            watch.cancel()
        if not told.endswith("\n"):
            self.close()
            raise RuntimeError("the process in which bots think has ended")
        return str(json.loads(told)["move"])

    def _alive(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self._process

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        process.wait()


@dataclass(eq=False, slots=True)
class Waiting:
    """A question that waits for a process. `came`: the turn in which it was put."""

    match: str
    came: int
    since: float
    searches: bool
    free: threading.Event = field(default_factory=threading.Event)
    process: Process | None = None


class Thinkers:
    """The processes in which bots think: started when they are wanted, ended when nobody asks."""

    def __init__(self, most: int | None = None, make: Callable[[], Process] = BotProcess) -> None:
        self.most, self._make = most or cores(), make
        self._lock = threading.Lock()
        self._free: list[tuple[float, Process]] = []
        self._working: set[Process] = set()
        self._waiting: list[Waiting] = []
        self._thought_for: dict[str, int] = {}
        self._turns = 0
        self._beside = 0.0
        self._short = float("-inf")
        self._sweep: threading.Timer | None = None

    def choose(self, match: str, asked: Mapping[str, Any]) -> str:
        """A bot's move in a match, with as long a thought as there is time for. Raises RuntimeError when the process
        cannot be had, or dies over the question.
        """
        searches = asked["strength"] == "strong"
        with self._turn(match, searches) as (process, since):
            seconds = self._seconds(since) if searches else THOUGHT
            thought = {"seconds": seconds} if seconds >= FLOOR else {"seconds": 0.0, "strength": "normal"}
            began = time.monotonic()
            move = process.ask({**asked, **thought})
            took = time.monotonic() - began
        # What an answer costs beside the thought: the round is played up to here, and others have the cores, too.
        self._beside += (max(0.0, took - (seconds if searches else 0.0)) - self._beside) / 8
        return move

    @property
    def hurried(self) -> bool:
        """Whether strong bots have thought far less than they would, a moment ago."""
        return time.monotonic() - self._short < FELT

    @contextmanager
    def _turn(self, match: str, searches: bool) -> Iterator[tuple[Process, float]]:
        """A process for one question, when it is the match's turn; and since when that was waited for."""
        since, process = time.monotonic(), None
        with self._lock:
            self._turns += 1
            one = Waiting(match, self._turns, since, searches)
            if len(self._working) < self.most:
                process = self._free.pop()[1] if self._free else self._make()
                self._working.add(process)
                self._remember(match)
            else:
                self._waiting.append(one)
        if process is None:
            one.free.wait()
            process = one.process
            assert process is not None
        try:
            yield process, since
        finally:
            self._pass_on(process, match)

    def _remember(self, match: str) -> None:
        """A match is thought for now, or was until now."""
        self._thought_for.pop(match, None)
        self._thought_for[match] = self._turns
        if len(self._thought_for) > KNOWN:
            del self._thought_for[next(iter(self._thought_for))]

    def _order(self, one: Waiting) -> int:
        """The lower, the sooner: when its match was thought for last, or when it came."""
        return self._thought_for.get(one.match, one.came)

    def _pass_on(self, process: Process, match: str) -> None:
        """Give a process to whoever comes next after a match."""
        with self._lock:
            self._turns += 1
            self._remember(match)
            if self._waiting:
                following = min(self._waiting, key=self._order)
                self._waiting.remove(following)
                self._remember(following.match)
                following.process = process
                following.free.set()
                return
            self._working.discard(process)
            self._free.append((time.monotonic(), process))
            self._sweep_later()

    def _seconds(self, since: float) -> float:
        """How long to think, so that this question and all that wait are answered in time."""
        now, most, before = time.monotonic(), THOUGHT, 1
        with self._lock:
            waiting = sorted(self._waiting, key=self._order)
        most = min(most, since + TARGET - now - self._beside)
        for at, one in enumerate(waiting, 2):
            before += one.searches
            there_is = (one.since + TARGET - now) * self.most - at * self._beside
            most = min(most, there_is / before)
        if most < THOUGHT / 2:
            self._short = now
        return max(0.0, most)

    def _sweep_later(self) -> None:
        if self._sweep is None:
            self._sweep = threading.Timer(IDLE, self._end_idle)
            self._sweep.daemon = True
            self._sweep.start()

    def _end_idle(self) -> None:
        """End the processes that nobody has asked for a while."""
        with self._lock:
            self._sweep = None
            since = time.monotonic() - IDLE
            idle = [process for at, process in self._free if at <= since]
            self._free = [one for one in self._free if one[0] > since]
            if self._free:
                self._sweep_later()
        for process in idle:
            process.close()

    def close(self) -> None:
        """End all processes; those that think now end without an answer."""
        with self._lock:
            there = [*self._working, *(process for _, process in self._free)]
            self._free.clear()
            if self._sweep is not None:
                self._sweep.cancel()
                self._sweep = None
        for process in there:
            process.close()


def cores() -> int:
    """How many processes may think: as many as this one has cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
