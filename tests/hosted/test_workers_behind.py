"""Several workers behind nginx, as deploy/ configures it: pages, streams and writes, and whoever asks is known by their
own address, whichever worker that comes to.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.certificates import Certificates
from tests.servers import free_port, ours, redis, redis_url

from .conftest import House, command, housed, prepared
from .test_behind_a_proxy import FORGED, begin, enter, listening

WRONG = 3
"""So many links that open nothing may be opened from an address, in any worker."""
SOONER = 10.0
"""Seconds: less than from one heartbeat to the next, at which a worker that heard nothing of a write would tell it."""
NOTHING = "/J/KQVNMXUMSBBMZKQVNMX2"


@pytest.fixture(scope="module")
def house(certificates: Certificates, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """nginx before two workers that hear each other."""
    folder, port = tmp_path_factory.mktemp("workers"), free_port()
    environment = prepared(folder, port)
    Path(environment["COMPANION_DATA"], "config.py").write_text(f"WRONG_LINKS_AN_ADDRESS = '{WRONG} per day'\n")
    with ExitStack() as running:
        environment["REDIS_URL"] = redis_url(running.enter_context(redis()))
        inner = running.enter_context(ours(command("workers", port), port, folder, environment))
        yield running.enter_context(housed("nginx", certificates, inner))


def test_pages_and_writes_reach_the_streams_of_all_workers(house: House) -> None:
    with house.client() as ana, ExitStack() as open_ones:
        pad = begin(ana)
        streams = []
        # Each connection of the proxy is taken by the worker that is idle: so many are at both of them, nearly always.
        for _ in range(8):
            listener = open_ones.enter_context(house.client(cookies=ana.cookies))
            listener.timeout = SOONER
            streams.append(open_ones.enter_context(listening(listener, pad)))
        before = max(int(next(versions)) for versions in streams)
        for seat, cards in enumerate(("9 1", "0 4", "2")):
            enter(ana, pad, seat, cards)
            for versions in streams:
                assert before + seat + 1 in map(int, versions)
        shown = ana.get(pad)
        assert (shown.status_code, shown.http_version) == (200, "HTTP/2")


def test_an_address_is_known_in_all_workers_and_cannot_be_forged(house: House) -> None:
    def asked(address: str, sent: dict[str, str]) -> int:
        with house.client(address) as phone:
            return phone.get(NOTHING, headers=sent).status_code

    assert [asked("127.0.0.7", {}) for _ in range(WRONG + 1)] == [404] * WRONG + [429]
    assert [asked("127.0.0.7", FORGED) for _ in range(2 * WRONG)] == [429] * 2 * WRONG
    assert asked("127.0.0.8", {"X-Forwarded-For": "127.0.0.7"}) == 404
