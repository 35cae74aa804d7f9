"""The table on a phone: the hand stays at the thumb, nothing jumps while others play, who is in turn is in view."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from companion.games.game import Game

from .backstage import Backstage
from .calm import browser_context_args as browser_context_args
from .felt import act, asks, at_table, deal, over, seen
from .still import shifts, watch_shifts

TURNS = 5
MY_TURN = "() => { const { asks, over } = document.getElementById('board').dataset; return asks === '1' || over; }"
OUT_OF_VIEW = """selector => [...document.querySelectorAll(selector)].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.top < 0 || box.left < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
}).map((one) => one.id || one.textContent.trim())"""
TABLES = [game for game in GAMES if game.table]
SIZES = [(360, 740), (320, 568), (320, 640), (740, 360), (820, 1180)]


def most_people(page: Page, game: Game) -> None:
    """Ana and as many bots as there may be."""
    most = max(game.seats)
    at_table(page, ["Ana"], ["easy"] * (most - 1), game=game.key, **({"limit": "5"} if game.key == "jokrummy" else {}))


def cards(page: Page) -> list[str]:
    """The own cards."""
    return page.locator("#hand .card b").all_inner_texts()


@pytest.mark.parametrize("game", TABLES, ids=lambda game: game.key)
def test_nothing_jumps_while_the_others_play(page: Page, game: Game, backstage: Backstage) -> None:
    most_people(page, game)
    deal(page)
    watch_shifts(page)
    jumped = []
    for _ in range(TURNS):
        page.wait_for_function(MY_TURN)
        if over(page):
            break
        act(page)
        shifts(page)
        before = cards(page)
        if not asks(page):
            page.wait_for_function(MY_TURN)
        jumped += [] if over(page) or cards(page) != before else shifts(page)
    assert jumped == []


@pytest.mark.parametrize("game", TABLES, ids=lambda game: game.key)
def test_the_hand_the_piles_and_who_is_in_turn_are_in_view(page: Page, game: Game) -> None:
    """In every size, in each turn; one acts in another size each time."""
    most_people(page, game)
    deal(page)
    expect(page.locator("#hand")).to_be_visible()
    for turn in range(TURNS):
        page.wait_for_function(MY_TURN)
        if over(page):
            break
        page.keyboard.press("Escape")
        for width, height in (*SIZES[turn:], *SIZES[:turn]):
            page.set_viewport_size({"width": width, "height": height})
            out = page.evaluate(OUT_OF_VIEW, "#hand .card, #ask, .place, .takes")
            assert (width, height, out) == (width, height, [])
            assert page.evaluate("document.scrollingElement.scrollHeight") <= height
        act(page)


def test_the_one_in_turn_says_so(page: Page) -> None:
    at_table(page, ["Ana", "Pau", *(f"Guest {number}" for number in range(6))])
    deal(page)
    page.locator(".curtain .btn.primary").tap()
    act(page, last=True)
    before = seen(page)
    turn = page.locator(".place.turn")
    if turn.count():
        expect(turn).to_be_in_viewport(ratio=1)
        expect(turn).to_contain_text(re.compile("playing now"))
    assert seen(page) == before
