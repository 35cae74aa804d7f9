"""The hub in memory: it cannot fill up."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from companion.hub import LocalHub
from tests.hub.cast import ANA, PAU, Clock, streams_alive


@pytest.fixture
def hub(clock: Clock) -> LocalHub:
    """A hub of its own for every test."""
    return LocalHub(clock)


def test_what_nobody_hears_leaves_nothing_behind(hub: LocalHub) -> None:
    for number in range(1000):
        hub.publish(f"match {number}", 5)
    assert hub._rooms == {}
    assert hub.present("match 1") == frozenset()


def test_no_stream_stays_behind_in_a_room(hub: LocalHub) -> None:
    before = streams_alive()
    with hub.subscribe("one", ANA, 1) as kept:
        with ExitStack() as stack:
            for phone in range(PAU, 50):
                stack.enter_context(hub.subscribe("one", phone, 1))
            assert streams_alive() == before + 49
        assert streams_alive() == before + 1
        hub.publish("one", 2)
        assert kept.wait(0).version == 2


def growth(work: Callable[[int], None], times: int = 10_000) -> int:
    """Bytes that are held after the work was done so many times more than held before, once it is warm."""
    work(0)
    gc.collect()
    tracemalloc.start()
    try:
        for number in range(times):
            work(number)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def test_a_table_that_comes_and_goes_ten_thousand_times_takes_no_more_memory(hub: LocalHub, clock: Clock) -> None:
    def come_and_go(number: int) -> None:
        clock.now += 1
        with hub.subscribe("one", number % 8, number) as stream:
            stream.wait(0)
            hub.publish("one", number + 1)

    assert growth(come_and_go) < 50_000


def test_ten_thousand_matches_that_ended_long_ago_take_no_memory(hub: LocalHub, clock: Clock) -> None:
    def evening(number: int) -> None:
        with hub.subscribe(f"match {number}", number, 1) as stream:
            stream.wait(0)
        clock.now += 3600

    assert growth(evening) < 500_000


def test_ten_thousand_phones_that_looked_once_take_no_memory(hub: LocalHub, clock: Clock) -> None:
    def look(number: int) -> None:
        with hub.subscribe("one", number, 1) as stream:
            stream.wait(0)
        clock.now += 3600

    with hub.subscribe("one", -1, 1):
        assert growth(look) < 500_000
