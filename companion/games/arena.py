"""Bots against bots: mirrored matches, and how often the first kind wins.

Mirrored: the same cards are dealt again with the players moved round by one seat, until everybody has sat everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any

from .game import Game, Round, table_of
from .options import Option, Options
from .table import DEALER, Deal, Move, Observation, Setup, Table
from .why import N_, Refusal

Chooser = Callable[[Observation, Random], Move]
"""Who plays a seat: a move for what it sees."""

LONGEST_MATCH = 500
"""Rounds after which a match counts as it stands; none has come near it."""


@dataclass(frozen=True, slots=True)
class WinRate:
    """How often one bot won. `rate` and `margin` (95 %) from 0 to 1; shared victories count by their share. `par`: what
    equal players would get. Matches on the same cards count as one trial, so that the margin is honest.
    """

    matches: int
    rate: float
    margin: float
    par: float

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true rate lies, 19 times out of 20."""
        return max(0.0, self.rate - self.margin), min(1.0, self.rate + self.margin)

    @classmethod
    def of(cls, trials: Sequence[float], seats: int) -> WinRate:
        """From the mean share of victory in each trial, a trial being `seats` matches on the same cards."""
        count = len(trials)
        mean = sum(trials) / count
        variance = sum((trial - mean) ** 2 for trial in trials) / (count - 1) if count > 1 else 0.25
        return cls(count * seats, mean, 1.96 * sqrt(variance / count), 1 / seats)


@dataclass(frozen=True, slots=True)
class Conditions:
    """What the matches of a contest are played on: how long a bot may think about a move, what they are set to, and the
    luck of all of them.
    """

    seconds: float = 0.1
    options: Options = field(default_factory=dict)
    seed: int = 0


def contest(
    game: Game[Any], one: str, others: str, matches: int, seats: int = 2, terms: Conditions | None = None
) -> WinRate:
    """Play at least `matches` matches of one bot of strength `one` against `seats - 1` of strength `others`.

    Raises Refusal for a strength, a number of seats or a setting that the game does not have.
    """
    table, on = _table_for(game, (one, others), seats), terms or Conditions()
    _check(game.options, on.options)

    def bot(strength: str) -> Chooser:
        return lambda seen, rng: table.choose(seen, rng, on.seconds, strength)

    trials = []
    for trial in range(max(1, -(-matches // seats))):
        players = [bot(one)] + [bot(others)] * (seats - 1)
        shares = (share(game, turned, at, f"{on.seed}/{trial}", on.options) for turned, at in mirrored(players))
        trials.append(sum(shares) / seats)
    return WinRate.of(trials, seats)


def _table_for(game: Game[Any], strengths: Sequence[str], seats: int) -> Table[Any]:
    if game.table is None:
        raise Refusal(N_("%(game)s is not played on screen, so bots cannot play it."), game=game.key)
    table = game.table
    for strength in strengths:
        if strength not in table.strengths:
            said = N_("%(game)s has no bot called %(bot)s. It has: %(bots)s")
            raise Refusal(said, game=game.key, bot=strength, bots=", ".join(table.strengths))
    if seats not in game.seats:
        said = N_("%(game)s is for %(least)s to %(most)s players.")
        raise Refusal(said, game=game.key, least=game.seats.start, most=game.seats.stop - 1)
    return table


def _check(offered: Sequence[Option], options: Options) -> None:
    """Raises Refusal for a setting that the game does not have, or a value that cannot be chosen."""
    for key, value in options.items():
        choices = next((dict(option.choices) for option in offered if option.key == key), None)
        if choices is None:
            said = N_("There is no setting called %(option)s. There is: %(options)s")
            raise Refusal(said, option=key, options=", ".join(option.key for option in offered))
        if choices and value not in choices:
            said = N_("%(option)s is one of these: %(choices)s")
            raise Refusal(said, option=key, choices=", ".join(choices))


def mirrored(players: Sequence[Chooser]) -> Iterator[tuple[Sequence[Chooser], int]]:
    """The players moved round by one seat at a time, with the seat of the first of them."""
    around = len(players)
    for at in range(around):
        yield [players[(seat - at) % around] for seat in range(around)], at


def share(game: Game[Any], players: Sequence[Chooser], seat: int, seed: str, options: Options) -> float:
    """A seat's share of the victory in one match: 1, 0, or part of 1 when several win."""
    places = game.places(*last_round(game, players, seed, options))
    return (places[seat] == 1) / places.count(1)


def play_match(game: Game[Any], players: Sequence[Chooser], seed: str, options: Options) -> tuple[int, ...]:
    """The totals at the end of a match. The cards depend on `seed` and on what is played, not on who plays it."""
    return last_round(game, players, seed, options)[1]


def last_round(
    game: Game[Any], players: Sequence[Chooser], seed: str, options: Options
) -> tuple[Round[Any], tuple[int, ...]]:
    """The round that ended a match, and the totals that it led to."""
    seats = tuple(range(len(players)))
    totals, carry = (0,) * len(seats), ""
    start = game.first_start(Random(seed).randrange(len(seats)), options)
    for number in range(LONGEST_MATCH):
        at = number + 1 if game.agreement(options).rounds else 0
        setup = Setup(seats, start.seat, start.direction or 1, options, totals, carry, at)
        over = play_deal(table_of(game).deal(setup), players, f"{seed}/{number}")
        round_ = Round.dealt(number + 1, setup, over)
        totals = tuple(
            total + (score.points if score else 0) for total, score in zip(totals, game.score(round_), strict=True)
        )
        if game.ended(round_, totals):
            break
        start, carry = game.next_start(start, round_, seats, seats), over.carry()
    return round_, totals


def play_deal(deal: Deal, players: Sequence[Chooser], seed: str) -> Deal:
    """The deal at its end. Chance and every seat draw their luck apart, so that thinking longer changes no cards."""
    chance = Random(f"{seed}/dealer")
    luck = [Random(f"{seed}/{seat}") for seat in range(len(players))]
    while deal.to_move:
        seat = deal.to_move[0]
        if seat == DEALER:
            deal = deal.after(DEALER, deal.chance(chance))
        else:
            deal = deal.after(seat, players[seat](deal.observe(seat), luck[seat]))
    return deal
