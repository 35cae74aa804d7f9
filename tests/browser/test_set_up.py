"""Setting a match up under the thumb: people dragged into the order they sit, six of them on one screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from .cast import Finger, begin, whose_sheet

SIX = ("Ana", "Uncle Tom", "Grandma", "Małgorzata", "Anna K", "Anna N")


def names(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Name of player")


def sit(page: Page, *wanted: str) -> None:
    """Waits until these people sit in this order."""
    expect(names(page)).to_have_count(len(wanted))
    for seat, name in enumerate(wanted):
        expect(names(page).nth(seat)).to_have_value(name)


@pytest.fixture
def six(page: Page) -> Page:
    """The form for a new match, on a phone whose last match was one of six."""
    begin(page, *SIX)
    page.goto("/new")
    return page


def test_six_people_fit_one_screen_and_one_tap_leads_to_the_first_sheet(six: Page) -> None:
    for row in range(6):
        expect(names(six).nth(row)).to_be_in_viewport(ratio=1)
    # The last thing before the languages: all above it is seen at once.
    expect(six.locator("main .act")).to_be_in_viewport(ratio=1)
    assert six.evaluate("document.querySelector('main').getBoundingClientRect().bottom <= innerHeight")
    finger = Finger(six)
    finger.tap(six.get_by_role("button", name="Deal the first round").last)
    whose_sheet(six, "Ana")
    assert finger.taps == 1


def test_the_first_name_is_typed_at_once_where_nobody_has_played(page: Page) -> None:
    page.goto("/new")
    expect(names(page).first).to_be_focused()


def test_a_row_is_dragged_by_its_handle_and_the_youngest_goes_along(six: Page) -> None:
    handle = six.locator("[data-grip]").first.bounding_box()
    target = names(six).nth(3).bounding_box()
    assert handle
    assert target
    six.mouse.move(handle["x"] + 20, handle["y"] + 20)
    six.mouse.down()
    six.mouse.move(handle["x"] + 20, target["y"] + 30, steps=4)
    six.mouse.up()
    sit(six, "Uncle Tom", "Grandma", "Małgorzata", "Ana", "Anna K", "Anna N")
    expect(six.locator(".seat-row:has(.first)").get_by_role("textbox")).to_have_value("Ana")


def test_the_arrow_keys_move_a_row_and_say_where_it_is(six: Page) -> None:
    six.get_by_role("button", name="Grandma, player 3 of 6").focus()
    six.keyboard.press("ArrowUp")
    sit(six, "Ana", "Grandma", "Uncle Tom", "Małgorzata", "Anna K", "Anna N")
    expect(six.get_by_role("button", name="Grandma, player 2 of 6")).to_be_focused()
    six.keyboard.press("ArrowDown")
    six.keyboard.press("ArrowDown")
    expect(six.get_by_role("button", name="Grandma, player 3 of 6")).to_be_focused()


def test_the_menu_of_each_row_is_in_sight_and_a_tap_beside_it_closes_it(six: Page) -> None:
    for name in SIX:
        six.get_by_label(f"More about {name}", exact=True).tap()
        away = six.get_by_role("button", name=f"Not today: {name}", exact=True)
        expect(away).to_be_in_viewport(ratio=1)
        six.get_by_role("heading", name="New match").tap()
        expect(away).to_be_hidden()


def test_regulars_come_by_a_tap_in_the_order_they_sit(page: Page) -> None:
    begin(page, *SIX)
    begin(page, "Zoé", "Teo")
    page.goto("/new")
    for name in ("Anna K", "Grandma"):
        page.get_by_role("button", name=f"Add {name}").tap()
        expect(page.get_by_role("button", name=f"Add {name}")).to_have_count(0)
    sit(page, "Zoé", "Teo", "Anna K", "Grandma")


def test_whoever_is_alone_among_bots_is_dealt_to_at_once(page: Page) -> None:
    begin(page, "Ana", "Pau")
    page.goto("/new")
    page.get_by_label("More about Pau").tap()
    page.get_by_role("button", name="A bot plays: Pau").tap()
    expect(page.get_by_label("How well Pau plays")).to_be_visible()
    page.get_by_role("button", name="Deal the first round").last.tap()
    expect(page.locator("#hand .card")).to_have_count(8)
