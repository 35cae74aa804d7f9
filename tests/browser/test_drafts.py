"""What was typed is there: after a reload, the back button, a turn of the phone, a lost connection."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .cast import Finger, Match, begin, mojo, save_button, shows_sum, whose_sheet
from .conftest import Ears
from .phones import hands_to_send


@pytest.fixture
def match(page: Page) -> Match:
    return begin(page)


def still_there(page: Page) -> None:
    whose_sheet(page, "Ana")
    shows_sum(page, 21, "10 + 11 =")
    expect(mojo(page).get_by_role("checkbox")).to_be_checked()


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
    expect(page.get_by_role("alert")).to_contain_text("99 isn’t possible")
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
