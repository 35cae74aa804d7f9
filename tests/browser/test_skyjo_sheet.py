"""The entry sheet of Skyjo: the grid, the sum with its sign, and a whole round on the pad."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.games import by_key
from companion.games.cards import Hand

from .cast import Finger, Match, begin, cell, key, mojo, on_the_pad, save_button, shows_sum, whose_sheet
from .fits import COVERED, SMALL_TARGETS, wider_than_the_screen

SKYJO = by_key("skyjo")
MINUS = "−"
FILL = """columns => {
  for (const column of columns) {
    if (!column.length) document.querySelector('[data-gone]').click();
    for (const card of column) document.querySelector(`[data-card="${card}"]`).click();
  }
  const struck = document.querySelectorAll('.slot.struck').length;
  const cards = document.getElementById('cards').value;
  return { sum: document.querySelector('[data-sum]').textContent, cards, struck };
}"""
CLEAR = "() => { for (let i = 0; i < 12; i++) document.querySelector('.keys [data-rub]').click(); }"


@pytest.fixture
def match(page: Page) -> Match:
    return begin(page, game="skyjo", limit="100")


@pytest.fixture
def sheet(match: Match) -> Page:
    """Ana's sheet in the first round."""
    match.open("/r/1/s/0/edit")
    whose_sheet(match.page, "Ana")
    return match.page


def place(page: Page, column: int, row: int) -> Any:
    return page.locator(f'[data-place="{(column - 1) * 3 + row - 1}"]')


def random_grid(chance: random.Random) -> list[list[int]]:
    """Four columns, some of them gone, some of three equal cards."""
    while True:
        columns: list[list[int]] = []
        for _ in range(4):
            kind, value = chance.random(), chance.choice(list(SKYJO.pack.copies))
            column = [] if kind < 0.15 else [value] * 3 if kind < 0.4 else chance.choices(list(SKYJO.pack.copies), k=3)
            columns.append(column)
        cards = [card for column in columns for card in column]
        if all(cards.count(value) <= SKYJO.pack.copies[value] for value in cards):
            return columns


def test_the_live_sum_is_what_the_rules_count_on_random_grids(sheet: Page) -> None:
    chance = random.Random(12)
    for _ in range(60):
        columns = random_grid(chance)
        seen = sheet.evaluate(FILL, columns)
        entry = Hand(tuple(card for column in columns for card in column))
        assert seen["sum"] == str(SKYJO.count(entry, {}).points).replace("-", MINUS), columns
        assert SKYJO.read_cards(seen["cards"]) == entry.cards
        assert seen["struck"] == sum(not face.counts for face in SKYJO.faces(entry)), columns
        sheet.evaluate(CLEAR)
        assert sheet.locator("#cards").input_value() == ""


def test_a_place_is_chosen_and_filled_anew(sheet: Page) -> None:
    finger = Finger(sheet)
    finger.cards(1, 2, 3, 4)
    finger.tap(place(sheet, 1, 2))
    finger.cards(12)
    shows_sum(sheet, 20)
    expect(place(sheet, 2, 2)).to_have_class("slot blank here")
    finger.tap(place(sheet, 1, 1))
    finger.tap(sheet.get_by_role("button", name="Remove the last card"))
    shows_sum(sheet, 19)
    finger.cards(-2)
    expect(sheet.locator("#cards")).to_have_value("-2 12 3 4")


def test_a_column_that_is_gone_comes_back_by_a_tap(sheet: Page) -> None:
    finger = Finger(sheet)
    finger.tap(sheet.get_by_role("button", name="Column 1 cleared", exact=True))
    finger.cards(5, 6)
    expect(sheet.locator("#cards")).to_have_value("x 5 6")
    finger.tap(sheet.get_by_role("button", name="Column 1 cleared: bring it back").first)
    finger.cards(1, 1, 1)
    expect(place(sheet, 1, 3)).to_have_attribute("aria-label", "Column 1, row 3: 1, cleared with its column")
    shows_sum(sheet, 11)


def test_a_grid_with_holes_is_not_sent_and_the_sheet_says_what_is_missing(sheet: Page) -> None:
    finger = Finger(sheet)
    finger.cards(1, 2, 3)
    expect(save_button(sheet)).to_have_text("3 of 12 cards")
    finger.save()
    expect(sheet.get_by_role("status").filter(has_text="Tap the cards column by column")).to_be_visible()
    whose_sheet(sheet, "Ana")


def test_more_cards_than_there_are_do_not_go_in(sheet: Page) -> None:
    finger = Finger(sheet)
    finger.cards(-2, -2, 0, -2, -2, 0, -2)
    finger.tap(key(sheet, -2))
    expect(sheet.get_by_text(f"The pack has only 5 cards with {MINUS}2")).to_be_visible()
    finger.cards(1, 1, 2, 2, 3)
    finger.tap(key(sheet, 4))
    expect(sheet.get_by_text("The grid is full")).to_be_visible()


