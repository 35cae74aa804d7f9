"""What one seat may see of a deal of Skyjo, and the deals it could be in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ..cards import mixed
from ..deal import Move
from ..dealt import NOBODY
from .look import Look, look
from .moves import ACTS, options
from .scoring import GRID, PACK
from .setup import Cards, Frame
from .stages import DRAWN, TAKEN
from .state import Grid, State, column_of, lying, movers

if TYPE_CHECKING:
    from .play import Deal


@dataclass(frozen=True, slots=True)
class Observation:
    """What `seat` (None: a watcher) sees. As in the deal, tuples go by place in `frame.seats`.

    `grids`: the cards that lie open, None for all others; `lies`: the positions where a card lies, face down or open;
    `downs`: of those face down. Nobody sees a face-down card, its owner neither (skyjo S8). `picks`: the positions the
    seat itself has picked to turn; `picked`: how many everybody has (S3). `held`: the card in the hand of the seat in
    turn, None where there is none or this seat may not see it (S5). `pile`: the discard, its top last; `stock`: how
    many cards are left. `buried`: the face-down cards, lowest first, once everybody can know which they are: when the
    discard has been shuffled (S7), all that is neither open nor in the stock lies face down; before that empty.
    """

    seat: int | None
    frame: Frame
    stage: int
    turn: int
    pile: Cards
    stock: int
    held: int | None
    grids: tuple[Grid, ...]
    lies: tuple[Cards, ...]
    downs: tuple[Cards, ...]
    picks: Cards
    picked: Cards
    mixed: bool
    buried: Cards
    idle: Cards
    ender: int

    @property
    def place(self) -> int | None:
        """Where the seat sits, None for a watcher."""
        return None if self.seat is None else self.frame.seats.index(self.seat)

    @property
    def to_move(self) -> tuple[int, ...]:
        """All who still pick (skyjo S3), (DEALER,) for chance, () once the round is over, else who is in turn."""
        return movers(self.frame, self.stage, self.turn, self.picked)

    @property
    def seats(self) -> Cards:
        """The seats dealt in, clockwise."""
        return self.frame.seats

    @property
    def closer(self) -> int | None:
        """The seat that closed the round (skyjo S8), known as soon as it has; None before."""
        return None if self.ender == NOBODY else self.frame.seats[self.ender]

    def moves(self) -> tuple[Move, ...]:
        """The legal moves of this seat; empty when it is not its turn."""
        place = self.place
        if place is None or self.seat not in self.to_move:
            return ()
        return options(self.stage, self.downs[place], self.lies[place], self.picks)

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
        if self.ender == NOBODY and self.downs[place] == (act.at,):
            return "close"
        others = [self.grids[place][at] for at in column_of(act.at) if at != act.at]
        return "column" if act.kind == "swap" and others == [self.held, self.held] else act.kind

    def look(self) -> Look:
        """The same as a page shows it."""
        return look(self)

    def determinize(self, rng: Random) -> Deal:
        """A deal this seat could be in: the hidden cards lie where chance puts them, all else is as seen."""
        from .play import Deal  # A deal observes and an observation deals: one of them has to look the other up late.

        grids, stock, held = Hidden.of(self).lay(rng)
        deal = Deal(self.frame)
        deal.stage, deal.turn, deal.ender, deal.mixed = self.stage, self.turn, self.ender, self.mixed
        deal.stock, deal.pile, deal.held = tuple(stock), self.pile, held
        deal.grids, deal.downs, deal.idle = tuple(map(tuple, grids)), self.downs, self.idle
        deal.picks = tuple(
            self.picks if place == self.place else tuple(sorted(rng.sample(range(GRID), number)))
            for place, number in enumerate(self.picked)
        )
        return deal


def observe(deal: State, seat: int | None) -> Observation:
    """What `seat` sees of `deal`. Raises ValueError for a seat that was not dealt in."""
    place = None if seat is None else deal.frame.seats.index(seat)
    shown = deal.stage == TAKEN or (deal.stage == DRAWN and place == deal.turn)
    return Observation(
        seat=seat,
        frame=deal.frame,
        stage=deal.stage,
        turn=deal.turn,
        pile=deal.pile,
        stock=len(deal.stock),
        held=deal.held if shown else None,
        grids=tuple(
            tuple([None if at in downs else card for at, card in enumerate(grid)])
            for grid, downs in zip(deal.grids, deal.downs, strict=True)
        ),
        lies=tuple(map(lying, deal.grids)),
        downs=deal.downs,
        picks=() if place is None else deal.picks[place],
        picked=tuple(map(len, deal.picks)),
        mixed=deal.mixed,
        buried=_face_down(deal) if deal.mixed else (),
        idle=deal.idle,
        ender=deal.ender,
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
