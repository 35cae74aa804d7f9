"""Moments when a round ends, for tests that look at them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from .cast import Finger, Match, begin, whose_sheet

SHOWN_MS = 3000
STEP_MS = 10

TAPS = """let there = false;
window.shown = [];
const tap = () => {
  const stage = document.getElementById('stage');
  const said = stage.querySelector('.headline .lead')?.textContent;
  const aloud = document.querySelector('[role=status]#told')?.textContent ?? '';
  stage.click();
  window.shown.push([said, aloud.includes(said), stage.hidden]);
};
new MutationObserver(() => {
  const shown = document.querySelector('#stage:not([hidden])') !== null;
  if (shown && !there) setTimeout(tap, 100);
  there = shown;
}).observe(document, { subtree: true, childList: true, attributeFilter: ['hidden'] });"""
"""Taps at each moment that a page shows, and notes what it showed, whether it said so aloud, and whether the tap ended
it: on a busy machine it may be over before a test looks.
"""


@pytest.fixture
def impatient() -> bool:
    """Here a moment lasts as long as it lasts."""
    return False


@pytest.fixture
def match(page: Page) -> Match:
    return begin(page)


@pytest.fixture
def waiting(match: Match) -> Match:
    """A round that waits for Zoé's hand."""
    match.enter(1, 0, "9 1")
    match.enter(1, 1, "12 3")
    return match


def shows(page: Page, said: str) -> None:
    """The moment is there."""
    expect(page.locator("#stage")).to_be_visible()
    expect(page.locator("#stage .headline .lead")).to_have_text(said)


def shows_none(page: Page) -> None:
    expect(page.locator("#stage")).to_be_hidden()


@contextmanager
def clock(page: Page) -> Iterator[None]:
    """The page's time stands still but for what the test says."""
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=1))
    yield
    page.clock.resume()


def comes(page: Page) -> None:
    """Lets time go on until the moment is there, and stops it again."""
    while page.locator("#stage").is_hidden():
        page.clock.run_for(STEP_MS)


def zoe_ends_it(waiting: Match, page: Page) -> None:
    """Zoé's hand comes in while the clock stands still, and the moment is there."""
    waiting.enter(1, 2, "3", mojo=True)
    comes(page)
    shows(page, "Zoé takes the Mojo: 0!")


def watched(match: Match, page: Page) -> Page:
    page.goto(match.path.replace("/m/", "/tv/"))
    expect(page.locator(".tv-ranks")).to_be_visible()
    return page


def last_hand(match: Match, page: Page) -> None:
    """Zoé's hand, on a phone: she takes the Mojo, and nobody is lower."""
    page.goto(match.sheet(1, 2))
    whose_sheet(page, "Zoé")
    Finger(page).cards(3)
    Finger(page).mojo()
    Finger(page).save()
