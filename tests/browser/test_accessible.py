"""No page breaks a rule that axe knows, in light and dark, on a phone and on a desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults  # type: ignore[import-untyped]
from playwright.sync_api import BrowserContext, Page, expect

from tests.conftest import LONG

from .calm import browser_context_args as browser_context_args
from .cast import Finger, Match, begin, cell, on_the_pad, save_button, whose_sheet
from .conftest import Ears
from .fits import SMALL_TARGETS, misfits, wider_than_the_screen

RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
# In the dark only the colours are others.
Scheme = Literal["light", "dark"]
SCHEMES: dict[Scheme, object] = {
    "light": RULES,
    "dark": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}
PHONE, DESK = SIZES = [(320, 568), (1280, 720)]
Looks = Mapping[tuple[int, int], Sequence[Scheme]]
BOTH: Sequence[Scheme] = ("light", "dark")
# In `make soak` both schemes in both sizes; in `make test` the kinds of page in all but the dark on a desk, and the
# many pages of the games in the light on a phone and in the dark on a desk.
EVERY_PAGE: Looks = {PHONE: BOTH, DESK: BOTH if LONG else ("light",)}
PAGE_OF_A_GAME: Looks = {PHONE: BOTH if LONG else ("light",), DESK: BOTH if LONG else ("dark",)}
RUN = """runOnly => axe.run({ runOnly, resultTypes: ['violations'] }).then(({ violations }) => ({ violations }))"""
END = ("12 8", "1", "10 12")


def match_of(page: Page) -> Match:
    match = begin(page, "Ana", "Pau", "Zoé")
    match.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    return match


def axe_finds_nothing(page: Page, looks: Looks = EVERY_PAGE) -> None:
    """In these sizes and schemes; axe is brought to a page once."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    for (width, height), schemes in looks.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme)
            found = AxeResults(page.evaluate(RUN, SCHEMES[scheme]))
            assert found.violations_count == 0, f"{scheme}, {width} pixels: {found.generate_report()}"


def sound(page: Page) -> None:
    """On a small phone and on a desk axe finds nothing, nothing sticks out, and a finger hits every target."""
    for size, schemes in PAGE_OF_A_GAME.items():
        axe_finds_nothing(page, {size: schemes})
        assert not wider_than_the_screen(page), size
        assert page.evaluate(SMALL_TARGETS, 44) == [], size


def first_visit(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("link", name="Start a match")).to_be_visible()


def coming_back(page: Page) -> None:
    match_of(page).round(2, *END, mojo=1)
    match_of(page)
    page.goto("/")
    expect(page.get_by_role("heading", name="Recent matches")).to_be_visible()


def new(page: Page) -> None:
    match_of(page)
    page.goto("/new")
    page.get_by_label("More about Pau").tap()
    page.get_by_role("button", name="Not today: Pau").tap()
    expect(page.get_by_role("button", name="Add Pau")).to_be_visible()
    page.locator("summary", has_text="Play to 50").tap()


def new_with_errors(page: Page) -> None:
    page.goto("/new")
    page.get_by_role("textbox", name="Name of player 1").fill("x" * 41)
    page.locator("summary", has_text="Play to 50").tap()
    page.get_by_label("Play to").fill("many")
    page.get_by_role("button", name="Deal the first round").last.tap()
    expect(page.get_by_role("alert")).to_be_visible()


def whole_round(page: Page) -> None:
    begin(page, "Ana", "Pau", "Anna K", "Anna N", "Maximiliana", game="jokrummy").open("/r/1/edit")
    page.locator("label.did").first.tap()
    page.locator("label.flag").last.tap()
    expect(page.locator("[data-ask]").last).to_be_visible()


def pad_empty(page: Page) -> None:
    begin(page).open()


def pad_middle(page: Page) -> None:
    match = match_of(page)
    match.round(2, "12", "1", "3", mojo=1)
    match.enter(3, 1, "12 8", mojo=True)
    match.open()
    chart = page.get_by_role("img", name="Totals by round")
    if not chart.is_visible():
        page.locator("summary", has_text="Totals by round").tap()
    expect(chart).to_be_visible()


def pad_after_saving(page: Page) -> None:
    match_of(page).open("/r/2/s/2/edit")
    Finger(page).hand("Zoé", 12)
    whose_sheet(page, "Ana")
    page.get_by_role("link", name="Back to the pad").tap()
    on_the_pad(page)


def pad_problem(page: Page) -> None:
    match = match_of(page)
    match.round(2, "0 0 0", "0 0 1", "3", mojo=1)
    match.open()
    expect(page.get_by_role("alert")).to_contain_text("There can’t be 5 cards with 0")


def pad_question(page: Page) -> None:
    match = match_of(page)
    match.round(2, "12", "1", "3", mojo=None)
    match.open()
    expect(page.get_by_role("heading", name="who took the Mojo")).to_be_visible()


def pad_end(page: Page) -> None:
    match = match_of(page)
    match.round(2, *END, mojo=1)
    match.open()
    expect(page.get_by_role("heading", name="Pau wins")).to_be_visible()


def pad_stopped(page: Page) -> None:
    match = match_of(page)
    match.post("/menu/stop")
    match.open()
    expect(page.get_by_role("button", name="Keep playing")).to_be_visible()


