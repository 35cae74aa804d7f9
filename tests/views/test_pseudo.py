"""Every page in a language that marks each text: whatever is not marked can never be translated."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from gettext import NullTranslations

import pytest
from babel.dates import get_day_names, get_month_names
from babel.messages.pofile import read_po
from flask import Flask
from werkzeug.test import TestResponse

from companion.games import GAMES
from companion.games.game import Game
from companion.games.why import CONTEXT
from companion.views import words
from tests.conftest import Phone
from tests.test_catalogues import FOLDER
from tests.views.playing import EVERY_GAME
from tests.views.reading import Node, read
from tests.views.test_every_page import NAMES, brought, pages, refusals, whole_evening

MARKED = re.compile(r"⟦[^⟦⟧]*⟧")
WIDTHS = ("wide", "abbreviated")
SAID = ("aria-label", "title", "placeholder", "alt", "aria-description", "aria-valuetext")
WORD = re.compile(r"[^\W\d_]{3,}")
"""What is shorter stands for somebody in an avatar, or joins names."""
OURS = {"Companion", "BG Stats", "Teo", "Uno", *(game.name for game in GAMES), *words.LANGUAGES.values()}
DATES = [names(width, locale="en").values() for names in (get_month_names, get_day_names) for width in WIDTHS]
BABELS = {" and ", *(name for names in DATES for name in names)}
"""What is called the same in every language, and what Babel says itself."""


def collected() -> frozenset[str | tuple[str, str]]:
    """All texts that translators are given, with their contexts."""
    with (FOLDER / "messages.pot").open("rb") as file:
        there = [message for message in read_po(file) if message.id]
    return frozenset(f"{one.context}{CONTEXT}{one.id}" if one.context else one.id for one in there)


class Pseudo(NullTranslations):
    """A catalogue in which every text that was collected stands between marks."""

    there = collected()

    def gettext(self, message: str) -> str:
        """The text between marks, without its context."""
        said = message.rpartition(CONTEXT)[2]
        return f"⟦{said}⟧" if message in self.there else said

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """One of the two between marks."""
        said = msgid1 if n == 1 else msgid2
        return f"⟦{said}⟧" if (msgid1, msgid2) in self.there else said


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """All pages speak it."""
    monkeypatch.setattr(words, "_catalogue", Pseudo)


def texts(node: Node) -> Iterator[str]:
    """What the attributes of an element and of all within it say."""
    for one in node:
        for name, value in one.at.items():
            if name == "data-texts":
                yield from json.loads(value).values()
            elif name in SAID or name.startswith("data-text"):
                yield value


def shown(node: Node) -> str:
    """The words of an element, but for what is the same in every language, and for dates, which Babel writes."""
    if node.tag in ("script", "style", "time", "code") or node.at.get("translate") == "no":
        return " "
    return "".join(child if isinstance(child, str) else shown(child) for child in node.inside)


def unmarked(said: str, known: Iterable[str]) -> list[str]:
    """The words of a text that no translator has seen; none when only names, numbers and signs are left."""
    left = said
    for name in sorted(known, key=len, reverse=True):
        left = left.replace(name, "")
    while MARKED.search(left):
        left = MARKED.sub("", left)
    cut = "".join(known)  # Of a long name the beginning stands on a button.
    return [word for word in WORD.findall(left) if word not in cut]


def left_over(found: Iterable[tuple[str, TestResponse]], *more: str) -> list[str]:
    """All that is not marked on these pages."""
    known, left = {*OURS, *BABELS, *NAMES, *more}, set()
    for url, page in found:
        if page.mimetype == "text/html" and page.status_code != 303:
            tree = read(page)
            left |= {f"{url}: {word}" for said in (*texts(tree), shown(tree)) for word in unmarked(said, known)}
    return sorted(left)


def test_what_is_not_marked_is_found() -> None:
    assert unmarked("⟦Round ⟦3⟧⟧ · Ana", ["Ana"]) == []
    assert unmarked("⟦Round 3⟧ and more", ["Ana"]) == ["and", "more"]
    assert unmarked("12 → 24 (+10)", []) == []


@pytest.mark.parametrize("state", ["problem", "over", "people", "house rule", "screens"])
def test_every_text_of_every_page_can_be_translated(app: Flask, phone: Phone, state: str) -> None:
    match = brought(phone, state)
    assert left_over(pages(app, match), match.public_id, "note") == []


@EVERY_GAME
def test_every_text_of_every_game_can_be_translated(app: Flask, phone: Phone, game: Game) -> None:
    assert left_over(whole_evening(app, phone, game)) == []


@pytest.mark.parametrize("state", ["new", "problem", "people"])
def test_every_refusal_can_be_translated(phone: Phone, state: str) -> None:
    assert left_over(refusals(brought(phone, state)), "note", "y" * 41) == []
