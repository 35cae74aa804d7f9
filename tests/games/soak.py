"""Many random deals by the contract, and long series of bots: `python -m tests.games.soak 10000`, or `make soak`.

That many deals for every number of seats and every mix of options, in matches of five rounds, each from a seed of its
own, so that a failure can be played again.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

from companion.games import GAMES
from companion.games.game import Game

from .case import table_case
from .contract import check, check_bots, named, rounds, setups

ROUNDS = 5


def soak(game: Game[Any], deals: int) -> int:
    """Play so many deals for every setup; returns how many setups there are. Raises at the first fault, naming the
    seed.
    """
    found = list(setups(game))
    for setup in found:
        moves = 0
        for match_ in range(-(-deals // ROUNDS)):
            seed = f"{game.key} {named(setup)} {match_}"
            rng = Random(seed)
            try:
                for done in rounds(game, setup, rng, ROUNDS):
                    moves += len(done.steps)
                    check(game, done, rng, looks=1)
                check_bots(game, rng.choice(done.deals), rng, seconds=0.001)
            except Exception as fault:
                fault.add_note(f"seed {seed!r}")
                raise
        print(f"{game.key} {named(setup)}: {deals} deals, {moves} moves", flush=True)  # noqa: T201
    return len(found)


def contests(game: Game[Any]) -> None:
    """Play the long series of a game's bots. Raises AssertionError when a better one does not win more often."""
    for series in table_case(game).series:
        found = series.play(game, long=True)
        print(f"{game.key} {series.one} against {series.others}: {found}", flush=True)  # noqa: T201
        assert found.interval[0] > 0.5


if __name__ == "__main__":
    for each in GAMES:
        if each.table:
            contests(each)
    done = [f"{each.name} {soak(each, int(sys.argv[1]))}" for each in GAMES if each.table]
    print("every number of seats and mix of options:", ", ".join(done))  # noqa: T201
