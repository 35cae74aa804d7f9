"""Every number can be corrected at any time, and the end of the match moves with the facts (mojo M20)."""

from __future__ import annotations

from companion.games.scoresheet import RoundFacts, Scoresheet

from .cast import ANA, PAU, ZOE, facts, hand, mojo, sheet, typed, worth

FIRST = worth(20, 5, 10)
THIRD = worth(0, 3, 25)
FOURTH = worth(30, 2, 0)
LOW = facts(hand(12, 9), mojo(4), hand(10))
HIGH = facts(hand(12, 9, 6, 3), mojo(4), hand(10))


def with_second(second: RoundFacts) -> Scoresheet:
    """The match of four rounds with this second one."""
    return sheet(FIRST, second, THIRD, FOURTH)


def counted(result: Scoresheet) -> list[bool]:
    """Which of the rounds count."""
    return [round_.counted for round_ in result.rounds]


def test_the_match_ends_at_the_first_round_in_which_the_limit_is_reached() -> None:
    result = with_second(LOW)
    assert (result.totals, result.over_round, result.over_seats) == ((71, 10, 45), 4, (ANA,))
    assert counted(result) == [True] * 4


def test_a_correction_upwards_ends_the_match_earlier_and_later_rounds_no_longer_count() -> None:
    result = with_second(HIGH)
    assert (result.totals, result.over_round, result.winners) == ((50, 5, 20), 2, (PAU,))
    assert counted(result) == [True, True, False, False]


def test_rounds_after_the_end_stay_written_and_show_what_they_would_score() -> None:
    later = with_second(HIGH).rounds[2]
    assert [cell.score and cell.score.points for cell in later.cells] == [0, 3, 25]
    assert [cell.total for cell in later.cells] == [None] * 3


def test_a_correction_back_lets_later_rounds_count_again() -> None:
    assert with_second(HIGH) != with_second(LOW)
    again = with_second(LOW)
    assert (again.over_round, counted(again), again.totals) == (4, [True] * 4, (71, 10, 45))


def test_a_correction_downwards_after_the_end_reopens_the_match() -> None:
    ended = sheet(FIRST, HIGH)
    reopened = sheet(FIRST, LOW)
    assert (ended.over_round, ended.open_round, ended.winners) == (2, None, (PAU,))
    assert (reopened.over, reopened.over_round, reopened.winners) == (None, None, ())
    assert (reopened.open_round, reopened.starter, reopened.totals) == (3, PAU, (41, 5, 20))


def test_a_correction_can_move_the_victory() -> None:
    assert sheet(worth(20, 5, 10), worth(10, 10, 10), worth(30, 0, 0)).winners == (PAU,)
    assert sheet(worth(20, 5, 10), worth(10, 20, 10), worth(30, 0, 0)).winners == (ZOE,)


def test_another_closer_changes_points_starter_and_direction() -> None:
    by_pau = sheet(facts(hand(9), mojo(4), hand(12)))
    by_zoe = sheet(facts(hand(9), hand(4), mojo(12)))
    assert (by_pau.totals, by_pau.starter, by_pau.direction) == ((9, 0, 12), PAU, 1)
    assert (by_zoe.totals, by_zoe.starter, by_zoe.direction) == ((9, 4, 22), ZOE, -1)


def test_a_withdrawn_hand_reopens_its_round_and_takes_the_end_back() -> None:
    result = sheet(FIRST, facts(None, mojo(4), hand(10)))
    assert (result.over, result.open_round, result.totals) == (None, 2, (20, 5, 10))


def test_later_complete_rounds_count_while_an_earlier_one_waits() -> None:
    result = sheet(FIRST, facts(None, mojo(4), hand(10)), worth(1, 2, 3))
    assert (result.open_round, result.totals) == (2, (21, 7, 13))


def test_a_later_complete_round_ends_the_match_while_an_earlier_one_waits() -> None:
    result = sheet(FIRST, facts(None, mojo(4), hand(10)), worth(30, 0, 0))
    assert (result.over_round, result.totals, result.winners) == (3, (50, 5, 10), (PAU,))


def test_problems_of_rounds_after_the_end_hold_nobody_up() -> None:
    impossible = facts(hand(0, 0, 0), hand(0, 0), mojo(4))
    assert sheet(worth(60, 0, 0), impossible).problems == ()
    assert len(sheet(worth(40, 0, 0), impossible).problems) == 1


def test_a_problem_settled_after_the_end_of_a_later_round_moves_the_end() -> None:
    impossible = facts(hand(12, 10, 0, 0, 0), hand(0, 0), mojo(4))
    settled = facts(typed(32), hand(0, 0), mojo(4))
    assert sheet(FIRST, impossible, THIRD).over_round is None
    assert sheet(FIRST, settled, THIRD).over_round == 2


def test_a_changed_limit_moves_the_end_in_both_directions() -> None:
    rounds = (FIRST, LOW, THIRD, FOURTH)
    assert [sheet(*rounds, limit=limit).over_round for limit in (20, 41, 45, 71, 72)] == [1, 2, 3, 4, None]


def test_house_rule_points_given_later_move_the_end_too() -> None:
    ruled = facts(hand(12, 9), mojo(4), hand(10), adjust={ANA: 9})
    assert with_second(ruled).over_round == 2


def test_the_sheet_of_the_same_facts_is_the_same_sheet() -> None:
    assert with_second(LOW) == with_second(LOW)
