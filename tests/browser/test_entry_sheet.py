"""The entry sheet: what it counts, and the ways to fill it."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

from companion.games import by_key
from companion.games.cards import Hand

from .cast import Finger, Match, begin, cell, has_totals, key, mojo, on_the_pad, save_button, shows_sum, whose_sheet
from .conftest import Ears

MOJO = by_key("mojo")
TAP_A_HAND = """cards => {
  for (const card of cards) document.querySelector(`[data-card="${card}"]`).click();
  return {
    sum: document.querySelector('[data-sum]').textContent,
    counts: [...document.querySelectorAll('[data-card]')]
      .filter((key) => key.getAttribute('aria-label').endsWith('counts')).map((key) => Number(key.dataset.card)),
  };
}"""
CLEAR = """() => {
  for (let chip; chip = document.querySelector('[data-held]');) chip.click();
}"""


@pytest.fixture
def match(page: Page) -> Match:
    return begin(page)


@pytest.fixture
def sheet(match: Match) -> Page:
    """Ana's sheet in the first round."""
    return match.open("/r/1/s/0/edit")


def has_chips(page: Page, *cards: str) -> None:
    expect(page.locator("[data-held]")).to_have_text(list(cards))


def test_the_live_sum_is_what_the_rules_count_on_random_hands(sheet: Page) -> None:
    chance = random.Random(60)
    pack = [card for card, copies in MOJO.pack.copies.items() for _ in range(copies)]
    for _ in range(60):
        hand = chance.sample(pack, chance.randint(1, MOJO.pack.most))
        seen = sheet.evaluate(TAP_A_HAND, hand)
        entry = Hand(tuple(hand))
        assert seen["sum"] == str(MOJO.count(entry, {}).points), hand
        assert sorted(seen["counts"]) == sorted(face.value for face in MOJO.faces(entry) if face.counts), hand
        sheet.evaluate(CLEAR)


def test_a_card_goes_away_by_its_chip(sheet: Page) -> None:
    finger = Finger(sheet)
    finger.cards(10, 3, 8, 10)
    has_chips(sheet, "10", "3", "8", "10")
    shows_sum(sheet, 13, "10 + 3 =")
    finger.tap(sheet.get_by_role("button", name="Remove 3"))
    has_chips(sheet, "10", "8", "10")
    finger.tap(sheet.get_by_role("button", name="Remove 10").first)
    finger.tap(sheet.get_by_role("button", name="Remove 10"))
    has_chips(sheet, "8")
    shows_sum(sheet, 8)
    finger.tap(sheet.get_by_role("button", name="Remove the last card"))
    shows_sum(sheet, 0)


def test_more_cards_than_there_are_do_not_go_in_and_the_sheet_says_why(sheet: Page) -> None:
    finger = Finger(sheet)
    finger.cards(0, 0, 0, 0)
    finger.tap(key(sheet, 0))
    expect(sheet.get_by_text("The pack has only 4 cards with 0")).to_be_visible()
    finger.cards(12, 12, 12, 12)
    finger.tap(key(sheet, 11))
    expect(sheet.get_by_text("A hand has 8 cards at most")).to_be_visible()
    has_chips(sheet, *["0"] * 4, *["12"] * 4)


def test_an_empty_hand_without_the_mojo_is_not_sent(sheet: Page) -> None:
    Finger(sheet).save()
    expect(sheet.get_by_text("Tap the cards left, or the Mojo")).to_be_visible()
    whose_sheet(sheet, "Ana")


def test_the_number_pad_is_the_other_way(sheet: Page) -> None:
    finger = Finger(sheet)
    finger.tap(sheet.get_by_role("button", name="Type the number"))
    for digit in "241":
        finger.tap(sheet.get_by_role("button", name=digit, exact=True))
    finger.tap(sheet.get_by_role("button", name="Delete the last digit"))
    shows_sum(sheet, 24)
    finger.save()
    whose_sheet(sheet, "Pau")
    sheet.get_by_role("link", name="Back to the pad").tap()
    cell(sheet, "Ana", 1).tap()
    expect(sheet.get_by_role("dialog")).to_contain_text("24 (typed)")


def test_cards_that_were_tapped_first_do_not_mix_with_the_number(sheet: Page) -> None:
    finger = Finger(sheet)
    finger.cards(12, 9)
    finger.tap(sheet.get_by_role("button", name="Type the number"))
    finger.tap(sheet.get_by_role("button", name="7", exact=True))
    finger.save()
    whose_sheet(sheet, "Pau")
    sheet.get_by_role("link", name="Back to the pad").tap()
    expect(cell(sheet, "Ana", 1)).to_have_text("7")


