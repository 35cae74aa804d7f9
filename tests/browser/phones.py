"""Several phones at one table: they come in by the link, as after scanning the code."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape

from playwright.sync_api import BrowserContext, Error, Page, expect

from .cast import Match, begin, cell, has_totals, on_the_pad, send, whose_sheet

SIX = ("Ana", "Pau", "Zoé", "Teo", "Marta", "Iris")
MOMENT_MS = 500
SAVE_AT = """at => { setTimeout(() => document.querySelector('button[data-save]').click(), at - Date.now()); }"""
TO_SEND = """() => Object.keys(localStorage).filter((key) => key.startsWith('waits:'))"""
COUNT_BEATS = """() => {
  window.beats = [];
  document.addEventListener('beat', (event) => window.beats.push(Number(String(event.detail.data).split(' ')[1])));
}"""


def lying(page: Page) -> Page:
    """The page on a phone that lies on its side."""
    page.set_viewport_size({"width": 740, "height": 360})
    return page


def link_of(match: Match, kind: str = "link") -> str:
    """The link that the host shows: to join, or `watch-link`."""
    found = re.search(rf'id="{kind}"[^>]* value="([^"]+)"', match.page.request.get(f"{match.path}/phones").text())
    assert found
    return found[1]


def code_of(match: Match) -> str:
    """The short code that one reads aloud."""
    found = re.search(r'<b class="code"[^>]*>([^<]+)</b>', match.page.request.get(f"{match.path}/phones").text())
    assert found
    return found[1]


def be(page: Page, *names: str) -> None:
    """Says on the page "I am …" for whom this phone enters, and marks the pad that follows."""
    if len(names) == 1:
        page.get_by_role("button", name=names[0]).tap()
    else:
        page.get_by_role("link", name="For several").tap()
        for name in names:
            page.get_by_role("checkbox", name=name).tap()
        page.get_by_role("button", name="Enter for these" if names else "For everyone").tap()
    on_the_pad(page)
    mark(page)


def come_in(page: Page, link: str, *names: str) -> None:
    """Opens the link, and says who this is."""
    page.goto(link)
    be(page, *names)


def let_in(match: Match, page: Page, *seats: int) -> str:
    """What `come_in` does, by plain requests, which is quick; the page is still to be opened."""
    asked = page.request.get(link_of(match)).text()
    found = re.search(r'name="csrf_token" value="([^"]+)"', asked)
    assert found
    send(page, "/join", [("csrf_token", found[1]), *(("seat", str(seat)) for seat in seats)])
    return found[1]


def mark(page: Page) -> None:
    """From here on a reload would be noticed."""
    page.evaluate("window.sameDocument = true")


def same_document(page: Page) -> bool:
    """Whether nobody reloaded since the mark."""
    return bool(page.evaluate("window.sameDocument === true"))


@dataclass
class Table:
    """A match with a phone for each person."""

    match: Match
    phones: dict[str, Page]

    def __getitem__(self, name: str) -> Page:
        return self.phones[name]

    def seat(self, name: str) -> int:
        """The seat of a person."""
        return list(self.phones).index(name)

    def sheet(self, name: str, round_: int = 1) -> Page:
        """Opens on a person's phone the sheet for the hand of that person."""
        page = self[name]
        page.get_by_role("link", name=f"Enter {name}’s cards").tap()
        expect(page).to_have_url(re.compile(rf"{self.match.sheet(round_, self.seat(name))}$"))
        # Its keys answer once the script is there.
        whose_sheet(page, name)
        return page

    def everybody_has(self, *totals: str) -> None:
        """All phones show the same sheet, cell by cell, without being touched."""
        has_totals(self.match.page, *totals)
        cells = self.match.page.locator("tbody .pts").all_inner_texts()
        for page in self.phones.values():
            has_totals(page, *totals)
            expect(page.locator("tbody .pts")).to_have_text(cells)
            expect(page.locator("thead .name")).to_have_text(list(self.phones))

    def written(self, round_: int, name: str) -> list[str]:
        """What was ever written into a cell, the oldest first; the Mojo is another cell."""
        story = self.match.page.request.get(self.match.story(round_, self.seat(name))).text()
        lines = re.findall(r"<li[^>]*>(.*?)</li>", story.partition('class="trail"')[2], re.DOTALL)
        said = [" ".join(unescape(re.sub(r"<[^>]+>", " ", line)).split()) for line in lines]
        return [line for line in said if "Mojo card, round" not in line]


def seated(page: Page, new_context: Callable[..., BrowserContext], *names: str, **options: str) -> Table:
    """Ana's phone, the first, begins the match; the others join by the link, each with a phone of its own."""
    match = begin(page, *names, **options)
    match.hold(0)
    phones = {names[0]: page} | {name: new_context().new_page() for name in names[1:]}
    for seat, phone in enumerate(phones.values()):
        if seat:
            let_in(match, phone, seat)
        phone.goto(match.path)
        on_the_pad(phone)
        mark(phone)
    return Table(match, phones)


def save_at_once(*pages: Page) -> None:
    """All press "Save" at the same moment."""
    at = time.time() * 1000 + MOMENT_MS
    for page in pages:
        page.evaluate(SAVE_AT, at)


def go(page: Page, path: str) -> None:
    """Opens a page. The own sheet may open by itself in the same moment, which ends this: then once more."""
    try:
        page.goto(path)
    except Error as error:
        assert "ERR_ABORTED" in error.message, error
        page.goto(path)


def listens(page: Page) -> None:
    """From here on the phone remembers the versions that its stream tells."""
    page.evaluate(COUNT_BEATS)


def was_told(page: Page, version: int) -> None:
    """Waits until the stream told this version, or a later one."""
    page.wait_for_function("version => window.beats.some((told) => told >= version)", arg=version)


def version(page: Page) -> int:
    """The version of the pad that is shown."""
    return int(page.locator("#main").get_attribute("data-version") or "0")


def shows(page: Page, name: str, round_: int, text: str) -> None:
    """A cell comes to have this text."""
    expect(cell(page, name, round_)).to_have_text(text)


def hands_to_send(page: Page) -> list[str]:
    """The hands that this phone still wants to send by itself."""
    return [str(one) for one in page.evaluate(TO_SEND)]


def has_sent_all(page: Page) -> None:
    """Waits until this phone wants to send no hand by itself any more."""
    page.wait_for_function(f"() => !({TO_SEND})().length")


def copied(page: Page) -> str:
    """What was copied last, as another page reads it: those of the house may write there only."""
    bare = page.context.new_page()
    bare.route("**/bare", lambda route: route.fulfill(content_type="text/html", body="<p>bare</p>"))
    bare.goto("/bare")
    text = str(bare.evaluate("navigator.clipboard.readText()"))
    bare.close()
    page.bring_to_front()
    return text
