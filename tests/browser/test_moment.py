"""The end of a round, felt together: on every phone and the television, once, and out of the way at a tap."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime, parsedate_to_datetime

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from .cast import Finger, Match, begin, has_totals, on_the_pad, pass_time, whose_sheet
from .conftest import Ears
from .phones import let_in, seated

SHOWN_MS = 3000
STEP_MS = 10


SEES = """let there = false;
window.shown = [];
new MutationObserver(() => {
  const said = document.querySelector('#stage:not([hidden]) .headline .lead')?.textContent;
  const aloud = document.querySelector('[role=status]#told')?.textContent ?? '';
  if (said && !there) window.shown.push([said, aloud.includes(said)]);
  there = Boolean(said);
}).observe(document, { subtree: true, childList: true, attributeFilter: ['hidden'] });"""
"""Notes each moment that a page shows, and whether it says so, too: on a busy machine it may be over before somebody
looks.
"""


@pytest.fixture
def impatient() -> bool:
    """Here a moment lasts as long as it lasts."""
    return False


def shows(page: Page, said: str) -> None:
    """The moment is there."""
    expect(page.locator("#stage")).to_be_visible()
    expect(page.locator("#stage .headline .lead")).to_have_text(said)


def shows_none(page: Page) -> None:
    expect(page.locator("#stage")).to_be_hidden()


@pytest.fixture
def match(page: Page) -> Match:
    return begin(page)


@contextmanager
def clock(page: Page) -> Iterator[None]:
    """The page's time stands still but for what the test says."""
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=1))
    yield
    page.clock.resume()


def comes(page: Page) -> None:
    """Lets time go on until the moment is there, and stops it again."""
    while page.locator("#stage").is_hidden():
        page.clock.run_for(STEP_MS)


def zoe_ends_it(waiting: Match, page: Page) -> None:
    """Zoé's hand comes in while the clock stands still, and the moment is there."""
    waiting.enter(1, 2, "3", mojo=True)
    comes(page)
    shows(page, "Zoé takes the Mojo: 0!")


def watched(match: Match, page: Page) -> Page:
    page.goto(match.path.replace("/m/", "/tv/"))
    expect(page.locator(".tv-ranks")).to_be_visible()
    return page


def last_hand(match: Match, page: Page) -> None:
    """Zoé's hand, on a phone: she takes the Mojo, and nobody is lower."""
    page.goto(match.sheet(1, 2))
    whose_sheet(page, "Zoé")
    Finger(page).cards(3)
    Finger(page).mojo()
    Finger(page).save()


@pytest.fixture
def waiting(match: Match) -> Match:
    """A round that waits for Zoé's hand."""
    match.enter(1, 0, "9 1")
    match.enter(1, 1, "12 3")
    return match


