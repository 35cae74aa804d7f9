"""An evening at the table, entered by touch alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from .cast import Finger, Match, begin, cell, has_totals, on_the_pad, shows_sum, starts, whose_sheet
from .phones import let_in, lying

MINUS = "−"


@pytest.fixture
def finger(page: Page) -> Finger:
    return Finger(page)


@pytest.fixture
def other(new_context: Callable[..., BrowserContext]) -> Finger:
    """A finger on a second phone, which lies on its side."""
    return Finger(lying(new_context().new_page()))


def come_beside(finger: Finger, other: Finger) -> None:
    """The other phone comes into the match, for everybody, and shows the pad."""
    match = Match(finger.page, urlsplit(finger.page.url).path, "")
    let_in(match, other.page)
    other.page.goto(match.path)


def start_by_touch(finger: Finger, *names: str, game: str = "Mojo") -> None:
    """From the first visit to the first sheet. Names are typed, all else is tapped."""
    page = finger.page
    page.goto("/")
    finger.tap(page.get_by_role("link", name="Start a match"))
    if game != "Mojo":
        finger.tap(page.get_by_role("button", name=game, exact=True))
        expect(page.get_by_role("button", name=game, exact=True)).to_have_attribute("aria-pressed", "true")
    rows = page.get_by_role("textbox", name="Name of player")
    expect(rows).to_have_count(3)
    for number in range(3, len(names)):
        finger.tap(page.get_by_role("button", name="Add a player"))
        expect(rows).to_have_count(number + 1)
    for seat, name in enumerate(names):
        rows.nth(seat).fill(name)
    finger.tap(page.get_by_role("button", name="Deal the first round"))
    if game == "Jok-R-ummy jr":
        expect(page.locator(".teller")).to_have_count(len(names))
    else:
        whose_sheet(page, names[0])


def play(finger: Finger, *hands: tuple[str, tuple[int, ...], bool]) -> None:
    """A whole round, from the pad back to the pad."""
    reports = [(name, partial(finger.cards, *cards), took_the_mojo) for name, cards, took_the_mojo in hands]
    report(finger, *reports)


def report(finger: Finger, *reports: tuple[str, Callable[[], None], bool]) -> None:
    """A whole round, from the pad back to the pad: who, what is tapped for it, and whether this one ended the round."""
    if not finger.page.locator("[data-sum]").count():
        finger.tap(finger.page.get_by_role("link", name=re.compile("^Enter ")))
    for name, tap, closed in reports:
        whose_sheet(finger.page, name)
        tap()
        if closed:
            finger.mojo()
        finger.save()
    on_the_pad(finger.page)


def tell(finger: Finger, *reports: tuple[str, bool, int, bool]) -> None:
    """A whole round on one page: who, whether the mission is done, how many surprises, and who ended the round."""
    page = finger.page
    expect(page.locator("main.entry, main.pad")).to_be_visible()
    if page.locator("main.pad").count():
        finger.tap(page.get_by_role("link", name=re.compile("^Enter round ")))
    for name, done, surprises, ended in reports:
        line = page.get_by_role("group", name=name, exact=True)
        if done:
            finger.tap(line.locator("label.did"))
        for _ in range(surprises):
            finger.tap(line.get_by_role("button", name="One surprise more"))
        if ended:
            finger.tap(line.locator("label.flag"))
    finger.save()
    on_the_pad(page)


def test_the_example_of_the_book_is_entered_by_touch_alone(finger: Finger) -> None:
    page = finger.page
    start_by_touch(finger, "Ana", "Pau", "Zoé")
    finger.cards(9, 1)
    shows_sum(page, 10, "9 + 1 =")
    finger.save()
    finger.hand("Pau", 0, 4)
    whose_sheet(page, "Zoé")
    finger.cards(10, 11, 3)
    shows_sum(page, 24, "10 + 11 + 3 =")
    finger.mojo()
    finger.save()
    on_the_pad(page)
    has_totals(page, "10", "4", "34")
    finger.tap(cell(page, "Zoé", 1))
    expect(page.get_by_role("dialog")).to_contain_text("10 + 11 + 3 = 24; Mojo +10 makes 34")


def test_an_evening_goes_to_fifty_and_on_to_the_rematch(finger: Finger, other: Finger) -> None:
    page = finger.page
    start_by_touch(finger, "Ana", "Pau", "Zoé", "Teo")
    finger.tap(page.get_by_role("link", name="Back to the pad"))
    starts(page, "Ana", "clockwise")
    play(finger, ("Ana", (9, 1), False), ("Pau", (0, 4), True), ("Zoé", (10, 11, 3), False), ("Teo", (7,), False))
    has_totals(page, "10", "0", "24", "7")
    come_beside(finger, other)
    starts(other.page, "Pau", "clockwise")
    play(other, ("Ana", (12,), True), ("Pau", (2,), False), ("Zoé", (12, 8), False), ("Teo", (3,), False))
    has_totals(page, "32", "2", "44", "10")
    expect(page.get_by_text("Closest to 50: Zoé, 6 points to go")).to_be_visible()
    starts(page, "Ana", "anticlockwise")
    play(finger, ("Ana", (0,), True), ("Pau", (6,), False), ("Zoé", (6, 5), False), ("Teo", (1,), False))
    expect(page.get_by_role("heading", name="Pau wins")).to_be_visible()
    expect(page.get_by_text("Zoé reached 50 in round 3")).to_be_visible()
    expect(other.page.get_by_role("heading", name="Pau wins")).to_be_visible()
    places = page.get_by_role("listitem").filter(has_text="1st")
    expect(places).to_contain_text("Pau")
    expect(page.get_by_label("The result as text")).to_have_value(re.compile(r"1\. Pau 8 "))
    finger.tap(page.get_by_role("button", name="Rematch"))
    expect(page.get_by_role("link", name="Enter Ana’s cards")).to_be_visible()
    has_totals(page, "0", "0", "0", "0")


def test_an_evening_of_skyjo_goes_to_a_hundred_and_a_correction_makes_two_win(finger: Finger, other: Finger) -> None:
    page = finger.page
    start_by_touch(finger, "Ana", "Pau", "Zoé", game="Skyjo")

    def struck_and_gone() -> None:
        finger.cards(0, 1, 2, 0, 1, 5, 7, 7, 7)
        shows_sum(page, 9)
        expect(page.locator(".slot.struck")).to_have_count(3)
        finger.gone()
        shows_sum(page, 9, "3 + 6")

    def negative() -> None:
        other.cards(-2, -2, -1, -1, -2, -1, 0, 0, 1, 0, 1, 2)
        shows_sum(other.page, f"{MINUS}5")

    def typed(by: Finger, points: int) -> Callable[[], None]:
        return lambda: by.number(points)

    report(finger, ("Ana", struck_and_gone, True), ("Pau", typed(finger, 8), False), ("Zoé", typed(finger, 78), False))
    has_totals(page, "18", "8", "78")
    expect(page.get_by_text("The cards decide who starts")).to_be_visible()
    finger.tap(cell(page, "Ana", 1))
    expect(page.get_by_role("dialog")).to_contain_text("9 × 2 = 18, because Pau is lower")
    finger.tap(page.get_by_role("dialog").get_by_role("button", name="Close"))
    come_beside(finger, other)
    report(other, ("Ana", typed(other, -5), False), ("Pau", negative, True), ("Zoé", typed(other, 22), False))
    has_totals(page, "13", "3", "100")
    expect(page.get_by_role("heading", name="Pau wins")).to_be_visible()
    expect(page.get_by_text("Zoé reached 100 in round 2")).to_be_visible()
    correct_by_touch(other)
    expect(page.get_by_role("heading", name="Ana and Pau share the win")).to_be_visible()
    has_totals(page, "3", "3", "100")


def correct_by_touch(finger: Finger) -> None:
    """Makes Ana's −5 of the second round −15."""
    page = finger.page
    finger.tap(cell(page, "Ana", 2))
    finger.tap(page.get_by_role("dialog").get_by_role("link", name="Edit"))
    whose_sheet(page, "Ana")
    finger.tap(page.get_by_role("button", name="Delete the last digit"))
    finger.number(15)
    expect(page.get_by_role("status").filter(has_text="→")).to_contain_text(f"{MINUS}5 → {MINUS}15")
    finger.save()


