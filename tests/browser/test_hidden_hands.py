"""Hands that stay hidden until all are in (house H4), on three phones."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from .cast import Finger, cell, on_the_pad, whose_sheet
from .phones import Table, seated, shows


@pytest.fixture
def three(page: Page, new_context: Callable[..., BrowserContext]) -> Table:
    """Ana, Pau and Zoé, each with a phone; their hands are hidden until all are in."""
    return seated(page, new_context, "Ana", "Pau", "Zoé", hands="hidden")


def test_hands_show_a_tick_until_all_are_in_and_a_correction_after_that_is_open(three: Table) -> None:
    ana, pau, zoe = three["Ana"], three["Pau"], three["Zoé"]
    three.sheet("Ana")
    Finger(ana).hand("Ana", 10, 11)
    on_the_pad(ana)
    Finger(pau).hand("Pau", 7)
    on_the_pad(pau)
    whose_sheet(zoe, "Zoé")
    zoe.get_by_role("link", name="Back to the pad").tap()
    for page in (ana, pau, zoe):
        shows(page, "Ana", 1, "✓")
        shows(page, "Pau", 1, "✓")
    cell(zoe, "Ana", 1).tap()
    story = zoe.get_by_role("dialog")
    expect(story).to_contain_text("It is hidden until all hands of the round are.")
    # Not as a part of the time, either way.
    expect(story).not_to_contain_text(re.compile(r"(?<![\d:])21(?![\d:])"))
    story.get_by_role("button", name="Close").tap()
    three.sheet("Zoé")
    finger = Finger(zoe)
    finger.cards(3)
    finger.mojo()
    finger.save()
    on_the_pad(zoe)
    three.everybody_has("21", "7", "0")
    cell(pau, "Ana", 1).tap()
    pau.get_by_role("dialog").get_by_role("link", name="Edit").tap()
    whose_sheet(pau, "Ana")
    Finger(pau).cards(4)
    expect(pau.get_by_role("status").filter(has_text="→")).to_contain_text("21 → 25")
    Finger(pau).save()
    on_the_pad(pau)
    three.everybody_has("25", "7", "0")
