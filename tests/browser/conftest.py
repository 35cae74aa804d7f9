"""The app as it is shipped, in a process of its own, and phones whose complaints fail the test."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError, expect

from tests.serving import Server

from .backstage import Backstage
from .cast import Finger, Match

LAN_NAME = "pad.lan"
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name as a home network gives it: plain HTTP there is not a secure context.
    f"--host-resolver-rules=MAP {LAN_NAME} 127.0.0.1",
]
ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 60
PATIENCE_MS = 20_000

# How long to wait for what will come: far longer than it takes, for how fast it is says the bench, not a test.
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where the served app keeps its data."""
    return tmp_path_factory.mktemp("served") / "data"


@pytest.fixture(scope="session")
def backstage(base_url: str, served: Path) -> Iterator[Backstage]:
    """Looks into the database of the served app, and deals as wanted."""
    made = Backstage(served)
    yield made
    made.close()


@pytest.fixture(scope="session")
def base_url(served: Path) -> Iterator[str]:
    """The address of `companion serve` on a database of its own. What it writes to stderr fails the tests."""
    folder = served.parent
    environment = {**os.environ, "COMPANION_DATA": str(served), "PYTHONIOENCODING": "utf-8"}
    environment.pop("DATABASE_URL", None)
    environment["COMPANION_BOT_PAUSE"] = "0.05"
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0"]
    with (folder / "errors.txt").open("w+", encoding="utf-8") as errors:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=errors, encoding="utf-8"
        )
        # A child that does not start is ended, so that the tests fail instead of waiting for ever.
        watch = threading.Timer(PATIENCE_SECONDS, process.kill)
        watch.start()
        try:
            url = Server(process).url
            watch.cancel()
            yield url.rstrip("/")
        finally:
            watch.cancel()
            process.kill()
            process.communicate()
        errors.seek(0)
        assert errors.read() == ""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The Chromium that CHROMIUM names, or the one without windows, or any."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
    return {**browser_type_launch_args, "executable_path": chromium, "args": ARGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A small phone with a touch screen."""
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "locale": "en-GB"}
    return {**browser_context_args, **phone}


class Ears:
    """Hears what a browser complains about, and every request that goes to another host."""

    def __init__(self, base_url: str) -> None:
        port = urlsplit(base_url).port
        self.hosts = {f"127.0.0.1:{port}", f"{LAN_NAME}:{port}"}
        self.heard: list[str] = []
        self.expected: list[str] = []

    def expect(self, *patterns: str) -> None:
        """From here on, complaints that one of these matches belong to the story."""
        self.expected += patterns

    def listen(self, context: BrowserContext) -> None:
        """Follow all pages of a browser."""
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)

    def complaints(self) -> list[str]:
        """What was heard and not expected."""
        return [said for said in self.heard if not any(re.search(pattern, said) for pattern in self.expected)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.heard.append(f"console: {message.text}")

    def _error(self, error: WebError) -> None:
        self.heard.append(f"uncaught: {error.error}")

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob", "about") and address.netloc not in self.hosts:
            self.heard.append(f"asks another host: {request.url}")


@pytest.fixture
def ears(base_url: str) -> Iterator[Ears]:
    """Fails the test when a browser complained."""
    ears = Ears(base_url)
    yield ears
    assert ears.complaints() == []


IMPATIENT = """new MutationObserver(() => {
  if (!document.querySelector('#stage:not([hidden])')) return;
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
}).observe(document, { subtree: true, childList: true, attributeFilter: ['hidden'] });"""


@pytest.fixture
def impatient() -> bool:
    """Whether the moments when rounds end go at once: whoever tests something else does not wait for them."""
    return True


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext], ears: Ears, impatient: bool
) -> Callable[..., BrowserContext]:
    """Opens a browser that is listened to; every other fixture of the browser comes from it."""

    def listened(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        ears.listen(context)
        if impatient:
            context.add_init_script(IMPATIENT)
        return context

    return listened


@pytest.fixture
def typed(match: Match) -> Page:
    """Ana's sheet with a hand that is not saved yet: 10 and 11 and the Mojo."""
    page = match.open("/r/1/s/0/edit")
    finger = Finger(page)
    finger.cards(10, 11)
    finger.mojo()
    return page
