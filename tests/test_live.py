"""The bell: it tells that something changed and never what, it cannot fill up, and it knows who is here."""

from __future__ import annotations

import gc
import threading
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from companion.live import GRACE, Bell, Ear, Numbers

ANA, PAU = 1, 2
# A listener that nobody wakes gives up after that long, so that its test fails instead of waiting for ever.
PATIENCE_SECONDS = 30


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still until a test moves it."""
    return Clock()


@pytest.fixture
def bell(clock: Clock) -> Bell:
    """A bell of its own for every test."""
    return Bell(clock)


def woken(ear: Ear) -> bool:
    """Whether the ear would return from `wait` at once."""
    return ear._woken.is_set()


def settle(*ears: Ear) -> None:
    """Let every ear hear who is here, until nobody has anything new to hear."""
    for ear in (*ears, *ears):
        ear.wait(0)


def here(bell: Bell, match: str = "one") -> set[int]:
    """The phones that are here."""
    return set(bell.here(match))


def ears_alive() -> int:
    """How many ears there are in the whole process."""
    gc.collect()
    return sum(isinstance(thing, Ear) for thing in gc.get_objects())


def test_a_ring_wakes_the_ears_of_that_match_and_no_others(bell: Bell) -> None:
    with bell.listening("one", ANA, 1) as one, bell.listening("one", PAU, 1) as too, bell.listening("two", 3, 7) as two:
        settle(one, too, two)
        bell.ring("one", 2)
        assert [woken(ear) for ear in (one, too, two)] == [True, True, False]
        assert [ear.wait(0).version for ear in (one, too, two)] == [2, 2, 7]


def test_a_listener_knows_the_stored_version_before_anybody_rings(bell: Bell) -> None:
    with bell.listening("one", ANA, 41) as ear:
        assert ear.wait(0).version == 41


def test_a_late_listener_does_not_bring_the_version_back(bell: Bell) -> None:
    with bell.listening("one", ANA, 5) as ear:
        bell.ring("one", 7)
        with bell.listening("one", PAU, 6) as late:
            assert (ear.wait(0).version, late.wait(0).version) == (7, 7)


def test_rings_that_overtake_each_other_end_at_the_newest(bell: Bell) -> None:
    with bell.listening("one", ANA, 1) as ear:
        for version in (3, 5, 4, 2):
            bell.ring("one", version)
        assert ear.wait(0).version == 5


def test_ten_thousand_rings_are_one_wake_up(bell: Bell) -> None:
    with bell.listening("one", ANA, 1) as ear:
        settle(ear)
        for version in range(2, 10_002):
            bell.ring("one", version)
        assert woken(ear)
        assert ear.wait(0).version == 10_001
        assert not woken(ear)


def test_a_ring_that_nobody_hears_leaves_nothing_behind(bell: Bell) -> None:
    for number in range(1000):
        bell.ring(f"match {number}", 5)
    assert bell._rooms == {}
    assert bell.numbers("match 1") == Numbers(0, 0)


def test_the_numbers_are_spelled_with_a_point() -> None:
    assert str(Numbers(41, 3)) == "41.3"


def test_who_comes_is_told_to_those_who_are_here(bell: Bell) -> None:
    with bell.listening("one", ANA, 1) as ana:
        settle(ana)
        before = ana.wait(0)
        with bell.listening("one", PAU, 1) as pau:
            told = pau.wait(0)
            assert woken(ana)
            assert ana.wait(0) == told == Numbers(1, before.presence + 1)
            assert here(bell) == {ANA, PAU}


def test_who_goes_is_here_for_a_while_and_then_the_others_are_told(bell: Bell, clock: Clock) -> None:
    with bell.listening("one", ANA, 1) as ana:
        with bell.listening("one", PAU, 1) as pau:
            settle(ana, pau)
            before = ana.wait(0)
        clock.now += GRACE - 0.001
        assert (here(bell), ana.wait(0)) == ({ANA, PAU}, before)
        clock.now += 0.001
        assert (here(bell), ana.wait(0).presence) == ({ANA}, before.presence + 1)


def test_whoever_notices_first_that_somebody_is_gone_tells_the_others(bell: Bell, clock: Clock) -> None:
    with bell.listening("one", ANA, 1) as ana, bell.listening("one", 3, 1) as zoe:
        with bell.listening("one", PAU, 1):
            settle(ana, zoe)
        clock.now += GRACE
        assert not woken(zoe)
        ana.wait(0)
        assert woken(zoe)


def test_a_phone_that_only_turns_a_page_is_no_news(bell: Bell, clock: Clock) -> None:
    with bell.listening("one", ANA, 1) as ana:
        with bell.listening("one", PAU, 1) as pau:
            settle(ana, pau)
            before = ana.wait(0)
        clock.now += 5
        assert ana.wait(0) == before
        with bell.listening("one", PAU, 1) as pau:
            assert pau.wait(0) == ana.wait(0) == before
            clock.now += GRACE
            assert (pau.wait(0), here(bell)) == (before, {ANA, PAU})


def test_a_phone_with_two_pages_is_here_until_both_are_closed(bell: Bell, clock: Clock) -> None:
    with bell.listening("one", ANA, 1):
        with bell.listening("one", ANA, 1) as second:
            settle(second)
        clock.now += 10 * GRACE
        assert (here(bell), bell.gone_for("one", ANA)) == ({ANA}, 0.0)
    clock.now += GRACE
    assert here(bell) == set()


def test_presence_in_one_match_says_nothing_about_another(bell: Bell) -> None:
    with bell.listening("one", ANA, 1) as ana, bell.listening("two", PAU, 1) as pau:
        settle(ana, pau)
        assert (here(bell), here(bell, "two"), here(bell, "three")) == ({ANA}, {PAU}, set())


def test_the_bell_says_for_how_long_a_phone_is_gone(bell: Bell, clock: Clock) -> None:
    assert bell.gone_for("one", ANA) == 0.0
    with bell.listening("one", ANA, 1):
        clock.now += 400
        assert (bell.gone_for("one", ANA), bell.gone_for("one", PAU)) == (0.0, 400)
        assert bell.gone_for("two", ANA) == 400
    clock.now += 299
    assert bell.gone_for("one", ANA) == 299
    clock.now += 1
    assert bell.gone_for("one", ANA) == 300
    with bell.listening("one", ANA, 1):
        assert bell.gone_for("one", ANA) == 0.0
    assert bell.gone_for("one", ANA) == 0.0


def test_a_stream_that_ends_in_an_error_is_gone_as_well(bell: Bell, clock: Clock) -> None:
    with pytest.raises(ConnectionError), bell.listening("one", ANA, 1):
        raise ConnectionError
    clock.now += GRACE
    assert (here(bell), bell.gone_for("one", ANA)) == (set(), GRACE)


def test_no_ear_stays_behind_in_a_room(bell: Bell) -> None:
    before = ears_alive()
    with bell.listening("one", ANA, 1) as kept:
        with ExitStack() as stack:
            for phone in range(PAU, 50):
                stack.enter_context(bell.listening("one", phone, 1))
            assert ears_alive() == before + 49
        assert ears_alive() == before + 1
        bell.ring("one", 2)
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


def test_a_table_that_comes_and_goes_ten_thousand_times_takes_no_more_memory(bell: Bell, clock: Clock) -> None:
    def come_and_go(number: int) -> None:
        clock.now += 1
        with bell.listening("one", number % 8, number) as ear:
            ear.wait(0)
            bell.ring("one", number + 1)

    assert growth(come_and_go) < 50_000


def test_ten_thousand_matches_that_ended_long_ago_take_no_memory(bell: Bell, clock: Clock) -> None:
    def evening(number: int) -> None:
        with bell.listening(f"match {number}", number, 1) as ear:
            ear.wait(0)
        clock.now += 3600

    assert growth(evening) < 500_000


def test_ten_thousand_phones_that_looked_once_take_no_memory(bell: Bell, clock: Clock) -> None:
    def look(number: int) -> None:
        with bell.listening("one", number, 1) as ear:
            ear.wait(0)
        clock.now += 3600

    with bell.listening("one", -1, 1):
        assert growth(look) < 500_000


def test_many_listeners_hear_the_last_of_many_rings_and_never_go_back(bell: Bell) -> None:
    listeners, ringers, rings = 24, 4, 500
    last = ringers * rings
    ready = threading.Barrier(listeners + ringers)

    def listen(phone: int) -> list[int]:
        heard = [0]
        with bell.listening("one", phone, 0) as ear:
            ready.wait()
            while heard[-1] < last and len(heard) < 100_000:
                heard.append(ear.wait(PATIENCE_SECONDS).version)
        return heard

    def ring(first: int) -> None:
        ready.wait()
        for version in range(first, last + 1, ringers):
            bell.ring("one", version)

    with ThreadPoolExecutor(listeners + ringers) as pool:
        hearing = [pool.submit(listen, phone) for phone in range(listeners)]
        ringing = [pool.submit(ring, first) for first in range(1, ringers + 1)]
        for done in ringing:
            done.result()
        for one in hearing:
            heard = one.result()
            assert heard[-1] == last
            assert heard == sorted(heard)


def test_phones_that_come_and_go_in_many_threads_leave_nobody_here(bell: Bell, clock: Clock) -> None:
    def come_and_go(phone: int) -> None:
        for version in range(200):
            with bell.listening("one", phone % 4, version) as ear:
                bell.ring("one", version)
                assert ear.wait(PATIENCE_SECONDS).version >= version
                assert phone % 4 in here(bell)

    before = ears_alive()
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(come_and_go, range(16)))
    assert ears_alive() == before
    clock.now += GRACE
    assert here(bell) == set()
