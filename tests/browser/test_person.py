"""The page of a person, by finger: figures, a line and its table, names of any kind, and two who are one person."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .calm import browser_context_args as browser_context_args
from .cast import begin
from .conftest import Ears
from .fits import misfits
from .test_accessible import sound

LONG, RIGHT_TO_LEFT, FAMILY = "Maximiliana Theodora von Hohenfels-Aurach", "شهرزاد", "👨‍👩‍👧‍👦"


def play(page: Page, *names: str) -> None:
    """Two matches of Mojo, one of which the first won; and one of Skyjo."""
    begin(page, *names, limit="20").round(1, "3", *(["10 12"] * (len(names) - 1)), mojo=0)
    begin(page, *names, limit="20").round(1, *(["10 12"] * (len(names) - 1)), "3", mojo=1)


def open_person(page: Page, name: str) -> None:
    """Find a person in a match and go to their page."""
    page.goto("/people")
    address = page.locator("main a", has_text=name).or_(page.get_by_label(name)).first.get_attribute("href")
    assert address is not None
    page.goto(address.removesuffix("/avatar"))
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_the_page_is_sound_with_any_name_and_at_any_size(page: Page) -> None:
    play(page, LONG[:40], RIGHT_TO_LEFT, FAMILY)
    open_person(page, LONG[:40])
    expect(page.get_by_text("Final totals, lower is better")).to_be_visible()
    page.locator("summary", has_text="As a table").tap()
    page.locator("summary", has_text="What these numbers mean").tap()
    expect(page.get_by_role("row")).to_have_count(3)
    sound(page)
    assert misfits(page) == []


def test_the_games_have_their_own_pages_and_the_others_are_a_tap_away(page: Page) -> None:
    play(page, "Ana", "Pau")
    begin(page, "Ana", "Pau", game="jokrummy", limit="1").enter(1, 0, points="1", bonus="0", mojo=True)
    open_person(page, "Ana")
    expect(page.get_by_role("heading", name="Places, the first at the top")).to_be_visible()
    page.get_by_role("navigation", name="Which game").get_by_role("link", name="Mojo").tap()
    expect(page.get_by_text("The Mojo paid off")).to_be_visible()
    page.get_by_role("link", name="Matches in which Ana was ahead of Pau").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Pau")


def test_two_names_become_one_person_and_two_again(page: Page, ears: Ears) -> None:
    ears.expect("status of 422")
    play(page, "Ana", "Pau")
    play(page, "Annie", "Teo")
    open_person(page, "Ana")
    page.get_by_role("link", name="Name and more").tap()
    page.get_by_label("Name", exact=True).fill("annie")
    page.get_by_role("button", name="Save").tap()
    page.get_by_role("link", name="They are the same person: merge the two").tap()
    expect(page.get_by_label("Who is the same person as Ana?").locator("option:checked")).to_have_text("Annie")
    sound(page)
    page.get_by_role("button", name="Merge").tap()
    expect(page.get_by_text("of 4", exact=True)).to_be_visible()
    page.get_by_role("link", name="Name and more").tap()
    sound(page)
    page.get_by_role("button", name="Part Annie").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Annie")
    expect(page.get_by_text("of 2", exact=True)).to_be_visible()
