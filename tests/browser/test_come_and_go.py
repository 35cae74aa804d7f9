"""Phones come in, look on, sleep, lose the network, are put out: the table goes on, and catches up."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from .cast import Finger, begin, on_the_pad, wake, whose_sheet
from .conftest import Ears
from .phones import Table, be, code_of, come_in, link_of, mark, same_document, seated, shows

BANNER = "No connection. What you typed is kept on this phone."
# When another stream has said something, the page's own, which was asked for earlier, has, too.
HEAR_ONE_BEAT = """async (url) => {
  const reader = (await fetch(url)).body.getReader();
  await reader.read();
  await reader.cancel();
}"""
LOST = ("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "Failed to fetch")


@pytest.fixture
def three(page: Page, new_context: Callable[..., BrowserContext]) -> Table:
    return seated(page, new_context, "Ana", "Pau", "Zoé")


@pytest.fixture
def visitor(new_context: Callable[..., BrowserContext]) -> Page:
    """A phone that nobody has seen yet."""
    return new_context().new_page()


def is_not_here(page: Page) -> None:
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


def test_a_link_that_is_only_opened_lets_nobody_in(page: Page, visitor: Page, ears: Ears) -> None:
    ears.expect("status of 404")
    match = begin(page)
    link = link_of(match)
    visitor.goto(link)
    expect(visitor.get_by_role("heading", name="I am")).to_be_visible()
    assert urlsplit(visitor.url).path == "/join"
    assert link.rpartition("/")[2] not in visitor.content()
    for where in ("", "/who", "/phones", "/sheet"):
        visitor.goto(f"{match.path}{where}")
        is_not_here(visitor)
    match.open("/phones")
    expect(page.get_by_role("region", name="Connected phones").get_by_role("listitem")).to_have_count(1)
    visitor.goto("/join")
    be(visitor, "Pau")
    page.reload()
    expect(page.get_by_role("region", name="Connected phones").get_by_role("listitem")).to_have_count(2)


def test_the_code_that_one_reads_aloud_opens_the_match(page: Page, visitor: Page, ears: Ears) -> None:
    ears.expect("status of 422")
    match = begin(page)
    visitor.goto("/")
    visitor.get_by_role("link", name="Join with a code").tap()
    visitor.get_by_label("The code").fill("ZZZ ZZZ")
    visitor.get_by_role("button", name="Find the match").tap()
    expect(visitor.get_by_text("There’s no open match with this code")).to_be_visible()
    visitor.get_by_label("The code").fill(code_of(match).lower())
    visitor.get_by_role("button", name="Find the match").tap()
    be(visitor, "Zoé")
    expect(visitor.get_by_role("link", name="Enter Zoé’s cards")).to_be_visible()


def test_a_seat_that_another_phone_holds_cannot_be_taken(three: Table, visitor: Page) -> None:
    visitor.goto(link_of(three.match))
    expect(visitor.get_by_text("on another phone", exact=True)).to_have_count(3)
    expect(visitor.get_by_role("button", name="Pau")).to_have_count(0)
    three["Ana"].goto(f"{three.match.path}/phones")
    three["Ana"].get_by_role("button", name="Release Pau from their phone").tap()
    expect(three["Ana"].get_by_role("button", name="Release Pau from their phone")).to_have_count(0)
    visitor.reload()
    be(visitor, "Pau")
    quiet = three["Pau"].get_by_role("link", name="Enter Ana’s cards")
    expect(quiet).to_have_class("btn")


def test_a_script_that_comes_late_still_learns_who_is_here(page: Page) -> None:
    match = begin(page)
    held: list[Route] = []
    page.route("**/js/live.js*", lambda route: held.append(route))
    page.goto(match.path, wait_until="commit")
    page.wait_for_function("() => window.htmx")
    page.evaluate(HEAR_ONE_BEAT, f"{match.path}/events")
    held[0].continue_()
    expect(page.get_by_role("link", name="Phones connected: 1 phone")).to_be_visible()


def test_the_stream_opens_even_if_its_script_comes_late(page: Page) -> None:
    match = begin(page)
    held: list[Route] = []
    page.route("**/js/live.js*", lambda route: held.append(route))
    page.goto(match.path, wait_until="commit")
    page.wait_for_function("() => window.htmx")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    with page.expect_request("**/events*"):
        held[0].continue_()


def test_the_badge_tells_how_many_phones_are_here(page: Page, visitor: Page) -> None:
    match = begin(page)
    match.open()
    expect(page.get_by_role("link", name="Phones connected: 1 phone")).to_be_visible()
    expect(page.locator("#here .badge")).to_have_count(0)
    mark(page)
    come_in(visitor, link_of(match), "Pau")
    expect(page.locator("#here .badge")).to_have_text("2")
    expect(page.get_by_role("link", name="Phones connected: Pau and 1 other phone")).to_be_visible()
    assert same_document(page)


def test_a_phone_that_was_removed_is_out(three: Table, ears: Ears) -> None:
    ears.expect("status of 404")
    ana, pau = three["Ana"], three["Pau"]
    ana.goto(f"{three.match.path}/phones")
    row = ana.get_by_role("region", name="Connected phones").get_by_role("listitem").filter(has_text="Pau’s phone")
    row.get_by_text("Remove: Pau’s phone").tap()
    row.get_by_role("button", name="Remove this phone").tap()
    expect(row).to_have_count(0)
    three.match.enter(1, 0, "12")
    whose_sheet(three["Zoé"], "Zoé")
    expect(pau.get_by_role("link", name=re.compile("^Ana, round 1:.* 12"))).to_have_count(0)
    is_not_here(pau)
    pau.goto(three.match.path)
    is_not_here(pau)
    for where in ("/sheet", "/r/1/s/1/edit", "/phones", "/who"):
        assert pau.request.get(f"{three.match.path}{where}").status == 404
    assert pau.request.get(three.match.path.replace("/m/", "/tv/")).status == 404


def test_the_television_follows(three: Table, visitor: Page) -> None:
    visitor.set_viewport_size({"width": 1280, "height": 720})
    visitor.goto(link_of(three.match, "watch-link"))
    visitor.get_by_role("button", name="Watch").tap()
    ranks = visitor.locator(".tv-ranks li > b")
    expect(ranks).to_have_text(["0", "0", "0"])
    code = visitor.get_by_role("img", name="QR code to join")
    expect(code).to_have_count(0)
    mark(visitor)
    three["Ana"].goto(f"{three.match.path}/phones")
    three["Ana"].get_by_role("button", name="Stands on the table").tap()
    expect(code).to_be_visible()
    three["Ana"].goto(f"{three.match.path}/go")
    Finger(three.sheet("Zoé")).hand("Zoé", 12)
    expect(visitor.get_by_text("Waiting for Ana and Pau")).to_be_visible()
    Finger(three["Ana"]).hand("Ana", 9)
    Finger(three["Pau"]).hand("Pau", 3, mojo=True)
    expect(ranks).to_have_text(["0", "9", "12"])
    expect(visitor.get_by_text("Pau starts")).to_be_visible()
    assert same_document(visitor)
    assert visitor.get_by_role("main").or_(visitor.get_by_role("banner")).locator("a, form").count() == 0
    assert visitor.request.get(three.match.path).status == 404


def test_a_phone_that_was_out_of_the_net_catches_up_by_itself(three: Table, ears: Ears) -> None:
    ears.expect(*LOST)
    zoe = three["Zoé"]
    zoe.context.set_offline(True)
    expect(zoe.get_by_text(BANNER)).to_be_visible()
    three.match.enter(1, 0, "12")
    whose_sheet(three["Pau"], "Pau")
    zoe.context.set_offline(False)
    whose_sheet(zoe, "Zoé")
    expect(zoe.get_by_text(BANNER)).to_be_hidden()
    zoe.get_by_role("link", name="Back to the pad").tap()
    shows(zoe, "Ana", 1, "12")
    assert same_document(zoe)
    three.match.enter(1, 1, "3")
    shows(zoe, "Pau", 1, "3")


def test_a_phone_that_slept_catches_up_when_one_looks_at_it(page: Page, visitor: Page, ears: Ears) -> None:
    ears.expect("ERR_FAILED", "Failed to fetch")
    match = begin(page)
    visitor.route("**/events*", lambda route: route.abort())
    visitor.goto(link_of(match))
    visitor.get_by_role("link", name="For several").tap()
    visitor.get_by_role("button", name="For everyone").tap()
    on_the_pad(visitor)
    mark(visitor)
    match.enter(1, 0, "12")
    wake(visitor)
    shows(visitor, "Ana", 1, "12")
    visitor.unroute("**/events*")
    wake(visitor)
    expect(visitor.get_by_text(BANNER)).to_be_hidden()
    match.enter(1, 1, "3")
    shows(visitor, "Pau", 1, "3")
    assert same_document(visitor)
