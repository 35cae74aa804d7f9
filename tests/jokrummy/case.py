"""Jok-R-ummy jr, for the tests and the bench."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from random import Random
from typing import Any

from companion.games.cards import mixed, without
from companion.games.cards import spell as spell_numbers
from companion.games.jokrummy import GAME, play
from companion.games.jokrummy.missions import MISSIONS, RUN, SET, SURPRISE
from companion.games.jokrummy.observe import Observation
from companion.games.jokrummy.pack import spell
from companion.games.jokrummy.scoring import Report
from companion.games.jokrummy.search import futures, without_each
from companion.games.jokrummy.setup import NONE
from companion.games.table import Setup
from tests.games.case import Case, Series, Step, TableCase
from tests.games.playthrough import record

KINDS = {RUN: "suite", SET: "group"}
"""As recorded rounds have always named them."""


def lay_anew(deal: play.Deal, eyes: Collection[int], luck: Random, then: Step | None) -> play.Deal:
    """The stock and the others' hands, which nobody shows at the end either, and so the missions: the others' secret
    ones, the pack, and which regular ones were put under it. What was taken openly stays where it is.
    """
    other = deal.copy()
    unseen = [place for place, seat in enumerate(deal.seats) if seat not in eyes]
    free = {place: without(deal.hands[place], *deal.known[place]) for place in unseen if deal.hands[place]}
    pool = mixed([*deal.stock, *(card for cards in free.values() for card in cards)], luck)
    other.stock = tuple(pool.pop() for _ in deal.stock)
    hands = list(deal.hands)
    for place, cards in free.items():
        hands[place] = tuple(sorted((*(pool.pop() for _ in cards), *deal.known[place])))
    other.hands = tuple(hands)
    showing = deal.turn if then is not None and then[1].startswith("lay ") else NONE
    secret = [place for place in unseen if deal.missions[place] != NONE and place != showing]
    _missions(other, secret, luck)
    return other


def _missions(deal: play.Deal, secret: list[int], luck: Random) -> None:
    """Everybody knows how many surprises lie in the pack, and which of the cards put under it are surprises."""
    last = len(deal.pack) - deal.back
    front, under = deal.pack[:last], deal.pack[last:]
    held = [*(deal.missions[place] for place in secret), *front, *under]
    regular = mixed([mission for mission in held if mission != SURPRISE], luck)
    deal.missions = tuple(regular.pop() if place in secret else each for place, each in enumerate(deal.missions))
    below = tuple(SURPRISE if mission == SURPRISE else regular.pop() for mission in under)
    deal.pack = (*mixed([*regular, *[SURPRISE] * front.count(SURPRISE)], luck), *below)


def everybody(seen: Observation) -> str:
    """The piles, what lies, and the missions that are done."""
    lying = [f"{meld.owner} {KINDS[meld.kind]} {spell(meld.cards)}" for meld in seen.melds]
    discard = f"{spell(seen.discard[-3:])} ({len(seen.discard)})" if seen.discard else "none"
    totals = spell_numbers(map(seen.total, range(len(seen.seats))))
    pack = f"missions {seen.pack}, {len(seen.under)} put back"
    melds = " | ".join(lying) or "nothing"
    return f"reserve {seen.stock}; discard {discard}; lying {melds}; {pack}; done {totals}"


def own(seen: Observation) -> str:
    """The secret mission and the cards of a seat."""
    assert seen.place is not None
    mission = MISSIONS[seen.mission].key if seen.mission >= 0 else "-"
    known = f"; taken openly {spell(seen.known[seen.place])}" if seen.known[seen.place] else ""
    return f"mission {mission}; hand {spell(seen.hand) or '-'}{known}"


def recorded() -> Iterator[tuple[str, str]]:
    """Whole matches."""
    for seats in ((0, 1), (0, 2, 3), (0, 1, 2, 3), tuple(range(6))):
        yield from record(GAME, f"{len(seats)}", Setup(seats, seats[1], 1, {}, (0,) * len(seats)), 9)


def imagining(seen: Any, rng: Random) -> Callable[[], int]:
    """Deal the hidden cards and look at the coming turns with the hand less each of its cards."""

    def once() -> int:
        ahead = futures(seen, 10, rng)
        return len(without_each(seen.mission, seen.hand, ahead)) * sum(map(len, ahead))

    return once


def fill(finger: Any) -> None:
    """A mission, a surprise, and who ended the round."""
    finger.mission(True, 1)
    finger.mojo()


CASE = Case(
    report=Report(1, 1),
    plain=Report(1),
    numbered=lambda number: Report(number % 2, number % 3),
    long={"limit": "5"},
    varied=({"limit": 1}, {"limit": 2}),
    sheets=({"points": "1", "bonus": "1"}, {"points": "0"}, {"points": "1"}),
    closer=0,
    limit="2",
    fill=fill,
    correct=lambda finger: finger.mission(True),
    table=TableCase(
        lay_anew=lay_anew,
        everybody=everybody,
        own=own,
        recorded=recorded,
        imagining=imagining,
        first="Ana takes a card from the draw pile.",
        unfit=("discard m", "First take a card, from the draw pile or the discard pile."),
        short="2",
        stride=7,
        rounds=3,
        seed=15,
        done={"shuffle", "hand", "keep", "change", "draw", "lay", "group", "add", "discard"},
        # Secret missions as if they were done.
        loose=lambda deal: {
            "laid": tuple((*done, one) for done, one in zip(deal.laid, deal.missions, strict=True)),
        },
        party=(("Ana",), "easy", "2"),
        series=(
            Series("normal", "easy", (40, 0), (200, 0)),
            Series("strong", "normal", (150, 0.003), (400, 0.02)),
        ),
    ),
)
