"""The end of a round on a pad: it goes by itself or at a tap, is out of the way, and comes once.

How all screens of a table show it is in test_moment_everywhere.py.
"""

from __future__ import annotations

import re
from datetime import timedelta
from email.utils import format_datetime, parsedate_to_datetime

import pytest
from playwright.sync_api import Page, Route, expect

from .cast import Match, begin, has_totals, on_the_pad, pass_time
from .moments import (
    SHOWN_MS,
    STEP_MS,
    clock,
    comes,
    impatient,
    last_hand,
    match,
    shows,
    shows_none,
    waiting,
    zoe_ends_it,
)

__all__ = ["impatient", "match", "waiting"]


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
