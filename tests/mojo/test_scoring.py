"""How a hand and a round of Mojo are counted, sentence by sentence (mojo M15, M16, M28)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.cast import ANA, MOJO, PAU, TEO, ZOE, hand, judged, mojo, typed

from . import reference


def points(*entries: Any) -> list[int]:
    """The round points of every seat."""
    return [score.points for score in MOJO.score(judged(entries))]


@pytest.mark.parametrize(
    ("cards", "count"),
    [
        ((9, 1), 10),
        ((0, 4), 4),
        ((10, 11, 3), 24),
        ((0,), 0),
        ((1,), 1),
        ((0, 1), 1),
        ((2, 3, 4), 4),
        ((5, 6, 7), 7),
        ((8, 9, 10), 10),
        ((11, 12), 12),
        ((4, 5), 9),
        ((7, 8), 15),
        ((10, 11), 21),
        ((1, 2), 3),
        ((1, 4, 7, 10, 12), 34),
        ((0, 2, 5, 8, 11), 26),
    ],
)
def test_the_highest_card_of_each_colour_counts(cards: tuple[int, ...], count: int) -> None:
    assert MOJO.count(hand(*cards), {}).points == count


@pytest.mark.parametrize("value", range(13))
def test_equal_cards_count_once(value: int) -> None:
    copies = min(MOJO.pack.copies[value], MOJO.pack.most)
    assert MOJO.count(hand(*[value] * copies), {}).points == value


def test_equal_cards_in_several_colours_count_once_each() -> None:
    assert MOJO.count(hand(8, 8, 8, 2, 2), {}).points == 10


def test_an_empty_hand_counts_nothing() -> None:
    assert MOJO.count(hand(), {}).points == 0


@pytest.mark.parametrize("total", [0, 1, 24, 34])
def test_a_typed_sum_counts_as_it_is(total: int) -> None:
    assert MOJO.count(typed(total), {}).points == total


def test_the_pack_has_seventy_eight_cards() -> None:
    assert sum(MOJO.pack.copies.values()) == 78
    assert all(MOJO.pack.copies[value] == reference.DECK.count(value) for value in range(13))
    assert set(MOJO.pack.copies) == set(reference.DECK)


def test_the_colours_are_those_of_the_book() -> None:
    assert tuple(MOJO.pack.suits.values()) == reference.COLOUR_HEAPS
    assert tuple(MOJO.pack.suits) == ("blue", "green", "yellow", "orange", "red")


def test_two_to_eight_play_to_fifty_and_the_lowest_wins() -> None:
    assert list(MOJO.seats) == [2, 3, 4, 5, 6, 7, 8]
    assert (MOJO.agreement({}).limit, MOJO.agreement({}).lowest_wins, MOJO.pack.most) == (50, True, 8)


def test_the_worked_example_scores_ten_four_and_thirty_four() -> None:
    assert points(hand(9, 1), hand(0, 4), mojo(10, 11, 3)) == [10, 4, 34]


def test_the_lowest_mojo_holder_scores_zero() -> None:
    assert points(hand(9, 1), mojo(4), hand(11, 3)) == [10, 0, 14]


def test_a_tied_mojo_holder_scores_zero() -> None:
    assert points(mojo(3, 2), hand(3), hand(9)) == [0, 3, 9]


def test_a_holder_tied_with_everybody_scores_zero() -> None:
    assert points(hand(7), mojo(7), hand(6, 7)) == [7, 0, 7]


def test_one_lower_seat_is_enough_for_ten_more() -> None:
    assert points(mojo(5), hand(4), hand(12), hand(11)) == [15, 4, 12, 11]


def test_ten_is_added_once_however_many_are_lower() -> None:
    assert points(hand(1), hand(2), hand(3), mojo(4)) == [1, 2, 3, 14]


def test_a_holder_one_point_above_pays_and_one_point_below_does_not() -> None:
    assert points(mojo(9), hand(8)) == [19, 8]
    assert points(mojo(8), hand(9)) == [0, 9]


def test_nobody_is_below_a_holder_who_emptied_the_hand() -> None:
    assert points(hand(0), mojo(), hand(12, 10)) == [0, 0, 22]


def test_a_holder_left_with_a_zero_ties_another_zero() -> None:
    assert points(mojo(0), hand(0, 0)) == [0, 0]


def test_a_hand_of_one_loses_to_a_zero() -> None:
    assert points(hand(0), mojo(1, 0)) == [0, 11]


def test_the_others_score_what_they_have_whatever_the_holder_scores() -> None:
    won, lost = points(mojo(1), hand(6), hand(10)), points(mojo(12), hand(6), hand(10))
    assert won[PAU:] == lost[PAU:] == [6, 10]


@pytest.mark.parametrize("holder", [ANA, PAU, ZOE, TEO])
def test_only_the_seat_with_the_mojo_carries_its_mark(holder: int) -> None:
    entries = [typed(count, closed=seat == holder) for seat, count in enumerate((4, 8, 8, 12))]
    marks = [score.mark for score in MOJO.score(judged(entries))]
    assert marks[holder] == ("0" if holder == ANA else "+10")
    assert all(mark == "" for seat, mark in enumerate(marks) if seat != holder)


def test_typed_sums_and_cards_may_stand_side_by_side() -> None:
    assert points(typed(10), hand(0, 4), typed(24, closed=True)) == [10, 4, 34]
    assert points(typed(10), typed(4, closed=True), hand(10, 11, 3)) == [10, 0, 24]


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_round_is_scored_for_any_number_of_seats(seats: int) -> None:
    lowest_holds = [typed(seat + 5, closed=seat == 0) for seat in range(seats)]
    highest_holds = [typed(seat + 5, closed=seat == seats - 1) for seat in range(seats)]
    assert points(*lowest_holds) == [0, *range(6, seats + 5)]
    assert points(*highest_holds) == [*range(5, seats + 4), seats + 14]


@pytest.mark.parametrize("options", [{"edition": "pl"}, {"discards": "2"}, {"clockwise_face": "+10"}, {"limit": 30}])
def test_no_option_changes_what_a_round_scores(options: dict[str, int | str]) -> None:
    entries = [hand(9, 1), hand(0, 4), mojo(10, 11, 3)]
    assert MOJO.score(judged(entries, options)) == MOJO.score(judged(entries))


def test_a_round_needs_every_hand_and_one_mojo() -> None:
    assert MOJO.complete(judged([hand(9), mojo(4)]))
    assert not MOJO.complete(judged([None, mojo(4)]))
    assert not MOJO.complete(judged([hand(9), hand(4)]))
    assert not MOJO.complete(judged([None, None]))


def test_two_phones_say_the_same_when_only_the_order_of_the_cards_differs() -> None:
    assert MOJO.same(hand(10, 11, 3), hand(3, 10, 11))
    assert not MOJO.same(hand(10, 11, 3), hand(10, 11, 3, 3))
    assert not MOJO.same(hand(10, 11, 3), typed(24))
    assert not MOJO.same(typed(23), typed(24))
    assert MOJO.same(typed(24), typed(24))


def test_a_reason_names_the_counting_cards_as_they_were_given() -> None:
    assert str(MOJO.count(hand(10, 11, 3), {}).why) == "10 + 11 + 3 = 24"
    assert str(MOJO.count(hand(8, 8, 8, 2, 2), {}).why) == "8 + 2 = 10"
    assert str(MOJO.count(hand(0, 4), {}).why) == "0 + 4 = 4"


def test_a_single_card_and_no_card_read_as_such() -> None:
    assert str(MOJO.count(hand(9), {}).why) == "9"
    assert str(MOJO.count(hand(11, 12), {}).why) == "12"
    assert str(MOJO.count(hand(), {}).why) == "no cards = 0"


def test_a_reason_leaves_the_hidden_cards_of_a_colour_out() -> None:
    assert str(MOJO.count(hand(11, 12, 9, 10, 3), {}).why) == "12 + 10 + 3 = 25"


def test_a_holder_who_was_beaten_reads_why() -> None:
    score = MOJO.score(judged([hand(9, 1), hand(0, 4), mojo(10, 11, 3)]))[ZOE]
    assert str(score.why) == "10 + 11 + 3 = 24; Mojo +10 makes 34"


def test_a_holder_who_was_not_beaten_reads_why() -> None:
    why = str(MOJO.score(judged([hand(9, 1), mojo(0, 4), hand(12)]))[PAU].why)
    assert why.startswith("0 + 4 = 4")
    assert why.endswith("Mojo 0")


def test_a_typed_sum_reads_as_typed_and_with_its_ten() -> None:
    scores = MOJO.score(judged([typed(10), typed(24, closed=True)]))
    assert "10" in str(scores[ANA].why)
    assert str(scores[PAU].why).startswith("24")
    assert str(scores[PAU].why).endswith("Mojo +10 makes 34")


def test_the_reason_of_another_seat_says_nothing_of_the_mojo() -> None:
    scores = MOJO.score(judged([hand(9, 1), mojo(10, 11, 3)]))
    assert str(scores[ANA].why) == "9 + 1 = 10"
