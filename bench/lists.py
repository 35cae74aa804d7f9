"""What pages of a group cost with a hundred matches and with ten thousand: it should be the same."""

import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack, closing
from datetime import datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

from bench import bulk, child
from bench.aims import Found
from bench.table import Phone, hand

GROUPS = (("Ana", "Pau", "Zoé", "Teo"), ("Pau", "Zoé", "Ana"), ("Marta", "Ana", "Iris", "Pau"), ("Lea", "Noé"))
"""Who sits at the matches that are copied; the first one wins."""
ROUNDS = 60
FEW, MANY = 100, 10_000
APART = 30
"""Hours between two evenings."""
LOOKS = 40
MOST = 1.5


def played(folder: Path) -> tuple[str, list[str]]:
    """Plays a match for each of GROUPS on one phone; returns its cookie and their public ids."""
    with child.companion(folder) as url:
        phone = Phone(url)
        found = []
        for names in GROUPS:
            limit = str(ROUNDS * (len(names) - 1))
            pad = phone.new([*(("name", name) for name in names), ("limit", limit)])
            for round_ in range(1, ROUNDS + 1):
                for seat in range(len(names)):
                    sheet = f"{pad}/r/{round_}/s/{seat}/edit"
                    phone.post(sheet, sheet, hand(seat))
            found.append(pad.removeprefix("/m/"))
        return phone.cookie, found


def found(phone: Phone, question: str) -> tuple[Any, ...]:
    """The first row that the database of a server answers."""
    with closing(sqlite3.connect(child.folder_of(phone.url) / "companion.sqlite3")) as database:
        row: tuple[Any, ...] = database.execute(question).fetchone()
    return row


def last_page(phone: Phone) -> str:
    """The last page of the history: what was played before the twentieth match from the end."""
    at, number = found(phone, "SELECT played_at, id FROM matches ORDER BY played_at, id LIMIT 1 OFFSET 20")
    return "/history?" + urlencode({"before": f"{datetime.fromisoformat(at).isoformat()}~{number}"})


def pages(phone: Phone) -> dict[str, str]:
    """What is asked for, by what it is called."""
    return {
        "home": "/",
        "the form of a new match": "/new",
        "the group": "/people",
        "a person": f"/people/{found(phone, 'SELECT min(id) FROM players')[0]}",
        "the history": "/history",
        "its last page": last_page(phone),
    }


def look(phone: Phone, path: str) -> float:
    """Milliseconds until a page is there."""
    start = perf_counter()
    phone.ask(path)
    return 1000 * (perf_counter() - start)


def main() -> list[Found]:
    """Measure and print; returns what was aimed at."""
    with TemporaryDirectory(prefix="companion-bench-") as root, ExitStack() as open_:
        cookie, matches = played(Path(root, "few"))
        shutil.copytree(Path(root, "few"), Path(root, "many"))
        phones = []
        for name, number in (("few", FEW), ("many", MANY)):
            bulk.copies(Path(root, name), matches, number // len(GROUPS) - 1, APART)
            bulk.remember(Path(root, name))
            phone = Phone(open_.enter_context(child.companion(Path(root, name))))
            phone.cookie = cookie
            phones.append(phone)
        asked = [(phone, pages(phone)) for phone in phones]
        return report([(name, measured([(phone, paths[name]) for phone, paths in asked])) for name in asked[0][1]])


def measured(asked: Sequence[tuple[Phone, str]]) -> tuple[float, float]:
    """Milliseconds for a page with few matches and with many; the two take turns."""
    times = [[look(*one) for one in asked] for _ in range(LOOKS)]
    return median(few for few, _ in times), median(many for _, many in times)


def report(found: list[tuple[str, tuple[float, float]]]) -> list[Found]:
    """Print the times; returns what was aimed at."""
    print(f"Pages of a group with {FEW} and with {MANY:,} matches of {ROUNDS} rounds; median of {LOOKS}, one at a time")
    for name, (few, many) in found:
        print(f"{name:30}{few:>10.1f} ms{many:>10.1f} ms{many / few:>10.2f} ×")
    return [Found(f"{name}, {MANY:,} matches to {FEW}", many / few, MOST, "×") for name, (few, many) in found]


if __name__ == "__main__":
    main()
