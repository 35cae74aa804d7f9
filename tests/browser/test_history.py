"""Looking for a match: words, filters, chips, and the way back."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .cast import begin


def test_what_was_looked_for_is_found_opened_and_still_there_on_the_way_back(page: Page) -> None:
    match = begin(page, "Ana", "Pau", "Zoé")
    match.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    match.round(2, "12 8", "1", "10 12", mojo=1)
    match.post("/note", note="Teo cheated", place="At Grandma’s")
    begin(page, "Ana", "Marta")
    page.goto("/")
    page.get_by_role("link", name="All matches").tap()
    results = page.locator(".evening li")
    expect(results).to_have_count(1)
    expect(page.get_by_text("One match is still open")).to_be_visible()
    page.get_by_role("searchbox").fill("grandma")
    page.get_by_role("button", name="Find").tap()
    expect(page.get_by_text("One match is still open")).to_have_count(0)
    expect(results).to_contain_text("At Grandma’s")
    page.locator("summary", has_text="Choose game, person, time").tap()
    page.get_by_label("Person").select_option("Zoé")
    page.get_by_label("Only finished matches").check()
    page.get_by_role("button", name="Show these matches").tap()
    expect(page.locator(".chip")).to_have_text(["“grandma”", "Zoé", "Only finished"])
    asked = page.url
    results.get_by_role("link").tap()
    expect(page.get_by_role("heading", name="Looking back")).to_be_visible()
    page.go_back()
    expect(page.locator(".chip")).to_have_text(["“grandma”", "Zoé", "Only finished"])
    assert page.url == asked
    page.get_by_role("link", name="Without: “grandma”").tap()
    expect(page.locator(".chip")).to_have_text(["Zoé", "Only finished"])
    expect(page.get_by_role("searchbox")).to_have_value("")
    for name in ("Zoé", "Only finished"):
        page.get_by_role("link", name=f"Without: {name}").tap()
        expect(page.locator(".chip", has_text=name)).to_have_count(0)
    expect(page.locator(".chip")).to_have_count(0)
    expect(page.get_by_text("One match is still open")).to_be_visible()


def test_a_place_that_is_tapped_keeps_the_note_that_was_typed(page: Page) -> None:
    begin(page).post("/note", note="", place="At Grandma’s")
    match = begin(page, "Ana", "Pau")
    match.open("/note")
    page.get_by_label("Note", exact=True).fill("Teo cheated\nand lost")
    page.get_by_role("button", name="At Grandma’s").tap()
    expect(page.get_by_label("Place", exact=True)).to_have_value("At Grandma’s")
    expect(page.get_by_label("Note", exact=True)).to_have_value(re.compile("Teo cheated\\s+and lost"))
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.get_by_text("Note and place saved")).to_be_visible()
    expect(page.locator(".notes")).to_contain_text("At Grandma’s")
