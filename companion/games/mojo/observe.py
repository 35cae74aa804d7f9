"""What one seat may see of a deal of Mojo, and the deals it could be in."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from .. import table
from ..cards import Cards, mixed, unplaced
from ..table import Move, opened
from .moves import ACTS, legal
from .scoring import PACK
from .stages import OVER
from .state import Open, State


@dataclass(slots=True, unsafe_hash=True)
class Observation(Open, table.Observation):
    """What `seat` (None: a watcher) sees: what lies open, its own cards, and of the others how many they have."""

    seat: int | None
    hand: Cards
    """Its own cards in the hand."""
    down: Cards
    """Its own cards that lie face down."""
    hands: Cards
    """How many everybody has in the hand, by place."""
    downs: Cards
    """How many everybody has face down, by place."""
    stock: int
    """How many cards are left."""
    shown: tuple[tuple[Cards, Cards], ...]
    """Everybody's hand and face-down cards once the round is over (mojo M14), before that empty."""

    def effect(self, move: Move) -> str:
        """What one of `moves()` will do, as a word for pages to translate: "lower" ends the turn (mojo M6), "draw"
        draws a card (M7, M23), "again" must be followed by another (M8), "reveal" turns a card (M11), "end" ends the
        round (M13).
        """
        act = ACTS[move]
        if act.kind == "reveal":
            return "reveal" if len(self.down) > 1 else "end"
        if act.kind == "draw":
            return "draw"
        top = self.piles[max(act.pile, 0)][-1]
        if act.card > top:
            return "draw"
        if len(self.hand) == 1:
            return "end"
        return "again" if act.card == top else "lower"

    def moves(self) -> tuple[Move, ...]:
        """The legal moves of this seat; empty when it is not its turn."""
        if self.seat is None or self.to_move != (self.seat,):
            return ()
        return legal(self.stage, self.frame.discards, self.pile, self.hand, self.down)


def observe(deal: State, seat: int | None) -> Observation:
    """What `seat` sees of `deal`. Raises ValueError for a seat that was not dealt in."""
    place = None if seat is None else deal.frame.seats.index(seat)
    over = deal.stage == OVER
    return Observation(
        **opened(Open, deal),
        seat=seat,
        hand=() if place is None else deal.hands[place],
        down=() if place is None else deal.downs[place],
        hands=tuple(map(len, deal.hands)),
        downs=tuple(map(len, deal.downs)),
        stock=len(deal.stock),
        shown=tuple(zip(deal.hands, deal.downs, strict=True)) if over else (),
    )


class Hidden(NamedTuple):
    """The cards that an observation does not place. `held`: those that cannot be in the stock, for too few of their
    value were shuffled into it; `loose`: all others. `hands`, `downs`: the cards that are placed, by place;
    `gaps`: for each place how many are missing in its hand and face down; `stock`: how many cards it has.
    """

    held: Cards
    loose: Cards
    hands: tuple[Cards, ...]
    downs: tuple[Cards, ...]
    gaps: tuple[tuple[int, int], ...]
    stock: int

    @classmethod
    def of(cls, seen: Observation) -> Hidden:
        """What is hidden from the seat that sees this."""
        placed = [_placed(seen, place) for place in range(len(seen.hands))]
        hands, downs = tuple(hand for hand, _ in placed), tuple(down for _, down in placed)
        laid = (*seen.piles, *seen.ups, *hands, *downs)
        held, loose = unplaced(PACK, laid, seen.fresh)
        return cls(
            held,
            loose,
            hands,
            downs,
            gaps=tuple(
                (seen.hands[place] - len(hand), seen.downs[place] - len(down))
                for place, (hand, down) in enumerate(placed)
            ),
            stock=seen.stock,
        )

    def lay(self, rng: Random) -> tuple[list[list[int]], list[list[int]], list[int]]:
        """Hands, face-down cards and stock as they could be; nothing is in order but the stock, its top first."""
        loose = mixed(self.loose, rng)
        stock, pool = loose[: self.stock], loose[self.stock :]
        if self.held:
            pool = mixed((*pool, *self.held), rng)
        at, hands, downs = 0, [], []
        for hand, down, (in_hand, face_down) in zip(self.hands, self.downs, self.gaps, strict=True):
            hands.append([*hand, *pool[at : at + in_hand]])
            downs.append([*down, *pool[at + in_hand : at + in_hand + face_down]])
            at += in_hand + face_down
        return hands, downs, stock


def _placed(seen: Observation, place: int) -> tuple[Cards, Cards]:
    """The cards of a place's hand, and of those face down, that the seat knows."""
    if seen.shown:
        return seen.shown[place]
    if place == seen.place:
        return seen.hand, seen.down
    return (seen.known[place], ()) if seen.hands[place] else ((), seen.known[place])
