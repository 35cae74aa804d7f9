"""The end of a round on all screens of a table: phones and television show it once; who types is left alone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from .cast import Finger, Match, on_the_pad, pass_time, whose_sheet
from .conftest import Ears
from .moments import TAPS, impatient, last_hand, match, shows, shows_none, waiting, watched
from .phones import let_in, seated

__all__ = ["impatient", "match", "waiting"]


def test_all_phones_and_the_television_show_the_end_of_a_round_once(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    table = seated(page, new_context, "Ana", "Pau", "Zoé")
    match, television = table.match, page.context.new_page()
    screens = (page, table["Pau"], table["Zoé"], television)
    for screen in screens:
        screen.add_init_script(TAPS)
    watched(match, television)
    match.enter(1, 0, "9 1")
    match.enter(1, 1, "12 3")
    for phone in (page, table["Pau"]):
        phone.goto(match.path)
        on_the_pad(phone)
    last_hand(match, table["Zoé"])
    for screen in screens:
        screen.wait_for_function("() => window.shown.length")
        shows_none(screen)
        assert screen.evaluate("window.shown") == [["Zoé takes the Mojo: 0!", True, True]]
    page.goto(match.sheet(1, 0))
    whose_sheet(page, "Ana")
    Finger(page).cards(5)
    expect(page.locator("#preview")).to_contain_text("10 → 15")
    Finger(page).save()
    for phone in (page, table["Pau"], television):
        expect(phone.get_by_text("15", exact=True).first).to_be_visible()
        shows_none(phone)
        assert len(phone.evaluate("window.shown")) == (phone is not page), "Ana's phone has opened another page"


def test_nobody_is_disturbed_on_an_entry_sheet(
    waiting: Match, page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    pau = new_context().new_page()
    let_in(waiting, pau, 1)
    pau.goto(waiting.path)
    on_the_pad(pau)
    pau.goto(waiting.sheet(1, 1))
    whose_sheet(pau, "Pau")
    Finger(pau).cards(7)
    waiting.enter(1, 2, "3", mojo=True)
    expect(pau.locator("#others")).to_be_attached()
    expect(pau.locator("#stage")).to_have_count(0)
    expect(pau.locator("[data-sum]")).not_to_be_empty()


def test_the_television_comes_back_by_itself_when_its_stream_is_cut(
    waiting: Match, new_context: Callable[..., BrowserContext], ears: Ears
) -> None:
    ears.expect("ERR_FAILED", "htmx:sse:error")
    television = new_context().new_page()
    let_in(waiting, television)
    television.route("**/events*", lambda route: route.abort())
    television.clock.install()
    watched(waiting, television)
    waiting.enter(1, 2, "3", mojo=True)
    pass_time(television, 20_000)
    expect(television.locator(".tv-ranks li > b")).to_have_text(["0", "10", "15"])
    shows(television, "Zoé takes the Mojo: 0!")