def test_all_phones_and_the_television_show_the_end_of_a_round_once(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    table = seated(page, new_context, "Ana", "Pau", "Zoé")
    match, television = table.match, page.context.new_page()
    screens = (page, table["Pau"], table["Zoé"], television)
    for screen in screens:
        screen.add_init_script(SEES)
    watched(match, television)
    match.enter(1, 0, "9 1")
    match.enter(1, 1, "12 3")
    for phone in (page, table["Pau"]):
        phone.goto(match.path)
        on_the_pad(phone)
    last_hand(match, table["Zoé"])
    for screen in screens:
        screen.wait_for_function("() => window.shown.length")
        shows_none(screen)
        assert screen.evaluate("window.shown") == [["Zoé takes the Mojo: 0!", True]]
    page.goto(match.sheet(1, 0))
    whose_sheet(page, "Ana")
    Finger(page).cards(5)
    expect(page.locator("#preview")).to_contain_text("10 → 15")
    Finger(page).save()
    for phone in (page, table["Pau"], television):
        expect(phone.get_by_text("15", exact=True).first).to_be_visible()
        shows_none(phone)
        assert len(phone.evaluate("window.shown")) == (phone is not page), "Ana's phone has opened another page"


def test_it_goes_by_itself_and_takes_no_focus(waiting: Match, page: Page) -> None:
    waiting.open()
    on_the_pad(page)
    link = page.get_by_role("link", name=re.compile("^Ana, round 1"))
    link.focus()
    with clock(page):
        zoe_ends_it(waiting, page)
        expect(link).to_be_focused()
        pass_time(page, SHOWN_MS - 2 * STEP_MS)
        expect(page.locator("#stage")).to_be_visible()
        page.clock.run_for(2 * STEP_MS)
        shows_none(page)
    expect(link).to_be_focused()


def test_a_tap_ends_it_and_does_nothing_else_and_the_next_one_goes_through(waiting: Match, page: Page) -> None:
    waiting.open()
    on_the_pad(page)
    with clock(page):
        zoe_ends_it(waiting, page)
        act = page.get_by_role("link", name=re.compile("^Enter .*cards"))
        box = act.bounding_box()
        assert box
        at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.touchscreen.tap(*at)
        shows_none(page)
    assert page.url.endswith(waiting.path)
    page.touchscreen.tap(*at)
    page.wait_for_url(re.compile("/edit$"))


def test_escape_ends_it(waiting: Match, page: Page) -> None:
    waiting.open()
    on_the_pad(page)
    with clock(page):
        zoe_ends_it(waiting, page)
        page.keyboard.press("Escape")
        shows_none(page)


def test_a_page_that_is_opened_or_loaded_again_after_it_shows_nothing(waiting: Match, page: Page) -> None:
    waiting.open()
    on_the_pad(page)
    waiting.enter(1, 2, "3", mojo=True)
    shows(page, "Zoé takes the Mojo: 0!")
    page.reload()
    has_totals(page, "10", "15", "0")
    shows_none(page)
    another = page.context.new_page()
    another.goto(waiting.path)
    has_totals(another, "10", "15", "0")
    shows_none(another)


def test_undo_and_the_same_hand_again_are_no_moment(waiting: Match, page: Page) -> None:
    last_hand(waiting, page)
    shows(page, "Zoé takes the Mojo: 0!")
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^Undo")).first.tap()
    expect(page.locator("tbody .pts").nth(2)).to_have_text("")
    shows_none(page)
    last_hand(waiting, page)
    has_totals(page, "10", "15", "0")
    shows_none(page)


def test_a_phone_that_was_away_has_all_of_it_on_its_sheet(waiting: Match, page: Page) -> None:
    """The answer comes a minute after the round ended."""
    waiting.open()
    on_the_pad(page)

    def late(route: Route) -> None:
        answer = route.fetch()
        then = parsedate_to_datetime(answer.headers["date"]) + timedelta(minutes=1)
        route.fulfill(response=answer, headers={**answer.headers, "date": format_datetime(then, usegmt=True)})

    page.route("**/sheet", late)
    waiting.enter(1, 2, "3", mojo=True)
    has_totals(page, "10", "15", "0")
    shows_none(page)


def test_nobody_is_disturbed_on_an_entry_sheet(
    waiting: Match, page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    pau = new_context().new_page()
    let_in(waiting, pau, 1)
    pau.goto(waiting.path)
    on_the_pad(pau)
    pau.goto(waiting.sheet(1, 1))
    whose_sheet(pau, "Pau")
    Finger(pau).cards(7)
    waiting.enter(1, 2, "3", mojo=True)
    expect(pau.locator("#others")).to_be_attached()
    expect(pau.locator("#stage")).to_have_count(0)
    expect(pau.locator("[data-sum]")).not_to_be_empty()


def test_a_story_that_is_open_stays_as_it_is(waiting: Match, page: Page) -> None:
    waiting.open()
    on_the_pad(page)
    page.get_by_role("link", name=re.compile("^Ana, round 1")).tap()
    expect(page.locator("dialog#cell")).to_be_visible()
    waiting.enter(1, 2, "3", mojo=True)
    has_totals(page, "10", "15", "0")
    shows_none(page)
    expect(page.locator("dialog#cell")).to_be_visible()


def test_the_end_of_the_match_crowns_the_winner(page: Page) -> None:
    match = begin(page, "Ana", "Pau", limit="20")
    match.enter(1, 1, "10 12")
    match.open()
    on_the_pad(page)
    with clock(page):
        match.enter(1, 0, "3", mojo=True)
        comes(page)
        expect(page.locator("#stage .crowning .lead")).to_have_text("Ana wins")
        expect(page.locator("#stage .podium .p1")).to_contain_text("Ana")
        pass_time(page, SHOWN_MS)
        shows_none(page)


def test_sounds_are_off_until_somebody_switches_them_on(waiting: Match, page: Page) -> None:
    page.add_init_script("""
      window.notes = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...at) { window.notes += 1; return start.apply(this, at); };
    """)
    waiting.open()
    on_the_pad(page)
    waiting.enter(1, 2, "3", mojo=True)
    shows(page, "Zoé takes the Mojo: 0!")
    assert page.evaluate("window.notes") == 0
    page.keyboard.press("Escape")
    page.get_by_role("checkbox", name="Soft sounds").tap()
    tried = page.evaluate("window.notes")
    assert tried > 0
    waiting.round(2, "9 1", "12 3", "3", mojo=2)
    expect(page.locator("#stage")).to_be_visible()
    assert page.evaluate("window.notes") > tried


class TestWithLessMotion:
    """One card that stands still."""

    @pytest.fixture
    def browser_context_args(self, browser_context_args: dict[str, object]) -> dict[str, object]:
        return {**browser_context_args, "reduced_motion": "reduce"}

    def test_one_card_stands_still_in_the_new_order(self, waiting: Match, page: Page) -> None:
        waiting.open()
        on_the_pad(page)
        with clock(page):
            waiting.enter(1, 2, "3", mojo=True)
            comes(page)
            shows(page, "Zoé takes the Mojo: 0!")
            expect(page.locator("#stage .opening")).to_be_hidden()
            expect(page.locator("#stage .rows .name")).to_have_text(["Zoé", "Ana", "Pau"])
            moving = "document.getElementById('stage').getAnimations({ subtree: true }).length"
            assert page.evaluate(moving) == 0
            pass_time(page, SHOWN_MS)
            shows_none(page)


def test_the_television_comes_back_by_itself_when_its_stream_is_cut(
    waiting: Match, new_context: Callable[..., BrowserContext], ears: Ears
) -> None:
    ears.expect("ERR_FAILED", "htmx:sse:error")
    television = new_context().new_page()
    let_in(waiting, television)
    television.route("**/events*", lambda route: route.abort())
    television.clock.install()
    watched(waiting, television)
    waiting.enter(1, 2, "3", mojo=True)
    pass_time(television, 20_000)
    expect(television.locator(".tv-ranks li > b")).to_have_text(["0", "10", "15"])
    shows(television, "Zoé takes the Mojo: 0!")
