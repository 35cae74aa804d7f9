"""Phones that know each other: a sheet says at once what another phone does in the same cell."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from playwright.sync_api import BrowserContext, Page, expect

from .cast import Finger, begin, on_the_pad, whose_sheet
from .conftest import Ears
from .phones import hands_to_send, seated


def test_a_sheet_says_that_another_phone_types_and_saved_there(
    page: Page, new_context: Callable[..., BrowserContext], ears: Ears
) -> None:
    table = seated(page, new_context, "Ana", "Pau", "Zoé")
    zoe = table.sheet("Zoé")
    page.goto(table.match.sheet(1, 2))
    whose_sheet(page, "Zoé")
    beside = page.locator("#others")
    expect(zoe.locator("#others [data-heard]")).to_be_attached()
    Finger(zoe).cards(4)
    expect(beside).to_have_text(re.compile("Zoé’s phone is typing here, too"))
    Finger(page).cards(7)
    Finger(zoe).save()
    on_the_pad(zoe)
    expect(beside).to_contain_text("Zoé’s phone saved 4")
    assert page.locator("[data-sum]").inner_text() == "7", "what was typed is still there"
    page.get_by_role("link", name="Keep 4").tap()
    # The round has begun, so the pad opens the sheet for this phone's own hand.
    whose_sheet(page, "Ana")
    assert hands_to_send(page) == []
    page.goto(table.match.sheet(1, 2))
    whose_sheet(page, "Zoé")
    expect(page.locator("[data-sum]")).to_have_text("4")
    expect(beside.locator(".other")).to_have_count(0)


def test_the_rematch_takes_the_others_along_but_nobody_who_is_busy(
    page: Page, new_context: Callable[..., BrowserContext], ears: Ears
) -> None:
    ears.expect("htmx:sse:error")
    table = seated(page, new_context, "Ana", "Pau", "Zoé")
    table.match.round(1, "9 1", "0 4", "2", mojo=2)
    pau, zoe, match = table["Pau"], table["Zoé"], table.match
    # Meanwhile it was opened by itself for the own hand.
    pau.goto(match.path)
    television, stays = pau.context.new_page(), page.context.new_page()
    television.goto(match.path.replace("/m/", "/tv/"))
    stays.goto(match.path)
    zoe.goto(match.sheet(1, 2))
    whose_sheet(zoe, "Zoé")
    Finger(zoe).cards(12)
    zoe.goto(match.path)
    match.post("/menu/stop")
    for phone in (pau, zoe, stays):
        expect(phone.get_by_role("button", name="Rematch")).to_be_visible()
    page.goto(match.path)
    page.get_by_role("button", name="Rematch").tap()
    expect(page.get_by_role("heading", name="Mojo")).to_be_visible()
    page.wait_for_url(lambda url: not url.endswith(match.path))
    new = page.url.rpartition("/")[2]
    stays.get_by_role("button", name="Stay here").tap()
    expect(zoe.get_by_text("Ana started the rematch")).to_be_visible()
    expect(zoe.locator("[data-leaving]")).to_be_hidden()
    pau.wait_for_url(re.compile(rf"/m/{new}$"))
    television.wait_for_url(re.compile(rf"/tv/{new}$"))
    assert zoe.url.endswith(match.path) and stays.url.endswith(match.path)
    expect(stays.locator("[data-leaving]")).to_be_hidden()
    stays.reload()
    zoe.get_by_role("button", name="Go to the rematch").tap()
    zoe.wait_for_url(re.compile(rf"/m/{new}$"))
    expect(stays.get_by_text("Ana started the rematch")).to_be_visible()
    expect(stays.locator("[data-leaving]")).to_be_hidden()


def test_every_phone_that_is_away_counts_down_and_the_page_looks_once(page: Page) -> None:
    match = begin(page)
    page.goto(f"{match.path}/phones")
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=1))
    page.evaluate("""() => {
      for (const left of [5, 3]) {
        const line = Object.assign(document.createElement('p'), { className: 'gone' });
        Object.assign(line.dataset, { away: left, text: 'In %(seconds)s s.' });
        document.getElementById('main').append(line);
      }
      window.looks = 0;
      document.body.addEventListener('wake', () => { window.looks += 1; });
      document.dispatchEvent(new CustomEvent('htmx:after:swap'));
    }""")
    page.clock.run_for(2000)
    expect(page.locator(".gone")).to_have_text(["In 3 s.", "In 1 s."])
    assert page.evaluate("looks") == 0
    page.clock.run_for(1000)
    expect(page.locator(".gone")).to_have_text(["In 2 s.", "In 0 s."])
    assert page.evaluate("looks") == 1
