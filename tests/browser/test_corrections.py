"""Any number can be put right: what changes is shown first, what was there stays readable, undo is near."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from .cast import (
    Finger,
    Match,
    begin,
    cell,
    has_totals,
    lend_cookies,
    on_the_pad,
    save_button,
    shows_sum,
    wake,
    whose_sheet,
)
from .conftest import Ears


@pytest.fixture
def match(page: Page) -> Match:
    """One round of the book's example: 10, 4, 34."""
    made = begin(page)
    made.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    return made


def preview(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text="→")


def correct(match: Match, seat: int, *cards: int) -> Page:
    """Opens a hand from the pad and replaces it; nothing is saved."""
    page = match.open()
    cell(page, ("Ana", "Pau", "Zoé")[seat], 1).tap()
    page.get_by_role("dialog").get_by_role("link", name="Edit").tap()
    expect(page.locator("[data-held]").first).to_be_visible()
    while page.locator("[data-held]").count():
        page.get_by_role("button", name="Remove the last card").tap()
    Finger(page).cards(*cards)
    return page


def test_a_correction_shows_what_changes_before_it_is_saved(match: Match) -> None:
    page = correct(match, 1, 12, 3)
    expect(preview(page)).to_contain_text("Pau 4 → 15")
    expect(preview(page)).to_contain_text("The match continues.")
    other = page.context.new_page()
    other.goto(match.path)
    has_totals(other, "10", "4", "34")
    other.close()
    save_button(page).tap()
    on_the_pad(page)
    has_totals(page, "10", "15", "34")


def test_the_preview_goes_away_when_nothing_changes_any_more(match: Match) -> None:
    page = correct(match, 1, 12)
    expect(preview(page)).to_be_visible()
    page.get_by_role("button", name="Remove the last card").tap()
    Finger(page).cards(0, 4)
    expect(preview(page)).to_have_count(0)


def test_the_preview_says_that_the_match_ends(match: Match) -> None:
    match.round(2, "12 8", "1", "10 8", mojo=1)
    page = match.open("/r/2/s/2/edit")
    Finger(page).cards(6)
    expect(preview(page)).to_contain_text("The match ends in round 2, won by Pau.")
    save_button(page).tap()
    expect(page.get_by_role("heading", name="Pau wins")).to_be_visible()


def test_the_trail_tells_what_was_there(match: Match) -> None:
    page = correct(match, 1, 12, 3)
    expect(preview(page)).to_contain_text("Pau 4 → 15")
    save_button(page).tap()
    on_the_pad(page)
    cell(page, "Pau", 1).tap()
    story = page.get_by_role("dialog")
    expect(story.locator("del")).to_have_text("0 4 = 4")
    expect(story.get_by_role("listitem").filter(has_text="12 3 = 15")).to_be_visible()


def test_undo_in_the_toast_takes_the_hand_back(match: Match) -> None:
    page = match.open("/r/2/s/0/edit")
    Finger(page).hand("Ana", 12)
    whose_sheet(page, "Pau")
    toast = page.get_by_text("Saved: Ana, 12").locator("xpath=..")
    toast.get_by_role("button", name="Undo").tap()
    on_the_pad(page)
    expect(page.get_by_text("Undone: Ana, round 2")).to_be_visible()
    expect(cell(page, "Ana", 2)).to_have_accessible_name("Ana, round 2: enter the cards")


def test_a_message_on_the_pad_has_a_line_of_its_own_and_covers_nothing(match: Match) -> None:
    page = correct(match, 1, 12, 3)
    expect(preview(page)).to_contain_text("Pau 4 → 15")
    save_button(page).tap()
    on_the_pad(page)
    message, action = page.locator(".said .toast"), page.get_by_role("link", name="Enter Ana’s cards")
    expect(message.get_by_role("button", name="Undo")).to_be_visible()
    assert message.evaluate("one => one.getAnimations().length") == 0, "it stands still, and stays"
    before = action.bounding_box()
    line = message.bounding_box()
    assert before and line and line["y"] + line["height"] <= before["y"]
    message.evaluate("one => one.remove()")
    expect(page.get_by_text("Tap a number to see why")).to_be_visible()
    assert action.bounding_box() == before


