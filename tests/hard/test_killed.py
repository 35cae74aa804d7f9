"""A house that is hit while eight phones write and bots play: nothing that was acknowledged is lost, nothing is there
by half, and everybody goes on by themselves.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.conftest import as_many

from .evening import evening
from .house import House

TIMES = as_many(1, 20)
CLOCKS = ("-7300", "400", "-0.1", "0")
"""How many days the clock of the house is off at times: a Raspberry Pi has none of its own."""


def test_nothing_is_lost_whatever_the_computer_does(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.start()
    with evening(house) as playing:
        for _ in range(TIMES):
            house.kill()
            playing.all_go_on()
            with held(house):
                # Longer than a write waits: phones are told to come again.
                playing.wait_until_refused()
            playing.all_go_on()
            with house.full_disk():
                playing.wait_until_refused()
            playing.all_go_on()
    assert "Traceback" not in house.said()


@contextmanager
def held(house: House) -> Iterator[None]:
    """Another program has the database for itself."""
    with closing(sqlite3.connect(house.folder / "companion.sqlite3", isolation_level=None)) as foreign:
        foreign.execute("BEGIN EXCLUSIVE")
        yield


def test_a_clock_that_is_set_back_and_forth_is_no_matter(tmp_path: Path) -> None:
    clock = tmp_path / "clock"
    clock.write_text("0")
    house = House(tmp_path / "data", program=(str(Path(__file__).with_name("clocked.py")), str(clock)))
    house.start()
    with evening(house) as playing:
        for days in CLOCKS:
            clock.write_text(days)
            playing.all_go_on()
            playing.comes_again()
    assert "Traceback" not in house.said()
    with closing(sqlite3.connect(house.folder / "companion.sqlite3")) as database:
        years = {int(year) for (year,) in database.execute("SELECT DISTINCT strftime('%Y', at) FROM writes")}
    assert max(years) - min(years) >= 20, "it was off indeed"
