"""Checking the shuffle in real browsers: one verdict, what this phone was shown, and a browser that cannot compute."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.seals import commitment, fingerprint

from .backstage import Backstage
from .calm import browser_context_args as browser_context_args
from .cast import Match
from .felt import at_table
from .test_accessible import sound
from .test_comforts import on_the_lan

KEPT = "All opened cards match their seals."
WRONG = "Something isn’t as it was sealed."
SERVER = "The server says that every opened card matches its seal."
CANNOT = "This browser can’t check the seals here (no https)."
VERDICTS = (KEPT, WRONG, SERVER, CANNOT)


@pytest.fixture
def match(page: Page, backstage: Backstage) -> Match:
    """A match of Skyjo whose first round was dealt; the table was shown on this phone."""
    made = at_table(page, ["Ana", "Pau"], game="skyjo")
    backstage.deal(made)
    made.open("/table")
    expect(page.locator("[data-sealed]")).to_be_visible()
    return made


def says(page: Page, verdict: str) -> None:
    """The page has this verdict, and no other."""
    expect(page.get_by_text(verdict, exact=True)).to_be_visible()
    for other in VERDICTS:
        if other != verdict:
            expect(page.get_by_text(other, exact=True)).to_be_hidden()


def sealed_anew(told: dict[str, Any]) -> dict[str, Any]:
    """A file in which all promises are kept, but they are others."""
    before = ""
    for shuffle in told["shuffles"]:
        for place, card in enumerate(shuffle["cards"]):
            card |= {"card": card["card"] or "5", "nonce": "7" * 32}
            where = (told["match"], shuffle["round"], shuffle["line"], place)
            card["commitment"] = commitment(*where, card["card"], card["nonce"])
        marks = [card["commitment"] for card in shuffle["cards"]]
        shuffle |= {"before": before, "open": len(marks), "fingerprint": fingerprint(marks)}
        before = shuffle["fingerprint"]
    return told


def hidden(told: dict[str, Any]) -> dict[str, Any]:
    """A file that hides a card and says that it never was open."""
    told["shuffles"][0]["cards"][3] |= {"card": None, "nonce": None}
    told["shuffles"][0]["open"] -= 1
    return told


def forging(page: Page, match: Match, forge: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """From here on the server sends another file."""
    forged = forge(match.page.request.get(f"{match.path}/table/seals/file").json())
    page.unroute_all()
    page.route("**/seals/file", lambda route: route.fulfill(json=forged))
    page.reload()


def test_there_is_one_verdict_and_it_knows_what_this_phone_was_shown(
    match: Match, page: Page, backstage: Backstage
) -> None:
    page.get_by_role("link", name="How to check the shuffle").tap()
    says(page, KEPT)
    # What the table showed is remembered: another first shuffle is found though every promise of the file is kept.
    forging(page, match, sealed_anew)
    says(page, WRONG)
    expect(page.get_by_text("or the cards were sealed anew")).to_be_visible()
    page.unroute_all()
    page.evaluate("localStorage.clear()")
    backstage.play_on(match)
    page.reload()
    says(page, KEPT)
    sound(page)
    # So is how many cards were open.
    forging(page, match, hidden)
    says(page, WRONG)
    expect(page.get_by_text("cards that were open are hidden")).to_be_visible()
    forging(page, match, lambda told: {**told, "count": 0, "shuffles": []})
    says(page, WRONG)
    sound(page)


def test_a_browser_that_cannot_compute_says_so_and_offers_the_file(
    match: Match, new_context: Callable[..., BrowserContext]
) -> None:
    page = on_the_lan(match, new_context())
    page.goto(page.url + "/table/seals")
    says(page, CANNOT)
    expect(page.get_by_role("link", name="Save as a file")).to_be_visible()
    expect(page.get_by_text("companion verify FILE --fingerprint")).to_be_visible()
    # What needs no computing is found all the same.
    forging(page, match, lambda told: {**told, "count": 7})
    says(page, WRONG)
    sound(page)


def test_without_script_the_server_says_no_more_than_it_can(
    match: Match, browser: Any, browser_context_args: dict[str, Any]
) -> None:
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    context.add_cookies(match.page.context.cookies())
    page = context.new_page()
    page.goto(f"{match.path}/table/seals")
    says(page, SERVER)
    context.close()
