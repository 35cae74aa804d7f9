"""A table of Skyjo in a real browser: two cards turned, taking, swapping, putting away, a column that goes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from .backstage import Backstage, handed_round
from .felt import at_table, at_two_phones, tap_move
from .fits import SMALL_TARGETS, wider_than_the_screen
from .phones import link_of

# Ana turns 12 and 11, which nobody can beat, and has no column of equal cards.
HIGH, LOW = (12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1), (0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2)
# Ana has three fives on the left, Pau's two first cards are low; nobody sees a twelve.
ANA = (5, 5, 5, 1, 12, 2, 12, 1, 12, 3, 12, 4)
PAU = (0, 1, 12, 3, 12, 4, 12, 3, 12, 6, 12, 8)
DISCARD, STOCK = (9,), (5, 11)


@pytest.fixture
def table(page: Page, backstage: Backstage) -> Page:
    """Ana's phone, dealt to her, who will begin, and two bots."""
    match = at_table(page, ["Ana"], ["easy", "easy"], game="skyjo")
    backstage.deal(match, handed_round(HIGH, LOW, LOW))
    match.open("/table")
    expect(page.locator("#hand")).to_be_visible()
    return page


def tapped(page: Page, what: str) -> None:
    """Taps the first button of that kind that is there, and sees that it is done."""
    tap_move(page, page.locator(f"{what}:visible").first)


def my_turn(page: Page) -> None:
    """Waits until this phone is asked."""
    expect(page.locator("#board")).to_have_attribute("data-asks", "1")


def test_two_picked_cards_are_turned_once_all_have_picked(table: Page) -> None:
    my_turn(table)
    expect(table.locator("#ask")).to_have_text("Choose two of your cards to turn over.")
    tapped(table, "#hand .play")
    expect(table.locator("#hand .picked")).to_have_count(1)
    expect(table.locator("#hand .picked")).to_have_attribute("aria-label", "Column 1, row 1, face down, chosen")
    tapped(table, "#hand .play")
    expect(table.locator("#hand .card:not(.back)")).to_have_count(2)
    expect(table.locator(".small-grid .mini")).to_have_count(4)
    my_turn(table)


def test_a_card_says_what_a_tap_will_do_and_a_dead_one_why_not(table: Page) -> None:
    for _ in range(2):
        my_turn(table)
        tapped(table, "#hand .play")
    my_turn(table)
    dead = table.locator("#hand .dead").first
    expect(dead).to_be_in_viewport()
    dead.click(force=True)
    expect(table.locator("#why")).to_have_text("First take a card, from the discard pile or the draw pile.")
    assert table.evaluate(SMALL_TARGETS, 44) == []
    tapped(table, ".takes[data-effect=draw]")
    expect(table.locator(".in-hand .card")).to_be_visible()
    expect(table.get_by_role("radio", name="Swap")).to_be_checked()
    expect(table.locator("#hand .play:visible")).to_have_count(12)
    table.locator("label", has=table.locator("#on-2")).tap()
    expect(table.locator("#hand .play:visible")).to_have_count(10)
    expect(table.get_by_role("button", name="Column 4, row 3, face down: turn over")).to_be_visible()
    tapped(table, "#hand .play.on-2")
    expect(table.locator("#hand .card:not(.back)")).to_have_count(3)


def test_arrows_walk_over_the_grid_as_it_lies(table: Page) -> None:
    my_turn(table)
    cards = table.locator("#hand .card")
    cards.first.focus()
    for arrow, at in (("ArrowRight", 3), ("ArrowDown", 4), ("ArrowLeft", 1), ("ArrowUp", 0)):
        table.keyboard.press(arrow)
        expect(cards.nth(at)).to_be_focused()


def test_the_table_does_not_scroll_sideways(table: Page) -> None:
    my_turn(table)
    for width in (320, 360):
        table.set_viewport_size({"width": width, "height": 640})
        assert not wider_than_the_screen(table)
        expect(table.locator("#hand .card").last).to_be_visible()


