"""A match is deleted under the eyes of another phone, whose hand waits, and comes back."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urljoin

from playwright.sync_api import BrowserContext, Page, expect

from .cast import Finger, whose_sheet
from .conftest import Ears
from .phones import seated

LOST = ("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "Failed to fetch")


def test_a_match_goes_from_all_phones_and_comes_back_with_the_hand_that_waited(
    page: Page, new_context: Callable[..., BrowserContext], ears: Ears
) -> None:
    ears.expect(*LOST, "status of 410", "status of 404")
    table = seated(page, new_context, "Ana", "Pau", "Zoé")
    match, pau, zoe = table.match, table.phones["Pau"], table.phones["Zoé"]
    pau.goto(f"{match.path}/r/1/s/1/edit")
    whose_sheet(pau, "Pau")
    pau.context.set_offline(True)
    Finger(pau).cards(9, 1)
    Finger(pau).save()
    expect(pau.locator("#outbox")).to_contain_text("Pau, round 1: waiting on this phone")
    pau.goto("about:blank")  # It is put away.
    zoe.goto(match.path)

    home = urljoin(page.url, "/")
    match.open("/menu")
    page.get_by_role("link", name="Delete for good").tap()
    expect(page.get_by_role("heading", name="Delete this match?")).to_be_visible()
    page.get_by_role("button", name="Delete the match").tap()
    expect(page.get_by_role("heading", name="Deleted")).to_be_visible()

    # Nobody touches this phone.
    expect(zoe.get_by_role("heading", name="This match was deleted")).to_be_visible()
    zoe.get_by_role("link", name="Home").tap()
    pau.context.set_offline(False)
    pau.goto(home)
    banner, waiting = pau.locator("#outbox"), pau.get_by_role("dialog", name="Waiting on this phone")
    expect(banner).to_contain_text("Pau, round 1: not sent, look at it")
    banner.get_by_role("button").tap()
    expect(waiting).to_contain_text("This match was deleted")

    page.get_by_role("button", name="Bring it back").tap()
    expect(page.get_by_text("It is back, as it was.")).to_be_visible()
    pau.goto(home)
    expect(banner).to_be_hidden()
    assert len(table.written(1, "Pau")) == 1
