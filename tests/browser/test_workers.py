"""Two phones at two workers: whatever one does the other shows, whichever worker each of them speaks with."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.conftest import as_many
from tests.databases import KINDS, POSTGRESQL
from tests.servers import database, postgres, redis, redis_url
from tests.serving import serving

from .cast import Finger
from .conftest import ROOT, Ears
from .felt import play_round, seen
from .phones import seated, shows
from .test_table import dealt_to_two


@pytest.fixture(scope="module", params=as_many([POSTGRESQL], KINDS))
def address(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[str]:
    """Two workers on one database, which tell each other over Redis."""
    folder = tmp_path_factory.mktemp("workers")
    command = [sys.executable, "-m", "companion", "serve", "--host=127.0.0.1", "--port=0", "--workers=2"]
    with ExitStack() as running:
        shared = running.enter_context(redis())
        own = {"COMPANION_DATA": str(folder), "REDIS_URL": redis_url(shared), "PYTHONIOENCODING": "utf-8"}
        environment = {**os.environ, **own}
        environment.pop("DATABASE_URL", None)
        if request.param == POSTGRESQL:
            environment["DATABASE_URL"] = database(running.enter_context(postgres()), "workers")
        server = running.enter_context(serving(command, ROOT, environment))
        assert "Without Redis" not in server.said
        yield server.url.rstrip("/")
        assert server.stop() == (0, "")


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any], address: str) -> dict[str, Any]:
    """Phones on these workers instead of the server that all others share; nothing moves there."""
    return {**browser_context_args, "base_url": address, "reduced_motion": "reduce"}


@pytest.fixture
def ears(address: str) -> Iterator[Ears]:
    """Hears what is asked of any other server."""
    ears = Ears(address)
    yield ears
    assert ears.complaints() == []


def test_each_pad_shows_what_the_other_phone_enters(new_context: Callable[..., BrowserContext]) -> None:
    two = seated(new_context().new_page(), new_context, "Ana", "Pau")
    ana = Finger(two.sheet("Ana"))
    ana.cards(7)
    ana.save()
    # Pau's own sheet opens by itself when his phone hears of Ana's hand.
    Finger(two["Pau"]).hand("Pau", 5)
    for phone in two.phones.values():
        shows(phone, "Ana", 1, "7")
        shows(phone, "Pau", 1, "5")


def test_moves_at_a_digital_table_reach_the_other_phone(page: Page, new_context: Callable[..., BrowserContext]) -> None:
    pau = dealt_to_two(page, new_context().new_page(), game="skyjo")
    play_round(page, pau, most=6)
    newest = max(int(seen(phone)) for phone in (page, pau))
    assert newest >= 6
    for phone in (page, pau):
        expect(phone.locator("#board")).to_have_attribute("data-seen", str(newest))
