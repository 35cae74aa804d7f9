"""Whether a saved hand and a pad stay as quick in long matches, and in a house that has many of them."""

import sqlite3
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from statistics import median

from bench import child
from bench.aims import Found
from bench.pages import WIDTH, Case, Phones, measure, page
from bench.table import Table, tables

SEATS = 8
LATE = 40
FEW, MANY = 100, 10_000


def long_match() -> Found:
    """A saved hand in a late round beside one in the first round, of as many people as can play."""
    with child.companion() as url:
        folder = child.folder_of(url)
        early = Phones(url, tables(url, folder, WIDTH, SEATS, rounds=0, more=1))
        late = Phones(url, tables(url, folder, WIDTH, SEATS, rounds=LATE - 1, spare=100, more=1))
        cases = [Case("round 1", early.write), Case(f"round {LATE}", late.write)]
        turns = measure(cases)
    for at, case in enumerate(cases):
        print(f"a saved hand in {case.name} × {SEATS} seats: {median(turn[at] for turn in turns):,.0f}/s")
    ratio = median(turn[0] / turn[1] for turn in turns)
    return Found(f"a saved hand in round {LATE} × {SEATS} seats ÷ round 1", ratio, 1.3)


class Cold:
    """Pads that nobody has in memory: a new version is all it takes."""

    def __init__(self, url: str, folder: Path, pads: list[Table]) -> None:
        self.phones = Phones(url, pads)
        self.database = sqlite3.connect(folder / "companion.sqlite3", timeout=60, isolation_level=None)
        self.ids = cycle([one.page.removeprefix("/m/") for one in pads])

    def get(self) -> float:
        """Ask for each, after it was forgotten; returns the seconds of the asking."""
        for _ in range(WIDTH):
            self.database.execute("UPDATE matches SET version = version + 1 WHERE public_id = ?", (next(self.ids),))
        return self.phones.get(page)


def many_matches() -> list[Found]:
    """A saved hand and a cold pad beside many matches, and beside few."""
    with ExitStack() as stack:
        cases = []
        for number in (FEW, MANY):
            url = stack.enter_context(child.companion())
            folder = child.folder_of(url)
            found = tables(url, folder, 2 * WIDTH, spare=number // (2 * WIDTH), more=12)
            cases.append(Case(f"a saved hand beside {number:,} matches", Phones(url, found[:WIDTH]).write))
            cases.append(Case(f"a cold pad beside {number:,} matches", Cold(url, folder, found[WIDTH:]).get))
        turns = measure(cases)
    for at, case in enumerate(cases):
        print(f"{case.name}: {median(turn[at] for turn in turns):,.0f}/s")
    names = ("a saved hand", "a cold pad")
    ratios = [median(turn[at] / turn[at + len(names)] for turn in turns) for at in range(len(names))]
    return [
        Found(f"{name} beside {MANY:,} matches ÷ beside {FEW}", ratio, 1.2)
        for name, ratio in zip(names, ratios, strict=True)
    ]


def main() -> list[Found]:
    """Measure and print; returns what was aimed at."""
    return [long_match(), *many_matches()]


if __name__ == "__main__":
    main()
