"""What pages of a group cost with a hundred matches and with ten thousand: it should be the same."""

import re
import shutil
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

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


def address(found: re.Match[bytes] | None) -> str:
    """An address that stands on a page, as one asks for it."""
    return found[1].decode().replace("&amp;", "&") if found else ""


def last_page(phone: Phone) -> str:
    """The last page of the history: the link says where that is."""
    shown = phone.ask("/history").body
    return address(re.search(rb'href="([^"]+)"[^>]*data-last', shown)) or f"/history?page={FEW // 20}"


def pages(phone: Phone) -> dict[str, str]:
    """What is asked for, by what it is called."""
    people = phone.ask("/people").body
    person = address(re.search(rb'href="(/people/\d+)"', people))
    named = {
        "home": "/",
        "the form of a new match": "/new",
        "the group": "/people",
        "a person": person,
        "the history": "/history",
        "its last page": last_page(phone),
    }
    return {name: path for name, path in named.items() if path}


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
        return report([(name, measured(phones, lambda phone, at=name: pages(phone)[at])) for name in pages(phones[1])])


def measured(phones: list[Phone], path: Callable[[Phone], str]) -> tuple[float, float]:
    """Milliseconds for a page with few matches and with many; the two take turns."""
    asked = [(phone, path(phone)) for phone in phones]
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
