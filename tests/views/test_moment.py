"""What the fragments of the pad and the television say of a round that ended, for the script that shows it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from tests.conftest import Phone, Table
from tests.views.reading import Node, read


def ended(answer: str) -> Node | None:
    """What a page says of it, mostly nothing."""
    found = re.search(r'<template id="ended".*?</template>', answer, re.DOTALL)
    return read(found[0].replace("template", "section")).all("section")[0] if found else None


def fragment(table: Table) -> Node | None:
    return ended(table.phone.get(f"{table.url}/sheet").text)


def board(table: Table) -> Node | None:
    return ended(table.phone.get(f"/tv/{table.public_id}/board").text)


def test_a_round_that_ended_is_in_the_fragment_until_the_next_one_begins(table: Table) -> None:
    assert fragment(table) is None
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    said = fragment(table)
    assert said is not None
    assert (said.at["data-round"], said.at["data-version"]) == ("1", "4")
    then = datetime.fromtimestamp(int(said.at["data-at"]) / 1000, UTC)
    assert abs((datetime.now(UTC) - then).total_seconds()) < 600
    table.enter(2, 0, "9")
    assert fragment(table) is None


def test_the_television_says_the_same(table: Table) -> None:
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    here, there = fragment(table), board(table.watcher())
    assert here is not None and there is not None
    assert (here.at, here.words) == (there.at, there.words)


def test_a_correction_is_the_same_moment_with_other_numbers(table: Table) -> None:
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    table.enter(1, 0, "8 1")
    said = fragment(table)
    assert said is not None and said.at["data-version"] == "4"
    assert "+9" in said.words


def test_the_rows_go_from_the_places_before_to_those_after(table: Table) -> None:
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    table.round(2, "9 10", "0 12", "1", mojo=2)
    said = fragment(table)
    assert said is not None
    rows = [(row.words, row.at["data-by"]) for row in said.all("li")]
    assert rows == [("1 P Pau +12 4 16", "0"), ("2 A Ana +10 10 20", "0"), ("3 Z Zoé 0 0 34 34", "0")]
    table.round(3, "12 10 7 4", "3", "1", mojo=2)
    said = fragment(table)
    assert said is not None
    assert [row.at["data-by"] for row in said.all("ol")[0].all("li")] == ["0", "1", "-1"]


TOLD: dict[str, tuple[dict[str, str], list[dict[str, str]], str, tuple[str, ...]]] = {
    "mojo, 0": (
        {"game": "mojo"},
        [{"cards": "9 1"}, {"cards": "12 3"}, {"cards": "3", "closed": "1"}],
        "Round 1. Zoé takes the Mojo: 0! Nobody is lower than 3. In front: Zoé with 0 points."
        " Zoé starts, clockwise (took the Mojo).",
        ("Zoé takes the Mojo…", "Left in the hand: 3. Is anybody lower?", "Nobody is lower than 3"),
    ),
    "mojo, +10": (
        {"game": "mojo"},
        [{"cards": "9 1"}, {"cards": "2 3"}, {"cards": "8", "closed": "1"}],
        (
            "Round 1. Zoé takes the Mojo and 10 more: Pau had 3. In front: Pau with 3 points. Zoé starts, "
            "anticlockwise (took the Mojo)."
        ),
        ("+10! Pau had 3", "8 + 10 = 18"),
    ),
    "skyjo": (
        {"game": "skyjo"},
        [{"points": "22", "closed": "1"}, {"points": "9"}, {"points": "30"}],
        (
            "Round 1. Ana ends the round: 22 × 2 = 44, because Pau is lower. In front: Pau with 9 points. The cards "
            "decide who starts."
        ),
        ("Ana ends the round with 22…", "Pau has 9"),
    ),
    "jokrummy": (
        {"game": "jokrummy"},
        [{"points": "1", "bonus": "0", "closed": "1"}, {"points": "0", "bonus": "1"}, {"points": "0", "bonus": "0"}],
        "Round 1. Ana: missions done: 1 of 4. In front: Ana and Pau, missions done: 1."
        " Ana deals, Pau starts, clockwise.",
        ("Ana lays the mission…", "Ana: 1 of 4!", "Done, too: Pau"),
    ),
    "points": (
        {"game": "points", "called": "Uno"},
        [{"points": "5"}, {"points": "7"}, {"points": "6"}],
        "Round 1. Best of the round: Pau with 7. In front: Pau with 7 points. Pau starts, clockwise (next in turn).",
        ("Round 1 is over…",),
    ),
}


@pytest.mark.parametrize("what", TOLD)
def test_each_game_says_it_in_its_own_words(phone: Phone, what: str) -> None:
    options, sheets, told, shown = TOLD[what]
    match = phone.begin("Ana", "Pau", "Zoé", **options)
    for seat, sheet in enumerate(sheets):
        page = f"{match.cell(1, seat)}/edit"
        answer = phone.send(page, page, **{"cards": "-", "points": "-", "closed": "-", "shown": "0", **sheet})
        assert answer.status_code == 303, answer.text
    said = fragment(match)
    assert said is not None
    assert said.at["data-told"] == told
    assert [text for text in shown if text not in said.words] == []


def test_the_end_of_a_match_has_a_crown_and_a_podium(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", limit="20")
    match.round(1, "3", "10 12", mojo=0)
    said = fragment(match)
    assert said is not None
    assert said.at["data-tone"] == "won"
    assert said.at["data-told"] == (
        "Round 1. Ana takes the Mojo: 0! Nobody is lower than 3. Ana wins. Pau reached 22 in round 1."
    )
    assert "starts" not in said.words
    assert [place.words for place in said.all("ol")[1].all("li")] == ["P Pau 22 2nd", "A Ana 0 1st"]


def test_a_match_that_the_group_ends_crowns_without_telling_the_round_again(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", game="points", called="Uno", length="group")
    for seat, points in enumerate(("5", "7")):
        match.enter(1, seat, points=points)
    phone.send(f"{match.url}/menu", f"{match.url}/menu/finish")
    said = fragment(match)
    assert said is not None
    assert said.at["data-told"] == "Round 1. Pau wins. You ended it after round 1."
    assert not [node for node in said if node.at.get("class") == "opening"]


@pytest.mark.parametrize("show", [fragment, board])
def test_a_name_that_is_markup_stays_a_name(phone: Phone, show: Callable[[Table], Node | None]) -> None:
    match = phone.begin('<b>"A"</b>', "Pau")
    match.round(1, "3", "10 12", mojo=0)
    said = show(match)
    assert said is not None
    assert said.at["data-told"].startswith('Round 1. <b>"A"</b> takes the Mojo: 0!')
