"""What goes over the network, from which names, and at what time it is said to have been."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from .cast import Finger, Match, begin, has_totals, on_the_pad, whose_sheet
from .conftest import LAN_NAME

MOST_BYTES = 60_000
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


def bytes_of_first_load(page: Page, url: str) -> int:
    """All that comes over the wire with a cold cache, headers included."""
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.clearBrowserCache")
    sizes: list[float] = []
    asked: list[str] = []
    wire.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(url, wait_until="networkidle")
    assert len(sizes) == len([one for one in asked if one.startswith("http")])
    assert {".js", ".css", ".svg"} <= {urlsplit(one).path[urlsplit(one).path.rfind(".") :] for one in asked}
    return int(sum(sizes))


@pytest.mark.parametrize("name", ["127.0.0.1", LAN_NAME])
def test_the_first_load_of_a_long_pad_is_light(
    page: Page, new_context: Callable[..., BrowserContext], lan: str, name: str
) -> None:
    match = long_match(page)
    context = new_context()
    cookies: list[Any] = [{"name": c["name"], "value": c["value"], "url": lan} for c in page.context.cookies()]
    context.add_cookies(page.context.cookies() + cookies)
    url = match.path if name == "127.0.0.1" else f"{lan}{match.path}"
    size = bytes_of_first_load(context.new_page(), url)
    assert size <= MOST_BYTES


def test_a_page_opened_again_loads_nothing_but_itself(page: Page) -> None:
    match = begin(page)
    match.open()
    sizes: list[float] = []
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(match.path, wait_until="networkidle")
    assert len([size for size in sizes if size > 0]) == 1


def test_a_name_on_the_home_network_is_enough_to_play(page: Page, lan: str) -> None:
    page.goto(f"{lan}/")
    assert page.evaluate("isSecureContext") is False
    page.get_by_role("link", name="Start a match").tap()
    rows = page.get_by_role("textbox", name="Name, seat")
    expect(rows).to_have_count(3)
    for seat, name in enumerate(("Ana", "Pau", "Zoé")):
        rows.nth(seat).fill(name)
    page.get_by_role("button", name="Deal the first round").last.tap()
    page.get_by_role("link", name="Enter Ana’s cards").tap()
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
