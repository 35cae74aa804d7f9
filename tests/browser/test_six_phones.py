"""Six phones at one table: everybody enters, everybody sees it, nothing is lost and nothing doubled."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from .cast import Finger, key, on_the_pad, save_button, shows_sum, whose_sheet
from .conftest import Ears
from .phones import (
    SIX,
    Table,
    go,
    hands_to_send,
    listens,
    mark,
    same_document,
    save_at_once,
    seated,
    shows,
    version,
    was_told,
)

FIRST = {"Ana": (9, 1), "Pau": (0, 4), "Zoé": (10, 11, 3), "Teo": (12,), "Marta": (7, 5), "Iris": (8, 2)}
BANNER = "No connection. What you typed is kept on this phone."


@pytest.fixture
def six(page: Page, new_context: Callable[..., BrowserContext]) -> Table:
    """Ana hosts; five others came by the link. Nobody has entered anything."""
    return seated(page, new_context, *SIX)


@pytest.fixture
def three(page: Page, new_context: Callable[..., BrowserContext]) -> Table:
    return seated(page, new_context, *SIX[:3])


def first_round(six: Table) -> None:
    """Everybody types at the own phone, and all save in the same moment."""
    for name, cards in FIRST.items():
        Finger(six.sheet(name)).cards(*cards)
    Finger(six["Iris"]).mojo()
    save_at_once(*six.phones.values())
    for page in six.phones.values():
        on_the_pad(page)


def own_sheet_opens(page: Page, name: str, round_: int) -> None:
    """The phone goes to its own sheet by itself."""
    whose_sheet(page, name)
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"cards in round {round_}")


def test_six_enter_at_once_all_see_the_same_and_then_a_correction(six: Table) -> None:
    first_round(six)
    six.everybody_has("10", "4", "24", "12", "7", "20")
    assert all(same_document(page) for page in six.phones.values())
    assert [len(six.written(1, name)) for name in SIX] == [1] * 6
    for page in six.phones.values():
        expect(page.locator("#here .badge")).to_have_text("6")
    people = six["Zoé"].get_by_role("link", name="Phones connected:")
    expect(people).to_have_accessible_name(re.compile("Ana, Pau, Zoé, Teo, Marta,? and Iris$"))
    correct(six)


def correct(six: Table) -> None:
    """A correction comes to the others, and rows keep their seats."""
    ana = six["Ana"]
    ana.goto(six.match.sheet(1, 1))
    Finger(ana).cards(12)
    expect(ana.get_by_role("status").filter(has_text="Pau 4 → 16")).to_be_visible()
    save_button(ana).tap()
    for name in SIX[1:]:
        shows(six[name], "Pau", 1, "16")
        assert same_document(six[name])
    mark(ana)
    six.everybody_has("10", "16", "24", "12", "7", "20")


def keep_out_of_the_net(six: Table) -> Page:
    """Zoé saves in a tunnel."""
    page = six["Zoé"]
    page.context.set_offline(True)
    Finger(page).cards(12)
    save_button(page).tap()
    expect(page.get_by_text(BANNER)).to_be_visible()
    return page


def reload_in_the_middle(six: Table) -> None:
    """Teo reloads between two cards."""
    page = six["Teo"]
    Finger(page).cards(6)
    page.reload()
    whose_sheet(page, "Teo")
    Finger(page).cards(11)
    shows_sum(page, 17, "6 + 11 =")
    Finger(page).save()
    on_the_pad(page)
    mark(page)


def both_write_for_marta(six: Table) -> None:
    """Iris writes Marta's hand, too, with another value, and finds that Marta was right."""
    iris, marta = six["Iris"], six["Marta"]
    go(iris, six.match.sheet(2, six.seat("Marta")))
    mark(iris)
    Finger(iris).cards(5)
    Finger(marta).hand("Marta", 3)
    on_the_pad(marta)
    Finger(iris).save()
    expect(iris.get_by_role("heading", name="Which one is right?")).to_be_visible()
    saved, typed = iris.get_by_role("listitem").all()
    expect(saved).to_have_text(re.compile(r"^\s*Marta’s phone: 3\s+· \d\d:\d\d\s*$"))
    expect(typed).to_contain_text("This phone: 5")
    iris.get_by_role("link", name="Keep 3").tap()


