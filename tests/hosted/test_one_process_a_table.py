"""Before two servers, nginx and Caddy as deploy/ configures them bring all phones of a table to one; the other stands
in for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from tests.certificates import Certificates
from tests.servers import free_port, ours, redis, redis_url, wait_until

from .conftest import PROXIES, House, command, housed, prepared
from .test_behind_a_proxy import begin, enter, listening

MANY = 40
"""So many matches, or pages, all come to one of two servers by chance once in 10^12 times."""


@pytest.fixture(params=PROXIES)
def house(
    request: pytest.FixtureRequest, certificates: Certificates, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    """A proxy before two servers on one database."""
    folder = tmp_path_factory.mktemp("two")
    shared = prepared(folder, 0)
    with ExitStack() as running:
        shared["REDIS_URL"] = redis_url(running.enter_context(redis()))
        inner = []
        for port in (free_port(), free_port()):
            (own := folder / str(port)).mkdir()
            inner.append(running.enter_context(ours(command("serve", port), port, own, shared)))
        yield running.enter_context(housed(request.param, certificates, *inner))


def servers_of(house: House, phone: httpx.Client, path: str, times: int) -> set[str]:
    """Which servers answer when a page is asked for again and again, each time on another connection."""
    found = set()
    for _ in range(times):
        with house.client(cookies=phone.cookies) as other:
            answer = other.get(path)
            assert answer.status_code == 200, answer.text
            found.add(answer.headers["Served-By"])
    return found


def test_all_phones_of_a_table_come_to_one_server_and_the_other_stands_in(house: House) -> None:
    with house.client() as ana:
        pads: dict[str, str] = {}
        while len(set(pads.values())) < 2:
            assert len(pads) < MANY, "all tables are at one server"
            pad = begin(ana)
            (pads[pad],) = servers_of(house, ana, pad, 4)
            assert servers_of(house, ana, f"{pad}/r/1/s/0/edit", 2) == {pads[pad]}
        assert len(servers_of(house, ana, "/", MANY)) == 2
        with house.client(cookies=ana.cookies) as listener, listening(listener, pad) as versions:
            before = int(next(versions))
            enter(ana, pad, 0, "9 1")
            assert before + 1 in map(int, versions)
        house.inner.stop()
        for pad in pads:
            wait_until(lambda pad=pad: ana.get(pad).status_code == 200)
            assert len(servers_of(house, ana, pad, 3)) == 1
            enter(ana, pad, 1, "0 4")
