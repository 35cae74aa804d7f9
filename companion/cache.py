"""What is kept in memory: the values that were wanted last, and what an SQLite file said while nobody writes."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

V = TypeVar("V")


def share(least: int, machine: int | None = None) -> int:
    """Bytes that things of one kind may take which are kept: a hundredth of this machine's memory, `least` at least.

    A Raspberry Pi has little memory, a server many tables at once. `machine`: the bytes of its memory.
    """
    return max(least, (memory_of_machine() if machine is None else machine) // 100)


def memory_of_machine(limits: Path = Path("/sys/fs/cgroup/memory.max")) -> int:
    """The bytes of memory of this machine, or of the container; 0 where nobody tells."""
    try:
        whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 0
    try:
        return min(whole, int(limits.read_text()))
    except (OSError, ValueError):  # There is no container, or it has no limit ("max").
        return whole


class Cache(Generic[V]):
    """The values that were wanted last, by key: at most `most` of them, that weigh at most `heaviest` together."""

    def __init__(self, most: int, heaviest: int) -> None:
        self._most, self._heaviest = most, heaviest
        self._kept: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()
        self._weight = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._kept

    def get(self, key: Hashable) -> V | None:
        """The value under the key; None when it is not kept (any more)."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def put(self, key: Hashable, value: V, weight: int) -> None:
        """Keep a value; those that nobody wanted for longest go."""
        with self._lock:
            self._drop(self._kept.pop(key, None))
            self._kept[key] = value, weight
            self._weight += weight
            while len(self._kept) > self._most or self._weight > self._heaviest:
                self._drop(self._kept.popitem(last=False)[1])

    def _drop(self, lost: tuple[V, int] | None) -> None:
        if lost is not None:
            self._weight -= lost[1]

    def forget(self, which: Callable[[Hashable], bool]) -> None:
        """Keep nothing any more under these keys."""
        with self._lock:
            for key in list(filter(which, self._kept)):
                self._drop(self._kept.pop(key))

    def clear(self) -> None:
        """Keep nothing any more."""
        with self._lock:
            self._kept.clear()
            self._weight = 0


class Memory:
    """What was read from an SQLite file, for as long as nobody has written to it.

    SQLite tells a connection whether another one, of whatever process, has committed since it last asked. That costs a
    few microseconds, a query through SQLAlchemy a hundred.
    """

    MOST = 10_000
    """Answers kept at once: somebody who asks for matches that do not exist must not fill the memory."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._seen = -1
        self._facts: dict[Hashable, Any] = {}
        self._lock = threading.Lock()

    def recall(self, key: Hashable, ask: Callable[[], Any]) -> Any:
        """What `ask` answers, asked again only after a commit."""
        facts = self._standing()
        # An answer that a commit overtakes lands in the old dict, which nobody looks into any more.
        if key not in facts:
            facts[key] = ask()
        return facts[key]

    def _standing(self) -> dict[Hashable, Any]:
        """The answers that no commit has overtaken."""
        with self._lock:  # Two threads must not take the number of one commit for the answers of another.
            (seen,) = self._opened().execute("PRAGMA data_version").fetchone()
            if seen != self._seen or len(self._facts) > self.MOST:
                self._seen, self._facts = seen, {}
            return self._facts

    def first(self, question: str, values: Mapping[str, object]) -> tuple[Any, ...] | None:
        """The first row of a question, as it stands in the file now."""
        with self._lock:
            row: tuple[Any, ...] | None = self._opened().execute(question, values).fetchone()
            return row

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self._path, 0.1, check_same_thread=False, isolation_level=None)
        return self._connection

    def clear(self) -> None:
        """Remember nothing any more."""
        with self._lock:
            self._facts = {}

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()
