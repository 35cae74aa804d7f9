"""Who begins, which way round, and seats that join or leave (mojo M3, M4, M19, M19b)."""

from __future__ import annotations

import pytest

from companion.games.game import CLOCKWISE, COUNTER_CLOCKWISE
from companion.games.scoresheet import RoundFacts, SeatSpan

from .cast import ANA, MARTA, MOJO, PAU, TEO, UNKNOWN, ZOE, facts, hand, judged, mojo, sheet, typed, worth

STAYS = SeatSpan()
SEVERAL = (ANA, PAU, ZOE, TEO)


def held_by(holder: int, beaten: bool, seats: int = 4) -> RoundFacts:
    """A complete round that this seat ended, with the Mojo on +10 when beaten and on 0 otherwise."""
    return facts(*(typed(20 * beaten if seat == holder else 9, seat == holder) for seat in range(seats)))


@pytest.mark.parametrize("starter", SEVERAL)
def test_the_group_says_who_begins_the_first_round(starter: int) -> None:
    result = sheet(seats=4, first=starter)
    assert (result.starter, result.direction) == (starter, CLOCKWISE)


@pytest.mark.parametrize("holder", SEVERAL)
def test_the_holder_begins_clockwise_when_the_mojo_shows_zero(holder: int) -> None:
    result = sheet(held_by(holder, beaten=False), seats=4)
    assert (result.starter, result.direction) == (holder, CLOCKWISE)


@pytest.mark.parametrize("holder", SEVERAL)
def test_the_holder_begins_counter_clockwise_when_the_mojo_shows_ten(holder: int) -> None:
    result = sheet(held_by(holder, beaten=True), seats=4)
    assert (result.starter, result.direction) == (holder, COUNTER_CLOCKWISE)


def test_the_last_round_alone_turns_the_mojo() -> None:
    result = sheet(held_by(ANA, beaten=True), held_by(PAU, beaten=False), seats=4)
    assert (result.starter, result.direction) == (PAU, CLOCKWISE)
    assert [round_.start.direction for round_ in result.rounds] == [CLOCKWISE, COUNTER_CLOCKWISE, CLOCKWISE]
    assert [round_.start.seat for round_ in result.rounds] == [ANA, ANA, PAU]


def test_a_card_with_its_arrows_the_other_way_swaps_the_directions() -> None:
    assert sheet(seats=4, clockwise_face="+10").direction == COUNTER_CLOCKWISE
    assert sheet(held_by(ZOE, beaten=False), seats=4, clockwise_face="+10").direction == COUNTER_CLOCKWISE
    assert sheet(held_by(ZOE, beaten=True), seats=4, clockwise_face="+10").direction == CLOCKWISE
    assert sheet(held_by(ZOE, beaten=True), seats=4, clockwise_face="+10").starter == ZOE


def test_nobody_is_known_to_begin_while_the_round_before_is_open() -> None:
    waits = facts(hand(9), None, mojo(4))
    (begun,) = [round_ for round_ in sheet(waits, facts(hand(1), None, None)).rounds if round_.number == 2]
    assert begun.start.seat is None


@pytest.mark.parametrize(("beaten", "starter"), [(False, TEO), (True, PAU)])
def test_the_next_seat_in_the_new_direction_begins_when_the_holder_left(beaten: bool, starter: int) -> None:
    seats = [STAYS, STAYS, SeatSpan(last_round=1), STAYS]
    result = sheet(held_by(ZOE, beaten), seats=seats)
    assert result.starter == starter
    assert result.direction == (COUNTER_CLOCKWISE if beaten else CLOCKWISE)


@pytest.mark.parametrize(("holder", "beaten", "starter"), [(TEO, False, ANA), (ANA, True, TEO)])
def test_the_next_seat_is_looked_for_round_the_table(holder: int, beaten: bool, starter: int) -> None:
    seats = [SeatSpan(last_round=1) if seat == holder else STAYS for seat in SEVERAL]
    assert sheet(held_by(holder, beaten), seats=seats).starter == starter


@pytest.mark.parametrize(("beaten", "starter"), [(False, ANA), (True, PAU)])
def test_seats_that_left_with_the_holder_are_passed_over(beaten: bool, starter: int) -> None:
    seats = [STAYS, STAYS, SeatSpan(last_round=1), SeatSpan(last_round=1)]
    assert sheet(held_by(ZOE, beaten), seats=seats).starter == starter


@pytest.mark.parametrize(("beaten", "starter"), [(False, TEO), (True, ANA)])
def test_the_order_round_the_table_counts_and_not_the_seat_numbers(beaten: bool, starter: int) -> None:
    seats = [STAYS, STAYS, SeatSpan(last_round=1), STAYS]
    assert sheet(held_by(ZOE, beaten), seats=seats, order=(PAU, ANA, ZOE, TEO)).starter == starter


@pytest.mark.parametrize(("face", "starter"), [("0", TEO), ("+10", PAU)])
def test_the_arrows_of_the_card_say_who_follows_a_holder_who_left(face: str, starter: int) -> None:
    seats = [STAYS, STAYS, SeatSpan(last_round=1), STAYS]
    assert sheet(held_by(ZOE, beaten=False), seats=seats, clockwise_face=face).starter == starter


