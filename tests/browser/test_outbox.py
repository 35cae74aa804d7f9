"""What was saved without a connection waits on the phone and goes out once: rows of the table in architecture.md."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from .cast import Finger, Match, begin, has_totals, on_the_pad, save_button, shows_sum, whose_sheet
from .conftest import Ears
from .phones import Table, has_sent_all, shows
from .test_typed_hands import NO_ROOM, other_phone

BANNER = "No connection. What you typed is kept on this phone."
LOST = ("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "ERR_FAILED", "Failed to fetch")


@pytest.fixture
def match(page: Page, ears: Ears) -> Match:
    ears.expect(*LOST)
    return begin(page)


def waits(page: Page, what: str) -> None:
    expect(page.locator("#outbox")).to_contain_text(f"{what}: waiting on this phone")


def nothing_waits(page: Page) -> None:
    has_sent_all(page)
    expect(page.locator("#outbox")).to_be_hidden()


def trail(match: Match, seat: int) -> list[str]:
    """What was ever written into a cell of the first round."""
    table = Table(match, dict.fromkeys(("Ana", "Pau", "Zoé"), match.page))
    return table.written(1, ("Ana", "Pau", "Zoé")[seat])


def test_one_person_enters_for_all_without_a_connection_and_each_hand_goes_out_once(typed: Page, match: Match) -> None:
    sent: list[str] = []
    typed.on("request", lambda request: sent.append(request.url[-12:]) if request.method == "POST" else None)
    expect(typed.get_by_text(BANNER)).to_be_hidden()
    typed.context.set_offline(True)
    expect(typed.get_by_text(BANNER)).to_be_visible()
    finger = Finger(typed)
    finger.save()
    whose_sheet(typed, "Pau")
    waits(typed, "Ana, round 1")
    expect(typed).to_have_title("Pau, round 1")
    finger.cards(9)
    # Back to Ana, who had one card more, and on.
    typed.get_by_role("link", name="Ana").tap()
    whose_sheet(typed, "Ana")
    shows_sum(typed, 21, "10 + 11 =")
    expect(typed.locator(".beside")).to_contain_text("Kept on this phone")
    finger.cards(3)
    finger.save()
    whose_sheet(typed, "Pau")
    shows_sum(typed, 9)
    finger.save()
    whose_sheet(typed, "Zoé")
    waits(typed, "2 hands")
    finger.cards(12, 1)
    finger.save()
    waits(typed, "3 hands")
    whose_sheet(typed, "Zoé")
    assert sent == []
    typed.context.set_offline(False)
    on_the_pad(typed)
    has_totals(typed, "34", "9", "13")
    nothing_waits(typed)
    assert [url[-8:] for url in sent] == ["s/0/edit", "s/1/edit", "s/2/edit"]
    assert [len(trail(match, seat)) for seat in range(3)] == [1, 1, 1]


def offline_save(page: Page, *cards: int) -> None:
    """Saves a hand while there is no connection."""
    page.context.set_offline(True)
    expect(page.get_by_text(BANNER)).to_be_visible()
    Finger(page).cards(*cards)
    Finger(page).save()


def both(page: Page, *values: str) -> None:
    """The page with two values shows these."""
    expect(page.get_by_role("heading", name="Which one is right?")).to_be_visible()
    for value in values:
        expect(page.locator("main")).to_contain_text(value)


def test_rows_other_phone_and_closed_tab_offline_lead_to_two_values_from_everywhere(
    match: Match, new_context: Callable[..., BrowserContext], ears: Ears
) -> None:
    """Pau holds his own seat, so his sheet stays open; he comes back by it, by the pad, by home, by a new tab."""
    ears.expect("status of 409")
    match.hold(1)
    zoe, pau = other_phone(match, new_context), match.open("/r/1/s/1/edit")
    whose_sheet(pau, "Pau")
    offline_save(pau, 10, 4)
    expect(pau.locator(".beside")).to_contain_text("Kept on this phone")
    waits(pau, "Pau, round 1")
    zoe.enter(1, 1, "12")
    pau.context.set_offline(False)
    both(pau, "12", "10 4 = 14")
    pau.get_by_role("link", name="Back to the pad").tap()
    banner = pau.locator("#outbox")
    for path in (match.path, "/", f"/rules/mojo?match={match.path[3:]}"):
        pau.goto(path)
        expect(banner).to_contain_text("Pau, round 1: not sent, look at it")
        banner.get_by_role("button").tap()
        both(pau, "12", "10 4 = 14")
    again = pau.context.new_page()
    pau.close()
    again.goto("/people")
    again.locator("#outbox").get_by_role("button").tap()
    both(again, "12", "10 4 = 14")
    again.get_by_role("button", name="Keep yours: 10 4 = 14").tap()
    on_the_pad(again)
    shows(again, "Pau", 1, "14")
    nothing_waits(again)
    assert len(trail(match=Match(again, match.path, ""), seat=1)) == 2


def test_rows_closer_moves_and_closed_tab_offline(
    match: Match, new_context: Callable[..., BrowserContext], ears: Ears
) -> None:
    """Nothing of the own cell changed: the hand goes out by itself, from whatever page is opened next."""
    zoe, pau = other_phone(match, new_context), match.open("/r/1/s/1/edit")
    whose_sheet(pau, "Pau")
    offline_save(pau, 10, 4)
    whose_sheet(pau, "Zoé")
    zoe.enter(1, 0, "5", mojo=True)
    again = pau.context.new_page()
    pau.close()
    again.context.set_offline(False)
    again.goto("/")
    nothing_waits(again)
    again.goto(match.path)
    shows(again, "Pau", 1, "14")
    shows(again, "Ana", 1, "5M")


def test_rows_removal_and_undo_offline_ask_which_value_counts(
    match: Match, new_context: Callable[..., BrowserContext], ears: Ears
) -> None:
    ears.expect("status of 409")
    match.enter(1, 1, "12")
    zoe, pau = other_phone(match, new_context), match.open("/r/1/s/1/edit")
    whose_sheet(pau, "Pau")
    offline_save(pau, 4)
    expect(pau.locator(".beside")).to_contain_text("Kept on this phone")
    zoe.post("/r/1/s/1/withdraw", **{"seen/entry/1/1": "1"})
    zoe.page.goto(match.path)
    zoe.page.get_by_role("button", name=re.compile("^Undo")).tap()
    expect(zoe.page.get_by_text("Undone")).to_be_visible()
    pau.context.set_offline(False)
    both(pau, "12 4 = 16")
    pau.get_by_role("link", name=re.compile("^Keep 12$")).tap()
    on_the_pad(pau)
    nothing_waits(pau)
    shows(pau, "Pau", 1, "12")


def test_row_correction_offline_shows_what_changes_before_it_is_written(match: Match) -> None:
    match.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    page = match.open("/r/1/s/1/edit")
    whose_sheet(page, "Pau")
    offline_save(page, 12)
    waits(page, "Pau, round 1")
    assert len(trail(match, 1)) == 1
    page.context.set_offline(False)
    expect(page.get_by_role("status").filter(has_text="Pau 4 → 16")).to_be_visible()
    save_button(page).tap()
    on_the_pad(page)
    has_totals(page, "10", "16", "34")
    nothing_waits(page)


def test_row_two_tabs_offline_send_a_hand_once(match: Match) -> None:
    page = match.open("/r/1/s/1/edit")
    other = page.context.new_page()
    other.goto(match.path)
    sent: list[str] = []
    page.context.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    offline_save(page, 10, 4)
    whose_sheet(page, "Zoé")
    waits(other, "Pau, round 1")
    page.context.set_offline(False)
    nothing_waits(page)
    nothing_waits(other)
    shows(other, "Pau", 1, "14")
    assert len(sent) == 1


def test_row_full_storage_offline_is_said_and_goes_out_while_the_page_is_open(match: Match) -> None:
    page = match.page
    page.add_init_script(NO_ROOM)
    match.open("/r/1/s/1/edit")
    whose_sheet(page, "Pau")
    page.context.set_offline(True)
    Finger(page).cards(10, 4)
    expect(page.get_by_text(BANNER)).to_be_hidden()
    expect(page.get_by_text("No connection, and this phone stores nothing: stay on this page.")).to_be_visible()
    Finger(page).save()
    whose_sheet(page, "Pau")
    expect(page.locator(".beside")).to_contain_text("NOT kept")
    page.context.set_offline(False)
    whose_sheet(page, "Zoé")
    assert len(trail(match, 1)) == 1
    nothing_waits(page)


def test_a_busy_server_keeps_the_sheet_and_the_hand_waits(typed: Page, match: Match, ears: Ears) -> None:
    ears.expect("status of 503")
    busy = {"status": 503, "body": "<h1>Busy</h1>", "content_type": "text/html"}
    typed.route("**/edit", lambda route: route.fulfill(**busy) if route.request.method == "POST" else route.fallback())
    Finger(typed).save()
    whose_sheet(typed, "Pau")
    waits(typed, "Ana, round 1")
    Finger(typed).cards(9)
    typed.unroute_all(behavior="wait")
    nothing_waits(typed)
    expect(typed.get_by_text("Saved: Ana, 21")).to_be_visible()
    shows_sum(typed, 9)
    assert len(trail(match, 0)) == 1


def lose_answer(route: Route) -> None:
    """The server writes the hand, and its answer never arrives."""
    if route.request.method == "POST":
        route.fetch(max_redirects=0)
        route.abort()
    else:
        route.fallback()


def test_a_hand_whose_answer_got_lost_is_written_once(typed: Page, match: Match) -> None:
    typed.route("**/edit", lose_answer)
    Finger(typed).save()
    whose_sheet(typed, "Pau")
    typed.unroute_all(behavior="wait")
    nothing_waits(typed)
    expect(typed.get_by_text(BANNER)).to_be_hidden()
    assert len(trail(match, 0)) == 1
