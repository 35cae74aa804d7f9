"""The cases of Skyjo that were worked out by hand: rounds, matches, and who begins."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.games.cards import Hand
from companion.games.table import DEALER
from tests.games.cases import CASES
from tests.games.cast import SKYJO, alone, bare, closing, judged, sheet, worth

from . import reference
from .tabletop import dealt, laid, played, points


def of_kind(kind: str) -> list[Any]:
    """The Skyjo cases of one kind, named by their ids."""
    chosen = (case for case in CASES if case["game"] == "skyjo" and case["kind"] == kind)
    return [pytest.param(case, id=case["id"]) for case in chosen]


def value(card: int | dict[str, int]) -> int:
    """A card of a case, which may lie face down (`h`) until the end."""
    return card["h"] if isinstance(card, dict) else card


def cards_of(grid: list[list[Any] | None]) -> tuple[int, ...]:
    """A grid as it is told; columns that are gone are left out (S13)."""
    return tuple(value(card) for column in grid if column for card in column)


def entries_of(case: dict[str, Any]) -> list[Any]:
    """What the seats of a round case report."""
    closer = case["input"]["closer"]
    return [closing(Hand(cards_of(grid)), seat == closer) for seat, grid in enumerate(case["input"]["grids"])]


def test_no_case_has_been_lost() -> None:
    kinds = Counter(case["kind"] for case in CASES if case["game"] == "skyjo")
    assert kinds == {"round": 19, "starter": 4, "match": 7}


@pytest.mark.parametrize("case", of_kind("round"))
def test_a_round_scores_as_worked_out(case: dict[str, Any]) -> None:
    entries, expected = entries_of(case), case["expected"]
    for entry in entries:
        SKYJO.check(*alone(entry, len(entries)))
    assert SKYJO.problems(judged(entries)) == ()
    assert SKYJO.complete(judged(entries))
    assert [SKYJO.count(bare(entry), {}).points for entry in entries] == expected["raw_totals"]
    assert [score.points for score in SKYJO.score(judged(entries))] == expected["round_points"]
    gone = [[face.counts for face in SKYJO.faces(bare(entry))].count(False) // 3 for entry in entries]
    assert gone == expected["columns_removed_at_reveal"]


@pytest.mark.parametrize("case", of_kind("round"))
def test_the_reference_agrees_with_the_cases(case: dict[str, Any]) -> None:
    grids, expected = [cards_of(grid) for grid in case["input"]["grids"]], case["expected"]
    counts = [reference.grid_count(cards) for cards in grids]
    assert counts == expected["raw_totals"]
    assert [reference.columns_gone(cards) for cards in grids] == expected["columns_removed_at_reveal"]
    assert reference.round_points(counts, case["input"]["closer"]) == expected["round_points"]


def grid_text(grid: list[list[Any] | None]) -> str:
    """A grid of a case as a table is laid."""
    columns = [["-"] * 3 if column is None else column for column in grid]
    return " / ".join(
        " ".join(f"({card['h']})" if isinstance(card, dict) else str(card) for card in column) for column in columns
    )


def last_to_play(case: dict[str, Any]) -> int:
    """The seat before the closer."""
    return (case["input"]["closer"] - 1) % len(case["input"]["grids"])


@pytest.mark.parametrize("case", of_kind("round"))
def test_a_round_on_screens_ends_as_worked_out(case: dict[str, Any]) -> None:
    """The last to play swaps a card for an equal one; then everything is turned."""
    last, grids = last_to_play(case), case["input"]["grids"]
    used = Counter(card for grid in grids for card in cards_of(grid))
    own = [
        (SKYJO.pack.copies[value(card)] - used[value(card)], 3 * at + row, value(card))
        for at, column in enumerate(grids[last])
        if column
        for row, card in enumerate(column)
    ]
    if not own:
        assert case["id"] == "SR15"  # Both grids are gone: the last one to play went with the last move.
        return
    _, at, card = max(own)
    deal = laid(*map(grid_text, grids), pile=[12, card], closer=case["input"]["closer"], turn=last)
    over = played(deal, "take discard", f"swap {at + 1}")
    assert over.to_move == ()
    assert points(over) == case["expected"]["round_points"]


@pytest.mark.parametrize("case", of_kind("starter"))
def test_the_two_cards_decide_who_begins_as_worked_out(case: dict[str, Any]) -> None:
    shown, expected = case["input"]["visible"], case["expected"]
    fillers = ("3 4 6 / 3 4 6 / 3 4 6 / 3", "8 9 10 / 8 9 10 / 8 9 10 / 8", "11 0 2 / 11 0 2 / 11 0 2 / 0")
    pairs = zip(shown, fillers, strict=False)
    deal = dealt(*(f"{filler} {first} {second}" for (first, second), filler in pairs))
    for seat in range(len(shown)):
        deal = deal.after(seat, "pick 12").after(seat, "pick 11")
    assert list(deal.tied) == expected.get("tied", [expected["starter"]])[-len(deal.tied) :]
    assert list(deal.tied) == reference.starters(shown)
    if expected["starter"] == "seeded_random_of_tied":
        assert deal.to_move == (DEALER,)
        assert [deal.after(DEALER, f"start {seat}").to_move for seat in expected["tied"]] == [(0,), (1,)]
    else:
        assert deal.to_move == (expected["starter"],)


@pytest.mark.parametrize("case", of_kind("match"))
def test_a_match_ends_as_worked_out(case: dict[str, Any]) -> None:
    rounds, expected = case["input"]["rounds"], case["expected"]
    written = [worth(*points) for points in rounds]
    result = sheet(*written, seats=len(rounds[0]), game=SKYJO, limit=case["input"]["limit"])
    assert list(result.totals) == expected["totals"]
    assert result.over_round == expected["game_over_after_round"]
    assert list(result.winners) == expected["winners"]
    assert SKYJO.ended(judged([]), result.totals) == (expected["game_over_after_round"] is not None)


def test_the_first_case_is_the_printed_example() -> None:
    printed = entries_of(of_kind("round")[0].values[0])
    assert [score.points for score in SKYJO.score(judged(printed))] == [20, 24, 10]
