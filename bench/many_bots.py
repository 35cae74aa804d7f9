"""Many matches in which strong bots play at once: how many moves a second there are, and how long one waits for a move.
`python -m bench.many_bots 50`: so many matches.
"""

import sqlite3
import sys
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from time import perf_counter, sleep

from bench import child
from bench.aims import Found
from bench.table import Phone

MATCHES, SEATS = 200, 3
SECONDS = 30.0
HURRIED = 5.0
"""Seconds after the last match began, until all of them are busy."""
MOVES = "SELECT match_id, at FROM writes WHERE client_id LIKE 'bot %' AND at > ? ORDER BY match_id, id"


def begin(phone: Phone, token: str, number: int) -> None:
    """A match of strong bots, and its first round: nobody is waited for, so they move as fast as they can."""
    bots = [pair for seat in range(SEATS) for pair in (("name", f"Bot {seat}"), ("plays", "strong"))]
    form = [("csrf_token", token), ("client_id", f"many {number}"), *bots, ("limit", "9000")]
    pad = "/".join(phone.ask("/new", form).headers["location"].split("/")[:3])
    phone.ask(f"{pad}/table/deal", [("csrf_token", token), ("round", "1"), ("client_id", f"deal {number}")])


def waits(folder: Path, since: str) -> Iterator[float]:
    """Seconds between one move of a match and the next."""
    with sqlite3.connect(folder / "companion.sqlite3") as database:
        moves = database.execute(MOVES, (since,)).fetchall()
    for (match, at), (other, then) in pairwise(moves):
        if match == other:
            yield (datetime.fromisoformat(then) - datetime.fromisoformat(at)).total_seconds()


def main(matches: int = MATCHES) -> list[Found]:
    """Measure and print; returns what was aimed at."""
    with child.companion() as url:
        phone = Phone(url)
        token = phone.token("/new")
        for number in range(matches):
            begin(phone, token, number)
        sleep(HURRIED)
        with sqlite3.connect(child.folder_of(url) / "companion.sqlite3") as database:
            (since,) = database.execute("SELECT max(at) FROM writes").fetchone()
        began, looks = perf_counter(), []
        while perf_counter() < began + SECONDS:
            asked = perf_counter()
            phone.ask("/")
            looks.append(perf_counter() - asked)
            sleep(0.25)
        spent = perf_counter() - began
        found, looked = sorted(waits(child.folder_of(url), since)), sorted(looks)
    middle, late, last = (found[min(len(found) - 1, len(found) * part // 100)] for part in (50, 99, 100))
    print(f"{matches} matches of {SEATS} strong bots: {len(found) / spent:.0f} moves/s")
    print(f"seconds from one move to the next: p50 {middle:.2f}, p99 {late:.2f}, slowest {last:.2f}")
    print(f"the first page meanwhile: p50 {1000 * looked[len(looked) // 2]:.0f} ms, slowest {1000 * looked[-1]:.0f} ms")
    return [Found(f"the slowest move of {matches} matches of strong bots, seconds", last, 3)]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES)
