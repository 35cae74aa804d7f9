"""The entry sheet of Jok-R-ummy jr in a real browser: its live number, and a draft."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .cast import Finger, Match, begin, has_totals, save_button, whose_sheet


@pytest.fixture
def match(page: Page) -> Match:
    return begin(page, game="jokrummy", limit="4")


def test_a_round_takes_two_taps_a_seat(match: Match) -> None:
    page = match.open("/r/1/s/0/edit")
    finger = Finger(page)
    expect(save_button(page)).to_have_attribute("aria-disabled", "true")
    save_button(page).tap(force=True)
    expect(page.locator("[data-say]")).to_have_text("Is the mission done?")
    finger.mission(True, 1)
    expect(page.locator("[data-sum]")).to_have_text("2")
    expect(save_button(page)).to_have_text("Save 2 · next: Pau")
    save_button(page).tap()
    for name, done in (("Pau", False), ("Zoé", True)):
        whose_sheet(page, name)
        finger.mission(done)
        finger.save()
    has_totals(page, "2", "0", "1")


def test_what_was_tapped_is_there_after_a_reload(match: Match) -> None:
    page = match.open("/r/1/s/1/edit")
    Finger(page).mission(False, 2)
    page.locator("label.closer").tap()
    page.reload()
    expect(page.locator("[data-sum]")).to_have_text("2")
    expect(page.locator("#closed")).to_be_checked()
    save_button(page).tap()
    expect(page).not_to_have_url(f"{match.sheet(1, 1)}")
    page.goto(match.sheet(1, 1))
    expect(page.locator("input[name=bonus]:checked")).to_have_value("2")
    expect(page.locator("input[name=points]:checked")).to_have_value("0")