def test_a_seat_that_left_keeps_its_total_and_is_out_of_the_ranking() -> None:
    seats = [STAYS, STAYS, SeatSpan(last_round=1)]
    result = sheet(worth(10, 4, 1), facts(hand(9), mojo(4), None), seats=seats)
    assert (result.totals, result.places) == ((19, 4, 1), (2, 1, None))
    assert result.to_limit[ZOE] is None
    assert [round_.cells[ZOE].state for round_ in result.rounds] == ["scored", "away", "away"]


def test_a_seat_that_left_with_the_lowest_total_does_not_win() -> None:
    seats = [STAYS, STAYS, SeatSpan(last_round=1)]
    result = sheet(worth(45, 4, 0), facts(hand(9), mojo(4), None), seats=seats)
    assert (result.over_round, result.winners) == (2, (PAU,))


def test_a_holder_who_leaves_a_round_later_still_begins() -> None:
    seats = [STAYS, STAYS, SeatSpan(last_round=2), STAYS]
    assert sheet(held_by(ZOE, beaten=False), seats=seats).starter == ZOE


def test_nobody_begins_when_everybody_has_left() -> None:
    result = sheet(facts(hand(9), mojo(4)), seats=[SeatSpan(last_round=1)] * 2)
    assert (result.totals, result.rounds[-1].playing, result.starter) == ((9, 0), (), None)


def test_a_round_is_complete_without_the_seat_that_left() -> None:
    seats = [STAYS, SeatSpan(last_round=1), STAYS]
    result = sheet(worth(1, 2, 3), facts(hand(9), None, mojo(4)), seats=seats)
    assert (result.rounds[1].playing, result.rounds[1].complete) == ((ANA, ZOE), True)
    assert result.rounds[2].missing == (ANA, ZOE)


def test_the_hand_that_ends_a_round_is_judged_by_the_seats_of_that_round() -> None:
    three_cards = facts(hand(9), mojo(4, 3, 2), None)
    left = sheet(worth(1, 2, 3), three_cards, seats=[STAYS, STAYS, SeatSpan(last_round=1)])
    stayed = sheet(worth(1, 2, 3), facts(hand(9), mojo(4, 3, 2), hand(5)))
    assert (left.rounds[1].complete, stayed.rounds[1].complete) == (False, True)
    assert left.rounds[1].problems[0].seats == (PAU,)


def test_a_seat_that_joins_begins_with_its_start_points() -> None:
    seats = [STAYS, STAYS, SeatSpan(first_round=2, start_points=17)]
    result = sheet(facts(hand(9), mojo(4)), facts(hand(3), mojo(1), hand(5)), seats=seats)
    assert result.totals == (12, 0, 22)
    assert result.places == (2, 1, 3)
    assert [round_.cells[ZOE].state for round_ in result.rounds] == ["away", "scored", "waiting"]
    assert result.rounds[1].cells[ZOE].total == 22


def test_a_seat_that_joins_is_not_waited_for_before() -> None:
    seats = [STAYS, STAYS, SeatSpan(first_round=2, start_points=17)]
    result = sheet(facts(hand(9), None), seats=seats)
    assert (result.rounds[0].playing, result.rounds[0].missing) == ((ANA, PAU), (PAU,))


def test_start_points_help_to_reach_the_limit_in_a_round_that_is_played() -> None:
    seats = [STAYS, STAYS, SeatSpan(first_round=2, start_points=45)]
    result = sheet(facts(hand(9), mojo(4)), facts(hand(3), mojo(1), hand(5)), seats=seats)
    assert (result.over_round, result.over_seats) == (2, (ZOE,))


def test_a_seat_whose_first_round_never_came_does_not_win() -> None:
    seats = [STAYS, STAYS, SeatSpan(first_round=3)]
    result = sheet(worth(20, 30), worth(30, 10), seats=seats)
    assert (result.over_round, result.winners) == (2, (PAU,))


def test_start_points_of_a_seat_that_has_not_joined_end_nothing() -> None:
    seats = [STAYS, STAYS, SeatSpan(first_round=3, start_points=60)]
    assert sheet(worth(20, 30), seats=seats).over_round is None


def test_somebody_who_joined_may_begin() -> None:
    seats = [STAYS, STAYS, STAYS, STAYS, SeatSpan(first_round=2)]
    result = sheet(held_by(ANA, beaten=False), held_by(MARTA, beaten=True, seats=5), seats=seats)
    assert (result.starter, result.direction) == (MARTA, COUNTER_CLOCKWISE)


def test_the_game_itself_names_the_next_start_by_seat_number() -> None:
    last = {PAU: typed(9), ZOE: typed(4, closed=True), MARTA: typed(12)}
    start = MOJO.next_start(UNKNOWN, judged(last), range(5), (PAU, ZOE, MARTA))
    assert (start.seat, start.direction) == (ZOE, CLOCKWISE)
    assert MOJO.next_start(UNKNOWN, judged(last), range(5), (PAU, MARTA)).seat == MARTA
