"""The first round at the table teaches: a sentence at each new decision, once, and the rules over the table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from .backstage import Backstage, handed_round
from .calm import browser_context_args as browser_context_args
from .felt import asks, at_table, deal, over, tap_move
from .fits import misfits
from .still import shifts, watch_shifts
from .test_accessible import sound
from .test_table_fits import LARGE_TOO
from .test_table_still import MY_TURN

# Ana turns 12 and 11, which nobody can beat.
HIGH, LOW = (12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1), (0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2)
PICK, TURN = "Tap any two of your cards to turn them up; low numbers are good.", re.compile("Take the face-up card")


@pytest.fixture
def table(page: Page, backstage: Backstage) -> Page:
    """Ana's phone, which was never at a table, dealt to her, who will begin, and two bots."""
    match = at_table(page, ["Ana"], ["easy", "easy"], game="skyjo")
    backstage.deal(match, handed_round(HIGH, LOW, LOW))
    match.open("/table")
    expect(page.locator("#hand")).to_be_visible()
    return page


def lesson(page: Page) -> Locator:
    return page.locator(".lesson:visible")


def heard(page: Page) -> Locator:
    return page.locator("#taught")


def pick_two(page: Page) -> None:
    for _ in range(2):
        tap_move(page, page.locator("#hand .play:visible").first)
    page.wait_for_function(MY_TURN)


def test_a_sentence_is_told_once_and_heard(table: Page) -> None:
    expect(lesson(table)).to_contain_text(PICK)
    expect(heard(table)).to_have_text(PICK)
    lesson(table).get_by_role("button", name="Got it").tap()
    expect(lesson(table)).to_have_count(0)
    expect(heard(table)).to_be_empty()
    table.reload()
    expect(table.locator("#hand .play").first).to_be_visible()
    expect(lesson(table)).to_have_count(0)
    pick_two(table)
    expect(lesson(table)).to_contain_text(TURN)


def test_whoever_decides_was_told(table: Page) -> None:
    expect(lesson(table)).to_contain_text(PICK)
    tap_move(table, table.locator("#hand .play:visible").first)
    expect(table.locator("#hand .picked")).to_have_count(1)
    expect(lesson(table)).to_have_count(0)


def test_whoever_knows_the_game_is_told_no_more_of_it(table: Page) -> None:
    lesson(table).get_by_role("button", name="I know this game").tap()
    expect(lesson(table)).to_have_count(0)
    pick_two(table)
    expect(table.locator("#ask")).to_have_text("Your turn: take the discard, or draw.")
    expect(lesson(table)).to_have_count(0)
    at_table(table, ["Ana"], ["easy"])
    deal(table)
    expect(lesson(table)).to_have_attribute("data-game", "mojo")


def test_whoever_has_finished_a_round_is_not_taught(page: Page, backstage: Backstage) -> None:
    match = at_table(page, ["Ana"], ["easy"], game="skyjo")
    deal(page)
    expect(lesson(page)).to_contain_text(PICK)
    backstage.play_on(match)
    match.open("/table")
    assert over(page)
    deal(page, 2)
    expect(page.locator("#hand .play").first).to_be_visible()
    expect(lesson(page)).to_have_count(0)


def test_why_a_card_is_dead_is_said_in_its_place(table: Page) -> None:
    pick_two(table)
    expect(lesson(table)).to_contain_text(TURN)
    table.locator("#hand .dead").first.click(force=True)
    expect(lesson(table)).to_have_count(0)
    expect(table.locator("#why")).to_have_text("First take a card, from the discard pile or the draw pile.")


@pytest.mark.parametrize("game", ["mojo", "skyjo", "jokrummy"])
def test_axe_finds_nothing_and_nothing_lies_under_a_lesson(page: Page, game: str) -> None:
    at_table(page, ["Ana"], ["easy"] * 5, game=game)
    deal(page)
    page.wait_for_function(MY_TURN)
    page.keyboard.press("Escape")
    expect(lesson(page)).to_have_count(1)
    sound(page)
    assert [said for said in misfits(page, LARGE_TOO) if "covered" in said] == []


@pytest.mark.parametrize("size", [(360, 740), (320, 568), (740, 360)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_jumps_when_a_lesson_comes_and_goes(table: Page, size: tuple[int, int]) -> None:
    table.set_viewport_size({"width": size[0], "height": size[1]})
    expect(lesson(table)).to_have_count(1)
    watch_shifts(table)
    lesson(table).get_by_role("button", name="Got it").tap()
    expect(lesson(table)).to_have_count(0)
    assert shifts(table) == []


def test_the_rules_open_over_the_table(table: Page) -> None:
    before = table.url
    table.get_by_role("link", name="Skyjo rules").tap()
    rules = table.get_by_role("dialog", name="Skyjo rules")
    expect(rules.get_by_role("heading", level=2)).to_contain_text(["Skyjo rules", "In this match", "How to score"])
    expect(rules).to_contain_text("Play to 100")
    sound(table)
    rules.get_by_role("button", name="Close").tap()
    expect(rules).to_have_count(0)
    assert table.url == before
    assert asks(table)
