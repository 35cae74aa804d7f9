"""What the pad shows of a match of Mojo: totals, places, the end, and why (mojo M17, M20, M28)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.game import ranks
from companion.games.scoresheet import RoundFacts

from .cast import ANA, MARTA, PAU, TEO, ZOE, facts, hand, mojo, sheet, typed, worth

PRINTED = facts(hand(9, 1), hand(0, 4), mojo(10, 11, 3))


def test_a_new_match_waits_for_its_first_round() -> None:
    result = sheet()
    assert (result.totals, result.places, result.open_round) == ((0, 0, 0), (1, 1, 1), 1)
    assert (result.over, result.over_round, result.winners) == (None, None, ())
    assert result.rounds[0].missing == (ANA, PAU, ZOE)


def test_points_are_added_to_the_totals_of_earlier_rounds() -> None:
    result = sheet(PRINTED, facts(mojo(4), hand(5, 3), hand(12)))
    assert result.totals == (10, 4 + 8, 34 + 12)
    assert [cell.total for cell in result.rounds[0].cells] == [10, 4, 34]
    assert [cell.total for cell in result.rounds[1].cells] == [10, 12, 46]


def test_places_follow_the_totals_and_ties_share_a_place() -> None:
    assert sheet(worth(7, 3, 7, 3, 9), seats=5).places == (3, 1, 3, 1, 5)
    assert ranks([7, 3, 7, 3, 9], lowest_wins=True) == (3, 1, 3, 1, 5)


def test_everybody_can_share_one_place() -> None:
    assert sheet(worth(5, 5, 5)).places == (1, 1, 1)


def test_what_is_left_to_the_limit_is_said_for_every_seat() -> None:
    assert sheet(worth(48, 0, 12)).to_limit == (2, 50, 38)


def test_a_complete_round_opens_the_next_one() -> None:
    result = sheet(PRINTED)
    assert (len(result.rounds), result.open_round) == (2, 2)
    assert result.rounds[0].complete
    assert not result.rounds[1].complete


@pytest.mark.parametrize("total", [49, 50, 51])
def test_a_match_ends_at_fifty_or_more_and_not_before(total: int) -> None:
    result = sheet(worth(total, 10, 20))
    assert (result.over is not None) == (total >= 50)
    assert result.over_round == (1 if total >= 50 else None)
    assert result.winners == ((PAU,) if total >= 50 else ())
    assert result.over_seats == ((ANA,) if total >= 50 else ())
    assert result.open_round == (None if total >= 50 else 2)


def test_a_match_that_is_over_opens_no_round() -> None:
    result = sheet(worth(30, 0, 0), worth(30, 0, 1))
    assert len(result.rounds) == 2
    assert (result.open_round, result.starter, result.direction) == (None, None, None)


def test_all_who_reached_the_limit_are_named() -> None:
    result = sheet(worth(50, 12, 61))
    assert result.over_seats == (ANA, ZOE)
    assert str(result.over) == "50 points or more in round 1"


def test_the_lowest_total_wins_and_not_the_winner_of_the_round() -> None:
    assert sheet(worth(20, 20, 9), worth(29, 29, 0), worth(1, 0, 30)).winners == (ZOE,)


def test_a_tie_on_the_lowest_total_shares_the_victory() -> None:
    result = sheet(worth(25, 0, 30), worth(5, 30, 20))
    assert (result.winners, result.places) == ((ANA, PAU), (1, 1, 3))


def test_whoever_reached_the_limit_can_share_the_victory_too() -> None:
    assert sheet(worth(50, 50), seats=2).winners == (ANA, PAU)


@pytest.mark.parametrize(("limit", "over_round"), [(20, 1), (34, 1), (35, 2), (68, 2), (69, None)])
def test_the_limit_is_what_the_match_says(limit: int, over_round: int | None) -> None:
    result = sheet(PRINTED, PRINTED, limit=limit)
    assert (result.limit, result.over_round) == (limit, over_round)


def test_a_match_does_not_end_before_the_round_is_complete() -> None:
    result = sheet(worth(45, 0, 0), facts(hand(12, 10), None, mojo(1)))
    assert (result.over, result.open_round, result.totals) == (None, 2, (45, 0, 0))


def test_blank_is_not_zero() -> None:
    result = sheet(facts(hand(10, 11, 3), None, typed(0)))
    states = [cell.state for cell in result.rounds[0].cells]
    assert states == ["in", "waiting", "in"]
    waiting = result.rounds[0].cells[PAU]
    assert (waiting.entry, waiting.count, waiting.score, waiting.total) == (None, None, None, None)
    assert result.rounds[0].missing == (PAU,)


def test_a_hand_already_in_shows_its_count_before_the_mojo_is_known() -> None:
    cell = sheet(facts(hand(10, 11, 3), None, None)).rounds[0].cells[ANA]
    assert cell.count is not None
    assert cell.count.points == 24
    assert cell.score is None


def test_a_hand_of_zero_is_in_and_counts_zero() -> None:
    cell = sheet(facts(hand(0), None, None)).rounds[0].cells[ANA]
    assert (cell.state, cell.count and cell.count.points) == ("in", 0)


def test_an_incomplete_round_adds_nothing_to_the_totals() -> None:
    result = sheet(PRINTED, facts(hand(12), hand(11), None))
    assert (result.totals, len(result.rounds)) == ((10, 4, 34), 2)


def test_the_pad_asks_once_who_took_the_mojo() -> None:
    all_in = sheet(facts(hand(9), hand(4), hand(3))).rounds[0]
    assert (all_in.needs_closer, all_in.complete, all_in.missing) == (True, False, ())
    assert not sheet(facts(hand(9), None, hand(3))).rounds[0].needs_closer
    assert not sheet(facts(hand(9), mojo(4), hand(3))).rounds[0].needs_closer


def test_a_fifth_zero_holds_the_round_open_and_names_the_seats_and_the_value() -> None:
    result = sheet(facts(hand(0, 0, 0), hand(5), mojo(0, 0)))
    (problem,) = result.problems
    assert (problem.seats, problem.value) == ((ANA, ZOE), 0)
    assert not result.rounds[0].needs_closer
    assert result.rounds[0].problems == (problem,)
    assert (result.rounds[0].complete, result.open_round, result.totals) == (False, 1, (0, 0, 0))


@pytest.mark.parametrize("retyped", [typed(0, closed=True), mojo(0)])
def test_a_fifth_zero_is_settled_by_a_sum_or_by_fewer_cards(retyped: Any) -> None:
    result = sheet(facts(hand(0, 0, 0), hand(5), retyped))
    assert (result.problems, result.open_round, result.totals) == ((), 2, (0, 5, 0))


def test_a_problem_names_seat_numbers_when_a_seat_is_missing_before_them() -> None:
    result = sheet(facts(hand(0), None, None, hand(0, 0), hand(0, 0)), seats=5)
    (problem,) = result.problems
    assert (problem.seats, problem.value) == ((ANA, TEO, MARTA), 0)


def test_the_mojo_on_five_cards_is_a_problem_and_no_score() -> None:
    result = sheet(facts(hand(5), mojo(1, 2, 3, 4, 5), hand(9)))
    assert result.rounds[0].problems[0].seats == (PAU,)
    assert (result.rounds[0].complete, result.totals) == (False, (0, 0, 0))


def test_a_house_rule_is_added_to_the_round_and_read_in_its_reason() -> None:
    cells = sheet(facts(hand(9, 1), mojo(4), hand(12), adjust={ANA: -8, ZOE: 5})).rounds[0].cells
    assert [cell.score and cell.score.points for cell in cells] == [2, 0, 17]
    assert [cell.adjust for cell in cells] == [-8, 0, 5]
    assert [cell.total for cell in cells] == [2, 0, 17]
    reason = next(str(cell.score.why) for cell in cells if cell.score)
    assert reason.startswith("9 + 1 = 10")
    assert "−8" in reason
    assert reason.endswith("makes 2")


def test_a_house_rule_can_take_a_total_below_zero() -> None:
    assert sheet(facts(mojo(), hand(4), hand(12), adjust={ANA: -5})).totals == (-5, 4, 12)


def test_a_house_rule_can_reach_the_limit_and_can_avert_it() -> None:
    assert sheet(worth(40, 0, 0), facts(hand(9), mojo(0), hand(1), adjust={ANA: 1})).over_round == 2
    assert sheet(worth(41, 0, 0), facts(hand(9), mojo(0), hand(1), adjust={ANA: -1})).over_round is None


def test_a_house_rule_is_kept_on_a_round_that_has_no_hands_yet() -> None:
    second = sheet(PRINTED, facts(None, None, None, adjust={ANA: 5})).rounds[1]
    assert [(cell.state, cell.adjust) for cell in second.cells] == [("waiting", a) for a in (5, 0, 0)]


def test_whoever_took_the_mojo_is_kept_before_any_hand_is_in() -> None:
    second = sheet(PRINTED, RoundFacts(closer=PAU)).rounds[1]
    assert (second.closer, second.missing) == (PAU, (ANA, PAU, ZOE))


def test_a_house_rule_waits_for_the_round_to_be_complete() -> None:
    assert sheet(facts(hand(9), None, mojo(1), adjust={ANA: 30, PAU: 60})).totals == (0, 0, 0)


@pytest.mark.parametrize("adjust", [{PAU: 40}, {ANA: -9}, {ANA: -9, PAU: 40, ZOE: -12}])
def test_a_house_rule_does_not_turn_the_mojo(adjust: dict[int, int]) -> None:
    plain, ruled = (sheet(facts(hand(9), mojo(4), hand(12), adjust=more)) for more in ({}, adjust))
    mark = ruled.rounds[0].cells[PAU].score
    assert mark is not None
    assert mark.mark == "0"
    assert (ruled.starter, ruled.direction) == (plain.starter, plain.direction) == (PAU, 1)


def test_a_house_rule_does_not_turn_a_beaten_mojo_back() -> None:
    result = sheet(facts(hand(9), mojo(10), hand(12), adjust={PAU: -30, ANA: 30}))
    assert (result.totals, result.direction) == ((39, -10, 12), -1)


def test_every_number_reads_as_a_sum() -> None:
    cells = sheet(PRINTED).rounds[0].cells
    reasons = [str(cell.score.why) for cell in cells if cell.score]
    assert reasons == ["9 + 1 = 10", "0 + 4 = 4", "10 + 11 + 3 = 24; Mojo +10 makes 34"]
