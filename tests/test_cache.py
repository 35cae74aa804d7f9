"""What is kept in memory: bounded by number and by weight, and what was wanted last stays."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.cache import Cache, memory_of_machine, share


def kept(cache: Cache[str], *keys: object) -> list[object]:
    """Those of the keys that are kept."""
    return [key for key in keys if key in cache]


def test_a_value_is_found_under_its_key_and_under_no_other() -> None:
    cache = Cache[str](9, 9)
    cache.put(("page", 1), "one", 1)
    assert (cache.get(("page", 1)), cache.get(("page", 2))) == ("one", None)


def test_when_there_are_too_many_what_was_not_wanted_for_longest_goes() -> None:
    cache = Cache[str](3, 100)
    for key in "abc":
        cache.put(key, key, 1)
    cache.get("a")
    cache.put("d", "d", 1)
    assert kept(cache, *"abcd") == ["a", "c", "d"]


def test_when_they_are_too_heavy_some_go() -> None:
    cache = Cache[str](100, 10)
    for key in "abcde":
        cache.put(key, key, 4)
    assert kept(cache, *"abcde") == ["d", "e"]
    cache.put("f", "f", 11)
    assert len(cache) == 0, "heavier than all together may be"


def test_a_value_that_takes_the_place_of_another_weighs_alone() -> None:
    cache = Cache[str](100, 10)
    for _ in range(100):
        cache.put("a", "a", 6)
    cache.put("b", "b", 4)
    assert kept(cache, "a", "b") == ["a", "b"]


def test_after_it_was_cleared_there_is_room_for_as_much_again() -> None:
    cache = Cache[str](100, 10)
    cache.put("a", "a", 10)
    cache.clear()
    cache.put("b", "b", 10)
    assert kept(cache, "a", "b") == ["b"]


def test_many_threads_leave_it_within_its_bounds() -> None:
    cache = Cache[int](50, 60)

    def work(first: int) -> None:
        for number in range(first, first + 2000):
            cache.put(number % 97, number, 1 + number % 3)
            cache.get(number % 89)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    assert 0 < len(cache) <= 50
    assert sum(weight for _, weight in cache._kept.values()) == cache._weight <= 60


def test_a_large_machine_keeps_more_and_a_small_one_what_it_needs() -> None:
    assert share(24 * 2**20, 2**30) == 24 * 2**20
    assert share(24 * 2**20, 64 * 2**30) == 64 * 2**30 // 100
    assert share(5, 0) == 5


@pytest.mark.parametrize("said", [None, "max", "1000000"])
def test_a_container_has_the_memory_that_it_may_take(tmp_path: Path, said: str | None) -> None:
    limits = tmp_path / "memory.max"
    if said is not None:
        limits.write_text(f"{said}\n")
    whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    assert memory_of_machine(limits) == (1_000_000 if said == "1000000" else whole)
