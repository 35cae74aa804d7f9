"""Everything fits: on the smallest phones, with long names, with large text, under a thumb."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from .cast import Finger, Match, begin, lend_cookies, whose_sheet
from .conftest import Ears
from .fits import COVERED, SMALL_TARGETS, wider_than_the_screen

LONG = "Maximiliana-Theodora von und zu Weissach"
NAMES = (LONG, "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "שרה בת אברהם ואסתר", "<b>Zoé</b>", "Pau", "W" * 40, "محمد", "Ana")
HANDS = ("9 1", "0 4", "10 11 3", "7", "12", "1 4 7 10 12", "3", "2")
WIDTHS = (320, 360)

# Text that does not fit into its own box, and so ends in "…".
CLIPPED = """seen => seen
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent.trim())"""
CUT_OFF = """seen => seen.filter((one) => {
  const box = one.getBoundingClientRect();
  return box.left < 0 || box.right > document.documentElement.clientWidth;
}).map((one) => one.textContent.trim())"""


@pytest.fixture
def crowd(page: Page) -> Match:
    """Eight people with difficult names; one round played, one begun."""
    match = begin(page, *NAMES)
    match.round(1, *HANDS, mojo=7)
    match.enter(2, 0, "12 8", mojo=True)
    return match


def pages_of(match: Match) -> dict[str, str]:
    cell = match.story(1, 0)
    pages = {"home": "/", "new": "/new", "pad": match.path, "entry": match.sheet(2, 1), "correction": f"{cell}/edit"}
    return {**pages, "cell": cell, "menu": f"{match.path}/menu", "history": "/history", "people": "/people"}


def in_each_width(page: Page, height: int = 640) -> Iterator[int]:
    """Shows the page as it stands on phones of each width."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        yield width


def test_no_page_scrolls_sideways_with_eight_difficult_names(crowd: Match) -> None:
    page, too_wide = crowd.page, []
    for name, path in pages_of(crowd).items():
        page.goto(path)
        too_wide += [(name, width) for width in in_each_width(page) if wider_than_the_screen(page)]
    assert too_wide == []


def test_the_end_and_the_dialog_do_not_scroll_sideways(crowd: Match) -> None:
    page = crowd.page
    for width in in_each_width(page):
        crowd.open()
        page.get_by_role("link", name=f"{LONG}, round 1").tap()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert not wider_than_the_screen(page), width
    crowd.post("/menu/limit", limit="20")
    crowd.open()
    for width in in_each_width(page):
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
        assert not wider_than_the_screen(page), width


def test_nothing_of_the_end_is_cut_off(crowd: Match) -> None:
    page = crowd.page
    crowd.post("/menu/limit", limit="20")
    crowd.open()
    end = page.get_by_role("region", name="Ana wins")
    expect(end).to_be_visible()
    for width in in_each_width(page):
        assert end.locator("h2, p, li, button").evaluate_all(CUT_OFF) == [], width


def test_no_name_in_the_chart_is_cut_off(crowd: Match) -> None:
    page = crowd.page
    page.set_viewport_size({"width": WIDTHS[0], "height": 640})
    crowd.open()
    page.locator("summary", has_text="Totals by round").tap()
    chart = page.get_by_role("img", name="Totals by round")
    for width in in_each_width(page):
        expect(chart).to_be_visible()
        assert chart.locator("text").evaluate_all(CUT_OFF) == [], width


def test_eight_columns_fit_and_a_badge_stands_below_its_number(crowd: Match) -> None:
    page = crowd.page
    crowd.open()
    for width in in_each_width(page, 740):
        assert page.locator(".sheet .scroll").evaluate("one => one.scrollWidth <= one.clientWidth"), width
        assert page.locator(".sheet thead .name").evaluate_all(CUT_OFF) == [], width
        below = "seen => seen.map((one) => one.offsetTop >= one.previousElementSibling.offsetTop + 16)"
        marks = page.locator(".cell > .mark").evaluate_all(below)
        assert marks and all(marks), width