@pytest.fixture
def stacked(page: Page, new_context: Callable[..., BrowserContext], backstage: Backstage) -> tuple[Page, Page, Page]:
    """Ana's phone, Pau's, and one that only watches, at a table where the cards lie as above."""
    match = at_table(page, ["Ana", "Pau"], game="skyjo")
    pau, watcher = new_context().new_page(), new_context().new_page()
    at_two_phones(match, pau)
    watcher.goto(link_of(match, "watch-link"))
    watcher.get_by_role("button", name="Watch").tap()
    backstage.deal(match, [*handed_round(ANA, PAU), *DISCARD, *STOCK])
    for phone in (page, pau, watcher):
        phone.goto(f"{match.path}/table")
    return page, pau, watcher


def open_cards(page: Page, seat: int) -> Locator:
    """The cards that lie open in a grid, as this phone shows it."""
    return page.locator(f"#grid-{seat}").locator(".mini, .card:not(.back) b")


def pick_two(page: Page) -> None:
    """Picks the two upper cards of the left column."""
    for number in (1, 2):
        tapped(page, f"#hand [value='pick {number}']")


def test_two_picked_cards_stay_hidden_from_others_until_the_last_pick_is_in(stacked: tuple[Page, Page, Page]) -> None:
    ana, pau, watcher = stacked
    pick_two(ana)
    expect(ana.locator("#hand .picked")).to_have_count(2)
    expect(ana.locator("#ask")).to_contain_text("Waiting for Pau.")
    tapped(pau, "#hand [value='pick 1']")
    for phone in stacked:
        expect(phone.locator("#board")).to_have_attribute("data-seen", pau.locator("#board").get_attribute("data-seen"))
        expect(open_cards(phone, 0)).to_have_count(0)
        expect(open_cards(phone, 1)).to_have_count(0)
    expect(pau.locator("#grid-0 .down")).to_have_count(12)
    tapped(pau, "#hand [value='pick 2']")
    for phone in stacked:
        expect(open_cards(phone, 0)).to_have_text(["5", "5"])
        expect(open_cards(phone, 1)).to_have_text(["0", "1"])
    expect(watcher.locator(".small-grid .down")).to_have_count(20)
    expect(ana.locator("#board")).to_have_attribute("data-asks", "1")


def test_who_watches_sees_no_hidden_card_and_a_column_that_goes_is_a_moment_for_all(
    stacked: tuple[Page, Page, Page],
) -> None:
    ana, pau, watcher = stacked
    pick_two(ana)
    pick_two(pau)
    my_turn(ana)
    tapped(ana, ".takes[data-effect=draw]")
    expect(ana.locator(".in-hand .card b")).to_have_text("5")
    for phone in (pau, watcher):
        expect(phone.locator(".in-hand .card.back")).to_be_visible()
    expect(watcher.locator("#hand, [name=move]")).to_have_count(0)
    expect(watcher.locator("#board").locator(".mini, .card b")).to_have_text(["5", "5", "0", "1", "9"])
    labels = [grid.get_attribute("aria-label") for grid in watcher.locator(".small-grid").all()]
    assert labels == ["face up: 5 5; face down: 10", "face up: 0 1; face down: 10"]
    column = ana.locator("#hand .play.on-1[value='swap 3']")
    expect(column).to_have_text("clear column")
    tap_move(ana, column)
    for phone, who in ((ana, "You"), (pau, "Ana"), (watcher, "Ana")):
        expect(phone.locator("#moment")).to_have_text(f"Column cleared{who}")
        expect(phone.locator("#grid-0 .hole")).to_have_count(3)
        expect(phone.locator("#pile-discard .card b")).to_have_text("5")
    expect(ana.get_by_role("img", name="Column 1, row 1: cleared")).to_be_visible()
