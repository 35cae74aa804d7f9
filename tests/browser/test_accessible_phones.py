"""The pages of the phones around the table break no rule that axe knows, and fit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .calm import browser_context_args as browser_context_args
from .cast import Match, begin, on_the_pad, whose_sheet
from .conftest import Ears
from .fits import SMALL_TARGETS, wider_than_the_screen
from .phones import be, link_of
from .test_accessible import axe_finds_nothing, match_of, sound
from .test_fits import HANDS, NAMES

SCREENS = [(320, 568), (360, 740), (1280, 720), (1920, 1080)]


def another_phone(page: Page) -> Match:
    """Forgets who this phone is and opens a link to a match."""
    match = match_of(page)
    link = link_of(match)
    page.goto("about:blank")
    page.context.clear_cookies()
    page.goto(link)
    return match


def join_link(page: Page) -> None:
    another_phone(page)
    expect(page.get_by_role("button", name="Pau")).to_be_visible()


def join_link_for_several(page: Page) -> None:
    another_phone(page)
    page.get_by_role("link", name="For several").tap()
    page.get_by_role("checkbox", name="Zoé").tap()


def join_link_refused(page: Page) -> None:
    match = match_of(page)
    link = link_of(match)
    match.open("/phones")
    page.get_by_role("button", name="Close to new phones").tap()
    expect(page.get_by_role("button", name="Open to new phones")).to_be_visible()
    page.goto("about:blank")
    page.context.clear_cookies()
    page.goto(link)
    expect(page.get_by_text("is closed to new phones")).to_be_visible()


def join_code(page: Page) -> None:
    page.goto("/join")
    expect(page.get_by_label("The code")).to_be_visible()


def join_code_refused(page: Page) -> None:
    page.goto("/join")
    page.get_by_label("The code").fill("ZZZ ZZZ")
    page.get_by_role("button", name="Find the match").tap()
    expect(page.get_by_text("There’s no open match with this code")).to_be_visible()


def who(page: Page) -> None:
    match = match_of(page)
    match.open("/who")
    be(page, "Ana")
    link = link_of(match)
    page.goto("about:blank")
    page.context.clear_cookies()
    page.goto(link)
    expect(page.get_by_text("on another phone", exact=True)).to_be_visible()


def phones_host(page: Page) -> None:
    match = match_of(page)
    match.open("/who")
    be(page, "Ana")
    match.open("/phones")
    expect(page.get_by_role("button", name="Release Ana from their phone")).to_be_visible()


def phones_guest(page: Page) -> None:
    match = another_phone(page)
    be(page, "Pau")
    page.goto(f"{match.path}/phones")
    expect(page.get_by_role("button", name="Make this phone the host")).to_be_visible()


def phones_closed(page: Page) -> None:
    match_of(page).open("/phones")
    page.get_by_role("button", name="Close to new phones").tap()
    expect(page.get_by_text("Closed: no new phones can join.")).to_be_visible()


def pad_of_a_seat(page: Page) -> None:
    another_phone(page)
    be(page, "Pau")
    expect(page.get_by_role("link", name="Phones connected")).to_be_visible()


def group(page: Page) -> None:
    match_of(page)
    page.goto("/group")
    expect(page.get_by_role("heading", name="Add a phone to our group")).to_be_visible()


def television(page: Page) -> None:
    match = match_of(page)
    page.goto(match.path.replace("/m/", "/tv/"))
    expect(page.get_by_role("img", name="QR code to join")).to_be_visible()


PAGES = [join_link, join_link_for_several, join_link_refused, join_code, join_code_refused, who, phones_host]
PAGES += [pad_of_a_seat, group, television]


@pytest.mark.parametrize("show", PAGES, ids=lambda show: show.__name__)
def test_axe_finds_nothing_and_targets_are_44_pixels(page: Page, ears: Ears, show: Callable[[Page], None]) -> None:
    ears.expect("status of 4(09|22)")
    show(page)
    sound(page)


def test_axe_finds_nothing_in_the_menu_with_a_name_to_put_right(page: Page, ears: Ears) -> None:
    ears.expect("status of 422")
    match_of(page).open("/menu")
    page.locator("summary", has_text="Another name").tap()
    page.get_by_label("New name").fill("Pau")
    page.get_by_label("The name was wrong").check()
    page.get_by_role("button", name="Save the name").tap()
    expect(page.get_by_role("alert").first).to_be_visible()
    axe_finds_nothing(page)


@pytest.fixture
def crowd(page: Page) -> Match:
    """Eight people with difficult names; one round played, one begun, some seats held by this phone."""
    match = begin(page, *NAMES)
    match.round(1, *HANDS, mojo=7)
    match.open("/who")
    be(page, *NAMES[:3])
    match.enter(2, 0, "12 8", mojo=True)
    # The phone opens its other hand once, and no more.
    whose_sheet(page, NAMES[1])
    return match


def test_no_page_of_the_phones_scrolls_sideways_with_eight_difficult_names(crowd: Match) -> None:
    page = crowd.page
    television = crowd.path.replace("/m/", "/tv/")
    too_wide = []
    for path in (f"{crowd.path}/who", f"{crowd.path}/phones", "/group", "/join", television, crowd.path):
        page.goto(path)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            too_wide += [(path, width)] if wider_than_the_screen(page) else []
    assert too_wide == []


def test_the_question_who_one_is_fits_eight_difficult_names(crowd: Match) -> None:
    page = crowd.page
    link = link_of(crowd)
    page.goto("about:blank")
    page.context.clear_cookies()
    page.goto(link)
    page.set_viewport_size({"width": 320, "height": 568})
    expect(page.get_by_role("link", name="For several")).to_be_in_viewport(ratio=1)
    assert not wider_than_the_screen(page)
    assert page.evaluate(SMALL_TARGETS, 48) == []
    page.get_by_role("link", name="For several").tap()
    expect(page.get_by_role("button", name="Enter for these")).to_be_in_viewport(ratio=1)
    assert page.evaluate(SMALL_TARGETS, 48) == []
    page.get_by_role("button", name="For everyone").tap()
    on_the_pad(page)
    assert not wider_than_the_screen(page)


@pytest.mark.parametrize(("width", "height"), SCREENS[2:], ids=["720p", "1080p"])
def test_a_television_shows_everything_at_once(page: Page, width: int, height: int) -> None:
    match = match_of(page)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(match.path.replace("/m/", "/tv/"))
    expect(page.get_by_role("img", name="QR code to join")).to_be_in_viewport(ratio=1)
    for total in page.locator(".tv-ranks li > b").all():
        expect(total).to_be_in_viewport(ratio=1)
    assert page.locator(".tv-ranks li > b").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 40
