"""In French and Polish the pages fit that a match shows to others, that bring a file in, and that delete."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.interchange.test_ways_in import SAMPLES

from .calm import browser_context_args as browser_context_args
from .cast import begin
from .conftest import Ears
from .phones import code_of, link_of
from .test_fits import CLIPPED, CUT_OFF, LONG
from .test_languages import HEIGHTS, ONE_LINE, Walk, misfits, unfold
from .test_languages import page as page

LONGER = ("Ana", "Uncle Tom", "Małgorzata", LONG, "Anna N", "Zoé")


def guests(page: Page) -> Walk:
    """What a match shows of its phones, and what a phone sees that is in no match yet."""
    match = begin(page, *LONGER)
    match.enter(1, 0, "9 1")
    match.open()
    assert page.locator(".top .title > *").evaluate_all(CLIPPED) == []
    yield "pad, with something to undo"
    match.open("/menu/paper")
    assert max(page.locator(".totals li").evaluate_all(HEIGHTS)) < ONE_LINE
    yield "totals from paper"
    page.locator(".totals input").first.fill("many")
    page.locator(".act button").tap()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "totals from paper, refused"
    match.hold(0, 3)
    match.open("/phones")
    unfold(page)
    yield "phones, with names on them"
    code, links = code_of(match), [link_of(match, "watch-link"), group_link(page), link_of(match)]
    page.context.clear_cookies(name="companion")
    page.goto("/join")
    yield "join"
    page.locator("#code").fill(code.replace(code[0], "0"))
    page.locator("main form button").tap()
    expect(page.locator("#code-error")).to_be_visible()
    yield "join, no such code"
    for kind, link in zip(("watching", "the group", "who"), links, strict=True):
        page.goto(link)
        yield f"the link for {kind}"
    assert set(page.locator(".folk .name").evaluate_all(CLIPPED)) <= {LONG}
    page.goto(page.locator(".act a").get_attribute("href") or "")
    yield "the link for who, several"
    page.goto("/https")
    yield "https"


def group_link(page: Page) -> str:
    """The link of the group that this phone keeps."""
    page.goto("/group")
    return page.locator("#link").input_value()


def files(page: Page) -> Walk:
    """Bringing a file in, from choosing it to taking all of it back."""
    begin(page, *LONGER)
    page.goto("/import")
    chosen = page.locator("main form button")
    chosen.tap()
    expect(page.locator("#file-error")).to_be_visible()
    yield "import, no file"
    page.locator("#file").set_input_files(SAMPLES / "BGStatsExport.small.json")
    chosen.tap()
    expect(page.locator("#comes")).to_be_visible()
    unfold(page)
    yield "import, what will come in"
    page.locator("main form .primary").tap()
    expect(page.locator("#came")).to_be_visible()
    yield "import, done"
    brought = page.url
    page.goto("/import")
    yield "import, the files so far"
    page.goto(brought)
    page.locator(".danger-zone button").tap()
    expect(page.locator(".danger-zone")).to_have_count(0)
    expect(page.locator("#far")).to_have_count(0)
    yield "import, taken back"


def deletions(page: Page) -> Walk:
    """What was deleted, and what one sees instead of it."""
    match = begin(page, *LONGER)
    match.round(1, "9 1", "0 4", "10 11 3", "12 7", "3", "8 2", mojo=2)
    match.post("/menu/stop")
    page.goto(match.path.replace("/m/", "/tv/"))
    assert page.locator(".tv-end :is(h2, p, li)").evaluate_all(CUT_OFF) == []
    yield "television, stopped"
    page.goto("about:blank")  # The television would hear of it, and load itself again.
    match.post("/delete")
    page.request.get("/group/deleted")  # It reads the notice away.
    page.goto("/group/deleted")
    yield "deleted"
    page.locator(".phones a").first.tap()
    expect(page.locator("main form .danger")).to_be_visible()
    yield "erase it now"
    match.open()
    yield "a deleted match"
    page.goto("/people")
    page.locator(".people a, .ranks a").first.tap()
    expect(page.locator("[href$='/edit']")).to_be_visible()
    person = page.url
    page.goto(f"{person}/merge")
    page.locator("main form .primary").tap()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "two names for one person, nobody chosen"
    page.goto(f"{person}/avatar")
    page.locator("#emoji").fill("xyz")
    page.locator("main form .primary").tap()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "colour and emoji, refused"


@pytest.mark.parametrize("walk", [guests, files, deletions], ids=lambda walk: walk.__name__)
def test_what_stands_around_a_match_fits(page: Page, walk: Callable[[Page], Walk], ears: Ears) -> None:
    ears.expect("status of 4(04|10|22)")
    assert misfits(page, walk(page)) == []
