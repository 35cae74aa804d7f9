"""Several processes on one Redis: each knows what the others do, whoever of them dies, and Redis, too."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from companion.hub import GRACE
from companion.hub import redis as hubs
from companion.hub.news import News
from companion.hub.redis import RedisHub
from tests.hub.cast import ANA, PAU, Clock, here, settle, woken
from tests.servers import Running, redis, redis_url, wait_until

Make = Callable[[], RedisHub]
SURELY = 60.0
"""Seconds: news takes less, and the clock of day has many more."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are given up soon."""
    for name, seconds in (("TICK", 0.1), ("LOST", 0.6), ("AGAIN", 0.05)):
        monkeypatch.setattr(hubs, name, seconds)


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    """A Redis that may be stopped."""
    with redis() as running:
        yield running


@pytest.fixture
def process(server: Running, clock: Clock) -> Iterator[Make]:
    """Makes hubs as processes have them; the clock of all of them is the test's."""
    if server.process is None:
        server.start()
    with ExitStack() as open_hubs:

        def make() -> RedisHub:
            made = RedisHub(redis_url(server), clock)
            open_hubs.callback(made.close)
            wait_until(made.well)
            return made

        yield make


@pytest.fixture
def two(process: Make) -> tuple[RedisHub, RedisHub]:
    """Two processes that know each other."""
    one, other = process(), process()
    wait_until(lambda: other.name in one._heard and one.name in other._heard)
    return one, other


def test_what_one_process_publishes_wakes_the_streams_of_the_other(two: tuple[RedisHub, RedisHub]) -> None:
    one, other = two
    with other.subscribe("one", ANA, 1) as stream, other.subscribe("two", PAU, 1) as too:
        settle(stream, too)
        one.publish("one", 2)
        wait_until(lambda: woken(stream))
        assert (stream.wait(0).version, woken(too)) == (2, False)


def test_all_processes_know_who_is_here_and_say_the_same(two: tuple[RedisHub, RedisHub], clock: Clock) -> None:
    one, other = two
    with one.subscribe("one", ANA, 1) as ana:
        with other.subscribe("one", PAU, 1) as pau:
            wait_until(lambda: here(one) == here(other) == {ANA, PAU})
            assert ana.wait(0) == pau.wait(0)
            assert one.gone_for("one", PAU) == other.gone_for("one", ANA) == 0.0
        wait_until(lambda: PAU in one._rooms["one"].left)
        settle(ana)
        assert ana._due() == GRACE
        clock.now += GRACE
        assert (here(one), one.gone_for("one", PAU)) == ({ANA}, GRACE)


def test_a_phone_that_goes_on_in_another_process_was_never_gone(two: tuple[RedisHub, RedisHub], clock: Clock) -> None:
    one, other = two
    with one.subscribe("one", ANA, 1):
        wait_until(lambda: here(other) == {ANA})
    with other.subscribe("one", ANA, 1):
        wait_until(lambda: one._rooms["one"].listens(ANA))
        clock.now += GRACE
        assert (here(one), one.gone_for("one", ANA)) == ({ANA}, 0.0)


def test_where_somebody_types_is_known_in_all_processes(two: tuple[RedisHub, RedisHub]) -> None:
    one, other = two
    with one.subscribe("one", ANA, 1) as ana, other.subscribe("one", PAU, 1) as pau:
        settle(ana, pau)
        wait_until(lambda: here(one) == here(other))
        one.types("one", ANA, "entry/1/0")
        wait_until(lambda: other.typing("one") == {ANA: "entry/1/0"})
        assert ana.wait(0) == pau.wait(0)


def test_whoever_hears_of_everything_hears_of_other_processes_too(two: tuple[RedisHub, RedisHub]) -> None:
    one, other = two
    heard: list[tuple[str, int]] = []
    ago: list[float] = []
    other.on_publish(lambda match, version: heard.append((match, version)))
    other.on_hear(lambda match, version, seconds: ago.append(seconds))
    one.on_hear(lambda match, version, seconds: ago.append(-1.0))
    with one.subscribe("one", ANA, 1):
        one.publish("nobody is there", 7)
        wait_until(lambda: heard == [("nobody is there", 7)] and len(ago) == 1)
    assert 0 <= ago[0] < SURELY


def test_a_process_that_comes_later_is_told_all(process: Make, clock: Clock) -> None:
    one, witness = process(), process()
    with one.subscribe("one", ANA, 1) as stream, one.subscribe("one", PAU, 41):
        one.types("one", ANA, "entry/1/0")
        with one.subscribe("one", 3, 1):
            settle(stream)
        wait_until(lambda: "one" in witness._rooms and 3 in witness._rooms["one"].left)
        clock.now += 5
        late = process()
        wait_until(lambda: here(late) == {ANA, PAU, 3})
        assert (late.gone_for("one", 3), late.typing("one")) == (5, {ANA: "entry/1/0"})
        with late.subscribe("one", 4, 1) as new:
            assert new.wait(0).version == 41


def test_the_phones_of_a_process_that_dies_are_gone_by_themselves(process: Make, clock: Clock) -> None:
    one, dying = process(), process()
    with one.subscribe("one", ANA, 1) as stream, ExitStack() as streams:
        streams.enter_context(dying.subscribe("one", PAU, 1))
        wait_until(lambda: here(one) == {ANA, PAU})
        settle(stream)
        dying.close()
        wait_until(lambda: not one._rooms["one"].listens(PAU))
        assert here(one) == {ANA, PAU}, "a phone may come back to another process"
        clock.now += GRACE
        assert here(one) == {ANA}
        late = process()
        wait_until(lambda: here(late) == {ANA})
        assert late.gone_for("one", PAU) == pytest.approx(GRACE, abs=GRACE / 2)


