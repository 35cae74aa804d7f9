"""From the scanned code to the first own hand: 3 + k taps, with a script or without."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, BrowserContext, Page, expect

from .cast import Finger, begin, on_the_pad, whose_sheet
from .phones import link_of, shows

HAND = (10, 11, 3)


def test_from_the_scan_to_the_first_own_hand_it_takes_three_taps_and_one_for_each_card(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    match = begin(page, "Ana", "Pau", "Zoé", "Teo", "Marta", "Iris")
    pau = new_context().new_page()
    finger = Finger(pau)
    pau.goto(link_of(match))
    finger.tap(pau.get_by_role("button", name="Pau"))
    on_the_pad(pau)
    finger.tap(pau.get_by_role("link", name="Enter Pau’s cards"))
    whose_sheet(pau, "Pau")
    finger.cards(*HAND)
    finger.save()
    on_the_pad(pau)
    shows(pau, "Pau", 1, "24")
    assert finger.taps == 3 + len(HAND)


def test_who_comes_when_the_round_is_over_needs_one_tap_less(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    match = begin(page)
    match.enter(1, 0, "12", mojo=True)
    pau = new_context().new_page()
    finger = Finger(pau)
    pau.goto(link_of(match))
    finger.tap(pau.get_by_role("button", name="Pau"))
    whose_sheet(pau, "Pau")
    finger.cards(*HAND)
    finger.save()
    shows(pau, "Pau", 1, "24")
    assert finger.taps == 2 + len(HAND)


def test_not_me_leads_back_to_the_names(page: Page, new_context: Callable[..., BrowserContext]) -> None:
    match = begin(page)
    visitor = new_context().new_page()
    visitor.goto(link_of(match))
    visitor.get_by_role("button", name="Pau").tap()
    expect(visitor.get_by_text("This phone writes for Pau.")).to_be_visible()
    visitor.get_by_role("link", name="Not me").tap()
    expect(visitor.get_by_role("button", name="Pau")).to_contain_text("this phone")
    visitor.get_by_role("button", name="Zoé").tap()
    expect(visitor.get_by_role("link", name="Enter Zoé’s cards")).to_be_visible()


def test_without_a_script_a_tap_joins_too(page: Page, browser: Browser, base_url: str) -> None:
    match = begin(page)
    context = browser.new_context(base_url=base_url, java_script_enabled=False, has_touch=True)
    visitor = context.new_page()
    visitor.goto(link_of(match))
    visitor.get_by_role("button", name="Zoé").tap()
    on_the_pad(visitor)
    expect(visitor.get_by_role("link", name="Enter Zoé’s cards")).to_be_visible()
    context.close()
