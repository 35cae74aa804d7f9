"""What lies on the table in a round of Skyjo, and what is waited for."""

from __future__ import annotations

from typing import Self

from ..deal import DEALER
from ..dealt import NOBODY, Dealt
from .moves import Act
from .scoring import COLUMN, GRID
from .setup import FULL_PACK, Cards, Frame
from .stages import DRAWN, OVER, PICKING, SHUFFLE, TAKEN, TURN

PICKS = 2
"""How many cards everybody turns before the first turn (skyjo S3)."""
Grid = tuple[int | None, ...]
"""Twelve positions, column by column from the left; None where a column is gone."""


class State(Dealt[Act]):
    """Where everything is. Seats inside are places in `frame.seats`.

    `stage`: what is waited for. `turn`: whose turn it is, NOBODY before the first. `stock`: its top first; `pile`: the
    discard, its top last; `held`: the card in the hand of the seat in turn, None between turns. `grids`: the cards by
    place; `downs`: the positions of those face down; `picks`: the positions picked to turn, until all are turned.
    `mixed`: whether the discard was ever shuffled; from then on everybody can know which cards lie face down. `idle`:
    by place, the own turns since a face-down card was turned or swapped (skyjo S15). `ender`: who closed the round.
    """

    FIELDS = (
        "downs", "ender", "frame", "grids", "held", "idle", "mixed", "picks", "pile", "stage", "stock", "turn",
    )  # fmt: skip
    __slots__ = FIELDS

    frame: Frame

    def __init__(self, frame: Frame) -> None:
        around = len(frame.seats)
        self.frame = frame
        self.stage, self.turn, self.ender, self.mixed = SHUFFLE, NOBODY, NOBODY, False
        self.stock: Cards = FULL_PACK
        self.pile: Cards = ()
        self.held: int | None = None
        self.grids: tuple[Grid, ...] = ((),) * around
        self.downs: tuple[Cards, ...] = ((),) * around
        self.picks: tuple[Cards, ...] = ((),) * around
        self.idle: Cards = (0,) * around

    def copy(self) -> Self:
        """Another one, to be changed before anybody sees it."""
        new = type(self).__new__(type(self))
        new.frame, new.stage, new.turn, new.ender = self.frame, self.stage, self.turn, self.ender
        new.stock, new.pile, new.held, new.grids = self.stock, self.pile, self.held, self.grids
        new.downs, new.picks, new.mixed, new.idle = self.downs, self.picks, self.mixed, self.idle
        return new

    @property
    def to_move(self) -> tuple[int, ...]:
        """All who still pick (skyjo S3), (DEALER,) for chance, () once the round is over, else who is in turn."""
        return movers(self.frame, self.stage, self.turn, tuple(map(len, self.picks)))

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
            cards = [card for at, card in enumerate(grid) if card is not None and at not in downs]
            shown.append((sum(cards), max(cards)))
        return tuple(seat for seat, cards in zip(self.frame.seats, shown, strict=True) if cards == max(shown))


def movers(frame: Frame, stage: int, turn: int, picked: Cards) -> tuple[int, ...]:
    """Who is to move; `picked`: how many cards everybody has picked to turn."""
    if stage in (TURN, TAKEN, DRAWN):
        return (frame.seats[turn],)
    if stage == PICKING:
        return tuple(seat for seat, done in zip(frame.seats, picked, strict=True) if done < PICKS)
    return () if stage == OVER else (DEALER,)


def lying(grid: Grid) -> Cards:
    """The positions where a card lies."""
    return tuple([at for at, card in enumerate(grid) if card is not None])


def lying_cards(grid: Grid) -> Cards:
    """The cards of a grid, column by column, those that are gone left out (skyjo S13)."""
    return tuple([card for card in grid if card is not None])


def column_of(at: int) -> range:
    """The positions of the column that a position belongs to."""
    first = at - at % COLUMN
    return range(first, first + COLUMN)


COLUMNS = tuple(map(column_of, range(0, GRID, COLUMN)))
