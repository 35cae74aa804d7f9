"""What was typed is there: after a reload, the back button, a turn of the phone, a lost connection."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from .cast import Finger, Match, begin, mojo, save_button, shows_sum, whose_sheet
from .conftest import Ears
from .phones import hands_to_send

BANNER = "No connection: what you typed is kept on this phone."


@pytest.fixture
def match(page: Page) -> Match:
    return begin(page)


@pytest.fixture
def typed(match: Match) -> Page:
    """Ana's sheet with a hand that is not saved yet: 10 and 11 and the Mojo."""
    page = match.open("/r/1/s/0/edit")
    finger = Finger(page)
    finger.cards(10, 11)
    finger.mojo()
    return page


def still_there(page: Page) -> None:
    whose_sheet(page, "Ana")
    shows_sum(page, 21, "10 + 11 =")
    expect(mojo(page).get_by_role("checkbox")).to_be_checked()


def written_once(match: Match) -> None:
    """Ana's cell has been written once, and nothing else is in its story."""
    page = match.open("/r/1/s/0")
    expect(page.get_by_role("listitem").filter(has_text="10 11 = 21")).to_have_count(1)
    expect(page.locator("del")).to_have_count(0)


def test_a_draft_survives_a_reload(typed: Page) -> None:
    typed.reload()
    still_there(typed)


def test_a_draft_survives_the_back_button(typed: Page) -> None:
    typed.get_by_role("link", name="Back to the pad").tap()
    expect(typed.get_by_role("table")).to_be_visible()
    typed.go_back()
    still_there(typed)
    typed.go_back()
    typed.go_forward()
    still_there(typed)


def test_a_draft_survives_turning_the_phone(typed: Page) -> None:
    typed.set_viewport_size({"width": 740, "height": 360})
    still_there(typed)
    typed.set_viewport_size({"width": 360, "height": 740})
    still_there(typed)


def test_a_draft_of_a_number_comes_back_as_a_number(match: Match) -> None:
    page = match.open("/r/1/s/0/edit")
    page.get_by_role("button", name="Type the number").tap()
    page.get_by_role("button", name="8", exact=True).tap()
    page.reload()
    shows_sum(page, 8)
    expect(page.get_by_role("button", name="9", exact=True).first).to_be_visible()
    expect(page.get_by_role("button", name="Type the number")).to_have_attribute("aria-pressed", "true")


def test_a_hand_that_was_saved_does_not_wait_to_be_sent_again(typed: Page) -> None:
    Finger(typed).save()
    whose_sheet(typed, "Pau")
    assert hands_to_send(typed) == []


def test_a_hand_that_was_refused_does_not_wait_to_be_sent_again(match: Match, ears: Ears) -> None:
    ears.expect("status of 422")
    page = match.open("/r/1/s/0/edit")
    page.get_by_role("button", name="Type the number").tap()
    for _ in range(2):
        page.get_by_role("button", name="9", exact=True).tap()
    save_button(page).tap()
    expect(page.get_by_role("alert")).to_contain_text("99 cannot be")
    assert hands_to_send(page) == []


def test_a_draft_is_gone_after_saving(typed: Page, match: Match) -> None:
    Finger(typed).save()
    whose_sheet(typed, "Pau")
    typed.get_by_role("button", name="Undo", exact=True).tap()
    expect(typed.get_by_role("table")).to_be_visible()
    match.open("/r/1/s/0/edit")
    whose_sheet(typed, "Ana")
    shows_sum(typed, 0)
    expect(mojo(typed).get_by_role("checkbox")).not_to_be_checked()


def test_without_a_connection_the_hand_is_kept_and_saved_once_when_it_is_back(
    typed: Page, match: Match, ears: Ears
) -> None:
    ears.expect("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "Failed to fetch")
    banner = typed.get_by_text(BANNER)
    expect(banner).to_be_hidden()
    typed.context.set_offline(True)
    expect(banner).to_be_visible()
    with typed.expect_event("requestfailed"):
        save_button(typed).tap()
    still_there(typed)
    typed.context.set_offline(False)
    whose_sheet(typed, "Pau")
    expect(banner).to_be_hidden()
    written_once(match)


def test_a_connection_that_drops_unnoticed_is_said_when_saving_fails(typed: Page, match: Match, ears: Ears) -> None:
    ears.expect("ERR_FAILED", "Failed to fetch")
    typed.route("**/edit", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    save_button(typed).tap()
    expect(typed.get_by_text(BANNER)).to_be_visible()
    still_there(typed)
    typed.unroute("**/edit")
    whose_sheet(typed, "Pau")
    written_once(match)


def lose_answer(route: Route) -> None:
    """The server writes the hand, and its answer never arrives."""
    if route.request.method == "POST":
        route.fetch(max_redirects=0)
        route.abort()
    else:
        route.fallback()


def test_a_hand_whose_answer_got_lost_is_written_once_and_gets_its_first_answer_the_next_sheet(
    typed: Page, match: Match, ears: Ears
) -> None:
    ears.expect("ERR_FAILED", "Failed to fetch")
    typed.route("**/edit", lose_answer)
    save_button(typed).tap()
    expect(typed.get_by_text(BANNER)).to_be_visible()
    typed.unroute("**/edit")
    whose_sheet(typed, "Pau")
    expect(typed.get_by_text(BANNER)).to_be_hidden()
    written_once(match)


def test_a_hand_changed_while_offline_is_saved_as_it_is_shown(typed: Page, match: Match, ears: Ears) -> None:
    ears.expect("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "Failed to fetch")
    typed.context.set_offline(True)
    with typed.expect_event("requestfailed", lambda request: request.method == "POST"):
        save_button(typed).tap()
    expect(typed.get_by_text(BANNER)).to_be_visible()
    Finger(typed).cards(3)
    shows_sum(typed, 24, "10 + 11 + 3 =")
    typed.context.set_offline(False)
    save_button(typed).tap()
    whose_sheet(typed, "Pau")
    match.open("/r/1/s/0")
    expect(typed.get_by_role("listitem").filter(has_text="10 11 3 = 24")).to_have_count(1)
