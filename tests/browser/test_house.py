"""House rules under the thumb: chosen when a match begins, asked for when it matters, said at the end."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .calm import browser_context_args as browser_context_args
from .cast import Finger, Match


def test_a_family_plays_skyjo_its_own_way(page: Page) -> None:
    page.goto("/new?game=skyjo")
    token = page.locator('input[name="csrf_token"]').first.get_attribute("value") or ""
    for seat, name in enumerate(("Ana", "Pau")):
        page.locator(f"#name-{seat}").fill(name)
    finger = Finger(page)
    finger.tap(page.locator("summary", has_text="Play to 100"))
    finger.tap(page.get_by_text("Gets the points as they are"))
    page.get_by_label("Rounds at most").fill("2")
    finger.tap(page.get_by_text("Whoever had the better last round is before the other"))
    finger.tap(page.get_by_text("Counts as the cards lie"))
    finger.tap(page.get_by_role("button", name="Deal the first round"))
    finger.tap(page.get_by_role("link", name="Back to the pad"))
    expect(page.get_by_text("Round 1 of 2 · to 100")).to_be_visible()
    match = Match(page, page.evaluate("location.pathname.split('/r/')[0]"), token)
    for seat, points in enumerate(("9", "5")):
        match.enter(1, seat, points=points)
    match.open()
    finger.tap(page.get_by_role("button", name="Nobody"))
    expect(page.get_by_text("This is the last round.")).to_be_visible()
    match.enter(2, 0, points="3", mojo=True)
    match.enter(2, 1, points="7")
    match.open()
    expect(page.get_by_role("heading", name="Ana wins")).to_be_visible()
    expect(page.get_by_text("Ana and Pau have 12 each, and round 2 was best for Ana.")).to_be_visible()
    match.open("/menu")
    expect(page.get_by_text("house rule")).to_have_count(4)
