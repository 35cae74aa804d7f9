"""What lies on the table in a round of Skyjo, and what is waited for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from .. import table
from ..cards import Cards
from ..table import NOBODY, Deal
from .setup import FULL_PACK, Frame
from .stages import DRAWN, OVER, PICKING, SHUFFLE, TAKEN, TURN
from .text import COLUMN, GRID

PICKS = 2
"""How many cards everybody turns before the first turn (skyjo S3)."""
Grid = tuple[int | None, ...]
"""Twelve positions, column by column from the left; None where a column is gone."""


@dataclass(slots=True, unsafe_hash=True)
class Open(table.Open):
    """What lies open, or can be known by all who watched. Seats inside are places in `frame.seats`."""

    SEATED, OVER = (TURN, TAKEN, DRAWN), OVER

    frame: Frame
    pile: Cards
    """The discard, its top last."""
    downs: tuple[Cards, ...]
    """The positions of the cards that lie face down, by place."""
    picked: Cards
    """How many cards everybody has picked to turn, until all are turned (skyjo S3)."""
    mixed: bool
    """Whether the discard was ever shuffled; from then on everybody can know which cards lie face down."""
    idle: Cards
    """By place, the own turns since a face-down card was turned or swapped (skyjo S15)."""

    @property
    def to_move(self) -> tuple[int, ...]:
        """Also all who still pick (skyjo S3)."""
        if self.stage == PICKING:
            return tuple(seat for seat, done in zip(self.seats, self.picked, strict=True) if done < PICKS)
        # A dataclass with slots is made anew, and `super()` alone still means the first one.
        return super(Open, self).to_move


@dataclass(slots=True, unsafe_hash=True)
class State(Open, Deal):
    """Where everything is."""

    stock: Cards
    """Its top first."""
    held: int | None
    """The card in the hand of the seat in turn, None between turns."""
    grids: tuple[Grid, ...]
    """The cards by place, face down or open."""
    picks: tuple[Cards, ...]
    """The positions picked to turn, by place, until all are turned."""

    @classmethod
    def before(cls, frame: Frame) -> Self:
        """The table before any card is dealt."""
        around = len(frame.seats)
        nothing: tuple[Cards, ...] = ((),) * around
        return cls(
            frame=frame,
            stage=SHUFFLE,
            turn=NOBODY,
            pile=(),
            downs=nothing,
            picked=(0,) * around,
            mixed=False,
            idle=(0,) * around,
            closer=None,
            stock=FULL_PACK,
            held=None,
            grids=nothing,
            picks=nothing,
        )

    def cards(self) -> Cards:
        """Every card of the deal, lowest first."""
        held = () if self.held is None else (self.held,)
        return tuple(sorted(sum((self.stock, self.pile, held, *map(lying_cards, self.grids)), ())))

    @property
    def unshuffled(self) -> Cards:
        """The cards that the dealer is to shuffle now, lowest first (skyjo S2, S7)."""
        return tuple(sorted(self.stock if self.stage == SHUFFLE else self.pile[:-1]))

    @property
    def tied(self) -> tuple[int, ...]:
        """The seats whose two cards are the highest: by their sum, then by the higher card (skyjo S3)."""
        shown = []
        for grid, downs in zip(self.grids, self.downs, strict=True):
            cards = open_cards(grid, downs)
            shown.append((sum(cards), max(cards)))
        return tuple(seat for seat, cards in zip(self.frame.seats, shown, strict=True) if cards == max(shown))


def lying(grid: Grid) -> Cards:
    """The positions where a card lies."""
    return tuple([at for at, card in enumerate(grid) if card is not None])


def lying_cards(grid: Grid) -> Cards:
    """The cards of a grid, column by column, those that are gone left out (skyjo S13)."""
    return tuple([card for card in grid if card is not None])


def open_cards(grid: Grid, downs: Cards) -> Cards:
    """The cards of a grid that lie open; `downs`: the positions of those that lie face down."""
    return tuple([card for at, card in enumerate(grid) if card is not None and at not in downs])


def column_of(at: int) -> range:
    """The positions of the column that a position belongs to."""
    first = at - at % COLUMN
    return range(first, first + COLUMN)


COLUMNS = tuple(map(column_of, range(0, GRID, COLUMN)))
