"""Bots against bots, on the same cards from every seat."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from companion.games.arena import WinRate, contest, mirrored, play_match, share
from companion.games.table import Move, Observation

from .cast import MOJO, judged


def first(seen: Observation, rng: Random) -> Move:
    """Plays the first legal move."""
    return seen.moves()[0]


def last(seen: Observation, rng: Random) -> Move:
    """Plays the last legal move."""
    return seen.moves()[-1]


def test_everybody_sits_everywhere_once() -> None:
    turned = [(["fl"[player is last] for player in players], at) for players, at in mirrored([first, last, last])]
    assert turned == [(["f", "l", "l"], 0), (["l", "f", "l"], 1), (["l", "l", "f"], 2)]


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("player", [first, last])
def test_equal_players_win_exactly_their_par(player: Callable[[Observation, Random], Move], seats: int) -> None:
    """On the same cards the shares of all seats add up to one match each."""
    shares = [share(MOJO, players, at, "cards", {}) for players, at in mirrored([player] * seats)]
    assert sum(shares) == pytest.approx(1)


@pytest.mark.parametrize("options", [{}, {"edition": "pl"}, {"discards": "2"}, {"limit": 10}])
def test_a_match_goes_to_its_end(options: dict[str, int | str]) -> None:
    totals = play_match(MOJO, [first, last, first], "cards", options)
    assert MOJO.ended(judged([], options), totals)
    assert totals == play_match(MOJO, [first, last, first], "cards", options)


def test_a_contest_counts_whole_trials() -> None:
    found = contest(MOJO, "normal", "easy", 10, seats=4)
    assert (found.matches, found.par) == (12, 0.25)


def test_the_interval_covers_the_mean_of_the_trials() -> None:
    found = WinRate.of([1, 0.5, 0.5, 0], 2)
    assert found.rate == 0.5
    assert found.margin == pytest.approx(1.96 * (0.5 / 3 / 4) ** 0.5)
    assert found.interval == (0.5 - found.margin, 0.5 + found.margin)
    assert WinRate.of([1], 2).margin > 0.9


@pytest.mark.parametrize(
    ("one", "others", "seats"), [("superb", "easy", 2), ("easy", "superb", 2), ("easy", "easy", 9)]
)
def test_a_contest_that_cannot_be_is_refused(one: str, others: str, seats: int) -> None:
    with pytest.raises(ValueError):
        contest(MOJO, one, others, 2, seats=seats)
