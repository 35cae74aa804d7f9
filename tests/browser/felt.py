"""At the digital table: matches that are dealt on screens, and hands that play whatever is offered."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence

from playwright.sync_api import Page, TimeoutError, expect

from .cast import Match, send

MOVED = """seen => { const board = document.getElementById('board');
  return !board || board.dataset.seen !== seen || board.dataset.asks === '1' || board.dataset.over !== ''; }"""
MANY = 400
PATIENCE_MS = 1_500


def at_table(page: Page, names: Sequence[str], bots: Sequence[str] = (), **options: str) -> Match:
    """A match of these people and bots (by how well they play), and the table before its first deal."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', page.request.get("/new").text())
    assert found
    fields = [("csrf_token", found[1]), ("client_id", uuid.uuid4().hex), ("youngest", "0")]
    for name in names:
        fields += [("name", name), ("plays", "")]
    for number, strength in enumerate(bots, 1):
        fields += [("name", f"Robo {number}"), ("plays", strength)]
    path = send(page, "/new", [*fields, *options.items()]).removesuffix("/table")
    match = Match(page, path, found[1])
    match.open("/table")
    return match


def deal(page: Page, round_: int = 1) -> None:
    """Deals a round."""
    page.get_by_role("button", name=f"Deal round {round_}").tap()
    expect(page.locator("#board[data-seen]")).to_have_attribute("data-round", str(round_))


def asks(page: Page) -> bool:
    """Whether something is to be done on this phone."""
    return page.locator("#board").get_attribute("data-asks") == "1"


def over(page: Page) -> bool:
    """Whether the round that is shown has ended."""
    return bool(page.locator("#board").get_attribute("data-over"))


def seen(page: Page) -> str:
    """The number of the last line that the phone knows."""
    return page.locator("#board").get_attribute("data-seen") or ""


def act(page: Page, last: bool = False) -> None:
    """One move: take the phone if the curtain is down, then tap a card or a pile, and see that it is done."""
    curtain = page.locator(".curtain .btn.primary")
    if curtain.count():
        curtain.tap()
        expect(page.locator("#board [name=move]:visible").first).to_be_visible()
    before = seen(page)
    cards = page.locator("#board [name=move]:visible")
    (cards.last if last else cards.first).tap()
    page.wait_for_function("seen => document.getElementById('board').dataset.seen !== seen", arg=before)


def play_round(*phones: Page) -> None:
    """All phones play until the first one shows the end of the round."""
    for number in range(MANY):
        if over(phones[0]):
            return
        ready = [phone for phone in phones if asks(phone)]
        if ready:
            act(ready[0], last=number % 3 == 2)
            continue
        try:
            phones[0].wait_for_function(MOVED, arg=seen(phones[0]), timeout=PATIENCE_MS)
        except TimeoutError:
            continue  # Another phone may be asked, which has only just heard.
    raise AssertionError("the round does not end")
