"""A file comes in on a phone: chosen, looked at, brought in while one watches, and taken back."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.interchange.test_ways_in import SAMPLES

from .calm import browser_context_args as browser_context_args


def test_an_export_of_bg_stats_comes_in_and_goes_again(page: Page) -> None:
    page.goto("/import")
    page.get_by_label("The file").set_input_files(SAMPLES / "BGStatsExport.small.json")
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("heading", name="What will come in")).to_be_visible()
    expect(page.get_by_text("One of its scores isn’t a whole number.")).to_be_visible()
    page.get_by_role("button", name="Bring in").click()
    expect(page.get_by_text("7 matches came in.")).to_be_visible()
    page.get_by_role("link", name="Matches").click()
    expect(page.get_by_text("L.A.M.A.").first).to_be_attached()
    page.go_back()
    page.get_by_role("button", name="Take it all back").click()
    expect(page.get_by_text("Everything from this file has been removed again.")).to_be_visible()
