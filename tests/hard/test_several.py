"""Two processes on one database and one Redis are one house: what happens in one, the other tells at once."""

from __future__ import annotations

import re
import signal
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from tests.conftest import as_many
from tests.databases import KINDS, POSTGRESQL
from tests.hard.house import House
from tests.hard.writers import Browser, begin
from tests.servers import Running, database, postgres, redis, redis_url, wait_until

SOONER = 10.0
"""Seconds: less than from one heartbeat to the next."""
SURELY = 90.0


@pytest.fixture(scope="module")
def shared() -> Iterator[Running]:
    """The Redis of the house."""
    with redis() as running:
        yield running


@pytest.fixture(scope="module", params=as_many([POSTGRESQL], KINDS))
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, shared: Running) -> Iterator[House]:
    """Two servers of it."""
    settings = {"REDIS_URL": redis_url(shared)}
    with ExitStack() as running:
        if request.param == POSTGRESQL:
            server = running.enter_context(postgres())
            settings["DATABASE_URL"] = database(server, "companion").replace("postgresql://", "postgresql+psycopg://")
        made = House(tmp_path_factory.mktemp("several"), 2, settings)
        running.callback(made.stop)
        made.start()
        yield made
    assert "Traceback" not in made.said(), made.said()[-4000:]


class Stream:
    """The numbers that a phone is told."""

    def __init__(self, phone: Browser, path: str, patience: float) -> None:
        asked = urllib.request.Request(phone.url + path, headers={"Cookie": phone.cookie})
        self.answer = urllib.request.urlopen(asked, timeout=patience)

    def until(self, version: int | None = None, other_than: str = "", here: str = "") -> tuple[int, str]:
        """Version and presence, as soon as they are these. Raises TimeoutError when nothing is said for long."""
        for line in self.answer:
            if line.startswith(b"data: ") and line.strip() != b"data:":
                _, told, now, _ = line.decode().removeprefix("data: ").split()
                if int(told) >= (version or 0) and now != other_than and here in ("", now):
                    return int(told), now
        raise AssertionError("the stream has ended")


@contextmanager
def listening(phone: Browser, path: str, patience: float = SOONER) -> Iterator[Stream]:
    stream = Stream(phone, path, patience)
    try:
        yield stream
    finally:
        stream.answer.close()


def guest(host: Browser, pad: str, url: str) -> Browser:
    """Pau's phone, which came by the link, at another server."""
    link = re.search(r"/J/[A-Z2-7]{20}", host.ask(f"{pad}/phones")[1])
    assert link is not None
    phone = Browser(url)
    phone.ask(link[0])
    phone.send("/join", "/join", seat="1")
    return phone


def test_a_write_in_one_process_reaches_the_streams_of_the_other_at_once(house: House) -> None:
    one = Browser(house.urls[0])
    pad = begin(one, ("Ana", "Pau"))
    other = one.at(house.urls[1])
    for path in (f"{pad}/events", f"{pad}/events?shows=table"):
        with listening(other, path) as stream:
            version, _ = stream.until()
            sheet = f"{pad}/r/1/s/{'table' in path:d}/edit"
            one.send(sheet, sheet, cards="9", shown="0")
            assert stream.until(version + 1)[0] == version + 1


def test_all_processes_know_who_is_here(house: House) -> None:
    ana = Browser(house.urls[0])
    pad = begin(ana, ("Ana", "Pau"))
    pau = guest(ana, pad, house.urls[1])
    with listening(ana, f"{pad}/events") as first:
        _, alone = first.until()
        with listening(pau, f"{pad}/events") as second:
            _, both = first.until(other_than=alone)
            # It may have begun before its process had heard of Ana's phone.
            assert second.until(here=both)
            for phone in (ana, pau):
                here = phone.ask(f"{pad}/phones/here")[1]
                assert re.search(r'class="badge"[^>]*>2<', here)


def test_streams_go_on_without_redis_and_hear_at_once_again_when_it_is_back(house: House, shared: Running) -> None:
    one = Browser(house.urls[0])
    pad, other = begin(one, ("Ana", "Pau")), one.at(house.urls[1])
    sheets = [f"{pad}/r/1/s/{seat}/edit" for seat in range(2)]
    with listening(other, f"{pad}/events", SURELY) as stream:
        version, _ = stream.until()
        shared.stop(signal.SIGKILL)
        wait_until(lambda: one.ask("/readyz")[:2] == (200, "ready\nredis: away\n"))
        one.send(sheets[0], sheets[0], cards="9", shown="0")
        shared.start()
        assert stream.until(version + 1)[0] == version + 1
        wait_until(lambda: "Redis is there again" in house.said().rpartition("is away")[2])
        one.send(sheets[1], sheets[1], cards="8", shown="0")
        assert stream.until(version + 2)[0] == version + 2


def test_bots_play_on_when_the_process_that_plays_for_them_is_killed(house: House) -> None:
    ana = Browser(house.urls[0])
    pad = begin(ana, ("Bot 1", "Bot 2"), plays=["strong", "strong"])
    there = ana.at(house.urls[1])
    ana.send(f"{pad}/table", f"{pad}/table/deal")
    house.servers[0].stop(signal.SIGKILL)

    def moves(phone: Browser) -> int:
        return phone.ask(f"{pad}/table/log?round=1")[1].count("<li")

    before = moves(there)
    with listening(there, f"{pad}/events?shows=table"):
        wait_until(lambda: moves(there) > before, SURELY)
    house.servers[0].start()
    assert Browser(house.urls[0]).ask("/")[0] == 200
