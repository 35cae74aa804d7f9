"""The server is killed in the middle of a round and comes back: the phones go on by themselves."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.serving import serving

from .cast import Finger, save_button, wake, whose_sheet
from .conftest import ROOT, Ears
from .phones import seated, shows

BANNER = "No connection. What you typed is kept on this phone."
DOWN = ("ERR_CONNECTION", "ERR_SOCKET", "ERR_INCOMPLETE_CHUNKED", "ERR_EMPTY_RESPONSE")
DOWN += ("Failed to fetch", "network error")


class Kitchen:
    """A server that can be killed and started again, on the same port and the same database."""

    def __init__(self, folder: Path) -> None:
        self.data, self.port, self.running = folder / "data", "0", ExitStack()

    def start(self) -> str:
        """Starts it; returns its address."""
        command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", self.port]
        environment = {**os.environ, "COMPANION_DATA": str(self.data), "PYTHONIOENCODING": "utf-8"}
        environment.pop("DATABASE_URL", None)
        url = self.running.enter_context(serving(command, ROOT, environment)).url
        self.port = str(urlsplit(url).port)
        return url.rstrip("/")

    def kill(self) -> None:
        """Ends it without a word."""
        self.running.close()


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kitchen]:
    kitchen = Kitchen(tmp_path_factory.mktemp("kitchen"))
    yield kitchen
    kitchen.kill()


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any], kitchen: Kitchen) -> dict[str, Any]:
    """Phones on that server instead of the one that all others share."""
    return {**browser_context_args, "base_url": kitchen.start()}


@pytest.fixture
def ears(kitchen: Kitchen) -> Iterator[Ears]:
    """Hears what is asked of any other server."""
    ears = Ears(f"http://127.0.0.1:{kitchen.port}")
    yield ears
    assert ears.complaints() == []


def test_a_server_that_was_killed_finds_all_phones_again_and_nothing_is_lost_or_doubled(
    kitchen: Kitchen, new_context: Callable[..., BrowserContext], ears: Ears
) -> None:
    ears.expect(*DOWN)
    three = seated(new_context().new_page(), new_context, "Ana", "Pau", "Zoé")
    pau = three.sheet("Pau")
    Finger(pau).cards(10, 3)
    kitchen.kill()
    save_button(pau).tap()
    expect(pau.get_by_text(BANNER)).to_be_visible()
    expect(three["Zoé"].get_by_text(BANNER)).to_be_visible()
    kitchen.start()
    whose_sheet(three["Zoé"], "Zoé")
    expect(pau.get_by_role("table")).to_be_visible()
    wake(three["Ana"])
    whose_sheet(three["Ana"], "Ana")
    Finger(three["Ana"]).hand("Ana", 9)
    shows(pau, "Ana", 1, "9")
    Finger(three["Zoé"]).hand("Zoé", 1, mojo=True)
    three.everybody_has("9", "13", "0")
    assert len(three.written(1, "Pau")) == 1
