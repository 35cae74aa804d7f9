"""Taps at a table: on a card that is dead, twice on one that is not, and a second one where it is asked for."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from .backstage import Backstage, handed_round
from .felt import act, at_table, at_two_phones, seen
from .phones import let_in

# What lasts as long as a double tap lasts longer, so that a slow test is still within it.
SLOW_FINGER = """const later = window.setTimeout;
  window.setTimeout = (done, ms, ...rest) => later(done, ms === 350 ? 3000 : ms, ...rest);"""


@pytest.fixture
def equal(page: Page, backstage: Backstage) -> Page:
    """Ana's phone, and in her hand a card that lets her play on: the next one slides into its place."""
    page.add_init_script(SLOW_FINGER)
    match = at_table(page, ["Ana"], ["easy"])
    backstage.deal(match, [*handed_round((5, 6, 7, 8, 9, 10, 11, 12), (0, 0, 1, 1, 2, 2, 3, 3)), 5])
    match.open("/table")
    expect(page.locator("#hand .play b")).to_have_text(["5", "6", "7", "8", "9", "10", "11", "12"])
    return page


def test_two_clicks_at_once_are_one_move(equal: Page) -> None:
    equal.evaluate("() => { const card = document.querySelector('#hand .play'); card.click(); card.click(); }")
    expect(equal.locator("#hand .play b")).to_have_text(["6", "7", "8", "9", "10", "11", "12"])
    expect(equal.get_by_role("alert")).to_have_count(0)


def test_a_double_tap_does_not_play_the_card_that_slides_under_the_finger(equal: Page) -> None:
    box = equal.locator("#hand .play").first.bounding_box()
    assert box
    finger = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    equal.touchscreen.tap(*finger)
    expect(equal.locator("#hand .play b")).to_have_text(["6", "7", "8", "9", "10", "11", "12"])
    equal.touchscreen.tap(*finger)
    act(equal, last=True)
    expect(equal.locator(".told li", has_text="Ana plays 12 on 5")).to_be_visible()
    expect(equal.locator("#hand .card b", has_text="6")).to_have_count(1)


def test_a_second_tap_can_be_asked_for_and_waits_while_others_come_in(
    page: Page, new_context: Callable[..., BrowserContext], backstage: Backstage
) -> None:
    match, pau = at_table(page, ["Ana", "Pau"]), new_context().new_page()
    at_two_phones(match, pau)
    backstage.deal(match)
    match.open("/table")
    page.locator("#gear summary").tap()
    page.get_by_label("Tap twice to play a card").tap()
    expect(page.locator(".place")).to_contain_text("offline")
    before, card, armed = seen(page), page.locator("#hand .play").first, page.locator("[data-armed]")
    card.tap()
    expect(armed).to_have_count(1)
    pau.goto(f"{match.path}/table")
    expect(page.locator(".place")).not_to_contain_text("offline")
    expect(armed).to_have_count(1)
    assert seen(page) == before
    card.tap()
    page.wait_for_function("seen => document.getElementById('board').dataset.seen !== seen", arg=before)
    expect(armed).to_have_count(0)


def test_why_a_card_is_dead_is_still_said_when_others_come_in(
    page: Page, new_context: Callable[..., BrowserContext], backstage: Backstage
) -> None:
    match, ana = at_table(page, ["Ana", "Pau"]), new_context().new_page()
    match.hold(1)
    let_in(match, ana, 0)
    backstage.deal(match)
    match.open("/table")
    expect(page.locator(".place")).to_contain_text("offline")
    page.locator("#hand .card").first.tap(force=True)
    expect(page.locator("#why")).to_have_text("It’s not your turn.")
    ana.goto(f"{match.path}/table")
    expect(page.locator(".place")).not_to_contain_text("offline")
    expect(page.locator("#why")).to_have_text("It’s not your turn.")
