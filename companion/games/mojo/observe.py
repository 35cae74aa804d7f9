"""What one seat may see of a deal of Mojo, and the deals it could be in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ..cards import mixed
from ..deal import Move
from .look import Look, look
from .moves import ACTS, options
from .scoring import PACK
from .setup import Cards, Frame
from .stages import OVER
from .state import State, movers

if TYPE_CHECKING:
    from .play import Deal


@dataclass(frozen=True, slots=True)
class Observation:
    """What `seat` (None: a watcher) sees. As in the deal, tuples go by place in `frame.seats`.

    `hand`, `down`: its own cards, in the hand and face down; `hands`, `downs`: how many everybody has; `stock`: how
    many are left. `shown`: everybody's hand and face-down cards once the round is over (mojo M14), before that empty.
    All else lies open, or can be known by all who watched: `known` are the cards drawn from a discard and not seen
    since, `fresh` the copies of each value that went into the stock when it was shuffled last.
    """

    seat: int | None
    frame: Frame
    stage: int
    turn: int
    pile: int
    piles: tuple[Cards, ...]
    stock: int
    hand: Cards
    down: Cards
    hands: Cards
    downs: Cards
    ups: tuple[Cards, ...]
    known: tuple[Cards, ...]
    fresh: Cards
    shown: tuple[tuple[Cards, Cards], ...]
    idle: int
    ender: int

    @property
    def place(self) -> int | None:
        """Where the seat sits, None for a watcher."""
        return None if self.seat is None else self.frame.seats.index(self.seat)

    @property
    def to_move(self) -> tuple[int, ...]:
        """(DEALER,) before a shuffle, () when the round is over, else the one seat in turn."""
        return movers(self.frame, self.stage, self.turn)

    @property
    def seats(self) -> Cards:
        """The seats dealt in, clockwise."""
        return self.frame.seats

    @property
    def closer(self) -> int | None:
        """The seat that ended the round and takes the Mojo (mojo M13); None while it is played."""
        return self.frame.seats[self.ender] if self.stage == OVER else None

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
        return options(self.stage, self.frame.discards, self.pile, self.hand, self.down)

    def look(self) -> Look:
        """The same as a page shows it."""
        return look(self)

    def determinize(self, rng: Random) -> Deal:
        """A deal this seat could be in: the hidden cards lie where chance puts them, all else is as seen."""
        from .play import Deal  # A deal observes and an observation deals: one of them has to look the other up late.

        hidden = Hidden.of(self)
        hands, downs, stock = hidden.lay(rng)
        deal = Deal(self.frame)
        deal.stage, deal.turn, deal.pile, deal.piles = self.stage, self.turn, self.pile, self.piles
        deal.hands = tuple(tuple(sorted(hand)) for hand in hands)
        deal.downs = tuple(tuple(sorted(down)) for down in downs)
        deal.stock, deal.ups, deal.known, deal.fresh = tuple(stock), self.ups, self.known, self.fresh
        deal.idle, deal.ender = self.idle, self.ender
        return deal


def observe(deal: State, seat: int | None) -> Observation:
    """What `seat` sees of `deal`. Raises ValueError for a seat that was not dealt in."""
    place = None if seat is None else deal.frame.seats.index(seat)
    over = deal.stage == OVER
    return Observation(
        seat=seat,
        frame=deal.frame,
        stage=deal.stage,
        turn=deal.turn,
        pile=deal.pile,
        piles=deal.piles,
        stock=len(deal.stock),
        hand=() if place is None else deal.hands[place],
        down=() if place is None else deal.downs[place],
        hands=tuple(map(len, deal.hands)),
        downs=tuple(map(len, deal.downs)),
        ups=deal.ups,
        known=deal.known,
        fresh=deal.fresh,
        shown=tuple(zip(deal.hands, deal.downs, strict=True)) if over else (),
        idle=deal.idle,
        ender=deal.ender,
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
        left = Counter(PACK)
        for cards in (*seen.piles, *seen.ups, *hands, *downs):
            left.subtract(cards)
        sure = {value: max(0, left[value] - seen.fresh[value]) for value in PACK}
        return cls(
            held=tuple(value for value in PACK for _ in range(sure[value])),
            loose=tuple(value for value in PACK for _ in range(left[value] - sure[value])),
            hands=hands,
            downs=downs,
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
