"""Mojo, for the tests and the bench."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import product
from random import Random
from typing import Any

from companion.games.cards import Hand, mixed, spell, without
from companion.games.mojo import GAME, play
from companion.games.mojo.observe import Hidden, Observation
from companion.games.mojo.playout import finish
from companion.games.mojo.search import imagine
from companion.games.table import Setup
from tests.games.case import Case, Series, Step, TableCase
from tests.games.playthrough import SEATS_OF, record

BRANCHES = 6
"""How often the bench plays the same cards to their end."""


def lay_anew(deal: play.Deal, eyes: Collection[int], luck: Random, then: Step | None) -> play.Deal:
    """The stock, and until the end the others' hands: what was drawn openly stays where it is."""
    other = deal.copy()
    unseen = [place for place, seat in enumerate(deal.seats) if seat not in eyes and deal.to_move]
    free = {place: without(deal.hands[place] + deal.downs[place], *deal.known[place]) for place in unseen}
    pool = mixed([*deal.stock, *(card for cards in free.values() for card in cards)], luck)
    other.stock = tuple(pool.pop() for _ in deal.stock)
    hands, downs = list(deal.hands), list(deal.downs)
    for place, cards in free.items():
        held = tuple(sorted((*(pool.pop() for _ in cards), *deal.known[place])))
        hands[place], downs[place] = (held, ()) if deal.hands[place] else ((), held)
    other.hands, other.downs = tuple(hands), tuple(downs)
    return other


def everybody(seen: Observation) -> str:
    """The piles."""
    piles = " | ".join(f"{spell(pile[-3:])} ({len(pile)})" for pile in seen.piles) or "none"
    return f"stock {seen.stock}; discards {piles}"


def own(seen: Observation) -> str:
    """The cards of a seat, and which of them the others know."""
    assert seen.place is not None
    up = spell(seen.ups[seen.place]) or "-"
    cards = f"hand {spell(seen.hand) or '-'}; down {spell(seen.down) or '-'}; up {up}"
    return cards + (f"; drawn openly {spell(seen.known[seen.place])}" if seen.known[seen.place] else "")


def recorded() -> Iterator[tuple[str, str]]:
    """Three rounds where something is handed on, else one."""
    for count, seats in SEATS_OF.items():
        for discards, edition in product("12", ("fr", "pl")):
            setup = Setup(seats, seats[1], 1, {"discards": discards, "edition": edition}, (0,) * count)
            yield from record(GAME, f"{count}-{discards}-{edition}", setup, 3 if edition == "fr" else 1)


def imagining(seen: Any, rng: Random) -> Callable[[], int]:
    """Rounds to their end, some on the same cards."""
    hidden, moves = Hidden.of(seen), []
    for _ in range(50):
        finish(imagine(seen, hidden, rng), rng, lambda kind, _: moves.append(kind))
    mean = len([kind for kind in moves if kind != "reshuffle"]) / 50

    def once() -> int:
        position = imagine(seen, hidden, rng)
        for _ in range(BRANCHES):
            finish(position.copy(), rng)
        return round(BRANCHES * mean)

    return once


def fill(finger: Any) -> None:
    """Cards of several colours, some of them covered, and the Mojo."""
    finger.cards(10, 8, 3, 0, 0)
    finger.mojo()


CASE = Case(
    report=Hand((9, 1)),
    numbered=lambda number: Hand(points=number),
    long={"limit": "500"},
    varied=({"limit": 20}, {"limit": 20, "ties": "last_round"}, {"limit": 90, "rounds": 2}),
    sheets=({"cards": "9 1"}, {"cards": "0 4"}, {"cards": "10 11 3"}),
    closer=2,
    limit="20",
    fill=fill,
    correct=lambda finger: finger.cards(12),
    table=TableCase(
        lay_anew=lay_anew,
        everybody=everybody,
        own=own,
        recorded=recorded,
        imagining=imagining,
        first="Ana plays ",
        unfit=("draw stock", "You only draw after playing a higher card."),
        short="12",
        twins=({}, {"edition": "fr", "discards": "2"}, {"edition": "pl", "discards": "1"}),
        variants=[{"edition": edition, "discards": discards} for edition, discards in product(("fr", "pl"), "12")],
        stride=9,
        rounds=2,
        seed=1,
        done={"shuffle", "play", "reveal"},
        # The top of the stock.
        loose=lambda deal: {"stock": 100 + deal.stock[0] + 13 * deal.stock[1]},
        # On one of the phones two play, who hand it round.
        party=(("Ana", "Zoé"), "strong", "12"),
        series=(
            Series("normal", "easy", (40, 0), (200, 0)),
            Series("strong", "normal", (20, 0.02), (60, 0.02)),
        ),
    ),
)
