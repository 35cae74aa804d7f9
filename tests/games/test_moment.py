"""What the end of a round says, game by game: a table of rounds, and what holds for all that there can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES
from companion.games.cards import Hand
from companion.games.game import Game, Round
from companion.games.jokrummy import GAME as JOKRUMMY
from companion.games.jokrummy.scoring import Report
from companion.games.mojo import GAME as MOJO
from companion.games.moment import Moment
from companion.games.points import GAME as POINTS
from companion.games.points.scoring import Typed
from companion.games.skyjo import GAME as SKYJO
from companion.games.why import Who, Whos, Why
from companion.views.words import say
from tests.games.case import case_of

NAMES = ("Ana", "Pau", "Zoé", "Teo")


def ended(
    game: Game[Any], entries: Sequence[Any], closer: int | None, before: Sequence[int] = (), **options: Any
) -> Moment:
    """The moment of a round of the first seats, in which all have these entries."""
    seats = tuple(range(len(entries)))
    had = tuple(before) or (0,) * len(seats)
    round_ = Round(3, seats, tuple(entries), closer, had, ((),) * len(seats), options)
    scores = game.score(round_)
    totals = [was + (score.points if score else 0) for was, score in zip(had, scores, strict=True)]
    return game.moment(round_, totals)


def hands(*points: int) -> list[Hand]:
    return [Hand(points=each) for each in points]


def reports(*done: tuple[int, int] | None) -> list[Report | None]:
    return [None if each is None else Report(*each) for each in done]


def typed(*points: int) -> list[Typed]:
    return [Typed(each) for each in points]


LOW = {"winner": "lowest"}
TOLD: dict[str, tuple[Moment, str, str, str]] = {
    "the Mojo paid off": (
        ended(MOJO, hands(14, 17, 3), 2),
        "0",
        "Zoé takes the Mojo: 0!",
        "Nobody is lower than 3",
    ),
    "somebody has as little": (
        ended(MOJO, hands(3, 17, 3), 2),
        "0",
        "Zoé takes the Mojo: 0!",
        "Nobody is lower than 3",
    ),
    "no card left": (ended(MOJO, [Hand((9,)), Hand(())], 1), "0", "Pau takes the Mojo: 0!", "Nobody is lower than 0"),
    "somebody is lower": (ended(MOJO, hands(14, 5, 8), 2), "+10", "+10! Pau had 5", "8 + 10 = 18"),
    "two are lower": (ended(MOJO, hands(5, 5, 8), 2), "+10", "+10! Ana and Pau had 5", "8 + 10 = 18"),
    "Skyjo, doubled": (ended(SKYJO, hands(22, 9, 30), 0), "×2", "22 × 2 = 44, because Pau is lower", "Pau has 9"),
    "Skyjo, as many": (ended(SKYJO, hands(9, 9, 30), 0), "×2", "9 × 2 = 18, because Pau has the same", "Pau has 9"),
    "Skyjo, the lowest": (ended(SKYJO, hands(22, 31, 30), 0), "22", "Ana is the lowest: 22", ""),
    "Skyjo, nothing to double": (ended(SKYJO, hands(0, -3, 30), 0), "0", "Ana stays at 0", ""),
    "Skyjo, below zero": (ended(SKYJO, hands(-3, 4, 30), 0), "−3", "Ana is the lowest: −3", ""),
    "a mission": (ended(JOKRUMMY, reports((1, 0), (0, 0)), 0, (1, 0)), "✓", "Ana: 2 of 4!", ""),
    "one more to win": (ended(JOKRUMMY, reports((1, 0), (0, 0)), 0, (2, 0)), "✓", "Ana: 3 of 4!", "One more to win"),
    "a mission and others": (
        ended(JOKRUMMY, reports((1, 0), (1, 0), (0, 0), (0, 1)), 0, (1, 0, 0, 1)),
        "✓",
        "Ana: 2 of 4!",
        "Done, too: Pau and Teo",
    ),
    "nobody ended it": (
        ended(JOKRUMMY, reports((0, 0), (1, 1)), None),
        "✓",
        "Pau: 2 of 4!",
        "",
    ),
    "nobody did a mission": (ended(JOKRUMMY, reports((0, 0), (0, 0)), None), "–", "Nobody did a mission this time", ""),
    "won at once": (ended(JOKRUMMY, reports((1, 0), None), 0, (3, 2)), "✓", "Ana: 4 of 4!", ""),
    "the highest": (ended(POINTS, typed(14, 25, 3), None), "25", "Best of the round: Pau with 25", ""),
    "the lowest": (ended(POINTS, typed(14, 25, -3), None, **LOW), "−3", "Best of the round: Zoé with −3", ""),
    "two alike": (ended(POINTS, typed(25, 25), None), "25", "Best of the round: Ana and Pau with 25", ""),
}


@pytest.mark.parametrize("round_", TOLD)
def test_a_round_says_how_it_came_out(app: Flask, round_: str) -> None:
    moment, face, said, because = TOLD[round_]
    with app.test_request_context():
        told = [say(moment.said, NAMES.__getitem__), say(moment.because, NAMES.__getitem__)]
    assert told == [said, because]
    assert moment.face.replace("-", "−") == face


def named(why: object) -> set[int]:
    """The seats that a reason names."""
    if isinstance(why, Who):
        return {why.seat}
    if isinstance(why, Whos):
        return set(why.seats)
    inside = why.values.values() if isinstance(why, Why) else why if isinstance(why, tuple) else ()
    return {seat for each in inside for seat in named(each)}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@given(points=st.lists(st.integers(0, 30), min_size=2, max_size=4), closer=st.integers(0, 3), low=st.booleans())
def test_whatever_a_round_was_its_moment_holds(game: Game[Any], points: list[int], closer: int, low: bool) -> None:
    options = LOW if low and game is POINTS else {}
    at = closer % len(points) if game.agreement(options).closes else None
    moment = ended(game, [case_of(game).numbered(each) for each in points], at, **options)
    texts = (moment.said, moment.opening, moment.asks, moment.because, moment.told)
    assert moment.face
    assert {seat for why in texts for seat in named(why)} | set(moment.about) <= set(range(len(points)))
    if game is MOJO:
        assert moment.tint == ("zero" if points[at or 0] == min(points) else "ten")
        assert moment.way == (1 if moment.tint == "zero" else -1)
    if game is SKYJO:
        others = points[: at or 0] + points[(at or 0) + 1 :]
        assert (moment.tint == "double") == (points[at or 0] > 0 and min(others) <= points[at or 0])
    if game is POINTS:
        best = (min if low else max)(points)
        assert moment.about == tuple(seat for seat, each in enumerate(points) if each == best)
