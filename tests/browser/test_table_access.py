"""The table for everybody: what axe finds, in light and dark, and a round without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from .conftest import Ears
from .felt import act, asks, at_table, deal, over, play_round, seen
from .test_accessible import axe_finds_nothing
from .test_fits import wider_than_the_screen

STALE = """() => {
  document.querySelector('#board form [name=seen]').value = '1';
  document.querySelector('#hand .play').click();
}"""
SIZES = [(320, 568), (1280, 720)]


def setup(page: Page) -> None:
    at_table(page, ["Ana", "Pau", "x" * 40], ["strong"])


def running(page: Page) -> None:
    at_table(page, ["Ana"], ["easy", "normal"], discards="2")
    deal(page)
    expect(page.locator("#hand .play").first).to_be_visible()
    page.get_by_text("Settings of this phone").tap()
    expect(page.get_by_label("Quiet sounds")).to_be_visible()


def curtain(page: Page) -> None:
    at_table(page, ["Ana", "👨‍👩‍👧‍👦"])
    deal(page)
    expect(page.locator(".curtain .btn.primary")).to_be_visible()


def refused(page: Page) -> None:
    at_table(page, ["Ana", "Pau"])
    deal(page)
    act(page)
    page.locator(".curtain .btn.primary").tap()
    expect(page.locator("#hand .play").first).to_be_visible()
    page.evaluate(STALE)
    expect(page.get_by_role("alert")).to_contain_text("The table has moved on")
    with page.expect_response(re.compile("/table/board")):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('presence'))")
    expect(page.get_by_role("alert")).to_contain_text("The table has moved on")


def finished(page: Page) -> None:
    at_table(page, ["Ana"], ["easy"])
    deal(page)
    play_round(page)
    page.keyboard.press("Escape")
    expect(page.locator(".result")).to_be_visible()


def steps(page: Page) -> None:
    finished(page)
    page.get_by_role("link", name="Step through the round").tap()
    page.get_by_role("link", name="Next").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1, move by move")


def seals(page: Page) -> None:
    finished(page)
    page.get_by_role("link", name="How you can check the shuffle").tap()
    page.locator("summary").first.tap()
    expect(page.locator("table.seals")).to_be_visible()
    expect(page.get_by_text("Your browser has checked it, too.")).to_be_visible()


@pytest.fixture(params=["light", "dark"])
def shade(request: pytest.FixtureRequest, page: Page) -> Iterator[Page]:
    """A page in one of the two schemes, without motion."""
    page.emulate_media(color_scheme=request.param, reduced_motion="reduce")
    yield page


@pytest.mark.parametrize("bring", [setup, running, curtain, refused, finished, steps, seals])
def test_axe_finds_nothing_at_the_table_and_nothing_sticks_out(
    shade: Page, bring: Callable[[Page], None], ears: Ears
) -> None:
    ears.expect("status of 409")
    bring(shade)
    for width, height in SIZES:
        shade.set_viewport_size({"width": width, "height": height})
        axe_finds_nothing(shade)
        assert not wider_than_the_screen(shade)


def test_a_round_is_played_without_javascript(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(java_script_enabled=False).new_page()
    at_table(page, ["Ana", "Pau"])
    deal(page)
    for _ in range(200):
        if over(page):
            break
        assert asks(page)
        take = page.get_by_role("link", name=re.compile("show my cards"))
        if take.count():
            take.tap()
            expect(page.locator("#board [name=move]:visible").first).to_be_visible()
        before = seen(page)
        page.locator("#board [name=move]:visible").first.tap()
        expect(page.locator("#board")).not_to_have_attribute("data-seen", before)
    expect(page.get_by_role("heading", name="Round 1", exact=True)).to_be_visible()


def test_without_javascript_one_looks_again_to_see_what_others_did(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(java_script_enabled=False).new_page()
    at_table(page, ["Ana"], ["easy"])
    deal(page)
    page.locator("#board [name=move]:visible").first.tap()
    for _ in range(100):
        page.get_by_role("link", name="Look again").tap()
        page.wait_for_load_state()
        if page.locator(".told li", has_text="Robo 1").count():
            break
    expect(page.locator(".told li", has_text="Robo 1").first).to_be_visible()
