"""How fast every game is played on one core: random moves by the deal, moves that a strong bot imagines, replaying a
round, a strong move; for every number of seats and every mix of options. `python -m bench.play 0.05`: so many seconds a
number.
"""

import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from bench.aims import Found
from companion.games import GAMES
from companion.games.game import Game
from companion.games.table import DEALER, Deal, Setup
from tests.games.case import table_case
from tests.games.contract import Step, named, random_step, setups

SECONDS = 0.25
BRANCHES = 6
REPLAYS = 30
THOUGHTS = 4
THOUGHT = 0.1
"""Seconds that a bot is given for a move."""

Work = Callable[[], int]
"""Does something and returns how much it was."""


def random_play(game: Game, begin: Setup, rng: Random) -> tuple[list[Deal], list[Step]]:
    """Plays a round at random; returns its deals and its moves."""
    deals, steps = [game.table.deal(begin)], []
    while deals[-1].to_move:
        seat, move = random_step(deals[-1], rng)
        steps.append((seat, move))
        deals.append(deals[-1].after(seat, move))
    return deals, steps


def a_second(work: Work, seconds: float) -> float:
    """How much work is done in a second."""
    work()
    done, start = 0, process_time()
    while process_time() - start < seconds:
        done += work()
    return done / (process_time() - start)


def replaying(game: Game, begin: Setup, rng: Random) -> float:
    """Milliseconds to replay a round from its texts."""
    times = []
    for _ in range(REPLAYS):
        steps, text = random_play(game, begin, rng)[1], begin.spell()
        start = process_time()
        deal = game.table.deal(Setup.read(text))
        for seat, move in steps:
            deal = deal.after(seat, move)
        times.append(1000 * (process_time() - start))
        assert not deal.to_move
    return median(times)


def thinking(game: Game, first: Deal, later: list[Deal], rng: Random) -> float:
    """Milliseconds of the longest of some strong moves: the first one of a round, and any others."""
    times = []
    for deal in (first, *rng.sample(later, min(THOUGHTS, len(later)))):
        seen = deal.observe(deal.to_move[0])
        start = process_time()
        game.table.choose(seen, rng, THOUGHT, "strong")
        times.append(1000 * (process_time() - start))
    return max(times)


def row(game: Game, begin: Setup, seconds: float, rng: Random) -> float:
    """Print the numbers of one setup; returns how many random moves are made in a second."""
    deals = [deal for deal in random_play(game, begin, rng)[0] if deal.to_move and deal.to_move[0] != DEALER]
    first = deals[0]
    played = a_second(lambda: len(random_play(game, begin, rng)[1]), seconds)
    fast = a_second(table_case(game).imagining(first.observe(first.to_move[0]), rng), seconds)
    ms, thought = replaying(game, begin, rng), thinking(game, first, deals, rng)
    print(f"{game.name + ' ' + named(begin):34}{played:10,.0f} {fast:12,.0f} {ms:8.2f} {thought:12.0f}", flush=True)
    return played


def main(seconds: float = SECONDS) -> list[Found]:
    """Measure and print; returns what was aimed at."""
    rng, rates = Random(1), dict[str, list[float]]()
    print("One core, processor time         random play    imagined   replay  strong move")
    print("game, seats, options                 moves/s     moves/s       ms   ms, longest")
    for game in [game for game in GAMES if game.table]:
        rates[game.name] = [row(game, begin, seconds, rng) for begin in setups(game)]
    print(
        "aims: Mojo                          ≥ 62,000   ≥ 500,000      ≤ 3        ≤ 300; Jok-R-ummy jr: ≤ 100 ms a move"
    )
    print("every number of seats and mix of options:", ", ".join(f"{name} {len(all_)}" for name, all_ in rates.items()))
    return [Found(f"{name}, random moves a second", min(all_), 62_000, least=True) for name, all_ in rates.items()]


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
