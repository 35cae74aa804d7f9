"""The cases that were worked out by hand: rounds, matches, and who begins the next round."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.games.cards import Hand
from companion.games.game import CLOCKWISE, COUNTER_CLOCKWISE, ranks
from tests.games.cases import CASES
from tests.games.cast import MOJO, UNKNOWN, alone, bare, closing, judged, sheet, typed, worth

from . import reference

DIRECTIONS = {"clockwise": CLOCKWISE, "anticlockwise": COUNTER_CLOCKWISE}
DIRECTION_OF_FACE = {"0": CLOCKWISE, "+10": COUNTER_CLOCKWISE}


def of_kind(kind: str) -> list[Any]:
    """The Mojo cases of one kind, named by their ids."""
    chosen = (case for case in CASES if case["game"] == "mojo" and case["kind"] == kind)
    return [pytest.param(case, id=case["id"]) for case in chosen]


def cards_of(player: dict[str, list[int]]) -> list[int]:
    """Everyone's cards count: in hand, face down and face up (M14)."""
    return [card for place in ("hand", "face_down", "revealed") for card in player.get(place, [])]


def entries_of(case: dict[str, Any]) -> list[Any]:
    """What the seats of a round case report."""
    holder = case["input"]["mojo_holder"]
    players = case["input"]["players"]
    return [closing(Hand(tuple(cards_of(player))), seat == holder) for seat, player in enumerate(players)]


def test_no_case_has_been_lost() -> None:
    kinds = Counter(case["kind"] for case in CASES if case["game"] == "mojo")
    assert (kinds["round"], kinds["match"], kinds["next_round"]) == (18, 7, 1)


@pytest.mark.parametrize("case", of_kind("round"))
def test_the_hands_of_a_case_can_be(case: dict[str, Any]) -> None:
    entries = entries_of(case)
    for entry in entries:
        MOJO.check(*alone(entry, len(entries)))
    assert MOJO.problems(judged(entries)) == ()
    assert MOJO.complete(judged(entries))


@pytest.mark.parametrize("case", of_kind("round"))
def test_every_hand_of_a_case_counts_as_worked_out(case: dict[str, Any]) -> None:
    assert [MOJO.count(bare(entry), {}).points for entry in entries_of(case)] == case["expected"]["hand_scores"]


@pytest.mark.parametrize("case", of_kind("round"))
def test_a_round_scores_as_worked_out(case: dict[str, Any]) -> None:
    scores = MOJO.score(judged(entries_of(case)))
    assert [score.points for score in scores] == case["expected"]["round_points"]


@pytest.mark.parametrize("case", of_kind("round"))
def test_the_mojo_lies_as_worked_out_and_sets_the_next_direction(case: dict[str, Any]) -> None:
    holder, face = case["input"]["mojo_holder"], case["expected"]["mojo_face"]
    entries = entries_of(case)
    seats = tuple(range(len(entries)))
    start = MOJO.next_start(UNKNOWN, judged(dict(enumerate(entries))), seats, seats)
    assert MOJO.score(judged(entries))[holder].mark == face
    assert (start.seat, start.direction) == (holder, DIRECTION_OF_FACE[face])


@pytest.mark.parametrize("case", of_kind("round"))
def test_the_reference_agrees_with_the_cases(case: dict[str, Any]) -> None:
    counts = [reference.hand_count(cards_of(player)) for player in case["input"]["players"]]
    holder, expected = case["input"]["mojo_holder"], case["expected"]
    assert counts == expected["hand_scores"]
    assert reference.round_points(counts, holder) == expected["round_points"]
    assert reference.face_after(counts, holder) == expected["mojo_face"]


@pytest.mark.parametrize("case", of_kind("match"))
def test_a_match_ends_as_worked_out(case: dict[str, Any]) -> None:
    rounds, expected = case["input"]["rounds"], case["expected"]
    written = [worth(*points) for points in rounds]
    result = sheet(*written, seats=len(rounds[0]), limit=case["input"]["limit"])
    assert list(result.totals) == expected["totals"]
    assert result.over_round == expected["game_over_after_round"]
    assert list(result.winners) == expected["winners"]
    assert (result.over is None) == (expected["game_over_after_round"] is None)


@pytest.mark.parametrize("case", of_kind("match"))
def test_ended_and_ranks_agree_with_the_match_cases(case: dict[str, Any]) -> None:
    options, expected = {"limit": case["input"]["limit"]}, case["expected"]
    end, totals = reference.match_end(case["input"]["rounds"], case["input"]["limit"])
    assert (end, totals) == (expected["game_over_after_round"], expected["totals"])
    assert MOJO.ended(judged([], options), totals) == (end is not None)
    best = [seat for seat, place in enumerate(ranks(totals, lowest_wins=True)) if place == 1]
    assert best == expected["winners"] or end is None


@pytest.mark.parametrize("case", of_kind("next_round"))
def test_the_next_round_begins_as_worked_out(case: dict[str, Any]) -> None:
    seats, holder = case["input"]["seats"], case["input"]["holder"]
    beaten = case["input"]["face"] == "+10"
    entries = {seat: Hand(points=9) for seat in range(seats)}
    entries[holder] = typed(20 if beaten else 1, True)
    ring = tuple(range(seats))
    start = MOJO.next_start(UNKNOWN, judged(entries), ring, ring)
    direction = DIRECTIONS[case["expected"]["direction"]]
    assert (start.seat, start.direction) == (case["expected"]["starter"], direction)
    assert start.seat is not None
    assert (start.seat + direction) % seats == case["expected"]["second"]


def test_the_first_case_is_the_printed_example() -> None:
    printed = entries_of(of_kind("round")[0].values[0])
    assert [score.points for score in MOJO.score(judged(printed))] == [10, 4, 34]
