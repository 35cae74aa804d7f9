"""At the digital table: matches that are dealt on screens, and hands that play whatever is offered."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator, Page, expect

from tests.conftest import pad_of

from .cast import Match, send
from .phones import let_in

KNOWS = "line => Number(document.getElementById('board')?.dataset.seen) >= line"
MOVED = "line => Number(document.getElementById('board')?.dataset.seen) > line"
EAGER = "#hand .play.back"
DEEDS = {"lay": "lay", "group": "lay", "add": "lay", "discard": "discard"}
"""Which button does it with the cards that were chosen, by the word that a move begins with."""
MANY = 400
Advice = Callable[[int], str]
"""Says which move a seat makes."""


def at_table(page: Page, names: Sequence[str], bots: Sequence[str] = (), **options: str) -> Match:
    """A match of these people and bots (by how well they play), and the table before its first deal."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', page.request.get("/new").text())
    assert found
    fields = [("csrf_token", found[1]), ("client_id", uuid.uuid4().hex), ("youngest", "0")]
    people = [*names, *(f"Robo {number}" for number, _ in enumerate(bots, 1))]
    fields += [("name", name) for name in people]
    match = Match(page, pad_of(send(page, "/new", [*fields, *options.items()])), found[1])
    if bots and not names[1:]:
        match.hold(0)
    for seat, strength in enumerate(bots, len(names)):
        match.post("/table/seat", seat=str(seat), plays=strength)
    match.open("/table")
    return match


def at_two_phones(match: Match, pau: Page) -> None:
    """Ana sits down at the first phone, Pau comes in with his own."""
    match.hold(0)
    let_in(match, pau, 1)


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


def act(page: Page, last: bool = False, advice: Advice | None = None) -> None:
    """One move: take the phone if the curtain is down, then tap a card or a pile, and see that it is done. Without
    advice (by seat) what brings a round nearer to its end goes first: a card that is turned up or laid.
    """
    curtain = page.locator(".curtain .btn.primary")
    if curtain.count():
        curtain.tap()
        expect(page.locator("#mine.turn")).to_be_visible()
    cards = page.locator("#board [name=move]:visible")
    if advice:
        move = advice(int(page.locator("#board .felt-form [name=seat]").input_value()))
        tap_move(page, wanted(page, move))
        return
    if page.locator("#ways").count():
        first = page.locator("#ways [name=move]").first.get_attribute("value")
        tap_move(page, wanted(page, first or ""))
        return
    eager = cards.and_(page.locator(EAGER))
    tap_move(page, eager.first if eager.count() else cards.last if last else cards.first)


def wanted(page: Page, move: str) -> Locator:
    """What one taps for a move; where cards are chosen first, or a tap can mean two things, that is tapped first."""
    button = page.locator(f'#board [name=move][value="{move}"]').first
    if button.is_visible():
        return button
    keys = button.get_attribute("data-cards")
    if keys is None:
        page.locator("label", has=page.locator("#on-2")).tap()
        return button
    if page.locator("#ways summary").is_visible():
        # Without script all that can be done is a list.
        page.locator("#ways summary").tap()
        return button
    choose(page, *keys.split(" "))
    kind = DEEDS[move.split(" ")[0]]
    if page.locator(f'#ways [data-kind={kind}][data-cards="{keys}"]').count() == 1:
        return page.locator(f"#{kind}")
    page.locator(f"#{kind}").tap()
    return button


def choose(page: Page, *keys: str) -> None:
    """Chooses exactly these cards of the hand, as they are spelled."""
    left = list(keys)
    page.keyboard.press("Escape")
    for card in page.locator("#hand [name=card]").all():
        key = card.get_attribute("value") or ""
        wants = key in left
        if wants:
            left.remove(key)
        if card.is_checked() != wants:
            card.tap()
    assert not left


def tap_move(page: Page, move: Locator) -> None:
    """Makes one move, and sees that it is done. A moment that is shown is sent away first, as a tap on it would."""
    page.keyboard.press("Escape")
    with page.expect_response(re.compile("/table/move$")) as answered:
        move.tap()
    told = re.search(r'data-seen="(\d+)"', answered.value.text())
    assert told
    page.wait_for_function(KNOWS, arg=int(told[1]))


def play_round(*phones: Page, advice: Advice | None = None, most: int = MANY) -> bool:
    """All phones play until the first one shows the end of the round, or, if that is wanted, so many moves at `most`;
    returns whether the round has ended.
    """
    for number in range(most):
        newest = max(int(seen(phone)) for phone in phones)
        for phone in phones:
            phone.wait_for_function(KNOWS, arg=newest)
        if over(phones[0]):
            return True
        ready = next((phone for phone in phones if asks(phone)), None)
        if ready:
            act(ready, number % 3 == 2, advice)
        else:
            phones[0].wait_for_function(MOVED, arg=newest)
    assert most < MANY, "the round does not end"
    return False
