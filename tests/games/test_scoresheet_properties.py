"""A scoresheet of any stored facts whatever: it never raises, and it always adds up."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.games.cards import Hand
from companion.games.scoresheet import RoundFacts, Scoresheet, SeatSpan, scoresheet, sheet_after
from tests.mojo.reference import match_end

from .cast import ANA, MOJO, sheet, worth

SEATS = st.integers(-2, 10)
ENTRIES = st.one_of(
    st.builds(Hand, cards=st.lists(st.integers(-3, 15), max_size=11).map(tuple)),
    st.builds(Hand, points=st.integers(-200, 200)),
    st.builds(Hand, points=st.integers(0, 34)),
    st.builds(Hand, cards=st.lists(st.integers(0, 12), min_size=1, max_size=3).map(tuple)),
)
ANY_FACTS = st.builds(
    RoundFacts,
    entries=st.dictionaries(SEATS, ENTRIES, max_size=8),
    closer=st.none() | SEATS,
    adjust=st.dictionaries(SEATS, st.integers(-60, 60), max_size=3),
)
SPANS = st.builds(
    SeatSpan,
    first_round=st.integers(0, 5),
    last_round=st.none() | st.integers(0, 6),
    start_points=st.integers(-20, 60),
)
OPTIONS: st.SearchStrategy[dict[str, int | str]] = st.fixed_dictionaries(
    {},
    optional={
        "limit": st.integers(1, 200),
        "edition": st.sampled_from(["fr", "pl"]),
        "discards": st.sampled_from(["1", "2"]),
        "clockwise_face": st.sampled_from(["0", "+10"]),
    },
)
PLAUSIBLE = st.integers(2, 5).flatmap(
    lambda seats: st.lists(
        st.lists(st.integers(-5, 25), min_size=seats, max_size=seats).map(lambda points: worth(*points)),
        min_size=1,
        max_size=8,
    ).map(lambda rounds: (seats, rounds))
)


@st.composite
def matches(draw: st.DrawFn) -> Scoresheet:
    """The sheet of facts that nobody would write, and of some that somebody would."""
    seats = draw(st.lists(SPANS | st.just(SeatSpan()), min_size=1, max_size=8))
    rounds = draw(st.lists(ANY_FACTS | st.just(RoundFacts()), max_size=6))
    order = draw(st.none() | st.permutations(range(len(seats))))
    return scoresheet(MOJO, seats, rounds, draw(OPTIONS), draw(SEATS), order)


def read_every_reason(result: Scoresheet) -> list[str]:
    """All that the pad might have to say of a sheet, as text."""
    reasons: list[object] = [result.over, *(problem.why for problem in result.problems)]
    for round_ in result.rounds:
        reasons += [round_.start.why, *(problem.why for problem in round_.problems)]
        reasons += [score.why for cell in round_.cells for score in (cell.count, cell.score) if score]
    return [str(reason) for reason in reasons]


@given(matches())
def test_no_facts_make_a_sheet_raise_and_every_reason_can_be_read(result: Scoresheet) -> None:
    texts = read_every_reason(result)
    assert all(texts)
    assert not any("%(" in text for text in texts)


@given(st.lists(SPANS, min_size=1, max_size=4), st.lists(ANY_FACTS, max_size=4), SEATS)
def test_totals_are_start_points_and_the_rounds_that_count(
    seats: list[SeatSpan], rounds: list[RoundFacts], first: int
) -> None:
    result = scoresheet(MOJO, seats, rounds, {}, first)
    totals = [span.start_points for span in seats]
    for round_ in result.rounds:
        for seat, cell in enumerate(round_.cells):
            if round_.counted and round_.complete and cell.score is not None:
                totals[seat] += cell.score.points
    assert list(result.totals) == totals


@given(matches())
def test_cells_and_rounds_agree_with_each_other(result: Scoresheet) -> None:
    for number, round_ in enumerate(result.rounds, start=1):
        states = [cell.state for cell in round_.cells]
        assert round_.number == number
        assert round_.missing == tuple(seat for seat, state in enumerate(states) if state == "waiting")
        assert round_.playing == tuple(seat for seat, state in enumerate(states) if state != "away")
        assert round_.complete == ("scored" in states)
        assert not (round_.complete and (round_.missing or round_.problems))


@given(st.lists(SPANS, min_size=1, max_size=5), st.lists(ANY_FACTS, max_size=4), st.data())
def test_whoever_begins_a_round_plays_in_it(
    seats: list[SeatSpan], rounds: list[RoundFacts], data: st.DataObject
) -> None:
    first = data.draw(st.sampled_from(range(len(seats))))
    result = scoresheet(MOJO, seats, rounds, {}, first)
    for round_ in result.rounds:
        assert round_.start.seat is None or round_.start.seat in round_.playing or not round_.playing


@given(matches())
def test_only_what_is_scored_has_points(result: Scoresheet) -> None:
    for cell in (cell for round_ in result.rounds for cell in round_.cells):
        assert (cell.score is not None) == (cell.state == "scored")
        assert (cell.count is not None) == (cell.state in ("in", "scored"))


@given(matches())
def test_a_match_is_over_or_a_round_is_open(result: Scoresheet) -> None:
    if result.over is None:
        incomplete = [round_.number for round_ in result.rounds if not round_.complete]
        assert result.open_round == incomplete[0]
        assert (result.winners, result.over_round, result.over_seats) == ((), None, ())
    else:
        assert (result.open_round, result.starter, result.direction) == (None, None, None)
        assert [r.number for r in result.rounds if r.counted][-1] == result.over_round
        assert result.winners == tuple(seat for seat, place in enumerate(result.places) if place == 1)


@given(PLAUSIBLE, st.integers(1, 90))
def test_the_end_and_the_totals_are_those_of_the_reference(played: tuple[int, list[RoundFacts]], limit: int) -> None:
    seats, rounds = played
    points = [[facts.adjust[seat] for seat in range(seats)] for facts in rounds]
    result = sheet(*rounds, seats=seats, limit=limit)
    assert (result.over_round, list(result.totals)) == match_end(points, limit)


@given(PLAUSIBLE, st.data())
def test_a_correction_moves_the_end_and_taking_it_back_restores_the_sheet(
    played: tuple[int, list[RoundFacts]], data: st.DataObject
) -> None:
    seats, rounds = played
    number = data.draw(st.integers(0, len(rounds) - 1))
    raised = worth(*(60 if seat == ANA else 0 for seat in range(seats)))
    corrected = [*rounds[:number], raised, *rounds[number + 1 :]]
    before, after = (sheet(*written, seats=seats, limit=60) for written in (rounds, corrected))
    end, totals = match_end([[facts.adjust[seat] for seat in range(seats)] for facts in corrected], 60)
    assert (after.over_round, list(after.totals)) == (end, totals)
    assert [round_.counted for round_ in after.rounds] == [
        end is None or round_.number <= end for round_ in after.rounds
    ]
    assert sheet(*rounds, seats=seats, limit=60) == before


@given(st.integers(2, 8), SEATS)
def test_a_closer_who_does_not_play_ends_no_round(seats: int, closer: int) -> None:
    entries = {seat: Hand(points=9) for seat in range(seats)}
    result = sheet(RoundFacts(entries=entries, closer=closer), seats=seats)
    assert result.rounds[0].complete == (0 <= closer < seats)
    assert result.rounds[0].closer == (closer if 0 <= closer < seats else None)
    assert result.rounds[0].needs_closer == (not 0 <= closer < seats)


@given(st.data(), st.lists(SPANS | st.just(SeatSpan()), min_size=1, max_size=5), st.lists(ANY_FACTS, max_size=6), SEATS)
def test_a_sheet_that_goes_on_after_known_rounds_is_the_whole_sheet(
    data: st.DataObject, seats: list[SeatSpan], rounds: list[RoundFacts], first: int
) -> None:
    options, order = data.draw(OPTIONS), data.draw(st.none() | st.permutations(range(len(seats))))
    whole = scoresheet(MOJO, seats, rounds, options, first, order)
    for same in range(1, len(rounds)):
        if not all(facts.blank for facts in rounds[same:]):
            known = whole.rounds[:same]
            assert sheet_after(known, MOJO, seats, rounds[same:], options, order or ()) == whole


@given(PLAUSIBLE, st.integers(1, 60))
def test_an_evening_that_goes_on_after_known_rounds_ends_where_it_did(
    played: tuple[int, list[RoundFacts]], limit: int
) -> None:
    seats, rounds = [SeatSpan()] * played[0], played[1]
    whole = scoresheet(MOJO, seats, rounds, {"limit": limit}, 0)
    for same in range(1, len(rounds)):
        assert sheet_after(whole.rounds[:same], MOJO, seats, rounds[same:], {"limit": limit}, ()) == whole