def test_a_process_that_was_given_up_and_speaks_again_is_known_again(two: tuple[RedisHub, RedisHub]) -> None:
    one, other = two
    with other.subscribe("one", PAU, 1):
        wait_until(lambda: here(one) == {PAU})
        one._heard.pop(other.name)
        one.lose(other.name, 0.0)
        wait_until(lambda: one._rooms["one"].listens(PAU))


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_redis_goes_and_comes_back(two: tuple[RedisHub, RedisHub], server: Running, how: signal.Signals) -> None:
    one, other = two
    turned: list[bool] = []
    one.on_well(turned.append)
    with one.subscribe("one", ANA, 1) as ana, other.subscribe("one", PAU, 1) as pau:
        wait_until(lambda: here(one) == here(other) == {ANA, PAU})
        server.stop(how)
        wait_until(lambda: not one.well() and not other.well())
        settle(ana, pau)
        one.publish("one", 2)
        assert (woken(ana), ana.wait(0).version, pau.wait(0).version) == (True, 2, 1)
        assert here(one) == here(other) == {ANA, PAU}, "nobody can say that they went"
        with other.subscribe("one", 3, 1):
            server.start()
            wait_until(lambda: here(one) == {ANA, PAU, 3})
            wait_until(lambda: pau.wait(0).version == 2)
            one.publish("one", 3)
            wait_until(lambda: pau.wait(0).version == 3)
    assert turned == [False, True]


def test_who_went_while_redis_was_away_is_gone_when_it_is_back(
    two: tuple[RedisHub, RedisHub], server: Running, clock: Clock
) -> None:
    one, other = two
    with one.subscribe("one", ANA, 1):
        with other.subscribe("one", PAU, 1):
            wait_until(lambda: here(one) == {ANA, PAU})
            server.stop()
            wait_until(lambda: not one.well() and not other.well())
        clock.now += GRACE
        server.start()
        wait_until(lambda: here(one) == {ANA})
        assert one.gone_for("one", PAU) == GRACE


def test_a_redis_that_hangs_holds_nobody_up(
    two: tuple[RedisHub, RedisHub], server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    assert server.process is not None
    with one.subscribe("one", ANA, 1) as ana, other.subscribe("one", PAU, 1):
        wait_until(lambda: here(one) == {ANA, PAU})
        server.process.send_signal(signal.SIGSTOP)
        one.publish("one", 2)
        assert ana.wait(0).version == 2
        wait_until(lambda: not one.well() and not other.well())
        server.process.send_signal(signal.SIGCONT)
        wait_until(lambda: one.well() and other.well())
        assert here(one) == {ANA, PAU}


def test_a_redis_that_is_not_there_at_first_is_found_later(server: Running, clock: Clock) -> None:
    server.stop()
    hub = RedisHub(redis_url(server), clock)
    with hub.subscribe("one", ANA, 1) as stream:
        hub.publish("one", 2)
        assert (stream.wait(0).version, here(hub), hub.well()) == (2, {ANA}, False)
        server.start()
        wait_until(hub.well)
    hub.close()


def test_what_is_to_be_forgotten_all_processes_hear_though_redis_was_away(
    two: tuple[RedisHub, RedisHub], server: Running
) -> None:
    one, other = two
    here_, there = [], []
    one.on_forget(here_.append)
    other.on_forget(there.append)
    # As an app does: whoever was away forgets all, for it may be back later than what is told then.
    other.on_well(lambda well: there.append("") if well else None)
    one.forget("one")
    assert here_ == ["one"], "at once"
    wait_until(lambda: there == ["one"])
    server.stop(signal.SIGKILL)
    wait_until(lambda: not one.well() and not other.well())
    one.forget()
    server.start()
    wait_until(lambda: "" in there)
    assert here_ == ["one", ""]


def test_only_one_process_may_do_what_was_claimed(two: tuple[RedisHub, RedisHub], process: Make) -> None:
    one, other = two
    assert (one.claim("match"), other.claim("match"), other.claim("another")) == (True, False, True)
    other.release("match")
    assert not other.claim("match"), "only who claimed it lets it go"
    one.release("match")
    assert other.claim("match")
    other.close()
    wait_until(lambda: one.claim("match"))


def test_while_redis_is_away_everybody_may(two: tuple[RedisHub, RedisHub], server: Running) -> None:
    one, other = two
    assert one.claim("while away")
    server.stop(signal.SIGKILL)
    wait_until(lambda: not one.well() and not other.well())
    assert other.claim("while away")
    other.release("while away")
    one.release("while away")


@pytest.mark.parametrize("said", ["", "{}", '["x"]', '["x", "news", [1]]', '["x", "news", [["one", "many"]]]'])
def test_what_is_no_message_of_ours_ends_no_hearing(two: tuple[RedisHub, RedisHub], said: str) -> None:
    one, other = two
    one._redis.publish(one._channel, said)
    with other.subscribe("one", ANA, 1):
        wait_until(lambda: here(one) == {ANA})


def test_two_houses_on_one_redis_hear_nothing_of_each_other(server: Running, process: Make, clock: Clock) -> None:
    one, elsewhere = process(), RedisHub(redis_url(server).removesuffix("0") + "1", clock)
    wait_until(elsewhere.well)
    with elsewhere.subscribe("one", ANA, 1), process().subscribe("one", PAU, 1):
        wait_until(lambda: here(one) == {PAU})
    elsewhere.close()


def test_news_is_spelled_so_that_it_can_be_read_again(clock: Clock) -> None:
    assert News(*["one", 1, [ANA], [[PAU, 1.5]], [[ANA, "entry/1/0", 0.5]]]).left == [[PAU, 1.5]]
