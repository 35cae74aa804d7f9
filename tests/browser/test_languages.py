"""In French and Polish everything fits on the smallest phone, where words are longer than in English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES

from .backstage import Backstage
from .calm import browser_context_args as browser_context_args
from .cast import Finger, Match, begin, save_button
from .conftest import Ears
from .felt import act, at_table
from .fits import faults
from .test_accessible import END
from .test_table_fits import asked

SMALL = (320, 640)
ONE_LINE = 64
"""So high is a row in which nothing has wrapped, at most, in pixels."""
HEIGHTS = "seen => seen.map((one) => one.offsetHeight)"
SIX = ("Ana", "Uncle Tom", "Małgorzata", "Anna K", "Anna N", "Zoé")
TABLES = [game.key for game in GAMES if game.table]
Walk = Iterator[str]
"""Goes from page to page, and says where it is."""


@pytest.fixture(params=["fr", "pl"])
def page(request: pytest.FixtureRequest, page: Page, base_url: str) -> Page:
    """A small phone that reads that language."""
    page.context.add_cookies([{"name": "language", "value": request.param, "url": base_url}])
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    return page


def misfits(page: Page, walk: Walk) -> list[str]:
    """What is wrong on the way."""
    return [f"{where}: {said}" for where in walk for said in faults(page, SMALL)]


def unfold(page: Page) -> None:
    """Opens all there is to open, but for the menus that lie over a page."""
    for summary in page.locator("main summary:visible:not(.ib)").all():
        if summary.evaluate("one => !one.parentElement.open"):
            summary.click()


def set_up(page: Page) -> Walk:
    page.goto("/")
    yield "the first visit"
    page.goto("/new")
    for at, name in enumerate(SIX):
        if at >= page.locator("input[name=name]").count():
            page.locator("main .row [name=act][value=more]").click()
            expect(page.locator("input[name=name]")).to_have_count(at + 1)
        page.locator("input[name=name]").nth(at).fill(name)
        if at in (2, 5):
            assert max(page.locator(".seat-row").evaluate_all(HEIGHTS)) < ONE_LINE
            yield f"new, {at + 1} people"
    unfold(page)
    yield "new, with its settings"
    for game in GAMES[1:]:
        page.goto(f"/new?game={game.key}")
        unfold(page)
        assert max(page.locator(".seat-row").evaluate_all(HEIGHTS)) < ONE_LINE
        yield f"new {game.key}"


def pads(page: Page) -> Walk:
    match = begin(page)
    match.hold(0)
    match.open()
    yield "pad, new"
    match.enter(1, 1, "0 9", mojo=True)
    match.open()
    yield "pad, waiting"
    for seat, cards in enumerate(("0 0", "", "0 0 1")):
        if cards:
            match.enter(1, seat, cards)
    match.open()
    yield "pad, a round that cannot be"
    match.post("/menu/stop")
    match.open()
    yield "pad, stopped"
    six = begin(page, *SIX)
    six.round(1, "9 1", "0 4", "10 11 3", "12 7", "3", "8 2", mojo=2)
    six.open()
    yield "pad, six people"


def asked_pads(page: Page) -> Walk:
    match = begin(page)
    match.round(1, "9 1", "0 4", "10 11 3", mojo=None)
    match.open()
    yield "pad, who took the Mojo"
    match.post("/r/1/closer", closer="2")
    match.post("/r/1/s/1/adjust", points="-5", note="lost a bet", seen="", confirmed="1")
    match.open()
    yield "pad, a round"
    match.open("/r/1/s/1")
    unfold(page)
    yield "cell"
    match.open("/r/1/s/1/edit")
    Finger(page).cards(12)
    expect(page.locator("[role=status]").filter(has_text="→")).to_be_visible()
    yield "correction"
    match.open("/r/2/s/0/edit")
    Finger(page).cards(10, 8, 3, 0, 0)
    Finger(page).mojo()
    yield "entry"
    match.open("/r/2/s/1/edit")
    Finger(page).cards(12)
    match.enter(2, 1, END[1], mojo=True)
    save_button(page).tap()
    expect(page.locator(".versus")).to_be_visible()
    yield "conflict"
    match.round(2, *END, mojo=1)
    match.open()
    yield "the end"
    yield from around(page, match)


def around(page: Page, match: Match) -> Walk:
    """The pages round a match that has ended, and those of a group."""
    for where in ("/menu", "/phones", "/note", "/take", "/delete", "/who?several=1"):
        match.open(where)
        unfold(page)
        yield where
    page.goto(match.path.replace("/m/", "/tv/"))
    yield "television, the end"
    number = re.search(r"/people/(\d+)", page.request.get("/people").text())
    group = re.search(r"/group/\d+/take", page.request.get("/group").text())
    assert number
    assert group
    pages = ["/", "/history", "/history?q=nobody", "/history?archived=1", "/people", "/group", "/group/deleted"]
    pages += [f"/people/{number[1]}{more}" for more in ("", "/edit", "/merge", "/avatar", "/take", "/delete")]
    for url in [*pages, group[0], "/nowhere"]:
        page.goto(url)
        unfold(page)
        yield url


def sheets(page: Page) -> Walk:
    for game in GAMES:
        match = begin(page, *SIX, game=game.key)
        match.open("/r/1/s/1/edit")
        expect(page.locator("[data-sum]")).not_to_be_empty()
        yield f"entry {game.key}"
        if game.together:
            match.open("/r/1/edit")
            yield f"whole round {game.key}"
        match.open("/menu")
        unfold(page)
        yield f"menu {game.key}"
        page.goto(match.path.replace("/m/", "/tv/"))
        yield f"television {game.key}"
        page.goto(f"/rules/{game.key}?match={match.path.rsplit('/', 1)[1]}")
        yield f"rules {game.key}"
        for where in ("/table", "/table/seals") if game.table else ():
            match.open(where)
            yield f"{where} {game.key}, before any deal"


def tables(page: Page, key: str, backstage: Backstage) -> Walk:
    match = at_table(page, ["Ana"], ["easy", "normal", "strong"], game=key)
    yield "before the deal"
    match.post("/table/deal", round="1")
    match.open("/table")
    asked(page)
    yield "the first question"
    act(page)
    asked(page)
    for card in page.locator("#hand [name=card]").all()[:2]:
        card.tap()
    yield "the second question"
    backstage.play_on(match)
    match.open("/table")
    expect(page.locator(".result")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#moment")).to_be_hidden()
    expect(page.locator(".flies")).to_have_count(0)
    yield "the end of a round"
    for where in ("/table/log", "/table/r/1?step=3", "/table/seals", ""):
        match.open(where)
        yield where


@pytest.mark.parametrize("walk", [set_up, pads, asked_pads, sheets], ids=lambda walk: walk.__name__)
def test_what_is_written_on_paper_fits(page: Page, walk: Callable[[Page], Walk], ears: Ears) -> None:
    ears.expect("status of 4(04|09)")
    assert misfits(page, walk(page)) == []


@pytest.mark.parametrize("key", TABLES)
def test_the_table_fits(page: Page, key: str, backstage: Backstage) -> None:
    assert misfits(page, tables(page, key, backstage)) == []
