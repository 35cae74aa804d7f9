"""What an SQLite file said is asked again after a commit, whoever else asks meanwhile."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from companion.cache import Memory

THREADS, TIMES = 4, 1500


@pytest.fixture
def switching() -> Iterator[None]:
    """Threads that take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("switching")
def test_a_thread_reads_what_it_has_written_whoever_reads_beside_it(tmp_path: Path) -> None:
    path = str(tmp_path / "numbers.sqlite")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE numbers (thread INTEGER PRIMARY KEY, number INTEGER)")
    memory = Memory(path)

    def work(thread: int) -> list[int]:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=60)) as own:

            def ask() -> int:
                number: int = own.execute("SELECT number FROM numbers WHERE thread = ?", (thread,)).fetchone()[0]
                return number

            read = []
            for number in range(TIMES):
                own.execute("REPLACE INTO numbers VALUES (?, ?)", (thread, number))
                read.append(memory.recall(thread, ask))
            return read

    with ThreadPoolExecutor(THREADS) as pool:
        answers = list(pool.map(work, range(THREADS)))
    memory.close()
    assert answers == [list(range(TIMES))] * THREADS
