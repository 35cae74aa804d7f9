"""What a deal of Mojo starts from, and what it leaves to the next."""

from __future__ import annotations

from dataclasses import dataclass

from ..cards import spell as spell_cards
from ..deal import Setup
from ..dealt import check_setup
from .scoring import PACK, Mojo, most_held

Cards = tuple[int, ...]

FULL_PACK: Cards = tuple(value for value, copies in PACK.items() for _ in range(copies))
_RULES = Mojo()


@dataclass(frozen=True, slots=True)
class Frame:
    """What stays the same all through a deal, and everybody knows. `seats`: the seat numbers clockwise; everywhere else
    in a deal a seat is its place in this tuple. `first`: the starter's place; `step`: 1 clockwise, -1 the other way;
    `most`: the hand size of Mojo Time (mojo M10, M19b: fixed at the start); `totals`: points before this round.
    """

    seats: Cards
    first: int
    step: int
    discards: int
    edition: str
    most: int
    limit: int
    totals: Cards

    @classmethod
    def of(cls, setup: Setup) -> Frame:
        """The frame of a setup. Raises ValueError for one that cannot be."""
        seats = setup.seats
        check_setup(_RULES, setup, "mojo M2")
        if setup.starter not in seats or setup.direction not in (1, -1):
            raise ValueError(f"somebody dealt in begins, one way round (mojo M3, M4): {setup.spell()}")
        return cls(
            seats=seats,
            first=seats.index(setup.starter),
            step=setup.direction,
            discards=int(_RULES.option(setup.options, "discards")),
            edition=str(_RULES.option(setup.options, "edition")),
            most=most_held(len(seats)),
            limit=_RULES.limit_of(setup.options),
            totals=setup.totals or (0,) * len(seats),
        )


@dataclass(frozen=True, slots=True)
class Leftovers:
    """The cards between two rounds of the French edition (mojo M18): the `stock`, its top card first, and the `heap` of
    everything that was discarded or held, its top card last.
    """

    stock: Cards
    heap: Cards

    def spell(self) -> str:
        """As a Carry, `stock 3 0 / 12 4 4`; the twin of `read`."""
        return f"stock {spell_cards(self.stock)} / {spell_cards(self.heap)}"

    @classmethod
    def read(cls, text: str) -> Leftovers:
        """The leftovers of a text made by `spell`. Raises ValueError on anything else, or if a card is missing."""
        word, stock, heap = text.partition("stock")[1], *_halves(text)
        if not word or tuple(sorted(stock + heap)) != FULL_PACK or not heap:
            raise ValueError(f"not what a deal of Mojo leaves: {text!r}")
        return cls(stock, heap)


def _halves(text: str) -> tuple[Cards, Cards]:
    stock, _, heap = text.removeprefix("stock").partition("/")
    return tuple(map(int, stock.split())), tuple(map(int, heap.split()))
