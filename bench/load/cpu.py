"""How much of the processors some processes use, with their children."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from pathlib import Path
from time import monotonic

TICKS = os.sysconf("SC_CLK_TCK")


class Meter:
    """Counts the seconds of processor that processes use, by name, from a moment on."""

    def __init__(self, pids: Mapping[str, int]) -> None:
        self._pids, self._last, self._first = dict(pids), dict[str, float](), dict[str, float]()
        self._start = self._end = 0.0
        self._over = threading.Event()

    def begin(self, after: float) -> None:
        """Begin in so many seconds, and look every second from then on: a process that ended can't be asked."""
        threading.Thread(target=self._watch, args=(after,), daemon=True).start()

    def _watch(self, after: float) -> None:
        self._over.wait(after)
        self._start, self._first = monotonic(), self._seconds()
        while not self._over.wait(1):
            self._last, self._end = self._seconds(), monotonic()

    def _seconds(self) -> dict[str, float]:
        return {name: tree_seconds(pid) or self._last.get(name, 0.0) for name, pid in self._pids.items()}

    def used(self) -> dict[str, float]:
        """Processors used, by name: 1 is one of them all the time."""
        self._over.set()
        took = (self._end - self._start) or 1.0
        return {name: max(0.0, self._last.get(name, 0.0) - first) / took for name, first in self._first.items()}


def tree_seconds(pid: int) -> float:
    """The seconds of processor that a process and its children used so far; 0 when it is gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0
    own = (int(stat[11]) + int(stat[12])) / TICKS
    return own + sum(tree_seconds(int(child)) for child in children)
