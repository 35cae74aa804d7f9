"""Small things that one would miss: sharing says that it did, Enter goes on, the archive leads home."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from .cast import Finger, Match, begin, pass_time, whose_sheet
from .conftest import LAN_NAME
from .phones import copied

DONE_MS = 3_500
CANNOT = "This browser can’t keep the screen on here (no https)"


@pytest.fixture
def match(page: Page) -> Match:
    return begin(page)


def finished(match: Match) -> Page:
    """A match at its end, with its result to share."""
    match.post("/menu/limit", limit="20")
    match.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    page = match.open()
    expect(page.get_by_role("heading", name="Pau wins")).to_be_visible()
    return page


def on_the_lan(match: Match, context: BrowserContext) -> Page:
    """The same phone, under the name that a home network gives the server."""
    here = urlsplit(match.page.url if match.page.url.startswith("http") else match.path)
    lan = f"http://{LAN_NAME}:{here.port}"
    for cookie in match.page.context.cookies():
        context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": lan}])
    page = context.new_page()
    page.goto(f"{lan}{match.path}")
    assert page.evaluate("isSecureContext") is False
    return page


def test_copying_a_result_says_so_and_then_offers_it_again(match: Match) -> None:
    match.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    match.page.clock.install()
    page = finished(match)
    text = page.get_by_label("The result as text").input_value()
    page.get_by_role("button", name="Share or copy").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert copied(page) == text
    pass_time(page, DONE_MS)
    expect(page.get_by_role("button", name="Share or copy")).to_be_visible()


def test_where_nothing_can_be_copied_the_text_is_selected_and_that_is_said(match: Match) -> None:
    page = finished(match)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')); }")
    page.get_by_role("button", name="Share or copy").tap()
    expect(page.get_by_role("button", name="Selected: now copy it")).to_be_visible()
    text = page.get_by_label("The result as text").input_value()
    assert page.evaluate("document.activeElement.value.slice(document.activeElement.selectionStart)") == text


def test_the_link_to_join_can_be_copied(match: Match) -> None:
    match.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = match.open("/phones")
    page.get_by_role("region", name="Scan to join").get_by_role("button", name="Share or copy the link").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert copied(page) == page.get_by_label("The link", exact=True).input_value()


def test_the_notice_of_a_saved_hand_stays_ten_seconds(match: Match) -> None:
    page = match.page
    page.clock.install()
    match.open("/r/1/s/0/edit")
    Finger(page).hand("Ana", 12)
    whose_sheet(page, "Pau")
    notice = page.get_by_text("Saved: Ana, 12")
    expect(notice).to_be_visible()
    pass_time(page, 9_000)
    expect(notice).to_be_visible()
    pass_time(page, 1_500)
    expect(notice).to_have_count(0)


def test_a_notice_stays_while_the_keyboard_is_at_its_button(match: Match) -> None:
    page = match.page
    page.clock.install()
    match.open("/r/1/s/0/edit")
    Finger(page).hand("Ana", 12)
    whose_sheet(page, "Pau")
    undo = page.locator(".toast").get_by_role("button", name="Undo")
    undo.focus()
    pass_time(page, 30_000)
    expect(undo).to_be_visible()
    expect(undo).to_be_focused()
    undo.blur()
    pass_time(page, 5_000)
    expect(undo).to_have_count(0)


def test_enter_goes_to_the_next_name_and_behind_the_last_to_a_new_one(page: Page) -> None:
    page.goto("/new")
    rows = page.get_by_role("textbox", name="Name of player")
    expect(rows).to_have_count(3)
    rows.first.focus()
    for seat, name in enumerate(("Ana", "Pau", "Zoé")):
        expect(rows.nth(seat)).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(rows).to_have_count(4)
    expect(rows.nth(3)).to_be_focused()
    page.keyboard.press("Enter")
    expect(rows).to_have_count(4)
    for seat, name in enumerate(("Ana", "Pau", "Zoé", "")):
        expect(rows.nth(seat)).to_have_value(name)


def test_a_match_that_goes_into_the_archive_leads_home(match: Match) -> None:
    page = match.open("/menu")
    page.get_by_role("button", name="Archive this match").tap()
    expect(page.get_by_text("Match archived")).to_be_visible()
    assert urlsplit(page.url).path == "/"
    expect(page.get_by_role("heading", name="Going on")).to_have_count(0)


def test_the_screen_can_be_kept_on_where_the_browser_can(match: Match) -> None:
    page = match.open()
    toggle = page.get_by_role("checkbox", name="Keep the screen on")
    expect(toggle).to_be_checked()
    expect(page.get_by_text(CANNOT)).to_have_count(0)
    toggle.tap()
    expect(toggle).not_to_be_checked()


def test_over_plain_http_the_pad_says_that_it_cannot_keep_the_screen_on(
    match: Match, new_context: Callable[..., BrowserContext]
) -> None:
    match.open()
    page = on_the_lan(match, new_context())
    expect(page.get_by_text(CANNOT)).to_be_visible()
    expect(page.get_by_role("checkbox", name="Keep the screen on")).to_have_count(0)
