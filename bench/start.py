"""What `companion serve` costs until it answers, and what it holds when nobody asks."""

import os
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import sleep

from bench import child
from bench.aims import Found
from bench.streams import resident
from bench.table import Phone

STARTS = 7
IDLE = 2.0
"""Seconds after which nothing of the first answer is left to do."""


def processor_time(pid: int) -> float:
    """Milliseconds that a process has computed."""
    numbers = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return 1000 * (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


def main() -> list[Found]:
    """Measure and print; returns what was aimed at."""
    times, sizes = [], []
    with TemporaryDirectory(prefix="companion-bench-") as folder:
        # As on any machine, Python keeps what it has compiled.
        compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": f"{folder}/compiled"}
        for at in range(STARTS + 1):
            with child.companion(Path(folder), **compiled) as url:
                pid = child.pid_of(url)
                Phone(url).ask("/")
                if at:  # The first start makes the database.
                    times.append(processor_time(pid))
                    sleep(IDLE)
                    sizes.append(resident(pid) / 2**20)
    print(
        f"Start until the first answer: {median(times):.0f} ms of processor ({min(times):.0f}–{max(times):.0f});",
        end=" ",
    )
    print(f"idle: {median(sizes):.0f} MB")
    return [
        Found("start until the first answer, processor", median(times), 700, "ms"),
        Found("memory, idle", median(sizes), 75, "MB"),
    ]


if __name__ == "__main__":
    main()
