"""House rules that several games share: a number of rounds, ties, a round that nobody ended (docs/rules/house.md)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import by_key
from companion.games.arena import last_round
from companion.games.game import Game, Start
from companion.games.house import NOBODY
from companion.games.odds import Odds
from companion.games.points.scoring import Typed
from companion.games.scoresheet import RoundFacts, Scoresheet, SeatSpan, sheet_after
from companion.games.table import Frame, Setup

from .cast import ANA, MOJO, PAU, SKYJO, ZOE, facts, hand, judged, mojo, sheet, typed, worth

POINTS: Game = by_key("points")
GAMES = pytest.mark.parametrize("game", [MOJO, SKYJO, POINTS], ids=lambda game: game.key)
ODDS = Odds(tense=4.0, usual=14)


def brought(game: Game, *points: int) -> RoundFacts:
    """A complete round that gives every seat exactly these points."""
    if game is POINTS:
        return RoundFacts(dict(enumerate(map(Typed, points))))
    return worth(*points)


def played(game: Game, *rounds: tuple[int, ...], **options: int | str) -> Scoresheet:
    """The sheet of rounds that brought these points; the lowest total wins."""
    facts_ = [brought(game, *points) for points in rounds]
    more = {"winner": "lowest"} if game is POINTS else {}
    return sheet(*facts_, seats=len(rounds[0]), game=game, **{"limit": 50, **more, **options})


@GAMES
def test_a_match_ends_after_its_last_round_and_the_best_total_wins(game: Game) -> None:
    """H1."""
    result = played(game, (3, 9), (4, 1), most_rounds=2)
    assert (result.over_round, result.winners, result.over_seats) == (2, (ANA,), ())
    assert str(result.over) == "All 2 rounds are played"
    assert played(game, (3, 9), most_rounds=2).open_round == 2


@GAMES
def test_the_limit_still_ends_it_earlier(game: Game) -> None:
    """H1."""
    result = played(game, (50, 9), (1, 1), most_rounds=3)
    assert (result.over_round, result.winners, result.over_seats) == (1, (PAU,), (ANA,))
    assert str(result.over) == "50 points or more in round 1"


@GAMES
def test_the_limit_in_the_last_round_is_the_reason(game: Game) -> None:
    result = played(game, (3, 9), (47, 1), most_rounds=2)
    assert (result.over_round, str(result.over)) == (2, "50 points or more in round 2")


@GAMES
def test_without_a_number_rounds_go_on(game: Game) -> None:
    assert played(game, *[(1, 2)] * 12).over is None
    assert played(game, *[(1, 2)] * 12, most_rounds=0).over is None


def test_a_number_of_rounds_without_a_limit_stays_what_it_was() -> None:
    """Points P5: `most_rounds` is asked of a match with a limit only."""
    result = played(POINTS, (60, 9), (1, 1), length="rounds", rounds=2, most_rounds=1)
    assert (result.over_round, result.limit) == (2, None)
    assert played(POINTS, (60, 9), length="group", most_rounds=1).over is None
    assert played(POINTS, (6, 9), limit=50, rounds=1).over is None


TIES = [
    ([(3, 7), (7, 3), (5, 5)], (1, 1, 1), (3, 1, 2)),
    ([(5, 5), (5, 5)], (1, 1), (1, 1)),
    ([(4, 6), (6, 4), (1, 0), (5, 5)], (2, 2, 1, 2), (4, 2, 1, 3)),
    ([(0, 5), (0, 5), (5, 0), (9, 9)], (1, 1, 1, 4), (2, 2, 1, 4)),
    ([(9, 0), (9, 0), (0, 9), (9, 0), (0, 9), (5, 4), (4, 5), (9, 0)], (1,) * 8, (1, 1, 7, 1, 7, 5, 6, 1)),
]
"""What each seat had in two rounds; its place when totals are shared, and when the last round parts them."""


@GAMES
@pytest.mark.parametrize(("seats", "shared", "parted"), TIES)
def test_ties_of_every_shape(
    game: Game, seats: list[tuple[int, int]], shared: tuple[int, ...], parted: tuple[int, ...]
) -> None:
    """H2."""
    rounds: list[Any] = list(zip(*seats, strict=True))
    for options, places in ({}, shared), ({"ties": "shared"}, shared), ({"ties": "last_round"}, parted):
        result = played(game, *rounds, most_rounds=2, **options)
        assert result.places == places
        assert result.winners == tuple(seat for seat, place in enumerate(places) if place == 1)


def test_where_the_highest_wins_the_higher_last_round_is_better() -> None:
    """H2."""
    options = {"winner": "highest", "most_rounds": 2, "ties": "last_round"}
    assert played(POINTS, (3, 9), (7, 1), **options).places == (1, 2)


def test_house_rule_points_of_the_last_round_count_for_ties() -> None:
    """H2: what stands on the sheet in that round decides."""
    rounds = facts(typed(0, True), typed(10)), facts(typed(0, True), typed(5), adjust={PAU: -15})
    even = sheet(*rounds, seats=2, most_rounds=2, ties="last_round")
    assert (even.totals, even.winners) == ((0, 0), (PAU,))


def test_before_the_end_places_are_shared() -> None:
    assert played(MOJO, (3, 9), (9, 3), ties="last_round").places == (1, 1)


@GAMES
@given(data=st.data())
def test_whichever_comes_first_ends_a_match_of_any_size(game: Game, data: st.DataObject) -> None:
    """H1, H2: of limit and rounds the earlier one; the best total wins, and of those the best last round."""
    seats = data.draw(st.integers(2, 8))
    each = st.lists(st.integers(0, 12), min_size=seats, max_size=seats).map(tuple)
    rounds, most = data.draw(st.lists(each, min_size=1, max_size=8)), data.draw(st.integers(0, 9))
    parts = data.draw(st.booleans())
    result = played(game, *rounds, limit=30, most_rounds=most, ties="last_round" if parts else "shared")
    sums = [tuple(map(sum, zip(*rounds[:number], strict=True))) for number in range(1, len(rounds) + 1)]
    ends = [number for number, totals in enumerate(sums, 1) if max(totals) >= 30 or number == most]
    assert result.over_round == (ends[0] if ends else None)
    if ends:
        totals, last = sums[ends[0] - 1], rounds[ends[0] - 1]
        wanted = min((total, gained if parts else 0) for total, gained in zip(totals, last, strict=True))
        pairs = enumerate(zip(totals, last, strict=True))
        assert result.winners == tuple(at for at, (total, gained) in pairs if (total, gained if parts else 0) == wanted)
        assert result.totals == totals


@given(data=st.data())
def test_what_is_known_of_earlier_rounds_changes_nothing(data: st.DataObject) -> None:
    """A sheet that goes on from known rounds says what one says that reads all."""
    rounds = [brought(MOJO, *data.draw(st.lists(st.integers(0, 9), min_size=3, max_size=3))) for _ in range(4)]
    options: dict[str, int | str] = {"most_rounds": data.draw(st.integers(0, 5)), "ties": "last_round"}
    whole, known = sheet(*rounds, **options), sheet(*rounds[:2], **options).rounds[:2]
    assert sheet_after(known, MOJO, [SeatSpan()] * 3, rounds[2:], options, range(3)) == whole


def broken_off(*entries: Any) -> RoundFacts:
    """A round that nobody ended, and that was said."""
    return RoundFacts(dict(enumerate(entries)), NOBODY)


def test_a_round_that_nobody_ended_counts_where_the_match_says_so() -> None:
    """H3."""
    rounds = broken_off(hand(9, 1), hand(0, 4), hand(10, 11, 3))
    counted = sheet(rounds, unclosed="yes")
    assert (counted.totals, counted.rounds[0].closer, counted.open_round) == ((10, 4, 24), None, 2)
    assert [cell.score.mark for cell in counted.rounds[0].cells if cell.score] == ["", "", ""]
    for options in {}, {"unclosed": "no"}:
        waits = sheet(rounds, **options)
        assert (waits.totals, waits.open_round, waits.rounds[0].needs_closer) == ((0, 0, 0), 1, True)


def test_until_somebody_says_so_the_pad_asks_who_ended_it() -> None:
    """H3."""
    waits = sheet(facts(hand(9, 1), hand(0, 4), hand(10, 11, 3)), unclosed="yes")
    assert waits.rounds[0].needs_closer
    assert not waits.rounds[0].complete


def test_nobody_has_ended_a_round_whose_hands_are_missing() -> None:
    assert not sheet(RoundFacts({ANA: hand(9)}, NOBODY), unclosed="yes").rounds[0].complete


def test_nobody_is_doubled_in_a_round_that_nobody_closed() -> None:
    """H3."""
    result = sheet(broken_off(typed(20), typed(3)), seats=2, game=SKYJO, unclosed="yes", starter="closer")
    assert result.totals == (20, 3)
    assert (result.starter, result.direction) == (None, 1)


def test_after_a_mojo_that_nobody_took_the_same_one_begins_the_same_way_round() -> None:
    """H3."""
    first = facts(hand(9, 1), mojo(10, 11, 3), hand(0, 4))
    off = broken_off(hand(9, 1), hand(3), hand(0, 4))
    result = sheet(first, off, unclosed="yes")
    assert (result.starter, result.direction) == (PAU, -1)
    assert str(result.rounds[2].start.why) == "as before: nobody took the Mojo"
    round_, ring = replace(judged([hand(9), hand(3), hand(4)]), broken_off=True), (ANA, PAU, ZOE)
    assert MOJO.next_start(Start(PAU, -1, None), round_, ring, (ANA, ZOE)).seat == ANA
    assert MOJO.next_start(Start(None, None, None), round_, ring, ring).seat is None


def test_a_column_may_say_that_nobody_ended_a_round_of_any_game() -> None:
    """H3, points P3."""
    rounds = RoundFacts({ANA: Typed(3), PAU: Typed(5)}, NOBODY)
    assert sheet(rounds, seats=2, game=POINTS, closer="or_nobody").open_round == 2
    assert sheet(rounds, seats=2, game=POINTS, closer="yes").open_round == 1
    assert sheet(rounds, seats=2, game=POINTS, closer="no").open_round == 2


def frame(totals: tuple[int, ...], round_: int = 0, **options: int | str) -> Frame:
    """What stays the same in a deal."""
    return Frame.of(Setup(tuple(range(len(totals))), 0, 1, {"limit": 50, **options}, totals, "", round_), MOJO.options)


def test_bots_know_when_the_match_ends() -> None:
    """H1: after the last round the lowest total has won, however far the limit is."""
    last, before = frame((10, 12), 5, most_rounds=5), frame((10, 12), 4, most_rounds=5)
    assert (last.left, before.left, frame((10, 12), most_rounds=0).left) == (0, 1, None)
    assert ODDS.chances(last, (3, 0), 1) == 1
    assert 0.5 < ODDS.chances(before, (3, 0), 1) < 1
    assert ODDS.chances(before, (3, 0), 1) > ODDS.chances(frame((10, 12)), (3, 0), 1)


def test_bots_know_what_a_tie_is_worth() -> None:
    """H2."""
    options: dict[str, int | str] = {"most_rounds": 5}
    assert ODDS.chances(frame((10, 12), 5, **options), (2, 0), 1) == 0.5
    parted = frame((10, 12), 5, ties="last_round", **options)
    assert [ODDS.chances(parted, (2, 0), seat) for seat in (ANA, PAU)] == [0, 1]


@pytest.mark.parametrize("game", [MOJO, SKYJO], ids=lambda game: game.key)
def test_bots_play_matches_of_few_rounds(game: Game) -> None:
    """H1, H2: the arena ends them where the pad does."""

    def easy(seen: Any, rng: Random) -> str:
        return game.table.choose(seen, rng, 0.0, "normal")

    options: dict[str, int | str] = {"most_rounds": 2, "ties": "last_round", "doubling": "no"}
    round_, totals = last_round(game, [easy, easy], "few", options)
    assert round_.number == 2
    assert len(totals) == 2


def test_a_round_stands_in_the_text_of_a_setup_only_where_rounds_are_counted() -> None:
    """What was dealt before there were numbers reads and spells as it did."""
    old = Setup((0, 1), 0, 1, {"limit": 50}, (3, 4))
    assert "round" not in old.spell()
    new = Setup((0, 1), 0, 1, {"limit": 50}, (3, 4), "stock 1 / 2", 7)
    assert Setup.read(new.spell()) == new
    assert Setup.read(old.spell()) == old
