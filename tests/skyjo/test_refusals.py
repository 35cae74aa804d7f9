"""What cannot be on a table of Skyjo, and the sentence that says so (S14)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.why import BadEntry, plain
from tests.games.cast import PAU, SKYJO, ZOE, alone, closing, hand, judged, typed

from . import reference

ROOMY = (1, 2, 3, 4, 5, 6, 7, 8, 9)


def refusal(entry: Any) -> BadEntry:
    """The refusal of an impossible grid."""
    with pytest.raises(BadEntry) as caught:
        SKYJO.check(*alone(entry, 3))
    return caught.value


@pytest.mark.parametrize("value", [-10, -3, 13, 20, 100])
def test_a_card_that_the_pack_does_not_have_is_refused_by_its_value(value: int) -> None:
    refused = refusal(hand(4, value, 7))
    assert refused.field == "cards"
    assert plain(value) in str(refused)


@pytest.mark.parametrize("number", [0, 3, 6, 9, 12])
@pytest.mark.parametrize("closed", [True, False])
def test_whole_columns_can_be(number: int, closed: bool) -> None:
    SKYJO.check(*alone(closing(hand(*range(1, number + 1)), closed), 3))


@pytest.mark.parametrize("number", [1, 2, 4, 5, 7, 8, 10, 11])
def test_a_column_that_is_not_whole_is_refused(number: int) -> None:
    refused = refusal(hand(*range(1, number + 1)))
    assert refused.field == "cards"
    assert refused.why.values["held"] == number
    assert "columns of three" in str(refused)


@pytest.mark.parametrize("number", [13, 15])
def test_more_than_twelve_cards_are_refused(number: int) -> None:
    assert "12 cards at most" in str(refusal(hand(*(range(1, 10)), *range(number - 9))))


@pytest.mark.parametrize("value", range(-2, 13))
def test_one_copy_more_than_the_pack_has_is_refused_in_one_grid(value: int) -> None:
    copies = reference.DECK.count(value)
    if copies == 15:
        SKYJO.check(*alone(hand(*[0] * 12), 3))
        return
    grid = [value] * (copies + 1)
    refused = refusal(hand(*grid, *[other for other in ROOMY if other != value][: -len(grid) % 3]))
    assert (refused.why.values["value"], refused.why.values["copies"]) == (value, copies)
    SKYJO.check(*alone(hand(*grid[1:], *[other for other in ROOMY if other != value][: -len(grid[1:]) % 3]), 3))


def test_the_sums_that_can_be_are_those_of_grids_without_a_column_of_three_equal_cards() -> None:
    lowest, highest = reference.extreme_counts()
    assert (lowest, highest) == (-17, 140)
    for total in range(lowest, highest + 1):
        SKYJO.check(*alone(typed(total), 3))
    for total in (lowest - 1, highest + 1, -100, 999):
        refused = refusal(typed(total))
        assert refused.field == "points"
        assert plain(total) in str(refused)


def test_more_copies_than_the_pack_has_over_all_grids_are_a_problem_that_names_seats_and_value() -> None:
    grids = [hand(1, 2, 3), hand(-2, -2, 4, -2, 1, 2), hand(-2, -2, 5, -2, 6, 7)]
    (problem,) = SKYJO.problems(judged(grids))
    assert (problem.seats, problem.value) == ((PAU, ZOE), -2)
    assert str(problem.why) == "There can’t be 6 cards with −2: the pack has only 5."
    assert SKYJO.problems(judged(grids[:2])) == ()


def test_a_grid_that_cannot_be_is_one_problem_of_that_seat() -> None:
    (problem,) = SKYJO.problems(judged([hand(1, 2, 3), None, hand(*[-2] * 6)]))
    assert problem.seats == (ZOE,)
    assert SKYJO.problems(judged([typed(141), typed(3)]))[0].seats == (0,)
