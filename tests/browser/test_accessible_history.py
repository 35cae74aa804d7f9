"""The pages that look for a match, and the one of its note, break no rule that axe knows, and fit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .calm import browser_context_args as browser_context_args
from .conftest import Ears
from .fits import misfits
from .test_accessible import END, axe_finds_nothing, match_of


def history_filtered(page: Page) -> None:
    match = match_of(page)
    match.round(2, *END, mojo=1)
    match.post("/note", note="Teo cheated", place="At Grandma’s")
    page.goto("/history?q=grandma&game=Mojo&finished=1")
    page.locator("summary", has_text="Choose game, person, time").tap()
    expect(page.get_by_role("button", name="Show these matches")).to_be_visible()
    expect(page.get_by_text("At Grandma’s")).to_be_visible()


def nothing_found(page: Page) -> None:
    match_of(page)
    page.goto("/history?q=nobody")
    expect(page.get_by_text("No matches like that.")).to_be_visible()


def note(page: Page) -> None:
    match = match_of(page)
    match.post("/note", note="Teo cheated", place="At Grandma’s")
    match.open("/note")
    page.get_by_label("Place", exact=True).fill("x" * 41)
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.get_by_role("alert")).to_be_visible()


@pytest.mark.parametrize("show", [history_filtered, nothing_found, note], ids=lambda show: show.__name__)
def test_axe_finds_nothing(page: Page, ears: Ears, show: Callable[[Page], None]) -> None:
    ears.expect("status of 422")
    show(page)
    axe_finds_nothing(page)
    assert misfits(page) == []
