"""The table fits in every size of screen and with large text: a round, its result, its moves, long names."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from companion.games.game import Game
from companion.games.jokrummy.pack import HAND, MONKEY, PACK

from .backstage import Backstage
from .calm import browser_context_args as browser_context_args
from .felt import act, at_table, deal
from .fits import misfits

SIX = 6
LARGE_TOO = ((320, 640), (360, 740), (740, 360), (820, 1180))
"""Where a table is looked at with text of twice the size, too."""
LONG = ("Maximiliana-Theodora von und zu Weissach", "W" * 40, "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "שרה בת אברהם ואסתר", "Pau", "Ana")
TABLES = [game for game in GAMES if game.table]
BOXES = "seen => seen.map((one) => { const box = one.getBoundingClientRect(); return [box.x, box.y]; })"


@pytest.fixture(params=TABLES, ids=lambda game: game.key)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def asked(page: Page) -> None:
    """Waits for the own turn, and sends a moment away."""
    expect(page.locator("#board")).to_have_attribute("data-asks", "1")
    page.keyboard.press("Escape")


def test_a_round_fits_from_the_first_question_to_the_last_step(page: Page, game: Game, backstage: Backstage) -> None:
    match = at_table(page, ["Ana"], ["easy"] * (SIX - 1), game=game.key)
    deal(page)
    asked(page)
    act(page)
    asked(page)
    for card in page.locator("#hand [name=card]").all()[:2]:
        card.tap()
    assert misfits(page, LARGE_TOO) == []
    backstage.play_on(match)
    match.open("/table")
    expect(page.locator(".result")).to_be_visible()
    page.keyboard.press("Escape")
    assert misfits(page, LARGE_TOO) == []
    page.get_by_role("link", name="Replay the round").tap()
    page.get_by_role("link", name="Next").tap()
    expect(page.get_by_text(re.compile("Move 1 of"))).to_be_visible()
    assert misfits(page, LARGE_TOO) == []
    match.open("/table/log")
    expect(page.locator(".told li").first).to_be_visible()
    assert misfits(page, LARGE_TOO) == []


def test_long_names_fit(page: Page, game: Game) -> None:
    match = at_table(page, LONG, game=game.key)
    deal(page)
    page.keyboard.press("Escape")
    expect(page.locator("#moment")).to_be_hidden()
    assert misfits(page, LARGE_TOO) == []
    page.locator(".curtain .btn.primary").tap()
    expect(page.locator("#hand")).to_be_visible()
    page.keyboard.press("Escape")
    assert misfits(page, LARGE_TOO) == []
    match.open("/table/log")
    assert misfits(page, LARGE_TOO) == []


@pytest.mark.parametrize("others", range(1, 8))
def test_on_a_desk_the_others_sit_around_the_table_in_their_order(page: Page, others: int) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    at_table(page, ["Ana", *(f"Guest {number}" for number in range(others))])
    deal(page)
    page.locator(".curtain .btn.primary").tap()
    expect(page.locator("#hand")).to_be_visible()
    across = [x for x, _ in page.locator(".place").evaluate_all(BOXES)]
    assert len(across) == others
    assert across == sorted(across), "clockwise from the left of the hand"
    down = [y for _, y in page.locator(".place").evaluate_all(BOXES)]
    top = down.index(min(down))
    assert down[: top + 1] == sorted(down[: top + 1], reverse=True) and down[top:] == sorted(down[top:])
    assert page.evaluate("document.scrollingElement.scrollHeight") <= 720


def test_a_monkey_on_the_discard_pile_fits(page: Page, backstage: Backstage) -> None:
    match = at_table(page, LONG, game="jokrummy")
    plain = [card for card, copies in PACK.items() if card != MONKEY for _ in range(copies)]
    backstage.deal(match, [], [*plain[: HAND * SIX], MONKEY])
    match.open("/table")
    page.locator(".curtain .btn.primary").tap()
    expect(page.locator("#pile-discard")).to_contain_text("monkey")
    page.keyboard.press("Escape")
    assert misfits(page, LARGE_TOO) == []


def test_whoever_shows_three_cards_in_mojo_time_fits(page: Page, backstage: Backstage) -> None:
    three = page.locator(".place .has > :nth-child(3)")
    for _ in range(30):
        match = at_table(page, ["Ana", "Pau", "Zoé", "Małgorzata"])
        match.post("/table/deal", round="1")
        backstage.play_on(match)
        match.open("/table")
        expect(page.locator(".result")).to_be_visible()
        if three.count():
            break
    assert three.count()
    page.keyboard.press("Escape")
    assert misfits(page, LARGE_TOO) == []
