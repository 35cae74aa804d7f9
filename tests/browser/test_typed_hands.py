"""What is typed stays, whatever happens beside it: rows of the table in docs/architecture.md, with a connection."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from .cast import Finger, Match, begin, cell, has_totals, on_the_pad, save_button, shows_sum, whose_sheet
from .conftest import Ears
from .phones import let_in

NO_ROOM = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


@pytest.fixture
def match(page: Page) -> Match:
    return begin(page)


def other_phone(match: Match, new_context: Callable[..., BrowserContext]) -> Match:
    """The same match on a phone that enters for nobody."""
    page = new_context().new_page()
    csrf = let_in(match, page)
    return Match(page, match.path, csrf)


def still(page: Page, total: int, *said: str) -> None:
    """Pau's sheet has the hand that was typed, and says what happened meanwhile."""
    whose_sheet(page, "Pau")
    shows_sum(page, total)
    for each in said:
        expect(page.locator("main")).to_contain_text(each)


TYPED = {
    "mojo": ({"cards": "5", "mojo": True}, "Meanwhile: Ana, round 1: 5, Mojo card, round 1: Ana", 14),
    "skyjo": ({"points": "5", "mojo": True}, "Meanwhile: Ana, round 1: 5 (typed), Who ended round 1: Ana", 14),
    "jokrummy": ({"points": "1", "bonus": "0", "mojo": True}, "Who ended round 1: Ana", 2),
    "points": ({"points": "5", "mojo": True}, "Who ended round 1: Ana", 14),
}


@pytest.mark.parametrize("game", TYPED)
def test_row_the_closer_moves(page: Page, game: str) -> None:
    match = begin(page, game=game)
    hand, said, total = TYPED[game]
    match.open("/r/1/s/1/edit")
    finger = Finger(page)
    if game == "jokrummy":
        finger.mission(True, 1)
    elif game == "mojo":
        finger.cards(10, 4)
    else:
        finger.number(14)
    match.enter(1, 0, **hand)
    page.reload()
    still(page, total, said)
    page.get_by_role("link", name="Back to the pad").tap()
    on_the_pad(page)
    page.go_back()
    still(page, total, said)
    finger.save()
    whose_sheet(page, "Zoé")
    match.open()
    expect(cell(page, "Pau", 1)).to_contain_text(str(total))
    expect(page.locator("tbody")).to_contain_text("M" if game == "mojo" else "")


def test_rows_other_phone_removal_closed_tab_and_undo(
    page: Page, new_context: Callable[..., BrowserContext], match: Match, ears: Ears
) -> None:
    ears.expect("status of 409")
    zoe = other_phone(match, new_context)
    match.open("/r/1/s/1/edit")
    Finger(page).cards(10, 4)
    # Another phone writes 12 there: the one that was typed stays, and the page says whose stands.
    zoe.enter(1, 1, "12")
    page.reload()
    still(page, 14, "saved 12")
    # The tab is closed, and another one opened.
    again = page.context.new_page()
    page.close()
    match = Match(again, match.path, match.csrf)
    match.open("/r/1/s/1/edit")
    still(again, 14, "saved 12", "If you save, too, you are asked which one counts.")
    # Their hand is removed.
    zoe.post("/r/1/s/1/withdraw", **{"seen/entry/1/1": "1"})
    match.open("/r/1/s/1/edit")
    still(again, 14, "took this hand back")
    # Theirs is there again, and typing goes on: saving asks which one counts.
    zoe.enter(1, 1, "11", **{"seen/entry/1/1": "2"})
    Finger(again).cards(7)
    Finger(again).save()
    expect(again.get_by_role("heading", name="Which one is right?")).to_be_visible()
    # Nothing was decided: what was typed is still there, and waits.
    expect(again.locator("#outbox")).to_contain_text("Pau, round 1: not sent, look at it")
    match.open("/r/1/s/1/edit")
    still(again, 21, "saved 11")
    again.locator("#outbox button").tap()
    again.get_by_role("button", name="Keep yours: 10 4 7 = 21").tap()
    on_the_pad(again)
    expect(again.locator("#outbox")).to_be_hidden()
    # A correction is typed when the save before it is undone: what stood there comes back, the correction stays.
    match.open("/r/1/s/1/edit")
    Finger(again).cards(12)
    still(again, 33)
    undo = Match(again.context.new_page(), match.path, match.csrf)
    undo.open()
    undo.page.get_by_role("button", name=re.compile("^Undo: Pau")).tap()
    expect(cell(undo.page, "Pau", 1)).to_have_text("11")
    undo.page.close()
    again.reload()
    still(again, 33, "This phone saved 11")
    again.get_by_role("link", name="Keep 11").tap()
    on_the_pad(again)
    match.open("/r/1/s/1/edit")
    still(again, 11)


def test_row_full_storage(page: Page, match: Match) -> None:
    page.add_init_script(NO_ROOM)
    match.open("/r/1/s/1/edit")
    finger = Finger(page)
    finger.cards(10, 4)
    expect(page.locator(".beside")).to_contain_text("NOT kept: this phone stores nothing.")
    page.get_by_role("link", name="Zoé").tap()
    whose_sheet(page, "Zoé")
    page.get_by_role("link", name="Pau").tap()
    still(page, 14, "NOT kept")
    finger.save()
    whose_sheet(page, "Zoé")
    expect(page.locator(".beside")).to_be_hidden()
    page.on("dialog", lambda dialog: dialog.accept())
    match.open()
    expect(cell(page, "Pau", 1)).to_have_text("14")


def test_row_two_tabs(page: Page, match: Match) -> None:
    match.open("/r/1/s/1/edit")
    Finger(page).cards(10, 4)
    other = page.context.new_page()
    other.goto(match.sheet(1, 1))
    still(other, 14)
    Finger(other).save()
    whose_sheet(other, "Zoé")
    Finger(page).save()
    whose_sheet(page, "Zoé")
    page.reload()
    shows_sum(page, 0)
    match.open("/r/1/s/1")
    expect(page.get_by_role("listitem").filter(has_text="10 4 = 14")).to_have_count(1)


def test_row_correction(page: Page, match: Match) -> None:
    match.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    match.open("/r/1/s/1/edit")
    Finger(page).cards(12)
    page.reload()
    still(page, 16, "Pau 4 → 16")
    save_button(page).tap()
    on_the_pad(page)
    has_totals(page, "10", "16", "34")


def test_row_cleared_by_a_person(page: Page, match: Match) -> None:
    match.open("/r/1/s/1/edit")
    Finger(page).cards(12)
    page.get_by_role("button", name="Remove the last card").tap()
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft:'))") == []
