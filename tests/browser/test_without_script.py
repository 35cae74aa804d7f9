"""Everything works with JavaScript switched off."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .cast import begin, cell, has_totals
from .conftest import Ears


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A phone that runs no script."""
    return {**browser_context_args, "java_script_enabled": False}


def enter(page: Page, cards: str = "", *, points: str = "", closes: str = "") -> None:
    """Fills the plain fields of the sheet and sends them."""
    page.get_by_label("Cards left in front of").fill(cards)
    page.get_by_label("Or the sum").fill(points)
    closer = page.locator("label.closer")
    if closes and not closer.get_by_role("checkbox").is_checked():
        closer.filter(has_text=closes).tap()
    page.get_by_role("button", name="Save").tap()


def has_names(page: Page, *names: str) -> None:
    rows = page.get_by_role("textbox", name="Name of player")
    expect(rows).to_have_count(len(names))
    for seat, name in enumerate(names):
        expect(rows.nth(seat)).to_have_value(name)


def in_menu(page: Page, whom: str, what: str) -> None:
    page.get_by_label(f"More about {whom}", exact=True).tap()
    page.get_by_role("button", name=f"{what}: {whom}").tap()


def test_a_match_is_set_up_with_arrows_and_one_person_more(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Start a match").tap()
    for seat, name in enumerate(("Pau", "Ana", "Zoé"), start=1):
        page.get_by_role("textbox", name=f"Name of player {seat}").fill(name)
    in_menu(page, "player 2", "Move up")
    has_names(page, "Ana", "Pau", "Zoé")
    page.get_by_role("button", name="Add a player").tap()
    has_names(page, "Ana", "Pau", "Zoé", "")
    page.get_by_role("textbox", name="Name of player 4").fill("Teo")
    in_menu(page, "Zoé", "Move down")
    has_names(page, "Ana", "Pau", "Teo", "Zoé")
    in_menu(page, "Teo", "Not today")
    has_names(page, "Ana", "Pau", "Zoé")
    page.get_by_role("button", name="Deal the first round").last.tap()
    expect(page.get_by_label("Cards left in front of Ana")).to_be_visible()
    page.goto("/".join(page.url.split("/")[:5]))
    expect(page.locator("thead .name")).to_have_text(["Ana", "Pau", "Zoé"])


def test_a_colour_and_an_emoji_are_chosen_and_changed_back(page: Page) -> None:
    begin(page)
    page.goto("/people")
    page.get_by_role("link", name="Pau").tap()
    page.get_by_role("link", name="Colour and emoji").tap()
    page.get_by_text("Leaf", exact=True).locator("xpath=..").tap()
    page.get_by_label("One emoji instead of the letters").fill("🐙")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".avatar.large.person-7")).to_have_text("🐙")
    page.get_by_role("button", name="Change back").tap()
    expect(page.locator(".avatar.large.person-1")).to_have_text("P")


def test_hands_are_entered_by_the_text_field(page: Page) -> None:
    begin(page).open()
    page.get_by_role("link", name="Enter Ana’s cards").tap()
    enter(page, "9 1")
    expect(page.get_by_label("Cards left in front of Pau")).to_be_visible()
    enter(page, points="4")
    enter(page, "10, 11 3", closes="took the Mojo")
    has_totals(page, "10", "4", "34")


def test_a_round_of_skyjo_is_entered_as_grids_and_as_a_sum_with_its_sign(page: Page, ears: Ears) -> None:
    ears.expect("status of 422")
    begin(page, game="skyjo").open()
    page.get_by_role("link", name="Enter Ana’s cards").tap()
    enter(page, "0 1 2 x 7 7 7 3 4", closes="Ana ended the round")
    expect(page.get_by_role("alert")).to_contain_text("A grid is made of columns of three, but this one has 8 cards")
    enter(page, "0 1 2 x 7 7 7 3 4 5", closes="Ana ended the round")
    expect(page.get_by_label("Cards left in front of Pau")).to_be_visible()
    enter(page, points="-6")
    enter(page, points="78")
    has_totals(page, "30", "−6", "78")
    cell(page, "Ana", 1).tap()
    expect(page.get_by_text("15 × 2 = 30, because Pau is lower")).to_be_visible()