def test_the_number_has_a_sign_of_its_own(sheet: Page) -> None:
    finger = Finger(sheet)
    finger.tap(sheet.get_by_role("button", name="Type the number"))
    sign = sheet.get_by_role("button", name="Change the sign")
    finger.tap(sign)
    expect(save_button(sheet)).to_have_text("No cards yet")
    for digit in "17":
        finger.tap(sheet.get_by_role("button", name=digit, exact=True))
    expect(sheet.locator("[data-sum]")).to_have_text(f"{MINUS}17")
    finger.tap(sign)
    expect(sheet.locator("[data-sum]")).to_have_text("17")
    finger.tap(sign)
    finger.save()
    whose_sheet(sheet, "Pau")
    sheet.get_by_role("link", name="Back to the pad").tap()
    expect(cell(sheet, "Ana", 1)).to_have_text(f"{MINUS}17")


def test_a_draft_with_holes_survives_a_reload(sheet: Page) -> None:
    finger = Finger(sheet)
    finger.cards(7, -1)
    finger.tap(place(sheet, 3, 1))
    finger.cards(9)
    finger.mojo()
    sheet.reload()
    whose_sheet(sheet, "Ana")
    shows_sum(sheet, 15)
    expect(place(sheet, 3, 1)).to_have_text("9")
    expect(place(sheet, 1, 3)).to_have_class("slot blank here")
    expect(mojo(sheet).get_by_role("checkbox")).to_be_checked()


def test_a_grid_is_entered_with_the_keyboard_alone(sheet: Page) -> None:
    press = sheet.keyboard.press
    sheet.keyboard.type("12-10x55589")
    press("Backspace")
    sheet.keyboard.type("73")
    expect(sheet.locator("#cards")).to_have_value("12 -1 0 x 5 5 5 8 7 3")
    press("c")
    expect(mojo(sheet).get_by_role("checkbox")).to_be_checked()
    press("Enter")
    whose_sheet(sheet, "Pau")


def test_arrows_walk_over_the_grid_and_the_keys(sheet: Page) -> None:
    place(sheet, 2, 3).focus()
    for arrow, there in (("ArrowUp", place(sheet, 2, 2)), ("ArrowRight", place(sheet, 3, 2))):
        sheet.keyboard.press(arrow)
        expect(there).to_be_focused()
    key(sheet, 3).focus()
    sheet.keyboard.press("ArrowDown")
    expect(key(sheet, 8)).to_be_focused()


def test_how_to_score_is_on_the_sheet_and_all_rules_one_tap_further(sheet: Page) -> None:
    sheet.get_by_role("link", name="How to score").tap()
    dialog = sheet.get_by_role("dialog", name="How to score")
    expect(dialog).to_contain_text("Three equal cards in a column are cleared")
    dialog.get_by_role("button", name="Close").tap()
    expect(dialog).to_be_hidden()
    sheet.get_by_role("link", name="How to score").tap()
    dialog.get_by_role("link", name="All Skyjo rules").tap()
    expect(sheet.get_by_role("heading", name="Skyjo rules")).to_be_visible()
    sheet.get_by_role("link", name="Back", exact=True).tap()
    on_the_pad(sheet)


@pytest.mark.parametrize("size", [(360, 740), (320, 568), (740, 360)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_all_of_it_fits_under_a_thumb(match: Match, size: tuple[int, int]) -> None:
    page = match.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    match.open("/r/1/s/0/edit")
    whose_sheet(page, "Ana")
    closer = "label:has([name=closed])"
    assert page.evaluate(COVERED, f"[data-place], [data-card], [data-gone], [data-rub], [data-save], {closer}") == []
    assert page.evaluate(SMALL_TARGETS, 48) == []
    assert not wider_than_the_screen(page)
    page.get_by_role("button", name="Type the number").tap()
    assert page.evaluate(COVERED, f"[data-digit], [data-sign], [data-rub], [data-save], {closer}") == []
    assert page.evaluate(SMALL_TARGETS, 48) == []


def test_numbers_stay_on_their_keys_when_the_text_is_twice_as_large(page: Page) -> None:
    sheet = begin(page, game="skyjo").open("/r/1/s/0/edit")
    finger = Finger(sheet)
    finger.cards(-2, -1, 0, 12, 11, 10)
    sheet.evaluate("document.documentElement.style.fontSize = '200%'")
    assert sheet.evaluate("document.documentElement.scrollWidth") <= 360
    spill = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    assert sheet.locator(".key, .slot").evaluate_all(spill) == []
