"""What cannot be on a table of Mojo, and the sentence that says so (mojo M28, M29)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cards import Hand
from companion.games.why import BadEntry, plain
from tests.games.cast import ANA, MOJO, PAU, TEO, ZOE, alone, hand, judged, mojo, typed

from . import reference


def refusal(entry: Any, seats: int = 3) -> BadEntry:
    """The refusal of an impossible hand."""
    with pytest.raises(BadEntry) as caught:
        MOJO.check(*alone(entry, seats))
    return caught.value


@pytest.mark.parametrize("value", [-10, -1, 13, 20, 100])
def test_a_card_that_the_pack_does_not_have_is_refused_by_its_value(value: int) -> None:
    refused = refusal(hand(4, value, 7))
    assert refused.field == "cards"
    assert plain(value) in str(refused)


@pytest.mark.parametrize("value", [0, 12])
def test_the_lowest_and_the_highest_card_can_be_held(value: int) -> None:
    MOJO.check(*alone(hand(value), 3))


@pytest.mark.parametrize("held", [9, 10, 20])
def test_more_than_eight_cards_in_a_hand_are_refused(held: int) -> None:
    refused = refusal(hand(*range(1, 13), *range(1, 13))) if held > 12 else refusal(hand(*range(held)))
    assert refused.field == "cards"
    assert "8" in str(refused)


def test_the_refusal_of_a_long_hand_says_how_long_it_is() -> None:
    assert refusal(hand(*range(9))).why.values["held"] == 9


def test_eight_cards_can_be_held() -> None:
    MOJO.check(*alone(hand(12, 11, 10, 9, 8, 7, 6, 5), 3))


@pytest.mark.parametrize("value", range(11))
def test_one_copy_more_than_the_pack_has_is_refused_in_one_hand(value: int) -> None:
    copies = reference.DECK.count(value)
    refused = refusal(hand(*[value] * (copies + 1)))
    assert refused.field == "cards"
    assert refused.why.values["value"] == value
    assert refused.why.values["copies"] == copies


@pytest.mark.parametrize("value", range(13))
def test_all_copies_of_a_value_can_be_in_one_hand(value: int) -> None:
    MOJO.check(*alone(hand(*[value] * reference.DECK.count(value)), 3))


@pytest.mark.parametrize("total", [35, 36, 100, -1, -10])
def test_a_sum_above_the_five_colour_maxima_or_below_zero_is_refused(total: int) -> None:
    refused = refusal(typed(total))
    assert refused.field == "points"
    assert plain(total) in str(refused)
    assert "34" in str(refused)


@pytest.mark.parametrize("total", range(35))
def test_every_sum_from_zero_to_thirty_four_can_be(total: int) -> None:
    assert total in reference.reachable_counts(8)
    MOJO.check(*alone(typed(total), 3))


@pytest.mark.parametrize("seats", range(3, 9))
def test_a_holder_with_more_than_three_cards_is_refused(seats: int) -> None:
    MOJO.check(*alone(mojo(1, 2, 3), seats))
    refused = refusal(mojo(1, 2, 3, 4), seats)
    assert (refused.why.values["most"], refused.why.values["held"]) == (3, 4)
    assert "Mojo" in str(refused)


def test_a_holder_with_more_than_two_cards_is_refused_when_two_play() -> None:
    MOJO.check(*alone(mojo(1, 2), 2))
    refused = refusal(mojo(1, 2, 3), 2)
    assert (refused.why.values["most"], refused.why.values["held"]) == (2, 3)


@pytest.mark.parametrize("seats", [2, 5])
def test_the_others_may_hold_more_than_a_holder(seats: int) -> None:
    MOJO.check(*alone(hand(1, 2, 3, 4), seats))


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_holder_may_have_emptied_the_hand(seats: int) -> None:
    MOJO.check(*alone(mojo(), seats))


@pytest.mark.parametrize("seats", range(2, 9))
def test_an_empty_hand_without_the_mojo_is_refused(seats: int) -> None:
    refused = refusal(hand(), seats)
    assert "Mojo" in str(refused)


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_sum_that_the_cards_of_a_holder_cannot_reach_is_refused(seats: int) -> None:
    highest = max(reference.reachable_counts(reference.most_cards_of_holder(seats)))
    assert highest == (22 if seats == 2 else 29)
    MOJO.check(*alone(typed(highest, closed=True), seats))
    refused = refusal(typed(highest + 1, closed=True), seats)
    assert refused.field == "points"
    assert str(highest + 1) in str(refused)
    assert "Mojo" in str(refused)
    assert str(highest) in str(refused)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_sum_of_a_holder_may_be_anything_up_to_there(seats: int) -> None:
    for total in reference.reachable_counts(reference.most_cards_of_holder(seats)):
        MOJO.check(*alone(typed(total, closed=True), seats))


def test_two_discards_and_the_polish_book_refuse_the_same_hands() -> None:
    for options in ({"discards": "2"}, {"edition": "pl"}):
        with pytest.raises(BadEntry):
            MOJO.check(*alone(mojo(1, 2, 3, 4), 3, options))
        MOJO.check(*alone(mojo(1, 2, 3), 3, options))


def test_the_sum_of_another_seat_is_refused_without_a_word_of_the_mojo_holder() -> None:
    assert "took the Mojo" not in str(refusal(typed(35)))


@pytest.mark.parametrize(("seats", "total"), [(3, 35), (2, 35), (3, 100), (3, -1)])
def test_a_holder_is_not_told_that_a_hand_counts_less_than_thirty_four(seats: int, total: int) -> None:
    refused = str(refusal(typed(total, closed=True), seats))
    assert "34" in refused or "took the Mojo" in refused


def test_too_many_copies_in_one_hand_are_one_problem_of_that_seat() -> None:
    (problem,) = MOJO.problems(judged([hand(0, 0, 0, 0, 0), hand(5), mojo(4)]))
    assert problem.seats == (ANA,)


def test_a_round_in_which_nobody_took_the_mojo_is_not_scored() -> None:
    with pytest.raises(ValueError, match="takes the Mojo"):
        MOJO.score(judged([hand(9), hand(4)]))


def test_a_round_is_not_scored_before_all_have_reported() -> None:
    with pytest.raises(ValueError, match="somebody has not reported"):
        MOJO.score(judged([mojo(9), None]))


def test_a_fifth_zero_over_several_hands_names_the_seats_and_the_value() -> None:
    (problem,) = MOJO.problems(judged([hand(0, 0, 0), hand(5), mojo(0, 0)]))
    assert (problem.seats, problem.value) == ((ANA, ZOE), 0)
    assert problem.why.values["held"] == 5
    assert problem.why.values["copies"] == 4


@pytest.mark.parametrize("value", range(13))
def test_one_copy_too_many_over_the_table_is_a_problem_of_that_value(value: int) -> None:
    copies = reference.DECK.count(value)
    enough = [hand(*[value] * (copies - 1)), mojo(value), hand(5 if value == 8 else 8)]
    too_many = [hand(*[value] * copies), mojo(value), hand(5 if value == 8 else 8)]
    assert MOJO.problems(judged(enough)) == ()
    (problem,) = MOJO.problems(judged(too_many))
    assert (problem.seats, problem.value) == ((ANA, PAU), value)


def test_two_values_too_many_are_two_problems() -> None:
    found = MOJO.problems(judged([hand(0, 0, 0, 1, 1), hand(1, 1, 1), mojo(0, 0), hand(9)]))
    assert [(problem.value, problem.seats) for problem in found] == [(0, (ANA, ZOE)), (1, (ANA, PAU))]


def test_a_problem_is_seen_before_everybody_has_reported() -> None:
    (problem,) = MOJO.problems(judged([hand(0, 0, 0), None, None, hand(0, 0)]))
    assert (problem.seats, problem.value) == ((ANA, TEO), 0)


def test_a_typed_sum_has_no_cards_to_be_too_many() -> None:
    assert MOJO.problems(judged([hand(0, 0, 0, 0), typed(0), typed(0, closed=True)])) == ()


def test_the_mojo_on_a_hand_that_cannot_have_ended_the_round_is_a_problem_of_that_seat() -> None:
    (problem,) = MOJO.problems(judged([hand(5), mojo(1, 2, 3, 4), hand(9)]))
    assert problem.seats == (PAU,)


def test_an_empty_hand_beside_the_mojo_of_another_is_a_problem_of_that_seat() -> None:
    (problem,) = MOJO.problems(judged([hand(5), mojo(1), hand()]))
    assert problem.seats == (ZOE,)


def test_a_table_without_fault_has_no_problem() -> None:
    assert MOJO.problems(judged([hand(9, 1), hand(0, 4), mojo(10, 11, 3)])) == ()


def test_a_hand_has_cards_or_points_and_never_both_or_neither() -> None:
    with pytest.raises(ValueError, match="one of the two"):
        Hand()
    with pytest.raises(ValueError, match="one of the two"):
        Hand(cards=(3,), points=3)
