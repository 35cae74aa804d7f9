"""What lies on the table in a round of Jok-R-ummy jr, and what is waited for."""

from __future__ import annotations

from collections import Counter

from ..deal import DEALER
from ..dealt import NOBODY, Dealt
from .melds import Meld
from .missions import FULL_MISSIONS
from .moves import Act
from .pack import FULL_PACK, PACK, Cards
from .setup import NONE, Frame
from .stages import MISSIONS, OVER, SEATED, SHUFFLE


class State(Dealt[Act]):
    """Where everything is. Seats inside are places in `frame.seats`.

    `stage`: what is waited for; `turn`: whose turn it is. `stock`: the reserve, its top first; `discard`: its top last;
    `hands`, `known` (taken openly and not seen since): sorted, by place. `fresh`: how many of each card went into the
    stock when it was shuffled last, which everybody knows; `shuffles`: how often the animal cards were shuffled.
    `melds`: what lies, as it was laid.

    `pack`: the missions, the top first, of which the last `back` were put under it. By place: `missions`, the secret
    ones; `laid`, those done in the match; `done`, 1 when the mission of this round lies; `gained`, the surprises of
    this round; `surprises`, those of the match. `asked`: how many places have their mission for this round.
    """

    FIELDS = (
        "asked", "back", "discard", "done", "ender", "frame", "fresh", "gained", "hands", "known", "laid", "melds",
        "missions", "pack", "shuffles", "stage", "stock", "surprises", "turn",
    )  # fmt: skip
    __slots__ = FIELDS

    frame: Frame

    def __init__(self, frame: Frame) -> None:
        around = len(frame.seats)
        nothing: tuple[Cards, ...] = ((),) * around
        self.frame = frame
        self.stage, self.turn, self.ender = MISSIONS, frame.first, NOBODY
        self.stock: Cards = FULL_PACK
        self.fresh: Cards = copies(FULL_PACK)
        self.shuffles = self.back = self.asked = 0
        self.discard: Cards = ()
        self.hands = self.known = self.laid = nothing
        self.melds: tuple[Meld, ...] = ()
        self.pack: Cards = FULL_MISSIONS
        self.missions: Cards = (NONE,) * around
        self.done = self.gained = self.surprises = (0,) * around

    @property
    def to_move(self) -> tuple[int, ...]:
        """(DEALER,) before a shuffle, () when the round is over, else the one seat in turn."""
        if self.stage in SEATED:
            return (self.frame.seats[self.turn],)
        return () if self.stage == OVER else (DEALER,)

    def cards(self) -> Cards:
        """Every animal card of the deal, lowest first."""
        return tuple(sorted(sum((self.stock, self.discard, *self.hands, *(meld.cards for meld in self.melds)), ())))

    def total(self, place: int) -> int:
        """How many missions a place has done in the match."""
        return self.frame.totals[place] + self.done[place] + self.gained[place]

    @property
    def unshuffled(self) -> Cards:
        """What the dealer is to shuffle now, lowest first: missions first of all, then animal cards."""
        if self.stage == MISSIONS:
            return tuple(sorted(self.pack))
        return tuple(sorted(self.stock if self.stage == SHUFFLE else self.discard[:-1]))


def put(rows: tuple[Cards, ...], place: int, row: Cards) -> tuple[Cards, ...]:
    """The rows with another one at a place."""
    return (*rows[:place], row, *rows[place + 1 :])


def without(cards: Cards, gone: Cards) -> Cards:
    """The cards less these, one for one."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def copies(cards: Cards) -> Cards:
    """How many of each card there are, by card."""
    counts = Counter(cards)
    return tuple(counts[value] for value in PACK)
