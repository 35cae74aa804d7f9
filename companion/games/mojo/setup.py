"""What a deal of Mojo starts from, and what it leaves to the next."""

from __future__ import annotations

from dataclasses import dataclass

from .. import table
from ..cards import Cards, full
from ..cards import spell as spell_cards
from ..options import chosen
from ..table import Setup
from .scoring import OPTIONS, PACK, SEATS, most_held

FULL_PACK = full(PACK)


@dataclass(frozen=True, slots=True)
class Frame(table.Frame):
    """`most`: the hand size of Mojo Time (mojo M10, M19b: fixed at the start)."""

    discards: int
    edition: str
    most: int


def frame_of(setup: Setup) -> Frame:
    """The frame of a setup. Raises ValueError for one that cannot be."""
    setup.check("Mojo", SEATS, OPTIONS, "mojo M2")
    if setup.starter not in setup.seats or setup.direction not in (1, -1):
        raise ValueError(f"somebody dealt in begins, one way round (mojo M3, M4): {setup.spell()}")
    return Frame.of(
        setup,
        OPTIONS,
        discards=int(chosen(OPTIONS, setup.options, "discards")),
        edition=str(chosen(OPTIONS, setup.options, "edition")),
        most=most_held(len(setup.seats)),
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
