"""A whole round of Jok-R-ummy jr on one page, by one phone: its taps, what is kept, and a line that was cut."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from .cast import Finger, Match, begin, has_totals, on_the_pad, save_button
from .conftest import Ears
from .phones import has_sent_all
from .test_outbox import BANNER, LOST, lose_answer
from .test_typed_hands import other_phone

FOUR = ("Ana", "Pau", "Zoé", "Iris")


@pytest.fixture
def match(page: Page) -> Match:
    return begin(page, *FOUR, game="jokrummy", limit="4")


def line(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name=name, exact=True)


def did(page: Page, name: str) -> Locator:
    """The name on the line, which is tapped when the mission is done."""
    return line(page, name).locator("label.did")


def more(page: Page, name: str) -> Locator:
    return line(page, name).get_by_role("button", name="One surprise more")


def flag(page: Page, name: str) -> Locator:
    return line(page, name).locator("label.flag")


def asks(page: Page, name: str) -> Locator:
    return line(page, name).locator("[data-ask]")


def test_a_round_of_four_with_a_surprise_takes_six_taps_from_the_pad(match: Match) -> None:
    page = match.open()
    finger = Finger(page)
    finger.tap(page.get_by_role("link", name="Enter round 1"))
    finger.tap(did(page, "Ana"))
    finger.tap(did(page, "Zoé"))
    finger.tap(more(page, "Pau"))
    finger.tap(flag(page, "Ana"))
    finger.tap(save_button(page))
    has_totals(page, "1", "1", "1", "0")
    assert finger.taps <= 6


def test_the_tap_on_the_flag_asks_for_a_mission(match: Match) -> None:
    page = match.open("/r/1/edit")
    expect(save_button(page)).to_have_text("Who did the mission?")
    flag(page, "Pau").tap()
    expect(asks(page, "Pau")).to_have_text("Whoever ends the round did a mission or drew a surprise: which?")
    expect(save_button(page)).to_have_attribute("aria-disabled", "true")
    save_button(page).tap(force=True)
    expect(page).to_have_url(re.compile("/r/1/edit$"))
    flag(page, "Ana").tap()
    expect(asks(page, "Pau")).to_be_hidden()
    expect(line(page, "Pau").get_by_role("checkbox", name="ended the round")).not_to_be_checked()
    more(page, "Ana").tap()
    expect(asks(page, "Ana")).to_be_hidden()
    expect(save_button(page)).to_have_text("Save round 1")
    expect(save_button(page)).to_have_attribute("aria-disabled", "false")


def test_surprises_go_from_none_to_two_and_are_said(match: Match) -> None:
    page = match.open("/r/1/edit")
    surprises = line(page, "Zoé").get_by_role("spinbutton", name="Surprises of Zoé")
    for _ in range(3):
        more(page, "Zoé").tap(force=True)
    expect(surprises).to_have_value("2")
    expect(page.locator("[data-spoken]")).to_have_text("Zoé: 2")
    for _ in range(3):
        line(page, "Zoé").get_by_role("button", name="One surprise less").tap(force=True)
    expect(surprises).to_have_value("0")


def test_what_was_tapped_is_there_after_a_reload_and_a_way_around(match: Match) -> None:
    page = match.open("/r/1/edit")
    did(page, "Ana").tap()
    more(page, "Iris").tap()
    flag(page, "Ana").tap()
    page.reload()
    expect(save_button(page)).to_have_text("Save round 1")
    match.open()
    page.get_by_role("link", name="Enter round 1").tap()
    expect(line(page, "Ana").get_by_role("checkbox")).to_have_count(2)
    for box in line(page, "Ana").get_by_role("checkbox").all():
        expect(box).to_be_checked()
    expect(line(page, "Iris").get_by_role("spinbutton")).to_have_value("1")
    save_button(page).tap()
    has_totals(page, "1", "0", "0", "1")
    match.open("/r/1/edit")
    expect(save_button(page)).to_have_text("Save round 1")
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft:'))") == []


def posts(page: Page) -> list[str]:
    """The forms that this page sends from now on."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    return sent


def test_a_round_saved_without_a_connection_goes_out_once(match: Match, ears: Ears) -> None:
    ears.expect(*LOST)
    page = match.open("/r/1/edit")
    did(page, "Ana").tap()
    flag(page, "Ana").tap()
    page.context.set_offline(True)
    expect(page.get_by_text(BANNER)).to_be_visible()
    sent = posts(page)
    save_button(page).tap()
    expect(page.locator("#outbox")).to_contain_text("Round 1: waiting on this phone")
    expect(page.locator("[data-beside]")).to_contain_text("Kept on this phone")
    page.context.set_offline(False)
    on_the_pad(page)
    has_totals(page, "1", "0", "0", "0")
    has_sent_all(page)
    assert [url.rpartition("/m/")[2].partition("/")[2] for url in sent] == ["r/1/edit"]


def test_a_round_whose_answer_got_lost_is_written_once(match: Match, ears: Ears) -> None:
    ears.expect(*LOST)
    page = match.open("/r/1/edit")
    did(page, "Ana").tap()
    page.route("**/edit", lose_answer)
    save_button(page).tap()
    expect(page.locator("#outbox")).to_contain_text("Round 1: waiting on this phone")
    page.unroute_all(behavior="wait")
    on_the_pad(page)
    has_sent_all(page)
    page.goto(match.story(1, 0))
    expect(page.locator("#story li")).to_have_count(1)


def test_another_phone_that_said_something_else_leads_to_two_values_and_nothing_else_is_lost(
    match: Match, new_context: Callable[..., BrowserContext], ears: Ears
) -> None:
    ears.expect("status of 409")
    page = match.open("/r/1/edit")
    did(page, "Ana").tap()
    did(page, "Zoé").tap()
    other_phone(match, new_context).enter(1, 1, points="1", bonus="1")
    save_button(page).tap()
    expect(page.get_by_role("heading", name="Which one is right?")).to_be_visible()
    expect(page.get_by_role("heading", name="Pau, round 1")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Keep (?!.*yours)")).tap()
    has_totals(page, "1", "2", "1", "0")
