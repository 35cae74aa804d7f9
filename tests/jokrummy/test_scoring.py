"""The pad of Jok-R-ummy jr: missions, surprises, who wins, who begins (jokrummy J12 to J17)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.jokrummy.scoring import Report
from companion.games.scoresheet import RoundFacts, Scoresheet, SeatSpan, scoresheet
from companion.games.why import BadEntry
from tests.games.cast import ANA, PAU, TEO, UNKNOWN, ZOE, Closing, alone, judged

from .tabletop import JOKRUMMY

NONE, ONE = Report(0), Report(1)
NO_END = "Whoever ends the round must have done the mission: change one of the two."


def sheet(
    *rounds: tuple[dict[int, Any] | list[Any], int | None],
    seats: int | list[SeatSpan] = 3,
    first: int = ANA,
    **options: int,
) -> Scoresheet:
    """The sheet of rounds: what the seats report, and who ended each."""
    spans = [SeatSpan()] * seats if isinstance(seats, int) else seats
    facts = [RoundFacts(dict(enumerate(each)) if isinstance(each, list) else each, closer) for each, closer in rounds]
    return scoresheet(JOKRUMMY, spans, facts, options, first)


@pytest.mark.parametrize(
    ("points", "bonus", "said"),
    [
        (0, 0, "no mission"),
        (1, 0, "1 mission"),
        (0, 1, "1 surprise"),
        (0, 2, "2 surprises"),
        (1, 1, "1 mission + 1 surprise = 2"),
        (1, 2, "1 mission + 2 surprises = 3"),
    ],
)
def test_a_seat_scores_its_missions_and_says_why(points: int, bonus: int, said: str) -> None:
    score = JOKRUMMY.count(Report(points, bonus), {})
    assert (score.points, str(score.why)) == (points + bonus, said)


@pytest.mark.parametrize(
    ("entry", "field", "said"),
    [
        (Report(2), "points", "A player does one mission per round at most: 2 isn’t possible."),
        (Report(-1), "points", "A player does one mission per round at most: −1 isn’t possible."),
        (Report(1, 3), "bonus", "A player gets 2 surprises at most: 3 isn’t possible."),
        (Report(1, -1), "bonus", "A player gets 2 surprises at most: −1 isn’t possible."),
        (Closing(Report(0)), "closed", NO_END),
    ],
)
def test_what_one_seat_cannot_report_is_refused(entry: Any, field: str, said: str) -> None:
    with pytest.raises(BadEntry) as refused:
        JOKRUMMY.check(*alone(entry, 3))
    assert (refused.value.field, str(refused.value.why)) == (field, said)
    assert [str(problem.why) for problem in JOKRUMMY.problems(judged([None, entry]))] == [said]


def test_a_third_surprise_in_the_match_is_a_problem_of_the_later_round() -> None:
    """jokrummy J12, J16."""
    found = sheet(([Report(0, 2), NONE, NONE], None), ([NONE, Report(0, 1), NONE], None))
    assert found.problems == ()
    found = sheet(([Report(0, 2), NONE, NONE], None), ([Report(0, 1), ONE, NONE], PAU))
    (problem,) = found.problems
    assert (problem.seats, problem.value) == ((ANA,), 3)
    assert str(problem.why) == "Nobody can have 3 surprises in one match: a player gets 2 at most."
    assert (found.open_round, found.rounds[1].complete, found.totals) == (2, False, (2, 0, 0))


def test_the_round_with_too_many_surprises_by_itself_is_the_only_one_with_a_problem() -> None:
    found = sheet(([Report(0, 3), NONE], None), ([Report(0, 1), NONE], None), seats=2)
    assert [len(round_.problems) for round_ in found.rounds] == [1, 1]
    assert "3 isn’t possible" in str(found.problems[0].why)


def test_a_round_is_complete_when_all_have_reported_with_a_closer_or_without() -> None:
    """jokrummy J16."""
    assert JOKRUMMY.complete(judged([ONE, NONE]))
    assert not JOKRUMMY.complete(judged([ONE, None]))
    for closer in (None, PAU):
        found = sheet(([ONE, ONE, NONE], closer))
        assert (found.rounds[0].complete, found.open_round, found.totals) == (True, 2, (1, 1, 0))
        assert found.rounds[0].needs_closer is (closer is None)
    assert not sheet(([ONE, ONE, ONE], None)).rounds[0].needs_closer


@pytest.mark.parametrize(
    ("entry", "closer", "said"),
    [
        (NONE, ANA, NO_END),
        (NONE, PAU, None),
        (NONE, None, None),
        (ONE, ANA, None),
        (Report(1, 1), ANA, None),
        (Report(0, 2), ANA, "A surprise ends the round only if it is mission number 4."),
        (Report(0, 2), None, None),
    ],
)
def test_whoever_ends_a_round_has_done_a_mission(entry: Any, closer: int | None, said: str | None) -> None:
    """jokrummy J13, J15, J16: whichever of the two was written first, the round waits until one is changed."""
    found = sheet(([entry, ONE, NONE], closer))
    assert [str(problem.why) for problem in found.problems] == ([said] if said else [])
    assert [problem.seats for problem in found.problems] == ([(ANA,)] if said else [])
    assert found.rounds[0].complete == (said is None)


@pytest.mark.parametrize(
    ("before", "bonus", "limit", "possible"),
    [(3, 1, 4, True), (2, 2, 4, True), (2, 1, 4, False), (0, 1, 1, True), (3, 1, 5, False), (4, 1, 5, True)],
)
def test_a_surprise_ends_a_round_only_when_it_reaches_the_limit(
    before: int, bonus: int, limit: int, possible: bool
) -> None:
    """jokrummy J12, J13, J15; missions that somebody came in with count, too."""
    spans = [SeatSpan(start_points=before), SeatSpan()]
    found = sheet(({ANA: Report(0, bonus)}, ANA), seats=spans, limit=limit)
    assert (found.over is not None, found.problems == ()) == (possible, possible)


THREE_EACH = [([ONE, ONE, NONE], None)] * 3


def test_a_fourth_mission_wins_at_once_and_the_others_may_stay_blank() -> None:
    """jokrummy J15, J16."""
    found = sheet(*THREE_EACH, ({PAU: ONE}, PAU))
    assert (found.winners, found.over_round, found.open_round) == ((PAU,), 4, None)
    assert (found.totals, found.places) == ((3, 4, 0), (2, 1, 3))
    assert str(found.over) == "4 missions done in round 4"
    assert [cell.state for cell in found.rounds[3].cells] == ["waiting", "scored", "waiting"]


def test_blanks_wait_when_nobody_has_won() -> None:
    assert sheet(*THREE_EACH, ({ZOE: ONE}, ZOE)).open_round == 4
    assert sheet(*THREE_EACH, ({PAU: ONE}, None)).open_round == 4
    assert sheet(*THREE_EACH, ({PAU: ONE}, ANA)).open_round == 4


def test_a_surprise_can_be_the_fourth_mission_before_any_card_is_dealt() -> None:
    """jokrummy J12, J17."""
    found = sheet(*THREE_EACH, ({ANA: Report(0, 1)}, ANA))
    assert (found.winners, found.totals) == ((ANA,), (4, 3, 0))


def test_whoever_ended_the_round_with_four_wins_alone() -> None:
    """jokrummy J16."""
    found = sheet(*THREE_EACH, ([ONE, ONE, NONE], PAU))
    assert (found.winners, found.places) == ((PAU,), (2, 1, 3))


def test_without_a_closer_those_who_reach_four_share() -> None:
    """jokrummy J16."""
    found = sheet(*THREE_EACH, ([ONE, ONE, ONE], None))
    assert (found.winners, found.places) == ((ANA, PAU), (1, 1, 3))
    found = sheet(*THREE_EACH, ([Report(1, 1), ONE, ONE], None))
    assert (found.totals[:2], found.winners, found.places) == ((5, 4), (ANA, PAU), (1, 1, 3))


def test_a_closer_without_four_does_not_win_over_one_who_has() -> None:
    assert sheet(*THREE_EACH, ([ONE, NONE, ONE], ZOE)).winners == (ANA,)


def test_more_missions_are_better_and_what_is_missing_to_four_is_said() -> None:
    found = sheet(([ONE, NONE, Report(1, 1)], None))
    assert (found.places, found.to_limit) == ((2, 3, 1), (3, 4, 2))


def test_a_match_can_be_shorter() -> None:
    assert sheet(([ONE, NONE, NONE], None), ({ANA: ONE}, ANA), limit=2).winners == (ANA,)


def test_the_deal_goes_round_to_the_left_whoever_ended_the_round() -> None:
    """jokrummy J4, J14."""
    found = sheet(([ONE, NONE, NONE], ANA), ([ONE, NONE, NONE], ANA), ([NONE, ONE, NONE], PAU), first=PAU)
    assert [round_.start.seat for round_ in found.rounds] == [PAU, ZOE, ANA, PAU]
    assert {round_.start.direction for round_ in found.rounds} == {1}
    assert {str(round_.start.why) for round_ in found.rounds} == {"on the dealer’s left"}


def test_the_deal_passes_over_who_has_left() -> None:
    spans = [SeatSpan(), SeatSpan(last_round=1), SeatSpan(), SeatSpan(first_round=2)]
    found = sheet(({ANA: NONE, PAU: NONE, ZOE: NONE}, None), ({ANA: NONE, ZOE: NONE, TEO: NONE}, None), seats=spans)
    assert [round_.start.seat for round_ in found.rounds] == [ANA, ZOE, TEO]


def test_where_it_is_not_known_who_dealt_nobody_is_named() -> None:
    assert JOKRUMMY.next_start(UNKNOWN, judged({0: ONE, 1: NONE}), (0, 1), (0, 1)).seat is None


def test_no_cards_count() -> None:
    assert JOKRUMMY.faces(ONE) == ()
