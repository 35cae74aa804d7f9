"""What goes over the network, from which names, and at what time it is said to have been."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from .cast import Finger, Match, begin, has_totals, on_the_pad, whose_sheet
from .conftest import LAN_NAME

MOST_BYTES = 60_000
# Longer than a heartbeat of the stream: even a page that missed its first beat has settled by then.
PATIENCE_SECONDS = 20
ZONE = "Asia/Kathmandu"


@pytest.fixture
def lan(base_url: str) -> str:
    """The server under its name in a home network."""
    return f"http://{LAN_NAME}:{urlsplit(base_url).port}"


def long_match(page: Page) -> Match:
    """Six people, ten rounds."""
    match = begin(page, "Ana", "Pau", "Zoé", "Teo", "Marta", "Iris", limit="999")
    for number in range(1, 11):
        match.round(number, "9 1", "0 4", "10 11 3", "12", "7 5", "8 2", mojo=number % 6)
    return match


@dataclass
class Wire:
    """All that one page load brings over the network, in bytes by path, headers included."""

    page: Page
    paths: dict[str, str] = field(default_factory=dict)
    loaded: dict[str, float] = field(default_factory=dict)
    stream: float = 0

    def load(self, url: str, *, cold: bool) -> None:
        """Opens a page until it has said who is here; only its stream goes on."""
        cdp = self.page.context.new_cdp_session(self.page)
        cdp.on("Network.requestWillBeSent", self._asked)
        cdp.on("Network.loadingFinished", self._finished)
        cdp.on("Network.dataReceived", self._received)
        cdp.send("Network.enable")
        if cold:
            cdp.send("Network.clearBrowserCache")
        self.page.goto(url)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not self._settled(urlsplit(url).path) and time.monotonic() < deadline:
            self.page.evaluate("new Promise(requestAnimationFrame)")
        cdp.send("Network.disable")

    def forget(self, paths: list[str]) -> None:
        """Leaves these paths out."""
        self.paths = {one: path for one, path in self.paths.items() if path not in paths}
        self.loaded = {one: size for one, size in self.loaded.items() if one in self.paths}

    def unfinished(self) -> list[str]:
        """What has not loaded."""
        return [path for one, path in self.paths.items() if one not in self.loaded]

    def _settled(self, pad: str) -> bool:
        here = [one for one, path in self.paths.items() if path == f"{pad}/phones/here"]
        return bool(here) and self.unfinished() == [f"{pad}/events"]

    def of(self, ending: str = "") -> float:
        """The bytes of what loaded and has such a path."""
        return sum(size for one, size in self.loaded.items() if self.paths[one].endswith(ending))

    def _asked(self, event: dict[str, Any]) -> None:
        address = urlsplit(event["request"]["url"])
        if address.scheme == "http":
            self.paths[event["requestId"]] = address.path

    def _finished(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self.paths:
            self.loaded[event["requestId"]] = event["encodedDataLength"]

    def _received(self, event: dict[str, Any]) -> None:
        if self.paths.get(event["requestId"], "").endswith("/events"):
            self.stream += event["dataLength"]


@pytest.mark.parametrize("name", ["127.0.0.1", LAN_NAME])
def test_the_first_load_of_a_long_pad_is_light(
    page: Page, new_context: Callable[..., BrowserContext], lan: str, name: str
) -> None:
    match = long_match(page)
    context = new_context()
    cookies: list[Any] = [{"name": c["name"], "value": c["value"], "url": lan} for c in page.context.cookies()]
    context.add_cookies(page.context.cookies() + cookies)
    url = match.path if name == "127.0.0.1" else f"{lan}{match.path}"
    wire = Wire(context.new_page())
    wire.load(url, cold=True)
    # What the first sheet needs is loaded ahead, when the pad is there already.
    ahead = (wire.page.locator("[data-ahead]").get_attribute("data-ahead") or "").split()
    wire.forget(ahead)
    assert wire.unfinished() == [f"{match.path}/events"]
    assert min(wire.of(".js"), wire.of(".css"), wire.of(".svg"), wire.stream) > 0
    weights = sorted(((int(size), wire.paths[one]) for one, size in wire.loaded.items()), reverse=True)
    assert wire.of() + wire.stream <= MOST_BYTES, "\n".join(f"{size} {path}" for size, path in weights)


def test_a_page_opened_again_loads_nothing_but_itself_and_who_is_here(page: Page) -> None:
    match = begin(page)
    Wire(page).load(match.path, cold=False)
    wire = Wire(page)
    wire.load(match.path, cold=False)
    over_the_wire = [wire.paths[one] for one, size in wire.loaded.items() if size > 0]
    assert over_the_wire == [match.path, f"{match.path}/phones/here"]


def test_a_name_on_the_home_network_is_enough_to_play(page: Page, lan: str) -> None:
    page.goto(f"{lan}/")
    assert page.evaluate("isSecureContext") is False
    page.get_by_role("link", name="Start a match").tap()
    rows = page.get_by_role("textbox", name="Name of player")
    expect(rows).to_have_count(3)
    for seat, name in enumerate(("Ana", "Pau", "Zoé")):
        rows.nth(seat).fill(name)
    page.get_by_role("button", name="Deal the first round").last.tap()
    finger = Finger(page)
    finger.hand("Ana", 9, 1)
    whose_sheet(page, "Pau")
    finger.cards(12)
    page.reload()
    finger.hand("Pau", mojo=True)
    finger.hand("Zoé", 3)
    on_the_pad(page)
    has_totals(page, "10", "22", "3")


@pytest.mark.browser_context_args(timezone_id=ZONE)
@pytest.mark.parametrize("where", ["/", "/r/1/s/0"], ids=["home", "trail"])
def test_times_are_in_the_time_zone_of_the_phone(page: Page, where: str) -> None:
    match = begin(page)
    match.enter(1, 0, "12")
    page.goto(where if where == "/" else f"{match.path}{where}")
    time = page.locator("time").first
    at = datetime.fromisoformat(time.get_attribute("datetime") or "")
    assert at.tzinfo is not None
    expect(time).to_contain_text(f"{at.astimezone(ZoneInfo(ZONE)):%H:%M}")


@pytest.mark.browser_context_args(timezone_id="Pacific/Kiritimati")
def test_a_date_is_the_day_it_was_at_the_table(page: Page) -> None:
    begin(page)
    page.goto("/history")
    time = page.locator("time").first
    at = datetime.fromisoformat(time.get_attribute("datetime") or "").astimezone(ZoneInfo("Pacific/Kiritimati"))
    expect(time).to_contain_text(f"{at.day} ")
