"""The table for everybody: what axe finds, in light and dark, and a round without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.games import GAMES
from companion.games.game import Game
from tests.conftest import as_many

from .backstage import Backstage
from .calm import browser_context_args as browser_context_args
from .conftest import Ears
from .felt import asks, at_table, deal, over, seen, wanted
from .test_accessible import sound

LOOKED_AT = as_many(4, 8)
"""Moves at the beginning of a round, and at its end."""
STALE = """() => {
  document.querySelector('#board form [name=seen]').value = '1';
  document.querySelector('#hand .play').click();
}"""


def setup(page: Page) -> None:
    at_table(page, ["Ana", "Pau", "x" * 40], ["strong"])


def running(page: Page) -> None:
    at_table(page, ["Ana"], ["easy", "normal"], discards="2")
    deal(page)
    expect(page.locator("#hand .play").first).to_be_visible()
    page.locator("#gear summary").tap()
    expect(page.get_by_label("Soft sounds")).to_be_visible()


def curtain(page: Page) -> None:
    at_table(page, ["Ana", "👨‍👩‍👧‍👦"])
    deal(page)
    expect(page.locator(".curtain .btn.primary")).to_be_visible()


def refused(page: Page) -> None:
    at_table(page, ["Ana", "Pau"])
    deal(page)
    page.locator(".curtain .btn.primary").tap()
    expect(page.locator("#hand .play").first).to_be_visible()
    page.evaluate(STALE)
    expect(page.get_by_role("alert")).to_contain_text("Something just changed on the table")
    with page.expect_response(re.compile("/table/board")):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('presence'))")
    expect(page.get_by_role("alert")).to_contain_text("Something just changed on the table")


@pytest.mark.parametrize("bring", [setup, running, curtain, refused])
def test_axe_finds_nothing_at_the_table_and_nothing_sticks_out(
    page: Page, bring: Callable[[Page], None], ears: Ears
) -> None:
    ears.expect("status of 409")
    bring(page)
    sound(page)


@pytest.mark.parametrize("game", [game for game in GAMES if game.table], ids=lambda game: game.key)
def test_a_round_is_played_without_javascript(
    new_context: Callable[..., BrowserContext], backstage: Backstage, game: Game
) -> None:
    page = new_context(java_script_enabled=False).new_page()
    match = at_table(page, ["Ana", "Pau"], game=game.key)
    deal(page)
    for number in range(200):
        if over(page):
            break
        if number == LOOKED_AT:
            # The middle of a round is like its beginning.
            backstage.play_on(match, left=LOOKED_AT)
            match.open("/table")
            continue
        assert asks(page)
        take = page.get_by_role("link", name=re.compile("show my cards"))
        if take.count():
            take.tap()
            expect(page.locator("#mine.turn")).to_be_visible()
        move = backstage.advice(match, int(page.locator("#board .felt-form [name=seat]").input_value()))
        before = seen(page)
        with page.expect_navigation():
            wanted(page, move).tap()
        assert seen(page) != before
    expect(page.get_by_role("heading", name="Round 1", exact=True)).to_be_visible()


def test_without_javascript_one_looks_again_to_see_what_others_did(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(java_script_enabled=False).new_page()
    at_table(page, ["Ana"], ["easy"])
    deal(page)
    for _ in range(1000):
        if page.locator(".told li", has_text="Robo 1").count():
            break
        # Whoever plays an equal card plays on.
        card = page.locator("#board [name=move]:visible").first
        with page.expect_navigation():
            (card if asks(page) else page.get_by_role("link", name="Refresh")).tap()
    expect(page.locator(".told li", has_text="Robo 1").first).to_be_visible()
