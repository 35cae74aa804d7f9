"""The table and whoever plays for the first time: a sentence for each decision, and the rules over the table."""

from __future__ import annotations

import pytest

from companion.games import by_key
from companion.games.game import Game, table_of
from tests.conftest import Phone, Table

from .playing import EVERY_TABLE, begin, deal, dealt_of
from .reading import Node, read

EYES = "?eyes=0.99999999"


@pytest.fixture
def table(phone: Phone, game: Game) -> Table:
    """A round on screens: Ana's phone is handed round between Ana and Zoé, Pau has his own."""
    table = begin(phone, game, "Ana", "Pau", "Zoé")
    table.guest(1)
    deal(table)
    return table


def lessons(table: Table, more: str = "") -> list[Node]:
    """What would be told on this page."""
    sections = read(table.phone.get(f"{table.url}/table{more}")).all("section")
    return [one for one in sections if "data-lesson" in one.at]


@EVERY_TABLE
def test_who_is_asked_has_the_sentence_in_the_page_and_a_script_shows_it(table: Table, game: Game) -> None:
    (lesson,) = lessons(table, EYES)
    wanted = table_of(game).look(dealt_of(table).deal.observe(0)).lesson
    assert wanted is not None
    assert lesson.at["data-lesson"] == wanted.key
    assert str(wanted.said) in lesson.words
    assert "hidden" in lesson.at, "nobody is taught without script"
    learns = [button.at.get("data-learns") for button in lesson.all("button")]
    assert learns == [wanted.key, game.key]


@EVERY_TABLE
def test_behind_the_curtain_nobody_is_taught(table: Table) -> None:
    assert lessons(table) == []


@EVERY_TABLE
def test_the_rules_lie_over_the_table_those_of_the_match_first(table: Table, game: Game) -> None:
    page = read(table.phone.get(f"{table.url}/table"))
    (dialog,) = page.all("dialog")
    (link,) = (one for one in page.all("a") if one.at.get("data-dialog") == dialog.at["id"])
    assert link.at["href"].startswith(f"/rules/{game.key}")
    headings = [one.words for one in dialog.all("h2")]
    assert headings[:3] == [f"{game.name} rules", "In this match", "How to score"]
    assert len(headings) > 3


def test_the_rules_over_the_table_say_what_the_match_is_set_to(phone: Phone) -> None:
    table = begin(phone, by_key("skyjo"), "Ana", "Pau", limit="77")
    (dialog,) = read(phone.get(f"{table.url}/table")).all("dialog")
    assert "Play to 77" in dialog.words
