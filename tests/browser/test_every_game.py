"""The pages of every game: in light and dark, on a small phone and on a desk, axe finds nothing and all of it fits."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from companion.games.game import Game
from tests.games.case import case_of

from .backstage import Backstage
from .calm import browser_context_args as browser_context_args
from .cast import Finger, Match, begin, whose_sheet
from .felt import act, at_table
from .test_accessible import sound

SOME_ACTS = 3


@pytest.fixture(params=GAMES, ids=lambda game: game.key)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def play_on_paper(match: Match, game: Game) -> None:
    """A round, and one hand of the next."""
    case = case_of(game)
    for seat, report in enumerate(case.sheets):
        match.enter(1, seat, mojo=seat == case.closer, **report)
    match.enter(2, 1, **case.sheets[1])


def test_the_way_to_a_match_and_its_sheets_are_sound(page: Page, game: Game) -> None:
    page.goto(f"/new?game={game.key}")
    expect(page.get_by_role("button", name=game.name, exact=True)).to_have_attribute("aria-pressed", "true")
    sound(page)
    page.goto(f"/rules/{game.key}")
    sound(page)
    match = begin(page, game=game.key)
    match.open("/r/1/s/0/edit")
    whose_sheet(page, "Ana")
    sound(page)
    case_of(game).fill(Finger(page))
    sound(page)
    page.get_by_role("link", name="How to score").tap()
    expect(page.get_by_role("dialog", name="How to score")).to_be_visible()
    sound(page)


def test_the_pad_and_a_correction_are_sound(page: Page, game: Game) -> None:
    match = begin(page, game=game.key)
    play_on_paper(match, game)
    match.open()
    expect(page.get_by_text("Still to come")).to_be_visible()
    sound(page)
    match.open("/r/1/s/1/edit")
    whose_sheet(page, "Pau")
    case_of(game).correct(Finger(page))
    expect(page.get_by_role("status").filter(has_text="→")).to_be_visible()
    sound(page)
    match.post("/menu/limit", limit=case_of(game).limit)
    match.open()
    expect(page.locator("section.end")).to_be_visible()
    sound(page)
    match.open("/r/1/s/0")
    sound(page)


@pytest.mark.parametrize("game", [game for game in GAMES if game.table], ids=lambda game: game.key, indirect=True)
def test_a_table_is_sound_from_the_first_question_to_the_last_step(
    page: Page, backstage: Backstage, game: Game
) -> None:
    match = at_table(page, ["Ana"], ["easy"], game=game.key)
    sound(page)
    backstage.deal(match)
    match.open("/table")
    asked = expect(page.locator("#board"))
    asked.to_have_attribute("data-asks", "1")
    sound(page)
    for _ in range(SOME_ACTS):
        asked.to_have_attribute("data-asks", "1")
        act(page)
    asked.to_have_attribute("data-asks", "1")
    sound(page)
    backstage.play_on(match)
    match.open("/table")
    expect(page.locator(".result")).to_be_visible()
    sound(page)
    page.get_by_role("link", name="Replay the round").tap()
    page.get_by_role("link", name="Next").tap()
    expect(page.get_by_text(re.compile("Move 1 of"))).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1, move by move")
    sound(page)
    page.get_by_role("link", name="To the end").tap()
    expect(page.get_by_text(re.compile(r"Move (\d+) of \1$"))).to_be_visible()
    sound(page)
    page.get_by_role("link", name="Back to the table").tap()
    page.get_by_role("link", name="How to check the shuffle").tap()
    expect(page).to_have_url(re.compile("/seals$"))
    page.locator("summary").first.tap()
    expect(page.locator("table.seals").first).to_be_visible()
    expect(page.get_by_text("This browser has checked it")).to_be_visible()
    sound(page)
