"""Cards travel at the table, what changed stays marked, and the last move stands in words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from .backstage import Backstage, handed_round
from .felt import at_table, tap_move

HANDS = handed_round((5, 6, 7, 8, 9, 10, 11, 12), (0, 0, 1, 1, 2, 2, 3, 3))
COUNT_FLIGHTS = """() => { window.flights = []; new MutationObserver((found) => {
  for (const { addedNodes } of found) for (const node of addedNodes) {
    if (node.classList?.contains('flies')) window.flights.push(node.getAnimations()[0].effect.getTiming().duration);
  } }).observe(document.body, { childList: true }); }"""


def dealt(page: Page, backstage: Backstage) -> Page:
    """Ana's table, a five on the discard; she can play on with hers."""
    match = at_table(page, ["Ana"], ["easy"])
    backstage.deal(match, [*HANDS, 5])
    match.open("/table")
    expect(page.locator("#hand .play")).to_have_count(8)
    page.evaluate(COUNT_FLIGHTS)
    tap_move(page, page.locator("#hand .play").first)
    return page


def test_a_card_flies_to_the_discard_and_stays_marked(page: Page, backstage: Backstage) -> None:
    dealt(page, backstage)
    expect(page.locator("#pile-discard-1[data-changed]")).to_have_count(1)
    expect(page.locator("#last")).to_contain_text("Ana plays 5 on 5 and goes again.")
    flights = page.evaluate("window.flights")
    assert flights
    assert all(200 <= duration <= 300 for duration in flights)
    expect(page.locator(".flies")).to_have_count(0)
    expect(page.locator("#hand .play")).to_have_count(7)
    page.reload()
    expect(page.locator("#pile-discard-1[data-changed]")).to_have_count(1)
    expect(page.locator("#board [data-changed]")).to_have_count(1)


@pytest.fixture
def calm(new_context: Callable[..., BrowserContext]) -> Page:
    """The phone of somebody who asked for no motion."""
    return new_context(reduced_motion="reduce").new_page()


def test_nothing_flies_where_no_motion_is_wanted(calm: Page, backstage: Backstage) -> None:
    dealt(calm, backstage)
    expect(calm.locator("#pile-discard-1[data-changed]")).to_have_count(1)
    assert calm.evaluate("window.flights") == []