def test_a_number_that_no_hand_can_have_is_refused_and_stays(sheet: Page, ears: Ears) -> None:
    ears.expect("status of 422")
    finger = Finger(sheet)
    finger.tap(sheet.get_by_role("button", name="Type the number"))
    for _ in range(2):
        finger.tap(sheet.get_by_role("button", name="9", exact=True))
    finger.save()
    expect(sheet.get_by_role("alert")).to_contain_text("99 isn’t possible")
    shows_sum(sheet, 99)
    expect(sheet).to_have_title(re.compile("^Error: "))


def test_a_round_is_entered_with_the_keyboard_alone(sheet: Page) -> None:
    press = sheet.keyboard.press
    # At once, for two digits that come one after the other are a number.
    sheet.keyboard.type("1037")
    press("Backspace")
    shows_sum(sheet, 13, "10 + 3 =")
    press("m")
    expect(sheet.get_by_role("checkbox", name="took the Mojo")).to_be_checked()
    press("Enter")
    whose_sheet(sheet, "Pau")
    press("5")
    press("Enter")
    whose_sheet(sheet, "Zoé")
    sheet.keyboard.type("118")
    press("Enter")
    on_the_pad(sheet)
    has_totals(sheet, "23", "5", "19")


def test_arrows_walk_over_the_keys_and_enter_presses_one(sheet: Page) -> None:
    key(sheet, 3).focus()
    for arrow, card in (("ArrowRight", 4), ("ArrowDown", 7), ("ArrowLeft", 6), ("ArrowUp", 3)):
        sheet.keyboard.press(arrow)
        expect(key(sheet, card)).to_be_focused()
    sheet.keyboard.press("Enter")
    shows_sum(sheet, 3)
    whose_sheet(sheet, "Ana")


def test_going_to_the_next_player_and_back_loses_nothing(sheet: Page) -> None:
    finger = Finger(sheet)
    finger.cards(10, 4)
    finger.mojo()
    finger.tap(sheet.get_by_role("link", name="Pau"))
    whose_sheet(sheet, "Pau")
    shows_sum(sheet, 0)
    finger.cards(12)
    finger.tap(sheet.get_by_role("link", name="Ana"))
    whose_sheet(sheet, "Ana")
    shows_sum(sheet, 14, "10 + 4 =")
    expect(mojo(sheet).get_by_role("checkbox")).to_be_checked()
    finger.tap(sheet.get_by_role("link", name="Pau"))
    whose_sheet(sheet, "Pau")
    shows_sum(sheet, 12)


def test_a_double_tap_on_save_saves_once(match: Match, sheet: Page) -> None:
    sent: list[str] = []
    sheet.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    Finger(sheet).cards(11, 8)
    save_button(sheet).evaluate("button => { button.click(); button.click(); }")
    whose_sheet(sheet, "Pau")
    Finger(sheet).save()
    assert len(sent) == 1
    match.open("/r/1/s/0")
    expect(sheet.get_by_role("main").get_by_text("11 8 = 19")).to_have_count(1)
    match.open("/r/1/s/1/edit")
    shows_sum(sheet, 0)


def test_typed_numbers_stay_chosen_for_that_game_on_that_phone(match: Match, sheet: Page) -> None:
    finger = Finger(sheet)
    finger.number(12)
    finger.save()
    whose_sheet(sheet, "Pau")
    expect(sheet.locator('[data-digit="1"]')).to_be_visible()
    begin(sheet, game="skyjo").open("/r/1/s/0/edit")
    expect(sheet.locator('[data-card="12"]')).to_be_visible()
    match.open("/r/1/s/1/edit")
    finger.cards(3)
    match.open("/r/1/s/2/edit")
    expect(sheet.locator('[data-card="3"]')).to_be_visible()


def test_a_fourth_card_with_the_mojo_is_said_before_it_is_saved(sheet: Page) -> None:
    finger = Finger(sheet)
    finger.cards(1, 3, 5)
    finger.mojo()
    finger.cards(9)
    expect(sheet.locator("[data-say]")).to_have_text("Whoever took the Mojo has at most 3 cards")
    has_chips(sheet, "1", "3", "5")
    finger.mojo()
    finger.cards(9)
    finger.mojo()
    expect(save_button(sheet)).to_have_text("4 cards: 3 at most")
    finger.save()
    whose_sheet(sheet, "Ana")
    sheet.get_by_role("button", name="Remove 9").tap()
    expect(sheet.locator("[data-say]")).to_be_empty()
    finger.save()
    whose_sheet(sheet, "Pau")


def test_a_house_rule_is_stepped_and_saved_at_once(page: Page, match: Match) -> None:
    match.round(1, "10", "5", "2", mojo=2)
    match.open("/r/1/s/0")
    page.get_by_text("House rule ±").tap()
    for _ in range(3):
        page.get_by_role("button", name="One less").tap()
    page.get_by_role("button", name="Save the house rule").tap()
    on_the_pad(page)
    has_totals(page, "7", "5", "0")