def test_one_in_a_tunnel_one_reloads_two_on_one_cell_and_nothing_is_lost_or_doubled(six: Table, ears: Ears) -> None:
    ears.expect("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "Failed to fetch", "status of 409")
    first_round(six)
    six.everybody_has("10", "4", "24", "12", "7", "20")
    Finger(six.sheet("Ana", 2)).hand("Ana", 0, mojo=True)
    for name in SIX[1:]:
        own_sheet_opens(six[name], name, 2)
    zoe = keep_out_of_the_net(six)
    reload_in_the_middle(six)
    both_write_for_marta(six)
    Finger(six["Pau"]).cards(8)
    save_button(six["Pau"]).evaluate("button => { button.click(); button.click(); }")
    Finger(six.sheet("Iris", 2)).hand("Iris", 1)
    zoe.context.set_offline(False)
    six.everybody_has("10", "12", "36", "29", "10", "21")
    assert all(same_document(page) for page in six.phones.values())
    assert [len(six.written(2, name)) for name in SIX] == [1] * 6


def test_of_two_values_the_first_can_stay_and_then_nothing_waits(three: Table, ears: Ears) -> None:
    ears.expect("status of 409")
    zoe = three["Zoé"]
    go(zoe, three.match.sheet(1, 1))
    Finger(zoe).cards(11)
    Finger(three.sheet("Pau")).hand("Pau", 7)
    on_the_pad(three["Pau"])
    Finger(zoe).save()
    zoe.get_by_role("link", name="Keep 7").tap()
    own_sheet_opens(zoe, "Zoé", 1)
    assert hands_to_send(zoe) == []


def test_the_same_value_from_two_pens_is_nothing_to_ask(three: Table) -> None:
    zoe = three["Zoé"]
    go(zoe, three.match.sheet(1, 1))
    Finger(zoe).cards(7)
    Finger(three.sheet("Pau")).hand("Pau", 7)
    on_the_pad(three["Pau"])
    Finger(zoe).save()
    own_sheet_opens(zoe, "Zoé", 1)
    assert len(three.written(1, "Pau")) == 1


def test_the_other_value_can_win_and_the_first_stays_in_the_trail(three: Table, ears: Ears) -> None:
    ears.expect("status of 409")
    pau, zoe = three["Pau"], three["Zoé"]
    go(zoe, three.match.sheet(1, 1))
    Finger(zoe).cards(11)
    Finger(three.sheet("Pau")).hand("Pau", 7)
    on_the_pad(pau)
    Finger(zoe).save()
    zoe.get_by_role("button", name="Keep yours").tap()
    shows(pau, "Pau", 1, "11")
    first, second = three.written(1, "Pau")
    assert "Pau’s phone" in first and "7" in first
    assert "Zoé’s phone" in second and "11" in second


def test_two_who_say_that_they_took_the_mojo_are_asked(three: Table, ears: Ears) -> None:
    ears.expect("status of 409")
    for name in ("Pau", "Zoé"):
        Finger(three.sheet(name)).cards(3)
        Finger(three[name]).mojo()
    three["Pau"].bring_to_front()
    Finger(three["Pau"]).save()
    on_the_pad(three["Pau"])
    Finger(three["Zoé"]).save()
    zoe = three["Zoé"]
    expect(zoe.get_by_role("heading", name="Which one is right?")).to_be_visible()
    expect(zoe.get_by_role("heading", name="Mojo card, round 1")).to_be_visible()
    zoe.get_by_role("button", name="Keep yours").tap()
    shows(three["Pau"], "Zoé", 1, "3M")
    go(zoe, three.match.sheet(1, 2))
    expect(zoe.get_by_role("checkbox", name="took the Mojo")).to_be_checked()
    go(zoe, three.match.sheet(1, 1))
    whose_sheet(zoe, "Pau")
    expect(zoe.get_by_role("checkbox", name="took the Mojo")).not_to_be_checked()


def test_the_own_sheet_opens_by_itself_when_the_first_hand_is_in_and_only_once(three: Table) -> None:
    pau = three["Pau"]
    plain = pau.title()
    Finger(three.sheet("Ana")).hand("Ana", 9)
    own_sheet_opens(pau, "Pau", 1)
    pau.get_by_role("link", name="Back to the pad").tap()
    on_the_pad(pau)
    expect(pau).to_have_title("● Your cards!")
    own_sheet_opens(three["Zoé"], "Zoé", 1)
    Finger(three["Zoé"]).hand("Zoé", 12, mojo=True)
    shows(pau, "Zoé", 1, "12M")
    on_the_pad(pau)
    pau.get_by_role("link", name="Enter Pau’s cards").tap()
    Finger(pau).hand("Pau", 2)
    on_the_pad(pau)
    expect(pau).to_have_title(plain.replace("round 1", "round 2"))
    Finger(three.sheet("Ana", 2)).hand("Ana", 1)
    own_sheet_opens(pau, "Pau", 2)


def test_a_phone_that_holds_two_seats_enters_both_and_then_is_done(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    three = seated(page, new_context, "Ana", "Pau", "Zoé")
    pau = three["Pau"]
    three["Zoé"].goto(f"{three.match.path}/who?several=1")
    three["Zoé"].get_by_role("button", name="For everyone").tap()
    on_the_pad(three["Zoé"])
    pau.goto(f"{three.match.path}/who")
    pau.get_by_role("link", name="For several").tap()
    expect(pau.get_by_role("checkbox", name="Pau")).to_be_checked()
    pau.get_by_role("checkbox", name="Zoé").tap()
    pau.get_by_role("button", name="Enter for these").tap()
    on_the_pad(pau)
    Finger(three.sheet("Ana")).hand("Ana", 9)
    own_sheet_opens(pau, "Pau", 1)
    Finger(pau).hand("Pau", 3)
    Finger(pau).hand("Zoé", 4, mojo=True)
    on_the_pad(pau)
    three.everybody_has("9", "3", "14")


def test_an_open_sheet_is_not_disturbed_by_what_others_write(three: Table) -> None:
    pau = three.sheet("Pau")
    Finger(pau).cards(10, 8)
    key(pau, 4).focus()
    listens(pau)
    place = pau.locator("main h1").bounding_box()
    Finger(three.sheet("Ana")).hand("Ana", 9, mojo=True)
    on_the_pad(three["Ana"])
    was_told(pau, version(three["Ana"]))
    own_sheet_opens(three["Zoé"], "Zoé", 1)
    Finger(three["Zoé"]).hand("Zoé", 1)
    on_the_pad(three["Zoé"])
    was_told(pau, version(three["Zoé"]))
    whose_sheet(pau, "Pau")
    shows_sum(pau, 10)
    assert pau.locator("[data-held]").all_inner_texts() == ["10", "8"]
    expect(key(pau, 4)).to_be_focused()
    assert pau.locator("main h1").bounding_box() == place
    Finger(pau).save()
    three.everybody_has("19", "10", "1")
    assert same_document(pau)


def test_five_zeros_over_all_hands_are_said_to_everybody_with_the_pen_that_wrote_them(three: Table) -> None:
    for name, cards in {"Ana": (0, 0), "Pau": (0, 0), "Zoé": (0, 3)}.items():
        Finger(three.sheet(name)).cards(*cards)
    Finger(three["Ana"]).mojo()
    save_at_once(*three.phones.values())
    for page in three.phones.values():
        on_the_pad(page)
        alert = page.get_by_role("alert").filter(has_text="There can’t be 5 cards with 0")
        expect(alert).to_be_visible()
        expect(alert).to_contain_text("Zoé (Zoé’s phone)")
