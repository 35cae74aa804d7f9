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

from companion.games import by_key, mojo, skyjo
from companion.games.cards import spell
from companion.games.deal import DEALER, Deal, Observation, Setup
from companion.games.game import Game
from companion.games.scoresheet import seated

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
        yield f"  seat {seat} scores {score.points}: {seated(score.why, setup.seats)}"
    yield f"  carry {deal.carry() or 'nothing'}"


def _sight(deal: Deal, shown: tuple[str, ...]) -> Generator[str, None, tuple[str, ...]]:
    """The lines after a move, without the seats' lines that were `shown` last; returns the seats' lines."""
    seen = deal.observe(None)
    turn = ", ".join("dealer" if seat == DEALER else str(seat) for seat in seen.to_move) or "nobody"
    yield f"  to move {turn}; {_middle(seen)}"
    rows = tuple(_own(deal.observe(seat)) for seat in deal.seats)
    yield from (row for row in rows if row not in shown)
    return rows


def _middle(seen: Observation) -> str:
    """What lies in the middle, for everybody."""
    if isinstance(seen, mojo.Observation):
        piles = " | ".join(f"{spell(pile[-3:])} ({len(pile)})" for pile in seen.piles) or "none"
        return f"stock {seen.stock}; discards {piles}"
    assert isinstance(seen, skyjo.Observation)
    held = "" if seen.held is None else f"; in hand {seen.held}"
    return f"stock {seen.stock}; discard {spell(seen.pile[-4:]) or '-'} ({len(seen.pile)}){held}"


def _own(seen: Observation) -> str:
    """What lies before a seat, as it sees it, and what it may do."""
    if isinstance(seen, mojo.Observation):
        assert seen.place is not None
        up, known = seen.ups[seen.place], seen.known[seen.place]
        cards = f"hand {spell(seen.hand) or '-'}; down {spell(seen.down) or '-'}; up {spell(up) or '-'}"
        cards += f"; drawn openly {spell(known)}" if known else ""
    else:
        assert isinstance(seen, skyjo.Observation)
        cards = _grid(seen)
    may = f"; may {', '.join(seen.moves())}" if seen.moves() else ""
    return f"  seat {seen.seat}: {cards}{may}"


def _grid(seen: skyjo.Observation) -> str:
    """A grid column by column: `?` lies face down, `-` is gone."""
    assert seen.place is not None
    grid, downs = seen.grids[seen.place], seen.downs[seen.place]
    words = ["?" if at in downs else "-" if card is None else str(card) for at, card in enumerate(grid)]
    told = " / ".join(" ".join(words[at : at + 3]) for at in range(0, len(words), 3)) or "-"
    told += f"; picked {spell(at + 1 for at in seen.picks)}" if seen.picks else ""
    return told + (f"; in hand {seen.held}" if seen.held is not None and seen.turn == seen.place else "")


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


def mixes(game: Game) -> Iterator[dict[str, str]]:
    """The options that a round on screens depends on, in every mix."""
    keys = {"mojo": ("discards", "edition"), "skyjo": ("starter",)}[game.key]
    choices = [[value for value, _ in option.choices] for option in game.options if option.key in keys]
    for mix in product(*choices):
        yield dict(zip(keys, mix, strict=True))


def record(game: Game, seats: int, options: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Names and texts of the first rounds of a match: three where something is handed on, else one."""
    around = SEATS_OF[seats]
    start = game.first_start(around[1], options)
    setup = Setup(around, start.seat, start.direction or 1, dict(options), (0,) * seats)
    for number in range(1, 4 if "fr" in options.values() else 3 if "closer" in options.values() else 2):
        name = "-".join([game.key, str(seats), *options.values(), str(number)])
        done = play(game, setup, name)
        yield name, "\n".join(lines(game, setup, list(done.steps))) + "\n"
        setup = following(game, done)


def main(names: list[str]) -> None:
    """Record all rounds of the games that are named, or write anew what follows from the moves in a named file."""
    FOLDER.mkdir(exist_ok=True)
    for name in names:
        if name.endswith(".txt"):
            path = FOLDER / name
            found = lines(by_key(name.split("-")[0]), *read(path.read_text("utf-8")))
            path.write_text("\n".join(found) + "\n", "utf-8")
            continue
        game = by_key(name)
        for seats, options in product(SEATS_OF, mixes(game)):
            for stem, text in record(game, seats, options):
                (FOLDER / f"{stem}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
