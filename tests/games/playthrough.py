"""Recorded rounds: the setup, every move, and what is seen after it. `python -m tests.games.playthrough skyjo` records
the rounds of a game anew.

A file has a line `setup …`, then for every move a line `seat: move` and lines that begin with two spaces, which follow
from setup and moves: what everybody sees, and what each seat sees of its own when that has changed.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from itertools import product
from pathlib import Path
from random import Random

from companion.games import by_key
from companion.games.deal import DEALER, Deal, Setup
from companion.games.game import Game
from companion.games.scoresheet import seated

from .contract import Walk, following
from .shown import everybody, own

FOLDER = Path(__file__).with_name("playthroughs")
SEATS_OF = {2: (0, 1), 3: (0, 1, 2), 4: (0, 1, 3, 4), 8: tuple(range(8))}
STRENGTHS = ("normal", "easy", "strong")


def lines(game: Game, setup: Setup, steps: list[tuple[int, str]]) -> Iterator[str]:
    """The text of a recorded round, made by playing it. Raises IllegalMove for a move that is no longer legal."""
    deal = game.deal(setup)
    yield f"setup {setup.spell()}"
    shown = yield from _sight(deal, ())
    for seat, move in steps:
        deal = deal.after(seat, move)
        yield f"{'dealer' if seat == DEALER else seat}: {move}"
        shown = yield from _sight(deal, shown)
    entries = deal.entries()
    scores = game.score([entries[seat] for seat in setup.seats], setup.options)
    for seat, score in zip(setup.seats, scores, strict=True):
        yield f"  seat {seat} scores {score.points}: {seated(score.why, setup.seats)}"
    yield f"  carry {deal.carry() or 'nothing'}"


def _sight(deal: Deal, shown: tuple[str, ...]) -> Generator[str, None, tuple[str, ...]]:
    """The lines after a move, without the seats' lines that were `shown` last; returns the seats' lines."""
    yield f"  {everybody(deal.observe(None))}"
    rows = tuple(f"  {own(deal.observe(seat))}" for seat in deal.seats)
    yield from (row for row in rows if row not in shown)
    return rows


def read(text: str) -> tuple[Setup, list[tuple[int, str]]]:
    """The setup and the moves of a recorded round."""
    first, *rest = (line for line in text.splitlines() if not line.startswith("  "))
    steps = [line.split(": ", 1) for line in rest]
    return Setup.read(first.removeprefix("setup ")), [
        (DEALER if seat == "dealer" else int(seat), move) for seat, move in steps
    ]


def play(game: Game, setup: Setup, luck: str) -> Walk:
    """A round that bots of mixed strength play."""
    deals, steps, rng = [game.deal(setup)], [], Random(luck)
    while deals[-1].to_move:
        deal = deals[-1]
        seat = deal.to_move[0]
        if seat == DEALER:
            move = deal.chance(rng)
        else:
            move = game.choose(deal.observe(seat), rng, 0.005, STRENGTHS[setup.seats.index(seat) % len(STRENGTHS)])
        steps.append((seat, move))
        deals.append(deal.after(seat, move))
    return Walk(setup, tuple(deals), tuple(steps))


def record(game: Game, name: str, setup: Setup, number: int) -> Iterator[tuple[str, str]]:
    """Names and texts of the first rounds of a match; fewer when it ends."""
    for at in range(1, number + 1):
        done = play(game, setup, f"{name}-{at}")
        yield f"{name}-{at}", "\n".join(lines(game, setup, list(done.steps))) + "\n"
        setup = following(game, done)
        if game.ended(setup.totals, setup.options):
            return


def mojo() -> Iterator[tuple[str, str]]:
    """Rounds of Mojo: three where something is handed on, else one."""
    game = by_key("mojo")
    for count, seats in SEATS_OF.items():
        for discards, edition in product("12", ("fr", "pl")):
            setup = Setup(seats, seats[1], 1, {"discards": discards, "edition": edition}, (0,) * count)
            yield from record(game, f"mojo-{count}-{discards}-{edition}", setup, 3 if edition == "fr" else 1)


def skyjo() -> Iterator[tuple[str, str]]:
    """Rounds of Skyjo: two where who closed the round begins the next, else one."""
    game = by_key("skyjo")
    for count, seats in SEATS_OF.items():
        for starter in ("highest_sum", "closer"):
            start = game.first_start(seats[1], {"starter": starter})
            setup = Setup(seats, start.seat, start.direction or 1, {"starter": starter}, (0,) * count)
            yield from record(game, f"skyjo-{count}-{starter}", setup, 2 if starter == "closer" else 1)


def jokrummy() -> Iterator[tuple[str, str]]:
    """Whole matches of Jok-R-ummy jr."""
    for seats in ((0, 1), (0, 2, 3), (0, 1, 2, 3), tuple(range(6))):
        setup = Setup(seats, seats[1], 1, {}, (0,) * len(seats))
        yield from record(by_key("jokrummy"), f"jokrummy-{len(seats)}", setup, 9)


def main(names: list[str]) -> None:
    """Record all rounds of these games, or write anew what follows from the moves of those files that are named."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or RECORDED:
        if name in RECORDED:
            for stem, text in RECORDED[name]():
                (FOLDER / f"{stem}.txt").write_text(text, "utf-8")
        else:
            path = FOLDER / name
            game = by_key(name.split("-")[0])
            path.write_text("\n".join(lines(game, *read(path.read_text("utf-8")))) + "\n", "utf-8")


RECORDED = {"mojo": mojo, "skyjo": skyjo, "jokrummy": jokrummy}

if __name__ == "__main__":
    main(sys.argv[1:])
