"""The people at the table: matches set up by plain requests, which is quick, and a finger that taps."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.conftest import pad_of

FORM = {"Content-Type": "application/x-www-form-urlencoded"}

CLOCK_STEP_MS = 5_000
"""Much less than a page waits for an answer (base.html), so that no step alone makes one late."""


def send(page: Page, path: str, fields: list[tuple[str, str]]) -> str:
    """Posts a form with the browser's cookies; returns where the answer leads."""
    answer = page.request.post(path, data=urlencode(fields), headers=FORM, max_redirects=0)
    assert answer.status == 303, f"{path}: {answer.status} {answer.text()}"
    return answer.headers["location"]


@dataclass
class Match:
    """A match as one phone sees it; `path` is its pad."""

    page: Page
    path: str
    csrf: str

    def story(self, round_: int, seat: int) -> str:
        """The path of the story of a cell."""
        return f"{self.path}/r/{round_}/s/{seat}"

    def sheet(self, round_: int, seat: int) -> str:
        """The path of an entry sheet."""
        return f"{self.story(round_, seat)}/edit"

    def post(self, action: str, **fields: str) -> None:
        """Sends a form of the match and reads the notice away, so that no page shows it."""
        base = [("csrf_token", self.csrf), ("client_id", uuid.uuid4().hex)]
        send(self.page, f"{self.path}{action}", base + list(fields.items()))
        self.page.request.get(self.path)

    def hold(self, *seats: int) -> None:
        """Says for whom this phone enters."""
        fields = [("csrf_token", self.csrf), ("client_id", uuid.uuid4().hex)]
        send(self.page, f"{self.path}/who", [*fields, *(("seat", str(seat)) for seat in seats)])

    def enter(self, round_: int, seat: int, cards: str = "", *, mojo: bool = False, **typed: str) -> None:
        """Writes a first hand into a cell; `typed`: points, or what else the sheet of a game asks for."""
        fields = {"cards": cards, "shown": "0", **typed}
        self.post(f"/r/{round_}/s/{seat}/edit", **fields, **({"closed": "1"} if mojo else {}))

    def round(self, number: int, *hands: str, mojo: int | None) -> None:
        """Writes a whole round, a hand a seat."""
        for seat, cards in enumerate(hands):
            self.enter(number, seat, cards, mojo=seat == mojo)

    def open(self, where: str = "") -> Page:
        """Shows the pad, or another page of the match."""
        self.page.goto(f"{self.path}{where}")
        return self.page


def begin(page: Page, *names: str, **options: str) -> Match:
    """Starts a match with these people, Ana, Pau and Zoé if nobody is named; the first is the youngest."""
    form = page.request.get("/new").text()
    found = re.search(r'name="csrf_token" value="([^"]+)"', form)
    assert found
    if options.get("game") == "points":
        options = {"called": "Uno", "closer": "yes", "limit": "1000", **options}
    people = [("name", name) for name in names or ("Ana", "Pau", "Zoé")]
    fields = [("csrf_token", found[1]), ("client_id", uuid.uuid4().hex), ("youngest", "0"), *people, *options.items()]
    return Match(page, pad_of(send(page, "/new", fields)), found[1])