def entry(page: Page) -> None:
    match_of(page).open("/r/2/s/0/edit")
    Finger(page).cards(10, 8, 3, 0, 0)
    Finger(page).mojo()


def entry_number(page: Page) -> None:
    match_of(page).open("/r/2/s/0/edit")
    page.get_by_role("button", name="Type the number").tap()


def entry_after_saving(page: Page) -> None:
    match_of(page).open("/r/2/s/0/edit")
    Finger(page).hand("Ana", 12)
    whose_sheet(page, "Pau")
    expect(page.get_by_text("Saved: Ana, 12")).to_be_visible()


def entry_with_an_error(page: Page) -> None:
    entry_number(page)
    for _ in range(2):
        page.get_by_role("button", name="9", exact=True).tap()
    save_button(page).tap()
    expect(page.get_by_role("alert")).to_be_visible()


def correction(page: Page) -> None:
    match_of(page).open("/r/1/s/1/edit")
    Finger(page).cards(12)
    expect(page.get_by_role("status").filter(has_text="→")).to_be_visible()


def story(page: Page) -> None:
    match = match_of(page)
    house_rule(match, "-5")
    on_the_pad(page)
    match.open("/r/1/s/2")
    expect(page.get_by_text("lost a bet").first).to_be_visible()
    page.locator("summary", has_text="House rule").tap()


def house_rule(match: Match, points: str) -> None:
    page = match.open("/r/1/s/2")
    page.locator("summary", has_text="House rule").tap()
    page.get_by_label("Points to add").fill(points)
    page.get_by_label("Why (optional)").fill("lost a bet")
    page.get_by_role("button", name="Save the house rule").tap()


def story_asking(page: Page) -> None:
    match = match_of(page)
    match.round(2, *END, mojo=1)
    house_rule(match, "-30")
    expect(page.get_by_role("button", name="Yes, save it")).to_be_visible()


def dialog(page: Page) -> None:
    match_of(page).open()
    cell(page, "Zoé", 1).tap()
    expect(page.get_by_role("dialog")).to_contain_text("Mojo +10 makes 34")


def menu(page: Page) -> None:
    match_of(page).open("/menu")
    for summary in page.locator("summary").all():
        summary.tap()


def history(page: Page) -> None:
    match_of(page).round(2, *END, mojo=1)
    match_of(page).post("/menu/stop")
    match_of(page)
    page.goto("/history")


def people(page: Page) -> None:
    history(page)
    page.goto("/people")
    expect(page.get_by_text("match won").first).to_be_visible()


def people_empty(page: Page) -> None:
    page.goto("/people")
    expect(page.get_by_text("No finished matches yet")).to_be_visible()


def archive_empty(page: Page) -> None:
    page.goto("/history?archived=1")
    expect(page.get_by_text("The archive is empty")).to_be_visible()


def conflict(page: Page) -> None:
    match = match_of(page)
    match.open("/r/2/s/0/edit")
    Finger(page).cards(12)
    match.enter(2, 0, "7")
    save_button(page).tap()
    expect(page.get_by_role("heading", name="Which one is right?")).to_be_visible()


def not_found(page: Page) -> None:
    page.goto("/m/nobody")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


PAGES = [first_visit, coming_back, new, new_with_errors, pad_empty, pad_middle, pad_after_saving, pad_problem]
PAGES += [pad_question, pad_end, pad_stopped, entry, entry_number, entry_after_saving, entry_with_an_error]
PAGES += [correction, story, story_asking, dialog, menu, history, people, people_empty, archive_empty]
PAGES += [conflict, not_found, whole_round]


@pytest.mark.parametrize("show", PAGES, ids=lambda show: show.__name__)
def test_axe_finds_nothing(page: Page, ears: Ears, show: Callable[[Page], None]) -> None:
    ears.expect("status of 4(04|09|22)")
    show(page)
    axe_finds_nothing(page)
    assert misfits(page) == []


def test_nothing_moves_at_the_end_for_those_who_ask_for_calm(page: Page) -> None:
    pad_end(page)
    running = "document.getAnimations().filter((one) => one.playState === 'running').length"
    assert page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")
    assert page.evaluate(running) == 0


def test_cards_that_count_stand_out_in_forced_colours(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    match_of(page).open("/r/2/s/0/edit")
    Finger(page).cards(10)
    look = "key => { const css = getComputedStyle(key); return [css.backgroundColor, css.borderTopWidth]; }"
    assert page.locator("[data-card='10']").evaluate(look) != page.locator("[data-card='9']").evaluate(look)
    assert page.locator("[data-card='9']").evaluate("key => getComputedStyle(key).borderTopStyle") == "solid"
    Finger(page).mojo()
    save_button(page).tap()
    whose_sheet(page, "Pau")


def test_the_sheet_prints_without_buttons(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context().new_page()
    pad_end(page)
    paper = page.pdf(prefer_css_page_size=True)
    assert paper.startswith(b"%PDF")
    page.emulate_media(media="print")
    expect(page.get_by_role("table")).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_be_hidden()
    expect(page.get_by_role("link", name="Match menu")).to_be_hidden()