def test_a_hand_of_jokrummy_is_entered_by_choosing(page: Page) -> None:
    match = begin(page, game="jokrummy")
    for seat, (done, surprises) in enumerate((("Yes", "1"), ("Not yet", "none"), ("Yes", "none"))):
        match.open(f"/r/1/s/{seat}/edit")
        page.get_by_role("group", name="Mission done?").get_by_text(done, exact=True).tap()
        page.get_by_role("group", name="Surprises this round").get_by_text(surprises, exact=True).tap()
        with page.expect_navigation():
            page.get_by_role("button", name="Save").tap()
    has_totals(page, "2", "0", "1")
    cell(page, "Ana", 1).tap()
    expect(page.get_by_text("1 mission + 1 surprise = 2", exact=True)).to_be_visible()


def test_a_round_of_jokrummy_is_entered_on_one_page(page: Page, ears: Ears) -> None:
    ears.expect("status of 422")
    begin(page, game="jokrummy").open()
    page.get_by_role("link", name="Enter round 1").tap()
    ana, pau, zoe = (page.get_by_role("group", name=name, exact=True) for name in ("Ana", "Pau", "Zoé"))
    ana.locator("label.did").tap()
    pau.get_by_role("spinbutton").fill("3")
    zoe.locator("label.did").tap()
    zoe.locator("label.flag").tap()
    page.get_by_role("button", name="Save round 1").tap()
    expect(pau).to_contain_text("2 surprises at most")
    expect(zoe.get_by_role("checkbox", name="Zoé ended the round")).to_be_checked()
    pau.get_by_role("spinbutton").fill("1")
    page.get_by_role("button", name="Save round 1").tap()
    has_totals(page, "1", "1", "1")


def test_what_cannot_be_is_refused_beside_its_field_and_stays_typed(page: Page, ears: Ears) -> None:
    ears.expect("status of 422")
    begin(page).open("/r/1/s/0/edit")
    enter(page, "13 1")
    expect(page.get_by_role("alert")).to_contain_text("There’s no 13")
    expect(page.get_by_label("Cards left in front of Ana")).to_have_value("13 1")
    expect(page).to_have_title("Error: Ana’s cards, round 1 · Companion")


def test_a_correction_is_shown_before_it_is_saved(page: Page) -> None:
    match = begin(page)
    match.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    match.open()
    cell(page, "Pau", 1).tap()
    expect(page.get_by_text("0 + 4 = 4")).to_be_visible()
    page.get_by_role("link", name="Edit").tap()
    enter(page, "12 3")
    expect(page.get_by_text("Pau 4 → 15")).to_be_visible()
    page.get_by_role("button", name="Save").tap()
    has_totals(page, "10", "15", "34")


def test_a_hand_is_taken_back_by_undo(page: Page) -> None:
    match = begin(page)
    match.open("/r/1/s/0/edit")
    enter(page, "12")
    page.get_by_role("button", name="Undo", exact=True).tap()
    expect(page.get_by_text("Undone: Ana, round 1")).to_be_visible()
    expect(cell(page, "Ana", 1)).to_have_accessible_name("Ana, round 1: enter the cards")


def test_who_took_the_mojo_is_asked_once(page: Page) -> None:
    match = begin(page)
    match.round(1, "9 1", "4", "12", mojo=None)
    match.open()
    page.get_by_role("region", name="who took the Mojo").get_by_role("button", name="Zoé").tap()
    has_totals(page, "10", "4", "22")


def test_a_match_comes_to_its_end_and_to_a_rematch(page: Page) -> None:
    match = begin(page)
    match.round(1, "1 4 7 10 12", "0", "12", mojo=1)
    match.open("/r/2/s/0/edit")
    enter(page, points="30")
    enter(page, "1")
    enter(page, "12", closes="took the Mojo")
    expect(page.get_by_role("heading", name="Pau wins")).to_be_visible()
    expect(page.get_by_text("Ana reached 64 in round 2")).to_be_visible()
    expect(page.get_by_label("The result as text")).to_contain_text("1. Pau 1")
    page.get_by_role("button", name="Rematch").tap()
    has_totals(page, "0", "0", "0")


def test_a_match_is_stopped_and_taken_up_again(page: Page) -> None:
    match = begin(page)
    match.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    match.open("/menu")
    page.get_by_role("button", name="Stop the match").tap()
    expect(page.get_by_role("heading", name="Stopped in round")).to_be_visible()
    page.get_by_role("button", name="Keep playing").tap()
    expect(page.get_by_role("link", name="Enter Ana’s cards")).to_be_visible()