@dataclass
class Finger:
    """Taps, and counts."""

    page: Page
    taps: int = field(default=0)

    def tap(self, what: Locator) -> None:
        """One tap. A finger also reaches keys that say that they are not available now."""
        expect(what).to_be_visible()
        what.tap(force=what.get_attribute("aria-disabled") == "true")
        self.taps += 1

    def cards(self, *cards: int) -> None:
        """Taps cards on the open sheet."""
        if self.page.locator("[data-digit]").first.is_visible():
            self.tap(self.page.get_by_role("button", name="Type the number"))
        for card in cards:
            self.tap(key(self.page, card))

    def mojo(self) -> None:
        """Says on the open sheet that this player took the Mojo."""
        self.tap(mojo(self.page))

    def gone(self) -> None:
        """Says on the open sheet of Skyjo that a column is gone."""
        self.tap(self.page.locator("[data-gone]"))

    def number(self, points: int) -> None:
        """Types a number on the open sheet instead of cards."""
        if not self.page.locator("[data-digit]").first.is_visible():
            self.tap(self.page.get_by_role("button", name="Type the number"))
        if points < 0:
            self.tap(self.page.get_by_role("button", name="Change the sign"))
        for digit in str(abs(points)):
            self.tap(self.page.locator(f'[data-digit="{digit}"]'))

    def mission(self, done: bool, surprises: int = 0) -> None:
        """Says on the open sheet of Jok-R-ummy jr whether the mission is done, and how many surprises came."""
        self._choose("Mission done?", "Yes" if done else "Not yet")
        if surprises:
            self._choose("Surprises this round", str(surprises))

    def _choose(self, question: str, answer: str) -> None:
        self.tap(self.page.get_by_role("group", name=question).get_by_text(answer, exact=True))

    def save(self) -> None:
        """Saves the open sheet."""
        self.tap(save_button(self.page))

    def hand(self, name: str, *cards: int, mojo: bool = False) -> None:
        """Waits for somebody's sheet, enters a hand there and saves it."""
        whose_sheet(self.page, name)
        self.cards(*cards)
        if mojo:
            self.mojo()
        self.save()


def key(page: Page, card: int) -> Locator:
    """The key of a card; its label also says how many are in the hand."""
    return page.locator(f'[data-card="{card}"]')


def mojo(page: Page) -> Locator:
    """What one taps to say that somebody took the Mojo."""
    return page.locator("label", has=page.locator("input[name=closed]"))


def save_button(page: Page) -> Locator:
    """The button that saves a hand."""
    return page.locator("button[data-save]")


def whose_sheet(page: Page, name: str) -> None:
    """Waits until the entry sheet of that person is there."""
    whose = re.compile(rf"{re.escape(name)}: ")
    title = page.get_by_role("heading", level=1).filter(has_text=whose)
    expect(title).to_be_visible()
    expect(page.locator("[data-sum]")).not_to_be_empty()


def on_the_pad(page: Page) -> None:
    """Waits until the pad is there."""
    expect(page.get_by_role("table")).to_be_visible()


def starts(page: Page, name: str, way: str) -> None:
    """The headline of the pad says who begins the round, and which way it goes."""
    headline = page.locator(".starter")
    expect(headline.get_by_role("heading")).to_have_text(re.compile(rf"^{re.escape(name)} start(s|ed)$"))
    expect(headline.get_by_text(way, exact=True)).to_be_visible()


def shows_sum(page: Page, total: int | str, calculation: str = "") -> None:
    """The line above the keys shows this sum, and how it comes about."""
    expect(page.locator("[data-sum]")).to_have_text(str(total))
    if calculation:
        expect(page.locator("[data-calc]")).to_have_text(calculation)


def cell(page: Page, name: str, round_: int) -> Locator:
    """The cell of somebody's round on the pad."""
    return page.get_by_role("link", name=re.compile(rf"^{re.escape(name)}, round {round_}:"))


def has_totals(page: Page, *totals: str) -> None:
    """The totals of the sheet are these, in the order of the seats."""
    expect(page.locator("table .total")).to_have_text(list(totals))


def lend_cookies(lender: Page, borrower: BrowserContext) -> None:
    """Makes another browser the same phone."""
    cookies: list[Any] = [*lender.context.cookies()]
    borrower.add_cookies(cookies)


def wake(page: Page) -> None:
    """The phone is looked at again, as after it slept."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def pass_time(page: Page, milliseconds: int) -> None:
    """Lets the page's clock run on in steps, each of which waits for what the page asked for: what it asks for must not
    be late by a clock that runs faster than the server answers."""
    for begun in range(0, milliseconds, CLOCK_STEP_MS):
        page.clock.run_for(min(CLOCK_STEP_MS, milliseconds - begun))
        expect(page.locator(".htmx-request")).to_have_count(0)
