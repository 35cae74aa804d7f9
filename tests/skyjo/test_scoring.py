"""How a round of Skyjo is scored, and why (S9 to S14)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cards import Hand
from companion.games.game import CLOCKWISE
from companion.games.scoresheet import SeatSpan
from companion.games.why import Who, Why
from tests.games.cast import (
    ANA,
    MARTA,
    PAU,
    SKYJO,
    TEO,
    UNKNOWN,
    ZOE,
    Closing,
    facts,
    hand,
    judged,
    sheet,
    typed,
    worth,
)

NINES = (9, 9, 9)


def closer(*cards: int) -> Any:
    """The grid of the seat that closed the round."""
    return Closing(Hand(cards))


def points(*entries: Any) -> list[int]:
    """What the round brings, in seat order."""
    return [score.points for score in SKYJO.score(judged(entries))]


def reasons(*entries: Any) -> list[str]:
    """Why, in seat order."""
    return [str(score.why) for score in SKYJO.score(judged(entries))]


def test_a_match_without_doubling_leaves_the_closer_as_it_is() -> None:
    """S17: the others are scored as ever, and a match that says nothing doubles."""
    entries = [typed(10, closed=True), typed(24), typed(10)]
    assert points(*entries) == [20, 24, 10]
    plain = SKYJO.score(judged(entries, {"doubling": "no"}))
    assert [(score.points, str(score.why), score.mark) for score in plain] == [
        (10, "10 (typed)", ""),
        (24, "24 (typed)", ""),
        (10, "10 (typed)", ""),
    ]


def test_the_pack_has_150_cards_and_fifteen_zeros() -> None:
    """S1."""
    assert sum(SKYJO.pack.copies.values()) == 150
    assert {value: SKYJO.pack.copies[value] for value in (-2, -1, 0, 1, 12)} == {-2: 5, -1: 10, 0: 15, 1: 10, 12: 10}
    assert list(SKYJO.pack.copies) == list(range(-2, 13))


def test_every_card_has_one_place_on_the_entry_sheet_and_its_printed_hue() -> None:
    assert [card for row in SKYJO.pack.suits.values() for card in row] == list(SKYJO.pack.copies)
    assert [SKYJO.pack.suit_number(card) for card in (-2, -1, 0, 1, 4, 5, 8, 9, 12)] == [5, 5, 6, 1, 1, 2, 2, 4, 4]


@pytest.mark.parametrize(
    ("cards", "count"),
    [
        ((), 0),
        ((5, 5, 5), 0),
        ((5, 5, 4), 14),
        ((5, 4, 5, 5, 1, 2), 22),  # equal cards, but not in one column
        ((-2, -2, -2, 1, 2, 3), 6),  # negative ones go as well
        ((-2, -1, 0), -3),
        ((7, 7, 7, 5, 5, 5, 1, 0, 0), 1),  # two columns beside each other
        ((9, 1, 0, 9, 0, 1, 9, 1, 0, 9, 0, 1), 40),  # four in a row stay
    ],
)
def test_a_grid_counts_all_but_columns_of_three_equal_cards(cards: tuple[int, ...], count: int) -> None:
    """S6, S9, S10."""
    assert SKYJO.count(hand(*cards), {}).points == count
    assert sum(face.value for face in SKYJO.faces(hand(*cards)) if face.counts) == count


def test_typed_points_count_as_they_are() -> None:
    """S13."""
    assert SKYJO.count(typed(-4), {}).points == -4
    assert SKYJO.faces(typed(-4)) == ()


@pytest.mark.parametrize(
    ("first", "others", "expected"),
    [
        (10, (24, 10), 20),  # the same is not lower
        (10, (24, 11), 10),
        (10, (9, 30), 20),
        (0, (0, 5), 0),  # nothing to double
        (0, (-1, 5), 0),
        (-3, (-4, 5), -3),  # a negative score is never doubled
        (-3, (5, 6), -3),
        (1, (1, 1), 2),
    ],
)
def test_a_closer_who_is_not_strictly_the_lowest_is_doubled(first: int, others: tuple[int, ...], expected: int) -> None:
    """S11."""
    assert points(typed(first, closed=True), *map(typed, others)) == [expected, *others]
    assert points(*map(typed, others), typed(first, closed=True)) == [*others, expected]


def test_the_columns_that_go_last_count_before_anybody_is_doubled() -> None:
    """S9, S11: Pau comes down to 3."""
    assert points(closer(2, 2, 1), hand(*NINES, 1, 1, 1, 2, 0, 1)) == [10, 3]


def test_only_the_closer_is_doubled() -> None:
    assert points(typed(8), typed(15, closed=True), typed(14), typed(40)) == [8, 30, 14, 40]


def test_a_round_needs_a_closer() -> None:
    assert not SKYJO.complete(judged([typed(1), typed(2)]))
    with pytest.raises(ValueError, match="closes the round"):
        SKYJO.score(judged([typed(1), typed(2)]))
    assert SKYJO.complete(judged([typed(1, True), typed(2)]))
    assert not SKYJO.complete(judged([typed(1, True), None]))


def test_a_score_says_why() -> None:
    assert reasons(typed(14, True), typed(11)) == ["14 × 2 = 28, because seat 1 is lower", "11 (typed)"]
    assert reasons(typed(12), typed(12, True)) == ["12 (typed)", "12 × 2 = 24, because seat 0 has the same"]
    assert reasons(closer(5, 4, 5), typed(11))[0] == "5 + 4 + 5 = 14; 14 × 2 = 28, because seat 1 is lower"
    assert reasons(closer(), hand(-2, -1, 3)) == ["no cards = 0", "−2 − 1 + 3 = 0"]
    assert reasons(closer(-2, 0, -1), hand(*NINES)) == ["−2 + 0 − 1 = −3", "no cards = 0, not counting 9 9 9"]
    assert reasons(typed(50), hand(7, 7, 7, 1, 0, 0, 5, 5, 5), typed(60, True))[1:] == [
        "1 + 0 + 0 = 1, not counting 7 7 7, 5 5 5",
        "60 × 2 = 120, because seat 1 is lower",
    ]


def test_the_doubled_score_is_marked() -> None:
    assert [score.mark for score in SKYJO.score(judged([typed(14, True), typed(11)]))] == ["×2", ""]
    assert [score.mark for score in SKYJO.score(judged([typed(10, True), typed(11)]))] == ["", ""]


def whos(why: Why) -> list[int]:
    """The seats that a reason names, in nested reasons too."""
    found = [value.seat for value in why.values.values() if isinstance(value, Who)]
    return found + [seat for value in why.values.values() if isinstance(value, Why) for seat in whos(value)]


def test_a_sheet_names_seats_by_their_number_in_the_match() -> None:
    """Pau has left: Zoé is the second of those who play, and seat 2; a house rule wraps the reason once more."""
    spans = [SeatSpan(), SeatSpan(last_round=1), SeatSpan(), SeatSpan()]
    first = facts(typed(1, True), typed(2), typed(2), typed(2))
    second = facts(typed(14, True), None, typed(11), typed(12), adjust={ANA: 5})
    result = sheet(first, second, seats=spans, game=SKYJO)
    score = result.rounds[1].cells[ANA].score
    assert score is not None
    assert str(score.why) == "14 × 2 = 28, because seat 2 is lower, house rule +5, makes 33"
    assert whos(score.why) == [ZOE]


def test_the_cards_decide_who_begins_every_round() -> None:
    """S3."""
    start = SKYJO.first_start(PAU, {})
    assert (start.seat, start.direction, str(start.why)) == (None, CLOCKWISE, "the cards decide")
    assert SKYJO.next_start(UNKNOWN, judged({ANA: typed(3, True), PAU: typed(5)}), (0, 1), (0, 1)) == start
    result = sheet(facts(typed(1, True), typed(2), typed(3)), game=SKYJO, first=ZOE)
    assert [round_.start for round_ in result.rounds] == [start, start]
    assert (result.starter, result.direction) == (None, CLOCKWISE)


def test_the_cards_decide_even_when_the_one_who_was_to_begin_has_left() -> None:
    spans = [SeatSpan(), SeatSpan(first_round=2), SeatSpan()]
    assert sheet(seats=spans, game=SKYJO, first=PAU).rounds[0].start == SKYJO.first_start(PAU, {})


def test_with_that_option_the_closer_begins_from_the_second_round_on() -> None:
    """S3."""
    options = {"starter": "closer"}
    assert SKYJO.first_start(PAU, options).seat is None
    last = {ANA: typed(3), ZOE: typed(5, True), TEO: typed(7)}
    start = SKYJO.next_start(UNKNOWN, judged(last, options), range(5), (ANA, ZOE, TEO))
    assert (start.seat, start.direction, str(start.why)) == (ZOE, CLOCKWISE, "ended the last round")
    for playing, seat in (((ANA, TEO), TEO), ((ANA, MARTA), MARTA), ((ANA, PAU), ANA)):
        assert SKYJO.next_start(UNKNOWN, judged(last, options), range(5), playing).seat == seat


@pytest.mark.parametrize(("totals", "over"), [((99, 50), False), ((100, 60), True), ((-5, 101), True)])
def test_a_match_ends_at_a_hundred_or_more(totals: tuple[int, ...], over: bool) -> None:
    """S12."""
    assert SKYJO.ended(judged([]), totals) is over


def test_equal_lowest_totals_share_the_victory() -> None:
    """S12."""
    result = sheet(worth(100, 20, 20), game=SKYJO)
    assert (result.places, result.winners) == ((3, 1, 1), (PAU, ZOE))


def test_the_order_of_columns_and_in_columns_does_not_matter_when_two_phones_say_the_same() -> None:
    one = hand(1, 2, 3, 4, 5, 6)
    assert SKYJO.same(one, hand(6, 5, 4, 3, 1, 2))
    assert not SKYJO.same(one, hand(1, 2, 4, 3, 5, 6))
    assert not SKYJO.same(one, typed(21))
    assert SKYJO.same(typed(21), typed(21))
    assert not SKYJO.same(typed(21), typed(20))
