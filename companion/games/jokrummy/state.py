"""What lies on the table in a round of Jok-R-ummy jr, and what is waited for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from .. import table
from ..cards import Cards, copies
from ..table import Deal, Frame
from .melds import Meld
from .missions import FULL_MISSIONS
from .pack import FULL_PACK, PACK
from .setup import NONE
from .stages import MISSIONS, OVER, SEATED, SHUFFLE


@dataclass(slots=True, unsafe_hash=True)
class Open(table.Open):
    """What lies open, or can be known by all who watched. Seats inside are places in `frame.seats`."""

    SEATED, OVER = SEATED, OVER

    discard: Cards
    """Its top last."""
    melds: tuple[Meld, ...]
    """What lies, as it was laid."""
    known: tuple[Cards, ...]
    """Cards that were taken openly and not seen since, by place, sorted."""
    fresh: Cards
    """How many of each card went into the stock when it was shuffled last."""
    shuffles: int
    """How often the animal cards were shuffled."""
    laid: tuple[Cards, ...]
    """The missions done in the match, by place."""
    done: Cards
    """1 by place when the mission of this round lies."""
    gained: Cards
    """The surprises of this round, by place."""
    surprises: Cards
    """Those of the match, by place."""
    asked: int
    """How many places have their mission for this round."""

    def total(self, place: int) -> int:
        """How many missions a place has done in the match."""
        return self.frame.totals[place] + self.done[place] + self.gained[place]


@dataclass(slots=True, unsafe_hash=True)
class State(Open, Deal):
    """Where everything is."""

    stock: Cards
    """Its top first."""
    hands: tuple[Cards, ...]
    """By place, sorted."""
    pack: Cards
    """The missions, the top first."""
    back: int
    """So many of the last ones were put under it."""
    missions: Cards
    """The secret ones, by place, NONE without."""

    @classmethod
    def before(cls, frame: Frame) -> Self:
        """The table before anything is handed out."""
        around = len(frame.seats)
        nothing: tuple[Cards, ...] = ((),) * around
        zeros = (0,) * around
        return cls(
            frame=frame,
            stage=MISSIONS,
            turn=frame.first,
            discard=(),
            melds=(),
            known=nothing,
            fresh=copies(FULL_PACK, PACK),
            shuffles=0,
            laid=nothing,
            done=zeros,
            gained=zeros,
            surprises=zeros,
            asked=0,
            closer=None,
            stock=FULL_PACK,
            hands=nothing,
            pack=FULL_MISSIONS,
            back=0,
            missions=(NONE,) * around,
        )

    def cards(self) -> Cards:
        """Every animal card of the deal, lowest first."""
        return tuple(sorted(sum((self.stock, self.discard, *self.hands, *(meld.cards for meld in self.melds)), ())))

    @property
    def unshuffled(self) -> Cards:
        """What the dealer is to shuffle now, lowest first: missions first of all, then animal cards."""
        if self.stage == MISSIONS:
            return tuple(sorted(self.pack))
        return tuple(sorted(self.stock if self.stage == SHUFFLE else self.discard[:-1]))
