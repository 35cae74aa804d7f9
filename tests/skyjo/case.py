"""Skyjo, for the tests and the bench."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from random import Random
from typing import Any

from companion.games.cards import Hand, mixed, spell
from companion.games.skyjo import GAME, play
from companion.games.skyjo.observe import Hidden, Observation
from companion.games.skyjo.playout import finish
from companion.games.skyjo.search import imagine
from companion.games.skyjo.stages import DRAWN, PICKING
from companion.games.skyjo.text import GRID
from companion.games.table import Move, Setup
from tests.games.case import Case, Series, Step, TableCase
from tests.games.playthrough import SEATS_OF, record

BRANCHES = 6
"""How often the bench plays the same cards to their end."""


def lay_anew(deal: play.Deal, eyes: Collection[int], luck: Random, then: Step | None) -> play.Deal:
    """The stock and all that lies face down, the own cards too; the card that another has drawn, until it is laid
    somewhere; what the others have picked. When the discard was mixed, it is known which cards lie face down.
    """
    other = deal.copy()
    drawn = deal.held is not None and deal.stage == DRAWN and then is None and deal.to_move[0] not in eyes
    pool = [*deal.stock, *([deal.held] if drawn else [])]
    down = [grid[at] for grid, downs in zip(deal.grids, deal.downs, strict=True) for at in downs]
    every = [mixed(pool, luck), mixed(down, luck)] if deal.mixed else [mixed([*pool, *down], luck)] * 2
    other.held = every[0].pop() if drawn else deal.held
    other.stock = tuple(every[0].pop() for _ in deal.stock)
    grids = [list(grid) for grid in deal.grids]
    for grid, downs in zip(grids, deal.downs, strict=True):
        for at in downs:
            grid[at] = every[1].pop()
    other.grids = tuple(map(tuple, grids))
    other.picks = tuple(
        picks if seat in eyes else tuple(sorted(luck.sample(range(GRID), len(picks))))
        for seat, picks in zip(deal.seats, deal.picks, strict=True)
    )
    return other


def told_anew(now: play.Deal, step: Step, eyes: Collection[int], luck: Random) -> Move:
    """What the others have picked is something else until all have."""
    seat, move = step
    return f"pick {luck.randint(1, GRID)}" if now.stage == PICKING and seat not in eyes else move


def everybody(seen: Observation) -> str:
    """The piles, and the card in hand when it was taken openly."""
    held = "" if seen.held is None else f"; in hand {seen.held}"
    return f"stock {seen.stock}; discard {spell(seen.pile[-4:]) or '-'} ({len(seen.pile)}){held}"


def own(seen: Observation) -> str:
    """A grid column by column: `?` lies face down, `-` is gone."""
    assert seen.place is not None
    grid, downs = seen.grids[seen.place], seen.downs[seen.place]
    words = ["?" if at in downs else "-" if card is None else str(card) for at, card in enumerate(grid)]
    told = " / ".join(" ".join(words[at : at + 3]) for at in range(0, len(words), 3)) or "-"
    told += f"; picked {spell(at + 1 for at in seen.picks)}" if seen.picks else ""
    return told + (f"; in hand {seen.held}" if seen.held is not None and seen.turn == seen.place else "")


def recorded() -> Iterator[tuple[str, str]]:
    """Two rounds where who closed the round begins the next, else one."""
    for count, seats in SEATS_OF.items():
        for starter in ("highest_sum", "closer"):
            start = GAME.first_start(seats[1], {"starter": starter})
            setup = Setup(seats, start.seat, start.direction or 1, {"starter": starter}, (0,) * count)
            yield from record(GAME, f"{count}-{starter}", setup, 2 if starter == "closer" else 1)


def imagining(seen: Any, rng: Random) -> Callable[[], int]:
    """Rounds to their end, some on the same cards."""
    hidden, moves = Hidden.of(seen), []
    for _ in range(20):
        finish(imagine(seen, hidden, rng)[0], rng, moves.append)
    mean = len([move for move in moves if not move.startswith("reshuffle")]) / 20

    def once() -> int:
        position, _ = imagine(seen, hidden, rng)
        for _ in range(BRANCHES):
            finish(position.copy(), rng)
        return round(BRANCHES * mean)

    return once


def fill(finger: Any) -> None:
    """Open cards, a column that is struck and one that is gone, and who closed the round."""
    finger.cards(-2, 0, 5, 7, 7, 7, 12)
    finger.gone()
    finger.mojo()


def correct(finger: Any) -> None:
    """Another last digit."""
    finger.tap(finger.page.get_by_role("button", name="Delete the last digit"))
    finger.number(9)


CASE = Case(
    report=Hand((1, 2, 3)),
    numbered=lambda number: Hand(points=number),
    long={"limit": "1000"},
    varied=({"limit": 30}, {"limit": 30, "double": "no"}),
    sheets=({"cards": "0 1 2 3 4 5 7 7 7 x"}, {"points": "-6"}, {"points": "78"}),
    closer=0,
    limit="50",
    fill=fill,
    correct=correct,
    table=TableCase(
        lay_anew=lay_anew,
        told_anew=told_anew,
        everybody=everybody,
        own=own,
        recorded=recorded,
        imagining=imagining,
        first="Choose one more card to turn over.",
        unfit=("take discard", "First choose two of your cards to turn over."),
        short="40",
        twins=({}, {"starter": "closer"}),
        variants=({"starter": "highest_sum"},),
        stride=11,
        rounds=1,  # Nothing goes from one round to the next.
        seed=1,
        done={"shuffle", "pick", "take", "draw", "swap", "turn"},
        # To all what one has drawn.
        loose=lambda deal: {"held": deal.held},
        before_loose="draw stock",
        party=(("Ana",), "easy", "25"),
        # In short matches, of a few rounds.
        series=(
            Series("normal", "easy", (40, 0), (100, 0), {"limit": 30}),
            Series("strong", "normal", (40, 0.004), (80, 0.01), {"limit": 30}),
        ),
    ),
)
