"""A table of Skyjo in a real browser: two cards turned, taking, swapping, putting away, and a match to its end."""

from __future__ import annotations

import re
import uuid

import pytest
from playwright.sync_api import Page, expect

from .cast import send
from .test_fits import SMALL_TARGETS, wider_than_the_screen

TURNS = 400
WAIT_MS = 20_000
READY = """() => document.querySelector('[data-next]') || document.querySelector('#board .act a.btn')
  || (document.querySelector("#board[data-asks='1']:not([data-busy]) [name=move]") && true)"""


def begin_with_bots(page: Page, limit: str) -> None:
    """Ana and two bots at a table, the first round dealt."""
    form = page.request.get("/new?game=skyjo").text()
    found = re.search(r'name="csrf_token" value="([^"]+)"', form)
    assert found
    people = [("name", "Ana"), ("plays", ""), ("name", "Robo"), ("plays", "easy"), ("name", "Gizmo"), ("plays", "easy")]
    fields = [("csrf_token", found[1]), ("client_id", uuid.uuid4().hex), ("game", "skyjo"), ("limit", limit), *people]
    page.goto(send(page, "/new", fields))
    page.get_by_role("button", name="Deal round 1").tap()
    expect(page.locator("#hand")).to_be_visible()


@pytest.fixture
def table(page: Page) -> Page:
    begin_with_bots(page, "30")
    return page


def tapped(page: Page, what: str) -> None:
    """Tap the first button of that kind and wait until the table has changed; a moment in front of it goes first."""
    seen = page.locator("#board").get_attribute("data-seen")
    page.evaluate("what => [...document.querySelectorAll(what)].find((one) => one.offsetParent).click()", what)
    changed = "seen => document.getElementById('board')?.dataset.seen !== seen"
    page.wait_for_function(changed, arg=seen, timeout=WAIT_MS)


def my_turn(page: Page) -> bool:
    """Wait for this phone's turn; False when the round is over."""
    page.wait_for_function(READY, timeout=WAIT_MS)
    return page.locator("[data-next], #board .act a.btn").count() == 0


def one_move(page: Page) -> None:
    """Whatever is asked for: turn cards up quickly, so that rounds end."""
    if page.locator(".takes").count():
        tapped(page, ".takes[data-effect=draw]")
        return
    if page.locator("#on-2").count():
        page.locator("label", has=page.locator("#on-2")).tap()
        tapped(page, "#hand .play.back.on-2")
        return
    tapped(page, "#hand .play.back" if page.locator("#hand .play.back").count() else "#hand .play")


def test_two_picked_cards_are_turned_once_all_have_picked(table: Page) -> None:
    assert my_turn(table)
    expect(table.locator("#ask")).to_have_text("Pick two of your cards to turn.")
    tapped(table, "#hand .play")
    expect(table.locator("#hand .picked")).to_have_count(1)
    expect(table.locator("#hand .picked")).to_have_attribute("aria-label", "Column 1, row 1, face down, picked")
    tapped(table, "#hand .play")
    expect(table.locator("#hand .card:not(.back)")).to_have_count(2, timeout=WAIT_MS)
    # Whoever begins may have moved already.
    expect(table.locator(".small-grid .mini").nth(3)).to_be_visible()


def test_a_card_says_what_a_tap_will_do_and_a_dead_one_why_not(table: Page) -> None:
    for _ in range(2):
        assert my_turn(table)
        tapped(table, "#hand .play")
    assert my_turn(table)
    table.locator("#hand .dead").first.click(force=True)
    expect(table.locator("#why")).to_have_text("First take a card: from the discard or from the stock.")
    assert table.evaluate(SMALL_TARGETS, 44) == []
    tapped(table, ".takes[data-effect=draw]")
    expect(table.locator(".in-hand .card")).to_be_visible()
    expect(table.get_by_role("radio", name="Swap it in")).to_be_checked()
    assert table.locator("#hand .play:visible").count() == 12
    table.locator("label", has=table.locator("#on-2")).tap()
    assert table.locator("#hand .play:visible").count() == 10
    expect(table.get_by_role("button", name="Column 4, row 3, face down: turn up")).to_be_visible()
    tapped(table, "#hand .play.on-2")
    expect(table.locator("#hand .card:not(.back)")).to_have_count(3)


def test_arrows_walk_over_the_grid_as_it_lies(table: Page) -> None:
    assert my_turn(table)
    cards = table.locator("#hand .card")
    cards.first.focus()
    for arrow, at in (("ArrowRight", 3), ("ArrowDown", 4), ("ArrowLeft", 1), ("ArrowUp", 0)):
        table.keyboard.press(arrow)
        expect(cards.nth(at)).to_be_focused()


@pytest.mark.parametrize("width", [320, 360])
def test_the_table_does_not_scroll_sideways(table: Page, width: int) -> None:
    table.set_viewport_size({"width": width, "height": 640})
    assert my_turn(table)
    assert not wider_than_the_screen(table)
    expect(table.locator("#hand .card").last).to_be_visible()


def test_a_match_is_played_to_its_end_with_bots(table: Page) -> None:
    for _ in range(TURNS):
        if my_turn(table):
            one_move(table)
        elif table.locator("[data-next]").count():
            expect(table.locator(".result li")).to_have_count(3)
            tapped(table, "[data-next]")
        else:
            break
    table.get_by_role("link", name="To the result").click()
    expect(table.get_by_role("button", name="Rematch")).to_be_visible()
    expect(table.get_by_text("👑")).to_be_attached()