def test_a_message_goes_when_its_undo_is_not_the_last_any_more(match: Match) -> None:
    page = correct(match, 1, 12, 3)
    expect(preview(page)).to_contain_text("Pau 4 → 15")
    save_button(page).tap()
    on_the_pad(page)
    expect(page.locator(".said .toast")).to_be_visible()
    match.enter(2, 1, "3")
    wake(page)
    expect(cell(page, "Pau", 2)).to_have_text("3")
    expect(page.locator(".said .toast")).to_have_count(0)


def test_undo_in_the_header_takes_a_correction_back(match: Match) -> None:
    page = correct(match, 1, 12, 3)
    expect(preview(page)).to_contain_text("Pau 4 → 15")
    save_button(page).tap()
    on_the_pad(page)
    page.get_by_role("button", name="Undo: Pau, round 1").tap()
    expect(page.locator("table .total").nth(1)).to_have_text("4")
    has_totals(page, "10", "4", "34")


def test_a_hand_can_be_removed_from_its_story_after_a_question(match: Match) -> None:
    page = match.open()
    cell(page, "Ana", 1).tap()
    page.get_by_role("dialog").get_by_role("button", name="Clear this entry").tap()
    expect(preview(page)).to_contain_text("Ana")
    other = page.context.new_page()
    other.goto(match.path)
    expect(cell(other, "Ana", 1)).to_have_text("10")
    other.close()
    page.get_by_role("button", name="Yes, save it").tap()
    expect(cell(page, "Ana", 1)).to_have_accessible_name("Ana, round 1: enter the cards")
    expect(cell(page, "Zoé", 1)).to_have_accessible_name(re.compile("24, not scored yet"))


def test_a_house_rule_is_written_at_once_and_taken_back_by_undo(match: Match) -> None:
    page = match.open("/r/1/s/1")
    page.locator("summary", has_text="House rule").tap()
    page.get_by_label("Points to add").fill("-5")
    page.get_by_role("button", name="Save the house rule").tap()
    has_totals(page, "10", "−1", "34")
    page.locator(".said").get_by_role("button", name="Undo").tap()
    has_totals(page, "10", "4", "34")


@pytest.fixture
def mine(match: Match, new_context: Callable[..., BrowserContext], ears: Ears) -> Page:
    """Two browsers wrote Ana's hand of round 2: 7 is saved, and the page has just tried to save 11."""
    ears.expect("status of 409")
    context = new_context()
    lend_cookies(match.page, context)
    page, other = context.new_page(), match.open("/r/2/s/0/edit")
    page.goto(match.sheet(2, 0))
    Finger(page).cards(11)
    Finger(other).hand("Ana", 7)
    whose_sheet(other, "Pau")
    save_button(page).tap()
    return page


def test_two_tabs_on_one_cell_see_both_values_and_mine_can_stay(mine: Page) -> None:
    expect(mine.get_by_role("heading", name="Which one is right?")).to_be_visible()
    saved, typed = mine.get_by_role("listitem").all()
    expect(saved).to_contain_text("This phone, before: 7")
    expect(typed).to_contain_text("This phone: 11")
    mine.get_by_role("button", name="Keep yours").tap()
    on_the_pad(mine)
    expect(cell(mine, "Ana", 2)).to_have_text("11")


def test_of_two_values_the_saved_one_can_stay(mine: Page) -> None:
    mine.get_by_role("link", name="Keep 7").tap()
    on_the_pad(mine)
    expect(cell(mine, "Ana", 2)).to_have_text("7")
    cell(mine, "Ana", 2).tap()
    mine.get_by_role("dialog").get_by_role("link", name="Edit").tap()
    whose_sheet(mine, "Ana")
    shows_sum(mine, 7)
