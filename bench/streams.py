"""How live the pad is: from a write to the last phone of the table, while other tables' streams are open.

One server in a child process; this process holds all streams on plain sockets and measures. Part of `make bench`.
"""

import os
import selectors
import socket
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from urllib.parse import urlsplit

from bench import child
from bench.aims import Found
from bench.client import Connection, request
from bench.table import Table, small_table

OTHERS = (1, 100, 1000)
PHONES = 8
WRITES = 200
CHURN = 10_000
STREAMS_A_TABLE = 50
APART = 0.05
"""Seconds between two writes: at a table hands come far apart, when all that the one before led to is made."""
NOTICED = 5
"""Seconds after which the server has noticed every hang-up."""


class Stream:
    """One open event stream, of the phone that writes at a table or of another one with its own cookie."""

    def __init__(self, url: str, table: Table, cookie: str = "") -> None:
        where = urlsplit(url)
        self.socket = socket.create_connection((where.hostname, where.port), timeout=20)
        self.socket.sendall(request(url, f"{table.page}/events?shows=pad", {"Cookie": cookie or table.cookie}))
        self.wait()

    def wait(self) -> bytes:
        """Reads until something came."""
        data = self.socket.recv(4096)
        while b"event: beat" not in data:
            more = self.socket.recv(4096)
            if not more:
                raise ConnectionError("the stream ended")
            data += more
        return data

    def close(self) -> None:
        self.socket.close()


@dataclass(frozen=True)
class Latency:
    p50: float
    p99: float


def measure(url: str, table: Table, phones: list[Stream], writes: int) -> Latency:
    """Milliseconds from sending a write to the last phone's event."""
    connection, times = Connection(url), list[float]()
    picker = selectors.DefaultSelector()
    for phone in phones:
        picker.register(phone.socket, selectors.EVENT_READ, phone)
    for _ in range(writes):
        save = table.write()
        waiting = set(phones)
        start = perf_counter()
        connection.send(save)
        while waiting:
            for key, _events in picker.select(5):
                key.data.wait()
                waiting.discard(key.data)
        times.append(1000 * (perf_counter() - start))
        connection.answer()
        sleep(APART)
    picker.close()
    connection.close()
    times.sort()
    return Latency(median(times), times[int(len(times) * 0.99) - 1])


def resident(pid: int) -> int:
    """The bytes of memory a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def memory(url: str, table: Table, pid: int) -> None:
    """Prints what an open stream holds, and whether phones that come and go leave anything behind."""
    first = [Stream(url, table) for _ in range(100)]
    before = resident(pid)
    streams = [Stream(url, table) for _ in range(900)]
    print(f"memory per open stream: {(resident(pid) - before) / len(streams) / 1024:.0f} kB")
    for stream in first + streams:
        stream.close()
    churn(url, table)
    settled = resident(pid)
    churn(url, table)
    print(f"growth after {CHURN:,} more connects and disconnects: {(resident(pid) - settled) / 1024:.0f} kB")


def churn(url: str, table: Table) -> None:
    """Connects and disconnects as phones do that come and go, and waits until the server has noticed."""
    for _ in range(CHURN):
        Stream(url, table).close()
    sleep(NOTICED)


def main() -> list[Found]:
    """Measure and print; returns what was aimed at."""
    with child.companion() as url:
        memory(url, small_table(url), child.pid_of(url))
    with child.companion() as url:
        table = small_table(url)
        phones = [Stream(url, table) for _ in range(PHONES)]
        print(f"From a write to the last of {PHONES} phones of its table, {WRITES} writes")
        others: list[Stream] = []
        for number in OTHERS:
            while len(others) < number:
                if len(others) % STREAMS_A_TABLE == 0:
                    other = small_table(url)
                others.append(Stream(url, other))
            found = measure(url, table, phones, WRITES)
            print(f"{number:>6} streams of other tables: p50 {found.p50:6.1f} ms   p99 {found.p99:6.1f} ms")
    return [Found(f"the last of {PHONES} phones beside {OTHERS[-1]:,} streams, p99", found.p99, 12, "ms")]


if __name__ == "__main__":
    main()
