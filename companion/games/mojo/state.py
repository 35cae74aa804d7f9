"""What lies on the table in a round of Mojo, and what is waited for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from .. import table
from ..cards import Cards, copies
from ..table import Deal
from .moves import NO_PILE
from .scoring import PACK
from .setup import FULL_PACK, Frame
from .stages import CHOOSE, DEALING, OVER, PLAYING, SHUFFLE


@dataclass(slots=True, unsafe_hash=True)
class Open(table.Open):
    """What lies open, or can be known by all who watched. Seats inside are places in `frame.seats`."""

    SEATED, OVER = (PLAYING, CHOOSE), OVER

    frame: Frame
    pile: int
    """The discard of this turn, NO_PILE before its first card."""
    piles: tuple[Cards, ...]
    """The discards, their tops last."""
    ups: tuple[Cards, ...]
    """Cards that were turned up, by place, sorted."""
    known: tuple[Cards, ...]
    """Cards that were drawn from a discard and not seen since, by place, sorted."""
    fresh: Cards
    """How many of each value went into the stock when it was shuffled last."""
    idle: int
    """Turns since a hand has shrunk (mojo M27)."""


@dataclass(slots=True, unsafe_hash=True)
class State(Open, Deal):
    """Where everything is."""

    stock: Cards
    """Its top first."""
    hands: tuple[Cards, ...]
    """By place, sorted."""
    downs: tuple[Cards, ...]
    """What is laid face down (mojo M10), by place, sorted."""

    @classmethod
    def before(cls, frame: Frame) -> Self:
        """The table before any card is dealt."""
        nothing: tuple[Cards, ...] = ((),) * len(frame.seats)
        return cls(
            frame=frame,
            stage=SHUFFLE,
            turn=frame.first,
            pile=NO_PILE,
            piles=(),
            ups=nothing,
            known=nothing,
            fresh=copies(FULL_PACK, PACK),
            idle=0,
            closer=None,
            stock=FULL_PACK,
            hands=nothing,
            downs=nothing,
        )

    def cards(self) -> Cards:
        """Every card of the deal, lowest first."""
        return tuple(sorted(sum((self.stock, *self.piles, *self.hands, *self.downs, *self.ups), ())))

    @property
    def giver(self) -> int:
        """Which discard gives a new stock when it is empty (mojo M9, M24); its top card stays."""
        if self.stage == DEALING or self.frame.discards == 1:
            return 0
        other = 1 - self.pile
        return other if len(self.piles[other]) > 1 else self.pile

    @property
    def unshuffled(self) -> Cards:
        """The cards that the dealer is to shuffle now, lowest first."""
        return tuple(sorted(self.stock if self.stage == SHUFFLE else self.piles[self.giver][:-1]))
