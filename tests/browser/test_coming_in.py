"""From the scanned code to the first own hand: 3 + k taps, with a script or without."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, BrowserContext, Page, expect

from .cast import Finger, begin, cell, lend_cookies, on_the_pad, whose_sheet
from .phones import come_in, let_in, link_of, shows

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
    expect(visitor.get_by_text("This phone enters for Pau.")).to_be_visible()
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


def test_the_host_is_asked_who_they_are_over_the_pad_once(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    match = begin(page)
    match.open()
    come_in(new_context().new_page(), link_of(match), "Pau")
    asked = page.get_by_role("dialog", name="I am")
    expect(asked).to_contain_text("Pau’s phone is here.")
    expect(asked.get_by_role("heading")).to_be_focused()
    assert asked.evaluate("one => one.matches(':modal')")
    page.keyboard.press("Escape")
    match.enter(1, 2, "12", mojo=True)
    expect(cell(page, "Zoé", 1)).to_have_text("12 M", use_inner_text=True)
    expect(asked).to_be_hidden()
    page.reload()
    asked.get_by_role("button", name="Ana").tap()
    whose_sheet(page, "Ana")
    match.open()
    expect(asked).to_have_count(0)


def test_without_a_script_the_question_to_the_host_lies_below_the_sheet(
    page: Page, browser: Browser, base_url: str
) -> None:
    match = begin(page)
    let_in(match, browser.new_page(base_url=base_url), 1)
    context = browser.new_context(base_url=base_url, java_script_enabled=False, has_touch=True)
    lend_cookies(page, context)
    host = context.new_page()
    host.goto(match.path)
    host.get_by_role("dialog", name="I am").get_by_role("button", name="Zoé").tap()
    expect(host.get_by_role("link", name="Enter Zoé’s cards")).to_be_visible()
    context.close()
