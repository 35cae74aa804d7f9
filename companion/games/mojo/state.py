"""What lies on the table in a round of Mojo, and what is waited for."""

from __future__ import annotations

from collections import Counter
from typing import Self

from ..deal import DEALER
from ..dealt import NOBODY, Dealt
from .moves import NO_PILE, Act
from .scoring import PACK
from .setup import FULL_PACK, Cards, Frame
from .stages import CHOOSE, DEALING, OVER, PLAYING, SHUFFLE


class State(Dealt[Act]):
    """Where everything is. Seats inside are places in `frame.seats`.

    `stage`: what is waited for. `turn`: whose turn it is. `pile`: the discard of this turn, NO_PILE before its first
    card. `stock`: its top first; `piles`: the discards, their tops last. `hands`, `downs` (laid face down), `ups`
    (revealed), `known` (drawn openly and not seen since): sorted, by place. `fresh`: how many of each value went into
    the stock when it was shuffled last, which everybody knows. `idle`: turns since a hand has shrunk (mojo M27).
    """

    FIELDS = (
        "downs", "ender", "frame", "fresh", "hands", "idle", "known", "pile", "piles", "stage", "stock", "turn", "ups",
    )  # fmt: skip
    __slots__ = FIELDS

    frame: Frame

    def __init__(self, frame: Frame) -> None:
        nothing: tuple[Cards, ...] = ((),) * len(frame.seats)
        self.frame = frame
        self.stage, self.turn, self.pile, self.idle, self.ender = SHUFFLE, frame.first, NO_PILE, 0, NOBODY
        self.stock: Cards = FULL_PACK
        self.fresh: Cards = copies(FULL_PACK)
        self.piles: tuple[Cards, ...] = ()
        self.hands = self.downs = self.ups = self.known = nothing

    def copy(self) -> Self:
        """Another one, to be changed before anybody sees it."""
        new = type(self).__new__(type(self))
        new.frame, new.stage, new.turn, new.pile = self.frame, self.stage, self.turn, self.pile
        new.stock, new.piles, new.hands, new.downs = self.stock, self.piles, self.hands, self.downs
        new.ups, new.known, new.fresh = self.ups, self.known, self.fresh
        new.idle, new.ender = self.idle, self.ender
        return new

    @property
    def to_move(self) -> tuple[int, ...]:
        """(DEALER,) before a shuffle, () when the round is over, else the one seat in turn."""
        return movers(self.frame, self.stage, self.turn)

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


def movers(frame: Frame, stage: int, turn: int) -> tuple[int, ...]:
    """(DEALER,) before a shuffle, () when the round is over, else the one seat in turn."""
    if stage in (PLAYING, CHOOSE):
        return (frame.seats[turn],)
    return () if stage == OVER else (DEALER,)


def copies(cards: Cards) -> Cards:
    """How many of each value there are, by value."""
    counts = Counter(cards)
    return tuple(counts[value] for value in PACK)
