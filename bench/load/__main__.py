"""Many tables of four phones at a table's pace: how many are served well, by one process and by two, and what is full
first.

`make load`, or `python -m bench.load 500 2000 --on one`. A table is served well when a write is shown by all its phones
within 150 ms, in 99 cases of 100. The load comes from Locust, in a process of its own on this machine.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import child
from bench.load.cpu import Meter
from bench.load.houses import HOUSES, House

HERE = Path(__file__).parent
NUMBERS = (500, 1000, 1500, 2000)
SECONDS = 90
"""How long it is measured, once all sit: two hands a table."""
SAT_DOWN = 15
"""Tables that sit down in a second."""
WELL = 150
"""Milliseconds, from a write until the last phone shows it, that 99 of 100 may take."""
SHOWN, TOLD = "shown by four phones", "told to four phones"


@dataclass(frozen=True)
class Measured:
    """What became of so many tables: milliseconds, writes and requests a second, processors used by name."""

    tables: int
    told: Counter[int]
    shown: Counter[int]
    requests: float
    failed: int
    cpu: Mapping[str, float]

    def line(self) -> str:
        """A row of the table that is printed."""
        cpu = ", ".join(f"{name} {used:.2f}" for name, used in self.cpu.items())
        writes = sum(self.shown.values()) / SECONDS
        return (
            f"{self.tables:6,}{4 * self.tables:9,}{writes:9.1f}{self.requests:12.0f}"
            f"{quantile(self.told, 0.5):9}{quantile(self.told, 0.99):6}"
            f"{quantile(self.shown, 0.5):9}{quantile(self.shown, 0.99):6}{self.failed:8}   {cpu}"
        )


HEAD = "tables  streams  writes/s  requests/s  told p50   p99  shown p50  p99  failed   processors used"


def quantile(times: Counter[int], part: float) -> int:
    """The milliseconds that so many of the writes took at most; -1 when there were none."""
    left = part * sum(times.values())
    for took, number in sorted(times.items()):
        left -= number
        if left <= 0:
            return took
    return -1


def measure(house: House, number: int, tables: str) -> Measured:
    """Let so many tables sit down and play."""
    with TemporaryDirectory(prefix="companion-load-") as folder:
        file = Path(folder) / "tables"
        file.write_text(tables)
        sitting = number / SAT_DOWN + 10
        command = [str(locust()), "-f", str(HERE / "locustfile.py"), "--headless", "--json", "--skip-log-setup"]
        command += ["-u", str(number), "-r", str(SAT_DOWN), "-t", f"{sitting + SECONDS:.0f}s", "--host", house.url]
        there = {**os.environ, "LOAD_TABLES": str(file), "LOAD_SITTING": str(sitting), "PYTHONPATH": str(child.ROOT)}
        with subprocess.Popen(
            command, env=there, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as running:
            meter = Meter({**house.pids, "load": running.pid})
            meter.begin(sitting)
            said, _ = running.communicate()
    return read(number, json.loads(said[said.index("[") :]), meter.used())


def read(number: int, stats: list[dict[str, object]], cpu: Mapping[str, float]) -> Measured:
    """What Locust counted."""
    told, shown, requests, failed = Counter[int](), Counter[int](), 0, 0
    for each in stats:
        times = {int(float(took)): int(times) for took, times in dict(each["response_times"]).items()}  # type: ignore[call-overload]
        name = str(each["name"])
        if name.endswith(SHOWN):
            shown.update(times)
        elif name.endswith(TOLD):
            told.update(times)
        else:
            requests += sum(times.values())
        failed += int(str(each["num_failures"]))
    return Measured(number, told, shown, requests / SECONDS, failed, cpu)


def locust() -> Path:
    """Where Locust is: in an environment of its own, for it brings many packages."""
    return child.ROOT / ".venv" / "load" / "bin" / "locust"


def prepared(house: House, number: int) -> str:
    """So many new tables in the database of a house."""
    command = [sys.executable, "-m", "bench.load.prepare", str(number)]
    return subprocess.run(
        command, env=dict(house.environment), cwd=child.ROOT, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def run(name: str, numbers: list[int]) -> None:
    """Measure one way to serve with more and more tables, until they are not served well."""
    print(f"\n{(HOUSES[name].__doc__ or '').strip()}\n{HEAD}", flush=True)
    best: Measured | None = None
    for number in numbers:
        # Each time on a database of its own: streams of the last time would still be said good-bye to.
        with TemporaryDirectory(prefix="companion-load-") as folder, HOUSES[name](Path(folder)) as house:
            found = measure(house, number, prepared(house, number))
        print(found.line(), flush=True)
        if found.failed or quantile(found.shown, 0.99) > WELL:
            break
        best = found
    if best is None:
        print("Not even the fewest were served well.")
        return
    served = {process: used for process, used in best.cpu.items() if process != "load"}
    each = 1000 * sum(served.values()) / best.tables
    fullest = max(served, key=served.__getitem__)
    print(f"served well: {best.tables:,} tables; {each:.2f} processors for 1,000 tables; fullest: {fullest}")


def main() -> None:
    """Read what is asked for, and measure."""
    parser = argparse.ArgumentParser(prog="make load", description=__doc__)
    parser.add_argument(
        "tables", nargs="*", type=int, default=NUMBERS, help="how many tables, one time after the other"
    )
    parser.add_argument("--on", choices=HOUSES, nargs="*", default=list(HOUSES), help="how it is served")
    asked = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for name in asked.on:
        run(name, list(asked.tables))


if __name__ == "__main__":
    main()