def test_an_evening_of_jokrummy_goes_to_four_missions_and_the_fourth_wins_at_once(
    finger: Finger, other: Finger
) -> None:
    page = finger.page
    start_by_touch(finger, "Ana", "Pau", "Zoé", game="Jok-R-ummy jr")
    said = partial(partial, finger.mission)
    finger.tap(page.get_by_role("link", name="Back to the pad"))
    starts(page, "Ana", "clockwise")
    tell(finger, ("Ana", True, 1, True), ("Pau", False, 0, False), ("Zoé", True, 0, False))
    has_totals(page, "2", "0", "1")
    come_beside(finger, other)
    starts(other.page, "Pau", "clockwise")
    # All missions are done: nobody ended the round.
    tell(other, ("Ana", True, 0, False), ("Pau", True, 1, False), ("Zoé", True, 1, False))
    has_totals(page, "3", "2", "3")
    starts(page, "Zoé", "clockwise")
    expect(page.get_by_text("Closest to 4: Ana and Zoé, 1 mission to go")).to_be_visible()
    # The others need not be entered: Ana has a sheet of her own, too.
    finger.tap(cell(page, "Ana", 3))
    whose_sheet(page, "Ana")
    report(finger, ("Ana", said(True), True))
    expect(page.get_by_role("heading", name="Ana wins")).to_be_visible()
    expect(page.get_by_text("Ana reached 4 in round 3")).to_be_visible()
    has_totals(page, "4", "2", "3")
    for name in ("Pau", "Zoé"):
        expect(cell(page, name, 3)).to_have_accessible_name(f"{name}, round 3: enter the mission")
    expect(page.get_by_label("The result as text")).to_have_value(re.compile(r"1\. Ana 4 👑\n2\. Zoé 3"))


@pytest.mark.parametrize(
    ("cards", "mojo"),
    [((12,), False), ((1, 12), False), ((0, 3, 6, 9, 11), False), ((), True), ((10, 11, 3), True)],
)
def test_a_hand_costs_a_tap_for_each_card_that_counts_and_one(
    finger: Finger, cards: tuple[int, ...], mojo: bool
) -> None:
    begin(finger.page).open("/r/1/s/0/edit")
    finger.hand("Ana", *cards, mojo=mojo)
    whose_sheet(finger.page, "Pau")
    assert finger.taps <= len(cards) + (2 if mojo else 1)


def test_a_round_of_four_with_full_hands_costs_at_most_25_taps(finger: Finger) -> None:
    begin(finger.page, "Ana", "Pau", "Zoé", "Teo").open()
    play(
        finger,
        ("Ana", (1, 4, 7, 10, 12), False),
        ("Pau", (0, 3, 6, 9, 11), False),
        ("Zoé", (0, 3, 5, 8, 12), False),
        ("Teo", (1, 2), True),
    )
    assert finger.taps <= 25
    has_totals(finger.page, "34", "29", "28", "0")
