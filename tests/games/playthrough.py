"""Recorded rounds: the setup, every move, and what is seen after it. `python -m tests.games.playthrough skyjo` records
the rounds of a game anew.

A file has a line `setup …`, then for every move a line `seat: move` and lines that begin with two spaces, which follow
from setup and moves: what everybody sees, and what each seat sees of its own when that has changed.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from random import Random

from companion.games import by_key
from companion.games.game import Game, Round
from companion.games.table import DEALER, Deal, Setup

from .case import table_case
from .contract import TABLES, Walk, following
from .shown import everybody, own

ROOM = Path(__file__).parent.parent
SEATS_OF = {2: (0, 1), 3: (0, 1, 2), 4: (0, 1, 3, 4), 8: tuple(range(8))}
STRENGTHS = ("normal", "easy", "strong")


def lines(game: Game, setup: Setup, steps: list[tuple[int, str]]) -> Iterator[str]:
    """The text of a recorded round, made by playing it. Raises IllegalMove for a move that is no longer legal."""
    deal = game.table.deal(setup)
    yield f"setup {setup.spell()}"
    shown = yield from _sight(game, deal, ())
    for seat, move in steps:
        deal = deal.after(seat, move)
        yield f"{'dealer' if seat == DEALER else seat}: {move}"
        shown = yield from _sight(game, deal, shown)
    scores = game.score(Round.dealt(1, setup, deal))
    for seat, score in zip(setup.seats, scores, strict=True):
        assert score is not None
        yield f"  seat {seat} scores {score.points}: {score.why}"
    yield f"  carry {deal.carry() or 'nothing'}"


def _sight(game: Game, deal: Deal, shown: tuple[str, ...]) -> Generator[str, None, tuple[str, ...]]:
    """The lines after a move, without the seats' lines that were `shown` last; returns the seats' lines."""
    yield f"  {everybody(game, deal.observe(None))}"
    rows = tuple(f"  {own(game, deal.observe(seat))}" for seat in deal.seats)
    yield from (row for row in rows if row not in shown)
    return rows


def files_of(key: str) -> list[Path]:
    """The files of a game's recorded rounds."""
    return sorted((ROOM / key / "playthroughs").glob("*.txt"))


def read(text: str) -> tuple[Setup, list[tuple[int, str]]]:
    """The setup and the moves of a recorded round."""
    first, *rest = (line for line in text.splitlines() if not line.startswith("  "))
    steps = [line.split(": ", 1) for line in rest]
    return Setup.read(first.removeprefix("setup ")), [
        (DEALER if seat == "dealer" else int(seat), move) for seat, move in steps
    ]


def play(game: Game, setup: Setup, luck: str) -> Walk:
    """A round that bots of mixed strength play."""
    deals, steps, rng = [game.table.deal(setup)], [], Random(luck)
    while deals[-1].to_move:
        deal = deals[-1]
        seat = deal.to_move[0]
        if seat == DEALER:
            move = deal.chance(rng)
        else:
            move = game.table.choose(
                deal.observe(seat), rng, 0.005, STRENGTHS[setup.seats.index(seat) % len(STRENGTHS)]
            )
        steps.append((seat, move))
        deals.append(deal.after(seat, move))
    return Walk(setup, tuple(deals), tuple(steps))


def record(game: Game, name: str, setup: Setup, number: int) -> Iterator[tuple[str, str]]:
    """Names and texts of the first rounds of a match; fewer when it ends."""
    for at in range(1, number + 1):
        done = play(game, setup, f"{game.key}-{name}-{at}")
        yield f"{name}-{at}", "\n".join(lines(game, setup, list(done.steps))) + "\n"
        setup = following(game, done)
        if game.ended(Round.dealt(at, done.setup, done.over), setup.totals):
            return


def main(names: list[str]) -> None:
    """Record all rounds of these games, or write anew what follows from the moves of those files that are named."""
    tables = {game.key: game for game in TABLES}
    for name in names or tables:
        if name in tables:
            for stem, text in table_case(tables[name]).recorded():
                (ROOM / name / "playthroughs" / f"{stem}.txt").write_text(text, "utf-8")
        else:
            path = Path(name).resolve()
            game = by_key(path.parent.parent.name)
            path.write_text("\n".join(lines(game, *read(path.read_text("utf-8")))) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
