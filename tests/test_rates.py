"""How often somebody did something is counted for all processes together, and by each for itself without Redis."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from limits import parse

from companion.rates import Rates
from tests.servers import Running, redis, redis_url

TWICE = parse("2 per hour")


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    """A Redis that may be stopped."""
    with redis() as running:
        yield running


def test_one_process_counts_for_itself() -> None:
    rates = Rates()
    assert [rates.hit(TWICE, "code", "here") for _ in range(3)] == [True, True, False]
    assert (rates.test(TWICE, "code", "here"), rates.test(TWICE, "code", "there")) == (False, True)


def test_processes_count_together(server: Running) -> None:
    one, other = Rates(redis_url(server)), Rates(redis_url(server))
    assert (one.hit(TWICE, "code", "here"), other.hit(TWICE, "code", "here")) == (True, True)
    assert (one.test(TWICE, "code", "here"), other.hit(TWICE, "code", "here")) == (False, False)
    assert one.get_window_stats(TWICE, "code", "here").remaining == 0
    other.clear(TWICE, "code", "here")
    assert one.test(TWICE, "code", "here")


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_without_redis_each_counts_for_itself_and_together_again_when_it_is_back(
    server: Running, monkeypatch: pytest.MonkeyPatch, how: signal.Signals
) -> None:
    one, other = Rates(redis_url(server)), Rates(redis_url(server))
    who = str(how)
    assert one.hit(TWICE, "code", who)
    if how == signal.SIGKILL:
        server.stop(how)
    else:
        assert server.process is not None
        server.process.send_signal(how)
    assert [one.hit(TWICE, "code", who) for _ in range(3)] == [True, True, False]
    assert other.test(TWICE, "code", who)
    if how == signal.SIGKILL:
        server.start()
    else:
        server.process.send_signal(signal.SIGCONT)
    monkeypatch.setattr("companion.rates.monotonic", lambda: float("inf"))
    assert one.test(TWICE, "code", who) == other.test(TWICE, "code", who)
    assert len({each.get_window_stats(TWICE, "code", who).remaining for each in (one, other)}) == 1
