"""The way back: what was saved is behind one, not in the way."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .cast import Finger, on_the_pad, send, whose_sheet


def test_back_after_three_saved_hands_is_where_one_came_from(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Start a match").tap()
    for seat, name in enumerate(("Ana", "Pau", "Zoé"), start=1):
        page.get_by_role("textbox", name=f"Name of player {seat}").fill(name)
    page.get_by_label("More about player 2").tap()
    page.get_by_role("button", name="Move up: player 2").tap()
    expect(page.get_by_role("textbox", name="Name of player 1")).to_have_value("Pau")
    page.get_by_label("More about Ana").tap()
    page.get_by_role("button", name="Move up: Ana").tap()
    expect(page.get_by_role("textbox", name="Name of player 1")).to_have_value("Ana")
    page.get_by_role("button", name="Deal the first round").last.tap()
    finger = Finger(page)
    finger.hand("Ana", 9)
    finger.hand("Pau", 4)
    finger.hand("Zoé", 12, mojo=True)
    on_the_pad(page)
    match = page.url
    expect(page.get_by_text("Round 2")).to_be_visible()
    page.get_by_role("link", name="Enter Ana’s cards").tap()
    page.locator(".entry").wait_for()
    page.go_back()
    on_the_pad(page)
    assert page.url == match
    # Not the sheets, not the form for a new match.
    page.go_back()
    expect(page.get_by_role("link", name="Start a match")).to_be_visible()
    assert page.evaluate("location.pathname") == "/"
    page.go_forward()
    on_the_pad(page)
    assert page.url == match


def test_a_form_for_a_new_match_that_was_sent_leads_to_its_match(page: Page) -> None:
    """Also where the browser shows the page as it was left."""
    page.goto("/new")
    for seat, name in enumerate(("Ana", "Pau", "Zoé"), start=1):
        page.get_by_role("textbox", name=f"Name of player {seat}").fill(name)
    sent = page.locator("form").filter(has=page.locator("input[name=game]"))
    fields = sent.evaluate("form => [...new FormData(form)].map(([name, value]) => [name, String(value)])")
    page.get_by_role("button", name="Deal the first round").last.tap()
    whose_sheet(page, "Ana")
    match = page.evaluate("location.pathname")
    assert send(page, "/new", [tuple(pair) for pair in fields]) == match
