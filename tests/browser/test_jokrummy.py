"""Jok-R-ummy jr in a real browser: the sheet with its live number, a draft, and a round at the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .cast import Finger, Match, begin, has_totals, save_button, whose_sheet
from .felt import asks, at_table, deal, over, play_round
from .test_fits import SMALL_TARGETS, wider_than_the_screen


@pytest.fixture
def match(page: Page) -> Match:
    return begin(page, game="jokrummy", limit="4")


def test_a_round_takes_two_taps_a_seat(match: Match) -> None:
    page = match.open("/r/1/s/0/edit")
    finger = Finger(page)
    expect(save_button(page)).to_have_attribute("aria-disabled", "true")
    save_button(page).tap(force=True)
    expect(page.locator("[data-say]")).to_have_text("Say whether the mission is done")
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


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_sheet_and_rules_fit_the_screen(match: Match, width: int) -> None:
    match.page.set_viewport_size({"width": width, "height": 740})
    for where in (match.sheet(1, 0), "/rules/jokrummy"):
        match.page.goto(where)
        assert not wider_than_the_screen(match.page)
        assert match.page.evaluate(SMALL_TARGETS, 44) == []


@pytest.mark.parametrize("width", [320, 1280])
def test_a_round_at_the_table_is_played_to_its_end_and_stands_on_the_sheet(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    match = at_table(page, ["Ana"], ["easy", "normal"], game="jokrummy", limit="1")
    deal(page)
    if not over(page):
        page.wait_for_function(
            "document.getElementById('board').dataset.asks === '1' || document.querySelector('[data-next], .result')"
        )
        if asks(page):
            expect(page.locator(".mission")).to_contain_text("Your mission")
            assert not wider_than_the_screen(page)
            assert page.evaluate(SMALL_TARGETS, 44) == []
        play_round(page)
    expect(page.locator(".result")).to_be_visible()
    assert not wider_than_the_screen(page)
    match.open()
    expect(page.locator("section.end")).to_be_visible()
