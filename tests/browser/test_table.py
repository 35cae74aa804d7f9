"""Whole matches on screens, tapped through in real browsers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, BrowserContext, Page, Route, expect

from companion.games import GAMES
from companion.games.game import Game
from tests.conftest import LONG
from tests.games.case import table_case

from .backstage import Backstage
from .calm import browser_context_args as browser_context_args
from .cast import Match, cell, lend_cookies
from .conftest import Ears
from .felt import Advice, act, asks, at_table, at_two_phones, deal, over, play_round, seen
from .phones import link_of, lying

ROUNDS = 20
SOME_MOVES = 10
FOLLOW = """() => { const shown = window.shown = [Number(board.dataset.seen)];
  new MutationObserver(() => shown.push(Number(document.getElementById('board').dataset.seen))).observe(
    document.getElementById('main'), { subtree: true, childList: true, attributeFilter: ['data-seen'] }); }"""
DRAW_ANEW = """async () => {
  window.old = document.querySelector('#board form');
  const url = location.pathname + '/board' + location.search;
  await htmx.ajax('GET', url, { target: '#main', swap: 'innerHTML' });
}"""


@pytest.mark.parametrize("game", [game for game in GAMES if game.table], ids=lambda game: game.key)
def test_a_match_is_played_to_its_end_on_two_phones_one_on_its_side_with_a_bot(
    page: Page, new_context: Callable[..., BrowserContext], backstage: Backstage, game: Game
) -> None:
    here, strength, limit = table_case(game).party
    match = at_table(page, [*here, "Pau"], [strength], game=game.key, limit=limit)
    pau = beside(match, lying(new_context().new_page()), *here)
    play_match(page, pau, lambda seat: backstage.advice(match, seat), None if LONG else middle(match, backstage))
    page.get_by_role("link", name="See the result").tap()
    expect(page.get_by_role("heading", name=re.compile("wins|share the win"))).to_be_visible()
    expect(page.get_by_label("The result as text")).to_have_value(re.compile("👑"))
    for name in (*here, "Pau", "Robo 1"):
        expect(cell(page, name, 1)).to_be_visible()


def middle(match: Match, backstage: Backstage) -> Callable[[Page, Page], None]:
    """Plays the middle of a round, which is like its beginning, behind the table; both phones look again. `make soak`
    taps it all.
    """

    def play(*phones: Page) -> None:
        backstage.play_on(match, left=SOME_MOVES)
        for phone in phones:
            phone.goto(f"{match.path}/table")

    return play


def play_match(page: Page, pau: Page, advice: Advice, skip: Callable[[Page, Page], None] | None = None) -> None:
    """Deals and plays rounds until the match is over; both phones show the same result of each."""
    for round_ in range(1, ROUNDS):
        deal(page, round_)
        expect(pau.locator("#board")).to_have_attribute("data-round", str(round_))
        for phone in (page, pau):
            expect(phone.locator("#heading")).to_contain_text(f"Round {round_} ")
            expect(phone).to_have_title(re.compile(f"round {round_} "))
        if skip and not play_round(page, pau, advice=advice, most=SOME_MOVES):
            skip(page, pau)
        play_round(page, pau, advice=advice)
        expect(page.get_by_role("heading", name=f"Round {round_}", exact=True)).to_be_visible()
        expect(pau.locator("#board")).to_have_attribute("data-over", str(round_))
        expect(pau.locator(".result .points")).to_have_text(page.locator(".result .points").all_inner_texts())
        page.keyboard.press("Escape")
        if page.get_by_role("link", name="See the result").count():
            return
    raise AssertionError("the match does not end")


def beside(match: Match, pau: Page, *names: str) -> Page:
    """These sit at the first phone, Pau at his own, which is returned."""
    match.open("/who?several=1")
    sit_down(match.page, *names)
    pau.goto(link_of(match))
    pau.get_by_role("button", name="Pau").tap()
    expect(pau).to_have_url(re.compile("/table"))
    return pau


def sit_down(page: Page, *names: str) -> None:
    """Says who this phone plays for; in a match with bots it is led to the table."""
    for name in names:
        page.get_by_role("checkbox", name=name).tap()
    page.get_by_role("button", name="Enter for these").tap()
    expect(page).to_have_url(re.compile("/table"))


def dealt_to_two(page: Page, pau: Page, **options: str) -> Page:
    """Deals to Ana on her phone and to Pau on his, which is returned."""
    match = at_table(page, ["Ana", "Pau"], **options)
    at_two_phones(match, pau)
    match.open("/table")
    deal(page)
    pau.goto(f"{match.path}/table")
    return pau


def test_a_round_with_two_discards_on_two_phones(
    page: Page, new_context: Callable[..., BrowserContext], ears: Ears
) -> None:
    pau = dealt_to_two(page, new_context().new_page(), discards="2")
    first = page.locator("#hand .play:visible").first
    expect(first).to_have_attribute("value", re.compile("on 1$"))
    page.locator("label.pile").last.tap()
    expect(first).to_have_attribute("value", re.compile("on 2$"))
    play_round(page, pau)
    expect(page.locator(".result .points")).to_have_count(2)


def test_a_phone_shows_its_own_hand_and_no_other(page: Page, new_context: Callable[..., BrowserContext]) -> None:
    pau = dealt_to_two(page, new_context().new_page())
    expect(page.locator("#hand .card")).to_have_count(8)
    expect(pau.locator("#hand .card")).to_have_count(8)
    expect(pau.locator("#hand .play")).to_have_count(0)
    expect(page.locator(".place .card, .place .mini:not(.count)")).to_have_count(0)
    pau.locator("#hand .card").first.tap(force=True)
    expect(pau.locator("#why")).to_have_text("It’s not your turn.")


def test_a_reload_another_tab_and_the_way_back_find_the_seat_again(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    at_table(page, ["Ana"], ["easy"])
    deal(page)
    hand = page.locator("#hand b").all_inner_texts()
    page.reload()
    expect(page.locator("#hand b")).to_have_text(hand)
    other = new_context()
    lend_cookies(page, other)
    tab = other.new_page()
    tab.goto(page.url)
    expect(tab.locator("#hand b")).to_have_text(hand)
    page.get_by_role("link", name="Go to the pad").tap()
    expect(page.get_by_role("link", name=re.compile("is on screen"))).to_be_visible()
    page.go_back()
    expect(page.locator("#hand b")).to_have_text(hand)


def test_a_look_that_comes_late_does_not_bring_an_old_table_back(page: Page) -> None:
    at_table(page, ["Ana", "Pau"])
    deal(page)
    page.locator(".curtain .btn.primary").tap()
    expect(page.locator("#hand .play").first).to_be_visible()
    old: list[tuple[Route, APIResponse]] = []
    page.route("**/table/board*", lambda route: old.append((route, route.fetch())), times=1)
    page.evaluate(FOLLOW)
    page.evaluate("document.body.dispatchEvent(new CustomEvent('changed'))")
    for _ in range(1000):
        if not old:
            page.wait_for_timeout(20)
    act(page)
    for route, response in old:
        route.fulfill(response=response)
    with page.expect_response(re.compile("/table/board")):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('presence'))")
    shown = page.evaluate("window.shown")
    assert old
    assert len(shown) > 1
    assert shown == sorted(shown)


def test_a_round_is_played_by_keyboard_alone(page: Page) -> None:
    at_table(page, ["Ana"], ["easy"])
    page.get_by_role("button", name="Deal round 1").press("Enter")
    expect(page.locator("#hand .play").first).to_be_visible()
    page.locator("#hand .play").first.focus()
    page.keyboard.press("ArrowRight")
    for _ in range(100):
        if over(page):
            break
        if asks(page):
            expect(page.locator("#hand .play").first).to_be_visible()
            page.locator("#hand .play").first.focus()
            before = seen(page)
            page.keyboard.press("Enter")
            page.wait_for_function("seen => document.getElementById('board').dataset.seen !== seen", arg=before)
        else:
            page.wait_for_function("() => ['asks', 'over'].some((key) => Number(board.dataset[key]))")
    expect(page.locator(".result")).to_be_visible()


def take_the_phone(page: Page) -> None:
    """Lifts the curtain, and waits until the script has the cards: before that a tap is a plain form."""
    page.locator(".curtain .btn.primary").tap()
    expect(page.locator("#board:has(form[data-htmx-powered]) #hand .play").first).to_be_visible()


def test_a_move_without_a_connection_is_made_once_when_it_is_back(page: Page, ears: Ears) -> None:
    ears.expect("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "ERR_")
    at_table(page, ["Ana", "Pau"])
    deal(page)
    take_the_phone(page)
    page.context.set_offline(True)
    card = page.locator("#hand .play").first
    card.tap()
    expect(page.locator("#offline")).to_be_visible()
    expect(card).to_have_attribute("data-waits", "")
    expect(page.get_by_text("Your card waits for the connection")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".told li", has_text="Ana plays")).to_have_count(1)
    expect(page.locator("[data-waits]")).to_have_count(0)
    expect(page.get_by_text("Your card waits for the connection")).to_have_count(0)


def test_a_card_that_waits_survives_that_the_table_is_drawn_anew(page: Page, ears: Ears) -> None:
    ears.expect("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "ERR_")
    at_table(page, ["Ana", "Pau"])
    deal(page)
    take_the_phone(page)
    page.route("**/table/move", lambda route: route.abort())
    page.locator("#hand .play").nth(1).tap()
    expect(page.locator("#hand .play[data-waits]")).to_have_count(1)
    page.evaluate(DRAW_ANEW)
    expect(page.locator("#hand .play").nth(1)).to_have_attribute("data-waits", "")
    assert not page.evaluate("window.old.isConnected")
    page.unroute("**/table/move")
    expect(page.locator(".told li", has_text="Ana plays")).to_have_count(1)
    expect(page.locator("[data-waits]")).to_have_count(0)


@pytest.mark.parametrize("discards", ["1", "2"])
def test_eight_cards_fit_on_the_smallest_phone(page: Page, discards: str) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    at_table(page, ["Ana"], ["easy", "normal", "strong"], discards=discards)
    deal(page)
    expect(page.locator("#hand .card:visible")).to_have_count(8)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    boxes = [card.bounding_box() for card in page.locator("#hand .card:visible").all()]
    assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes)


def test_mojo_time_and_the_end_are_moments_that_can_be_skipped(page: Page) -> None:
    at_table(page, ["Ana"], ["easy"])
    deal(page)
    moment = page.locator("#moment")
    while not over(page):
        if asks(page):
            act(page)
        else:
            play_round(page)
    expect(moment).to_contain_text("The round is over")
    page.keyboard.press("Escape")
    expect(moment).to_be_hidden()


def test_the_title_says_that_it_is_ones_turn_as_long_as_the_table_is_shown(page: Page) -> None:
    at_table(page, ["Ana", "Pau"])
    deal(page)
    expect(page).to_have_title(re.compile("^● Your turn!"))
    with page.expect_response(re.compile("/table/board")):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('presence'))")
    expect(page).to_have_title(re.compile("^● Your turn!"))
    page.get_by_role("link", name="Go to the pad").tap()
    expect(page.get_by_role("table")).to_be_visible()
    expect(page).to_have_title(re.compile("^Mojo, round 1"))


def test_the_way_to_the_seals_is_as_high_as_a_finger_needs(page: Page) -> None:
    at_table(page, ["Ana"], ["easy"])
    deal(page)
    box = page.get_by_role("link", name="How to check the shuffle").bounding_box()
    assert box
    assert box["height"] >= 44
