"""`make engines`: runs the smoke in each engine, and prints a table of what passed."""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from .firefox import firefox
from .house import House
from .phone import Phone
from .smoke import Smoke
from .webkit import webkit

ENGINES: dict[str, Callable[[], AbstractContextManager[Callable[[], Phone]]]] = {"Firefox": firefox, "WebKit": webkit}

# Firefox and WebKit say so where a page is left while it fetches something.
LEFT = ("NetworkError when attempting to fetch", "Load failed", "error loading dynamically imported module")


def complaints(phones: list[Phone], belong: tuple[str, ...]) -> list[str]:
    """What the browsers complained about and should not."""
    belong = (*belong, *LEFT)
    heard = [said for phone in phones for said in phone.complaints()]
    return [said for said in heard if not any(re.search(each, said) for each in belong)]


def attempt(step: Callable[[], None], phones: list[Phone], belong: tuple[str, ...]) -> str:
    """Does a step; returns what went wrong, or ""."""
    wrong = []
    try:
        step()
    except Exception as error:
        # Whatever it is, the other steps go on, and the table tells it.
        wrong.append(f"{type(error).__name__}: {str(error).partition(chr(10))[0]}")
    return "; ".join(wrong + [f"complains: {said}" for said in complaints(phones, belong)])


def run(name: str, python: str) -> bool:
    """The smoke in one engine; whether all of it passed."""
    wrong = 0
    with tempfile.TemporaryDirectory() as folder, ENGINES[name]() as phone:
        house = House(python, Path(folder))
        phones: list[Phone] = []
        try:
            phones += [phone(), phone()]
            for what, step, belong in Smoke(house, *phones).steps():
                began = time.monotonic()
                fault = attempt(step, phones, belong)
                wrong += bool(fault)
                print(f"  {name:8} {what:32} {time.monotonic() - began:5.1f} s  {fault or 'passed'}", flush=True)
        finally:
            for each in phones:
                each.close()
            house.shut()
        if errors := house.errors():
            wrong += 1
            print(f"  {name:8} {'what the server wrote to stderr':32}          {errors}")
    return not wrong


def started(name: str, python: str) -> bool:
    """Runs the smoke in one engine, and tells if that is not to be had here; the others are run all the same."""
    try:
        return run(name, python)
    except Exception as error:
        print(f"  {name:8} not run: {error}")
        return False


def main() -> int:
    """Runs those engines that are named, or all; returns the exit code."""
    parser = argparse.ArgumentParser(prog="make engines", description=__doc__)
    parser.add_argument("--python", required=True, help="the Python that Companion is installed for")
    parser.add_argument("engines", nargs="*", metavar="ENGINE", help="all, if none is named")
    asked = parser.parse_args()
    wrong = [name for name in asked.engines or ENGINES if not started(name, asked.python)]
    print(f"Not all well in {' and '.join(wrong)}." if wrong else "All passed.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
