"""What one seat may see of a deal of Skyjo, and the deals it could be in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from .. import table
from ..cards import Cards, mixed
from ..table import Move, opened
from .moves import ACTS, legal
from .scoring import PACK
from .stages import DRAWN, TAKEN
from .state import Grid, Open, State, column_of, lying


@dataclass(slots=True, unsafe_hash=True)
class Observation(Open, table.Observation):
    """What `seat` (None: a watcher) sees. Nobody sees a face-down card, its owner neither (skyjo S8)."""

    seat: int | None
    stock: int
    """How many cards are left."""
    held: int | None
    """The card in the hand of the seat in turn, None where there is none or this seat may not see it (skyjo S5)."""
    grids: tuple[Grid, ...]
    """The cards that lie open by place, None for all others."""
    lies: tuple[Cards, ...]
    """The positions where a card lies, face down or open, by place."""
    picks: Cards
    """The positions that the seat itself has picked to turn (skyjo S3)."""
    buried: Cards
    """The face-down cards, lowest first, once everybody can know which they are: when the discard has been shuffled
    (skyjo S7), all that is neither open nor in the stock lies face down. Before that empty.
    """

    def moves(self) -> tuple[Move, ...]:
        """The legal moves of this seat; empty when it is not its turn."""
        place = self.place
        if place is None or self.seat not in self.to_move:
            return ()
        return legal(self.stage, self.downs[place], self.lies[place], self.picks)

    def effect(self, move: Move) -> str:
        """What one of `moves()` will do, as a word for pages to translate: "pick" marks a card to turn (skyjo S3),
        "take" and "draw" take a card in hand (S4, S5), "close" closes the round with the last face-down card (S8),
        "column" takes a column away (S6), "swap" and "turn" do nothing more. What face-down cards will do nobody knows.
        """
        act = ACTS[move]
        if act.kind in ("pick", "take", "draw"):
            return act.kind
        place = self.place
        assert place is not None, "only who plays has moves"
        if self.closer is None and self.downs[place] == (act.at,):
            return "close"
        others = [self.grids[place][at] for at in column_of(act.at) if at != act.at]
        return "column" if act.kind == "swap" and others == [self.held, self.held] else act.kind


def observe(deal: State, seat: int | None) -> Observation:
    """What `seat` sees of `deal`. Raises ValueError for a seat that was not dealt in."""
    place = None if seat is None else deal.frame.seats.index(seat)
    shown = deal.stage == TAKEN or (deal.stage == DRAWN and place == deal.turn)
    return Observation(
        **opened(Open, deal),
        seat=seat,
        stock=len(deal.stock),
        held=deal.held if shown else None,
        grids=tuple(
            tuple([None if at in downs else card for at, card in enumerate(grid)])
            for grid, downs in zip(deal.grids, deal.downs, strict=True)
        ),
        lies=tuple(map(lying, deal.grids)),
        picks=() if place is None else deal.picks[place],
        buried=_face_down(deal) if deal.mixed else (),
    )


def _face_down(deal: State) -> Cards:
    cards = (grid[at] for grid, downs in zip(deal.grids, deal.downs, strict=True) for at in downs)
    return tuple(sorted(card for card in cards if card is not None))


class Hidden(NamedTuple):
    """The cards that an observation does not place. `loose`: those that may lie anywhere; `buried`: those that lie face
    down for certain. `stock`: how many are in the stock; `hand`: whether one of them is in somebody's hand.
    """

    grids: tuple[Grid, ...]
    downs: tuple[Cards, ...]
    loose: Cards
    buried: Cards
    stock: int
    held: int | None
    hand: bool

    @classmethod
    def of(cls, seen: Observation) -> Hidden:
        """What is hidden from the seat that sees this."""
        left = Counter(PACK)
        for grid in seen.grids:
            left.subtract(card for card in grid if card is not None)
        left.subtract(seen.pile)
        left.subtract(() if seen.held is None else (seen.held,))
        left.subtract(seen.buried)
        loose = tuple(value for value in PACK for _ in range(left[value]))
        hand = seen.stage == DRAWN and seen.held is None
        return cls(seen.grids, seen.downs, loose, seen.buried, seen.stock, seen.held, hand)

    def lay(self, rng: Random) -> tuple[list[list[int | None]], list[int], int | None]:
        """Grids, stock and the card in hand as they could be; the stock's top first."""
        loose = mixed(self.loose, rng)
        held = loose.pop() if self.hand else self.held
        stock = loose[: self.stock]
        face_down = mixed(self.buried, rng) if self.buried else loose[self.stock :]
        grids = [list(grid) for grid in self.grids]
        for grid, downs in zip(grids, self.downs, strict=True):
            for at in downs:
                grid[at] = face_down.pop()
        return grids, stock, held
