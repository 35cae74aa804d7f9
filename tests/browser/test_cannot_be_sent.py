"""A waiting hand that cannot be sent says why, and a person decides; taps that come before the script."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, Route, expect

from .cast import Finger, Match, begin, mojo, on_the_pad, save_button, shows_sum, whose_sheet
from .conftest import Ears
from .phones import copied, has_sent_all
from .test_typed_hands import other_phone

LOST = ("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "ERR_FAILED", "Failed to fetch")


def save_offline(page: Page, *cards: int) -> None:
    page.context.set_offline(True)
    Finger(page).cards(*cards)
    Finger(page).save()


def test_what_cannot_be_sent_says_why_and_can_be_copied_looked_at_and_forgotten(
    page: Page, new_context: Callable[..., BrowserContext], ears: Ears
) -> None:
    ears.expect(*LOST, "status of 400", "status of 404", "status of 422")
    match = begin(page)
    match.round(1, "9 1", "4", "10 11 3", mojo=2)
    other = other_phone(match, new_context)
    match.open("/r/2/s/0/edit")
    whose_sheet(page, "Ana")
    # Too much for any hand, which the server knows.
    page.context.set_offline(True)
    Finger(page).number(36)
    Finger(page).save()
    whose_sheet(page, "Pau")
    save_offline(page, 10, 3)
    expect(page.locator("#outbox")).to_contain_text("2 hands: waiting on this phone")
    page.context.set_offline(False)
    banner, dialog = page.locator("#outbox"), page.get_by_role("dialog", name="Waiting on this phone")
    expect(banner).to_contain_text("Ana, round 2: not sent, look at it")
    has_gone_out(match, other)
    banner.get_by_role("button").tap()
    expect(page.get_by_role("alert")).to_contain_text("36 isn’t possible")
    shows_sum(page, 36)
    assert dialog.is_hidden()
    # It is on a sheet again, and no more in the list. The phone loses its way before the next one is sent.
    page.get_by_role("link", name="Zoé").tap()
    whose_sheet(page, "Zoé")
    save_offline(page, 12)
    page.context.clear_cookies()
    page.context.set_offline(False)
    expect(banner).to_contain_text("Zoé, round 2: not sent, look at it")
    page.goto("/")
    banner.get_by_role("button").tap()
    expect(dialog).to_contain_text("Zoé, round 2 12 This phone is no longer in that match, or the round is gone.")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog.get_by_role("button", name="Copy it").tap()
    expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    assert copied(page) == "Zoé, round 2: 12"
    dialog.get_by_role("button", name="Forget it").tap()
    expect(banner).to_be_visible()
    dialog.get_by_role("button", name="Yes, forget it").tap()
    expect(banner).to_be_hidden()
    has_sent_all(page)


def has_gone_out(match: Match, other: Match) -> None:
    """Pau's hand of the second round did not wait for Ana's."""
    other.page.goto(match.path)
    on_the_pad(other.page)
    expect(other.page.get_by_role("link", name=re.compile("^Pau, round 2:.* 13"))).to_be_visible()


def test_keys_wait_visibly_until_they_hear_and_a_box_that_was_ticked_early_is_no_hand_of_zero(
    page: Page, ears: Ears
) -> None:
    ears.expect("status of 422")
    match = begin(page)
    held: list[Route] = []
    page.route("**/mojo/entry.js", lambda route: held.append(route))
    page.goto(match.sheet(1, 0), wait_until="commit")
    key = page.locator('[data-card="10"]')
    expect(key).to_be_visible()
    assert key.evaluate("key => [getComputedStyle(key).pointerEvents, Number(getComputedStyle(key).opacity) < .5]") == [
        "none",
        True,
    ]
    mojo(page).tap()
    page.keyboard.press("Enter")
    page.locator("form[action$=edit]").evaluate("form => form.requestSubmit()")
    expect(page.get_by_role("alert")).to_contain_text("No cards are entered. If none are left, enter 0 as the sum.")
    for route in held:
        route.continue_()
    page.unroute("**/mojo/entry.js")
    whose_sheet(page, "Ana")
    expect(mojo(page).get_by_role("checkbox")).to_be_checked()
    expect(save_button(page)).to_have_text("Save 0 · next: Pau")
    assert page.request.get(match.story(1, 0)).text().count("no cards = 0") == 0
    save_button(page).tap()
    whose_sheet(page, "Pau")
    assert page.request.get(match.story(1, 0)).text().count("no cards = 0") > 0


def test_the_first_sheet_is_loaded_ahead_from_the_pad(page: Page) -> None:
    match = begin(page)
    match.open()
    files = (page.locator("[data-ahead]").get_attribute("data-ahead") or "").split()
    assert any(file.endswith("/mojo/entry.css") for file in files)
    page.wait_for_function(
        "files => files.every((file) => performance.getEntriesByName(new URL(file, location).href).length)", arg=files
    )
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("link", name="Enter Ana’s cards").tap()
    whose_sheet(page, "Ana")
    assert [url for url in asked if url.endswith(".js")] == []
