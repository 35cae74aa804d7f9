"""How fast every game is played on one core: random moves by the deal, moves that a strong bot imagines, replaying a
round, a strong move; for every number of seats and every mix of options. `python -m bench.play 0.05`: so many seconds a
number.
"""

import sys
from collections import Counter
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

from companion.games import GAMES
from companion.games.deal import DEALER, Deal, Setup
from companion.games.game import Game
from companion.games.jokrummy import search as jokrummy
from companion.games.mojo import observe as mojo_sight
from companion.games.mojo import playout as mojo_playout
from companion.games.mojo import search as mojo
from companion.games.skyjo import observe as skyjo_sight
from companion.games.skyjo import playout as skyjo_playout
from companion.games.skyjo import search as skyjo
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
    deals, steps = [game.deal(begin)], []
    while deals[-1].to_move:
        seat, move = random_step(deals[-1], rng)
        steps.append((seat, move))
        deals.append(deals[-1].after(seat, move))
    return deals, steps


def mojo_rounds(seen: Any, rng: Random) -> Work:
    """Imagines rounds to their end, BRANCHES on the same cards, as the bot does."""
    hidden, moves = mojo_sight.Hidden.of(seen), []
    for _ in range(50):
        mojo_playout.finish(mojo.imagine(seen, hidden, rng), rng, lambda kind, _: moves.append(kind))
    mean = len([kind for kind in moves if kind != "reshuffle"]) / 50

    def once() -> int:
        position = mojo.imagine(seen, hidden, rng)
        for _ in range(BRANCHES):
            mojo_playout.finish(position.copy(), rng)
        return round(BRANCHES * mean)

    return once


def skyjo_rounds(seen: Any, rng: Random) -> Work:
    """As `mojo_rounds`."""
    hidden, moves = skyjo_sight.Hidden.of(seen), []
    for _ in range(20):
        skyjo_playout.finish(skyjo.imagine(seen, hidden, rng)[0], rng, moves.append)
    mean = len([move for move in moves if not move.startswith("reshuffle")]) / 20

    def once() -> int:
        position, _ = skyjo.imagine(seen, hidden, rng)
        for _ in range(BRANCHES):
            skyjo_playout.finish(position.copy(), rng)
        return round(BRANCHES * mean)

    return once


def jokrummy_turns(seen: Any, rng: Random) -> Work:
    """Deals the hidden cards and looks at the coming turns with the hand less each of its cards, as the bot does."""

    def once() -> int:
        ahead = jokrummy.futures(seen, 10, rng)
        worths = jokrummy.without_each(seen.mission, seen.hand, ahead)
        return len(worths) * sum(map(len, ahead))

    return once


IMAGINING = {"mojo": mojo_rounds, "skyjo": skyjo_rounds, "jokrummy": jokrummy_turns}


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
        deal = game.deal(Setup.read(text))
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
        game.choose(seen, rng, THOUGHT, "strong")
        times.append(1000 * (process_time() - start))
    return max(times)


def row(game: Game, begin: Setup, seconds: float, rng: Random) -> str:
    """The numbers of one setup."""
    deals = [deal for deal in random_play(game, begin, rng)[0] if deal.to_move and deal.to_move[0] != DEALER]
    first = deals[0]
    played = a_second(lambda: len(random_play(game, begin, rng)[1]), seconds)
    fast = a_second(IMAGINING[game.key](first.observe(first.to_move[0]), rng), seconds)
    ms, thought = replaying(game, begin, rng), thinking(game, first, deals, rng)
    return f"{game.name + ' ' + named(begin):34}{played:10,.0f} {fast:12,.0f} {ms:8.2f} {thought:12.0f}"


def main(seconds: float) -> None:
    rng, rows = Random(1), Counter[str]()
    print("One core, processor time         random play    imagined   replay  strong move")
    print("game, seats, options                 moves/s     moves/s       ms   ms, longest")
    for game in GAMES:
        for begin in setups(game):
            print(row(game, begin, seconds, rng), flush=True)
            rows[game.name] += 1
    print(
        "aims: Mojo                          ≥ 62,000   ≥ 500,000      ≤ 3        ≤ 300; Jok-R-ummy jr: ≤ 100 ms a move"
    )
    print("every number of seats and mix of options:", ", ".join(f"{name} {number}" for name, number in rows.items()))


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
