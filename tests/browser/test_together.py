"""Two screens on one match: what one writes the other shows by itself, where one was looking stays."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from .cast import Match, begin, cell, lend_cookies, pass_time, wake
from .conftest import Ears


@pytest.fixture
def match(page: Page) -> Match:
    made = begin(page)
    made.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    return made


@pytest.fixture
def other(match: Match, new_context: Callable[..., BrowserContext]) -> Page:
    """The same phone's other browser, its pad open and marked, so that a reload would be noticed."""
    context = new_context()
    lend_cookies(match.page, context)
    page = context.new_page()
    page.goto(match.path)
    page.evaluate("window.sameDocument = true")
    return page


def same_document(page: Page) -> bool:
    return bool(page.evaluate("window.sameDocument === true"))


def test_a_new_hand_appears_without_a_reload(match: Match, other: Page) -> None:
    expect(cell(other, "Pau", 2)).to_have_text("")
    match.enter(2, 1, "12")
    expect(cell(other, "Pau", 2)).to_have_text("12")
    expect(other.locator(".awaited")).to_contain_text(re.compile("Still to come:.*Ana.*Zoé", re.DOTALL))
    assert same_document(other)


@pytest.fixture
def deaf(other: Page, match: Match, ears: Ears) -> Page:
    """The other phone, with a clock of its own and a stream that does not come through."""
    ears.expect("ERR_FAILED", "Failed to fetch", "htmx:error: timeout")
    other.clock.install()
    other.route("**/events*", lambda route: route.abort())
    with other.expect_event("requestfailed"):
        other.goto(match.path)
    return other


def test_a_phone_whose_stream_does_not_come_looks_by_itself(match: Match, deaf: Page) -> None:
    match.enter(2, 1, "12")
    pass_time(deaf, 21_000)
    expect(cell(deaf, "Pau", 2)).to_have_text("12")


def test_a_phone_whose_stream_is_well_does_not_look_by_itself(match: Match, other: Page) -> None:
    other.clock.install()
    other.add_init_script("document.addEventListener('beat', (event) => { window.told = event.detail.data; })")
    other.goto(match.path)
    other.wait_for_function("() => window.told")
    other.evaluate("document.body.addEventListener('wake', () => { window.looks = 1 + (window.looks ?? 0); })")
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url) if request.url.endswith("/sheet") else None)
    for _ in range(12):
        pass_time(other, 12_000)
        other.evaluate("document.dispatchEvent(new CustomEvent('beat', { detail: { data: window.told } }))")
    assert other.evaluate("window.looks") is None
    # Somebody who comes or goes meanwhile is a reason of its own.
    assert len(asked) < 4
    # Without a beat it looks soon; the server's own may come in between, by a clock that runs more slowly.
    for _ in range(10):
        pass_time(other, 5_000)
    assert other.evaluate("window.looks > 0")


def test_a_phone_that_got_no_answer_asks_again_soon(match: Match, other: Page, ears: Ears) -> None:
    ears.expect("ERR_FAILED", "Failed to fetch")
    other.clock.install()
    other.goto(match.path)
    other.route("**/sheet", lambda route: route.abort(), times=1)
    with other.expect_event("requestfailed"):
        match.enter(2, 1, "12")
    pass_time(other, 5_000)
    expect(cell(other, "Pau", 2)).to_have_text("12")


def test_a_phone_that_is_looked_at_again_looks_at_once(match: Match, deaf: Page) -> None:
    match.enter(2, 1, "12")
    wake(deaf)
    expect(cell(deaf, "Pau", 2)).to_have_text("12")


def test_columns_keep_their_seats_when_the_ranking_changes(match: Match, other: Page) -> None:
    people = other.locator("thead .name")
    places = other.locator("thead .standing")
    before = people.all_inner_texts()
    expect(places).to_have_text(["2", "1", "3"])
    match.round(2, "0", "12 8", "1", mojo=0)
    wake(other)
    expect(places).to_have_text(["1", "2", "3"])
    assert people.all_inner_texts() == before
    assert same_document(other)


def test_an_open_chart_stays_open_and_a_closed_one_closed(match: Match, other: Page) -> None:
    chart = other.get_by_role("img", name="Totals by round")
    expect(chart).to_be_hidden()
    match.round(2, "0", "1", "2", mojo=0)
    wake(other)
    expect(cell(other, "Zoé", 2)).to_have_text("2")
    expect(chart).to_be_hidden()
    other.locator("summary", has_text="Totals by round").tap()
    expect(chart).to_be_visible()
    match.round(3, "0", "1", "3", mojo=0)
    wake(other)
    expect(cell(other, "Zoé", 3)).to_have_text("3")
    expect(chart).to_be_visible()
    expect(chart).to_contain_text("Zoé 39")


def test_an_open_story_stays_open(match: Match, other: Page) -> None:
    cell(other, "Pau", 1).tap()
    story = other.get_by_role("dialog")
    expect(story).to_contain_text("0 + 4 = 4")
    match.enter(2, 1, "12")
    wake(other)
    expect(other.locator("td", has_text="12")).to_have_count(1)
    expect(story).to_be_visible()
    expect(story).to_contain_text("0 + 4 = 4")
