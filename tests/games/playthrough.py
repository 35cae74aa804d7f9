"""Recorded rounds: the setup, every move, and what is seen after it. `python -m tests.games.playthrough` records anew.

A file has a line `setup …`, then for every move a line `seat: move` and lines that begin with two spaces, which follow
from setup and moves: what everybody sees, and what each seat sees of its own when that has changed.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from random import Random

from companion.games import by_key
from companion.games.cards import spell
from companion.games.deal import DEALER, Deal, Setup
from companion.games.game import Game
from companion.games.mojo.observe import Observation

from .contract import Walk, following

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
        yield f"  seat {seat} scores {score.points}: {score.why}"
    yield f"  carry {deal.carry() or 'nothing'}"


def _sight(deal: Deal, shown: tuple[str, ...]) -> Generator[str, None, tuple[str, ...]]:
    """The lines after a move, without the seats' lines that were `shown` last; returns the seats' lines."""
    seen = deal.observe(None)
    assert isinstance(seen, Observation)
    turn = ", ".join("dealer" if seat == DEALER else str(seat) for seat in seen.to_move) or "nobody"
    piles = " | ".join(f"{spell(pile[-3:])} ({len(pile)})" for pile in seen.piles) or "none"
    yield f"  to move {turn}; stock {seen.stock}; discards {piles}"
    rows = tuple(_own(deal, seat) for seat in deal.seats)
    yield from (row for row in rows if row not in shown)
    return rows


def _own(deal: Deal, seat: int) -> str:
    seen = deal.observe(seat)
    assert isinstance(seen, Observation) and seen.place is not None
    cards = f"hand {spell(seen.hand) or '-'}; down {spell(seen.down) or '-'}; up {spell(seen.ups[seen.place]) or '-'}"
    known = f"; drawn openly {spell(seen.known[seen.place])}" if seen.known[seen.place] else ""
    may = f"; may {', '.join(seen.moves())}" if seen.moves() else ""
    return f"  seat {seat}: {cards}{known}{may}"


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


def record(game: Game, seats: int, discards: str, edition: str) -> Iterator[tuple[str, str]]:
    """Names and texts of the first rounds of a match: three where something is handed on, else one."""
    setup = Setup(SEATS_OF[seats], SEATS_OF[seats][1], 1, {"discards": discards, "edition": edition}, (0,) * seats)
    for number in range(1, 4 if edition == "fr" else 2):
        name = f"{game.key}-{seats}-{discards}-{edition}-{number}"
        done = play(game, setup, name)
        yield name, "\n".join(lines(game, setup, list(done.steps))) + "\n"
        setup = following(game, done)


def main(names: list[str]) -> None:
    """Record all rounds, or write anew what follows from the moves of those that are named."""
    game = by_key("mojo")
    FOLDER.mkdir(exist_ok=True)
    if names:
        for path in map(FOLDER.joinpath, names):
            path.write_text("\n".join(lines(game, *read(path.read_text("utf-8")))) + "\n", "utf-8")
        return
    for seats in SEATS_OF:
        for discards in ("1", "2"):
            for edition in ("fr", "pl"):
                for name, text in record(game, seats, discards, edition):
                    (FOLDER / f"{name}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
