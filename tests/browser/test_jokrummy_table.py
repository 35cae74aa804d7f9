"""A table of Jok-R-ummy jr in real browsers: a surprise, a mission that is secret until it lies, a monkey that
remembers what it stands for, and a mission that is kept or changed.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from companion.games.jokrummy.missions import read_missions
from companion.games.jokrummy.pack import read as cards_of

from .backstage import Backstage, handed_round
from .calm import browser_context_args as browser_context_args
from .cast import has_totals
from .felt import at_table, at_two_phones, choose, deal, tap_move, wanted
from .test_accessible import sound

# Ana gets a surprise, then her mission; Pau gets his, which he cannot do. Ana can lay all she has.
MISSIONS = "free s3a g4x7"
ANA, PAU = "a1 a2 a3 a4 a5 m a7 a8 a9", "b1 c1 d1 b3 c3 d3 b5 c5 d5"
DISCARD, STOCK = "d9", "a10"
# The rows of their suits.
AXOLOTL, MONKEY = 0, 4
SECRET = {"Ana": "run of 3, all axolotl", "Pau": "set of 4, number 7"}


def stack(text: str) -> tuple[int, ...]:
    """Cards by their names."""
    cards = cards_of(text)
    assert cards
    return cards


def lies(page: Page, *texts: str) -> None:
    """One run lies there: axolotls with these numbers, and monkeys where there is none."""
    cards = page.locator(".meld .mini")
    expect(cards).to_have_text(list(texts))
    expect(cards).to_have_class([f"mini suit-{AXOLOTL if text else MONKEY}" for text in texts])


@pytest.fixture
def phones(page: Page, new_context: Callable[..., BrowserContext], backstage: Backstage) -> tuple[Page, Page]:
    """Ana's phone and Pau's, at a table where the cards lie as above; Ana begins."""
    match = at_table(page, ["Ana", "Pau"], game="jokrummy")
    pau = new_context().new_page()
    at_two_phones(match, pau)
    missions = read_missions(MISSIONS)
    assert missions
    backstage.deal(match, missions, [*handed_round(stack(ANA), stack(PAU)), *stack(DISCARD), *stack(STOCK)])
    for phone in (page, pau):
        phone.goto(f"{match.path}/table")
    return page, pau


def does(page: Page, move: str) -> Locator:
    """The button of a move."""
    return page.locator(f'#board [name=move][value="{move}"]').first


def no_single_tap_discards(page: Page) -> None:
    """A tap on a card chooses it; what can be done with it stands on the buttons, and where it fits is outlined."""
    before = page.locator("#board").get_attribute("data-seen") or ""
    choose(page, "a8")
    expect(page.locator("#discard")).to_have_text("Discard axolotl 8")
    expect(page.locator("#lay")).to_be_disabled()
    choose(page, "a7")
    expect(page.locator("#lay")).to_have_text("Add axolotl 7")
    expect(page.locator("#meld-1")).to_contain_class("can")
    choose(page, "a7", "a8")
    expect(page.locator("#discard")).to_be_disabled()
    expect(page.locator("#board")).to_have_attribute("data-seen", before)


def catches_up(page: Page, other: Page) -> None:
    """Waits until a phone shows what another one shows."""
    newest = other.locator("#board").get_attribute("data-seen") or ""
    expect(page.locator("#board")).to_have_attribute("data-seen", newest)


def test_a_surprise_is_done_at_the_deal_and_missions_are_secret_until_they_lie(phones: tuple[Page, Page]) -> None:
    ana, pau = phones
    expect(ana.locator(".mission")).to_contain_text(SECRET["Ana"])
    expect(ana.locator(".mission")).to_contain_text("1 of 4 missions done")
    expect(pau.locator("#place-0")).to_contain_text("1 of 4 missions done")
    expect(pau.locator(".mission")).to_contain_text("0 of 4 missions done")
    pau.locator("summary", has_text="Missions done").tap()
    expect(pau.locator("details", has_text="Missions done")).to_contain_text("surprise: a free mission")
    assert SECRET["Ana"] not in pau.content()
    assert SECRET["Pau"] not in ana.content()
    tap_move(ana, does(ana, "draw stock"))
    tap_move(ana, wanted(ana, "lay a3 a4 a5"))
    expect(ana.locator(".mission")).to_contain_text("Your mission is done")
    catches_up(pau, ana)
    expect(pau.locator("#moment")).to_have_text("Mission done!Ana")
    expect(pau.locator("details", has_text="Missions done")).to_contain_text(SECRET["Ana"])
    lies(pau, "3", "4", "5")
    assert SECRET["Pau"] not in ana.content()


def test_a_monkey_remembers_what_it_was_laid_for_and_who_did_nothing_keeps_or_changes(
    phones: tuple[Page, Page],
) -> None:
    ana, pau = phones
    tap_move(ana, does(ana, "draw stock"))
    tap_move(ana, wanted(ana, "lay a3 a4 a5"))
    # Nothing fits behind the five but a six: there is none, and the monkey has to say at which end it lies.
    expect(does(ana, "add a7 to 1")).to_have_count(0)
    tap_move(ana, wanted(ana, "add m to 1 at end"))
    expect(does(ana, "add a7 to 1")).to_have_text("add axolotl 7")
    no_single_tap_discards(ana)
    for card in ("a7", "a8", "a9", "a10", "a2", "a1"):
        tap_move(ana, wanted(ana, f"add {card} to 1"))
    expect(ana.locator("#ask")).to_contain_text("Ana has no cards left and ends the round.")
    catches_up(pau, ana)
    lies(pau, "1", "2", "3", "4", "5", "", "7", "8", "9", "10")
    expect(pau.locator(".result .points")).to_have_text(["2", "0"])
    pau.keyboard.press("Escape")
    deal(pau, 2)
    expect(pau.locator("#ask")).to_have_text("Keep your mission or swap it for a new one?")
    expect(pau.locator(".mission")).to_contain_text(SECRET["Pau"])
    sound(pau)
    catches_up(ana, pau)
    expect(ana.locator(".offers")).to_have_count(0)
    tap_move(pau, does(pau, "change"))
    expect(pau.locator(".mission")).to_contain_text("Your mission")
    expect(pau.locator(".mission")).not_to_contain_text(SECRET["Pau"])
    expect(pau.locator("#hand .card")).to_have_count(9)
    pau.get_by_role("link", name="Go to the pad").tap()
    has_totals(pau, "2", "0")


def test_a_surprise_is_told_when_it_happens(page: Page, backstage: Backstage) -> None:
    match = at_table(page, ["Ana"], ["easy"], game="jokrummy")
    missions = read_missions(MISSIONS)
    assert missions
    backstage.deal(match, missions, [*handed_round(stack(ANA), stack(PAU)), *stack(DISCARD), *stack(STOCK)])
    said = page.request.get(f"{match.path}/table/log").text()
    assert "Ana gets a surprise: a free mission." in said