@pytest.mark.parametrize("people", [6, 8])
def test_totals_of_three_digits_stay_apart(page: Page, people: int) -> None:
    match = begin(page, *NAMES[:people], game="points")
    for seat in range(people):
        match.enter(1, seat, points=str(888 - seat), mojo=seat == 0)
    match.open()
    for width in in_each_width(page, 740):
        wide = page.locator(".column-head > .total").evaluate_all("seen => seen.map((one) => one.scrollWidth)")
        room = page.locator(".column-head").first.evaluate("one => one.clientWidth")
        assert [total for total in wide if total > room] == [], width


@pytest.fixture
def family(page: Page) -> Match:
    """Six people with everyday names after a round: the pad offers cards and screens."""
    match = begin(page, "Uncle Tom", "Grandma", "Małgorzata", "Anna K", "Anna N", "Ana")
    match.hold(5)
    match.round(1, "9", "3", "12 5", "12 10", "11", "2", mojo=5)
    return match


def test_everybodys_name_is_whole_and_what_is_next_covers_no_number(family: Match) -> None:
    page = family.page
    for size in ((320, 740), (360, 740), (740, 360), (1280, 800)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        family.open()
        assert page.locator("thead .name, .starter .name, .top .title > *").evaluate_all(CLIPPED) == [], size
        assert page.locator("thead .name").evaluate_all(CUT_OFF) == [], size
        assert page.evaluate(COVERED, ".now a, .act a, .column-head > .total, .starter h2") == [], size


def test_a_note_of_two_lines_is_whole_above_two_buttons(family: Match) -> None:
    family.round(2, "4", "3", "2", "12 10 4", "11", "0", mojo=5)
    page = family.open()
    expect(page.locator(".act > .btn")).to_have_count(2)
    expect(page.locator(".note.warn")).to_have_text(
        "Closest to 50: Anna K, 2 points to go. This could be the last round."
    )
    assert page.evaluate(COVERED, ".note > span, .act > .btn") == []


def test_what_a_title_is_for_is_whole_with_text_of_twice_the_size(
    family: Match, large_print: Browser, browser_context_args: dict[str, Any], ears: Ears
) -> None:
    context: BrowserContext = large_print.new_context(**browser_context_args)
    ears.listen(context)
    lend_cookies(family.page, context)
    page = context.new_page()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(family.path)
    expect(page.locator(".top small")).to_have_text("Round 2 · to 50")
    assert page.locator(".top small, .column-head > :is(.name, .total, .standing)").evaluate_all(CLIPPED) == []
    context.close()


def test_a_tap_on_a_head_shows_the_whole_name(crowd: Match) -> None:
    page = crowd.open()
    assert page.locator("thead .name").evaluate_all(CLIPPED) != []
    page.locator(".column-head").first.tap()
    card = page.get_by_role("dialog", name=LONG)
    expect(card).to_contain_text("total 10, 40 to go to 50, place 5")
    assert card.locator(".name").evaluate_all(CUT_OFF) == []
    card.get_by_role("button", name="Close").tap()
    expect(card).to_be_hidden()


def test_names_are_text(crowd: Match) -> None:
    for path in pages_of(crowd).values():
        crowd.page.goto(path)
        assert crowd.page.locator("b", has_text="Zoé").filter(has_not_text="<").count() == 0, path


@pytest.fixture(scope="module")
def large_print(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A browser whose text is set to twice the size."""
    arguments = [*browser_type_launch_args["args"], "--blink-settings=defaultFontSize=32,minimumFontSize=0"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": arguments})
    yield browser
    browser.close()


def test_text_of_twice_the_size_does_not_scroll_sideways(
    crowd: Match, large_print: Browser, browser_context_args: dict[str, Any], ears: Ears
) -> None:
    context: BrowserContext = large_print.new_context(**browser_context_args)
    ears.listen(context)
    lend_cookies(crowd.page, context)
    page, too_wide = context.new_page(), []
    for name in ("pad", "entry", "correction"):
        page.goto(pages_of(crowd)[name])
        assert page.evaluate("getComputedStyle(document.body).fontSize") == "32px"
        too_wide += [(name, width) for width in in_each_width(page, 740) if wider_than_the_screen(page)]
    context.close()
    assert too_wide == []


def test_targets_where_one_plays_are_48_pixels(page: Page) -> None:
    match = begin(page)
    match.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    for path in ("", "/r/2/s/1/edit", "/r/1/s/0/edit"):
        match.open(path)
        for width in in_each_width(page, 740):
            assert page.evaluate(SMALL_TARGETS, 48) == [], (path, width)


def test_targets_of_a_filled_sheet_and_of_the_number_pad_are_48_pixels(page: Page) -> None:
    begin(page).open("/r/1/s/0/edit")
    Finger(page).cards(10, 10, 3)
    assert page.evaluate(SMALL_TARGETS, 48) == []
    page.get_by_role("button", name="Type the number").tap()
    assert page.evaluate(SMALL_TARGETS, 48) == []


def test_targets_elsewhere_are_44_pixels(crowd: Match, ears: Ears) -> None:
    ears.expect("status of 404")
    for name in ("home", "new", "cell", "menu", "history", "people", "missing"):
        crowd.page.goto({**pages_of(crowd), "missing": "/m/nobody"}[name])
        assert crowd.page.evaluate(SMALL_TARGETS, 44) == [], name


@pytest.fixture(params=[(360, 740), (320, 568)], ids=["360x740", "320x568"])
def small_phone(page: Page, request: pytest.FixtureRequest) -> Page:
    width, height = request.param
    page.set_viewport_size({"width": width, "height": height})
    return page


def test_all_keys_and_the_save_button_are_there_without_scrolling(small_phone: Page) -> None:
    begin(small_phone).open("/r/1/s/0/edit")
    whose_sheet(small_phone, "Ana")
    assert small_phone.evaluate(COVERED, "[data-card], [data-rub], [data-save], label:has([name=closed])") == []
    small_phone.get_by_role("button", name="Type the number").tap()
    assert small_phone.evaluate(COVERED, "[data-digit], [data-rub], [data-save], label:has([name=closed])") == []


def test_the_notice_of_the_last_hand_covers_no_key(small_phone: Page) -> None:
    begin(small_phone).open("/r/1/s/0/edit")
    Finger(small_phone).hand("Ana", 12)
    whose_sheet(small_phone, "Pau")
    expect(small_phone.get_by_text("Saved: Ana, 12")).to_be_visible()
    Finger(small_phone).cards(3, 6)
    everything = "header a, header button, nav a, [data-held], [data-card], [data-rub], [data-save]"
    assert small_phone.evaluate(COVERED, everything) == []


def test_the_keys_stay_in_sight_while_a_correction_is_previewed(small_phone: Page) -> None:
    match = begin(small_phone)
    match.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    match.open("/r/1/s/1/edit")
    Finger(small_phone).cards(12)
    expect(small_phone.get_by_role("status").filter(has_text="→")).to_be_visible()
    assert small_phone.evaluate(COVERED, "[data-save]") == []


@pytest.mark.parametrize("path", ["/", "/new"], ids=["home", "new"])
def test_the_first_steps_are_in_sight(small_phone: Page, path: str) -> None:
    small_phone.goto(path)
    primary = small_phone.get_by_role("link", name="Start a match").or_(
        small_phone.get_by_role("button", name="Deal the first round")
    )
    expect(primary.last).to_be_in_viewport(ratio=1)


def test_what_to_do_next_on_the_pad_is_in_sight(small_phone: Page) -> None:
    match = begin(small_phone)
    match.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    match.open()
    expect(small_phone.get_by_role("link", name="Enter Ana’s cards")).to_be_in_viewport(ratio=1)
    assert small_phone.evaluate(COVERED, "main a[href$='/r/2/s/0/edit']:not([aria-label])") == []
