"""Any other game under the thumb: its form, its number keys, and its end."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .calm import browser_context_args as browser_context_args
from .cast import Finger, begin, save_button, whose_sheet


def test_the_form_asks_only_what_the_chosen_end_wants_to_know(page: Page) -> None:
    page.goto("/new?game=points")
    limit, rounds = page.get_by_label("Play to"), page.get_by_label("Number of rounds")
    expect(limit).to_be_visible()
    expect(rounds).to_be_hidden()
    page.get_by_text("After some rounds").tap()
    expect(rounds).to_be_visible()
    expect(limit).to_be_hidden()
    page.get_by_text("When we say so").tap()
    expect(rounds).to_be_hidden()
    expect(limit).to_be_hidden()


def test_a_round_takes_as_many_taps_as_its_numbers_have_digits_and_one_each(page: Page) -> None:
    match = begin(page, "Ana", "Pau", game="points", closer="no", below_zero="yes", length="group")
    match.open("/r/1/s/0/edit")
    whose_sheet(page, "Ana")
    finger = Finger(page)
    finger.number(-15)
    expect(page.locator("[data-sum]")).to_have_text("−15")
    expect(save_button(page)).to_contain_text("Save −15 · next: Pau")
    finger.tap(save_button(page))
    whose_sheet(page, "Pau")
    finger.number(99999)
    finger.tap(page.locator('[data-digit="9"]'))
    expect(page.locator("[data-sum]")).to_have_text("99999")
    finger.tap(save_button(page))
    expect(page.get_by_role("button", name="End the match after round 1")).to_be_visible()
    assert finger.taps == (1 + 2 + 1) + (5 + 1 + 1)


def test_the_group_ends_the_match_and_goes_on(page: Page) -> None:
    match = begin(page, "Ana + Zoé", "Pau", game="points", closer="no", length="group")
    match.enter(1, 0, points="20")
    match.enter(1, 1, points="7")
    match.open()
    page.get_by_role("button", name="End the match after round 1").tap()
    expect(page.get_by_role("heading", name="Ana + Zoé win")).to_be_visible()
    page.get_by_role("button", name="Keep playing").tap()
    expect(page.locator("section.end")).to_be_hidden()
    expect(page.get_by_role("link", name="Enter Ana + Zoé’s points")).to_be_visible()


def test_a_hand_that_is_being_typed_survives_a_reload(page: Page) -> None:
    match = begin(page, "Ana", "Pau", game="points")
    match.open("/r/1/s/0/edit")
    whose_sheet(page, "Ana")
    Finger(page).number(34)
    page.reload()
    expect(page.locator("[data-sum]")).to_have_text("34")
