"""What one seat may see of a deal of Jok-R-ummy jr, and the deals it could be in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from .. import table
from ..cards import Cards, mixed, unplaced
from ..table import Move, opened
from .missions import FULL_MISSIONS, SURPRISE
from .moves import legal, read
from .pack import PACK
from .setup import NONE
from .stages import MISSIONS
from .state import Open, State


@dataclass(slots=True, unsafe_hash=True)
class Observation(Open, table.Observation):
    """What `seat` (None: a watcher) sees. Secret missions stay secret when the round is over (jokrummy J14), and hands
    are not shown.
    """

    seat: int | None
    hand: Cards
    """Its own cards."""
    hands: Cards
    """How many cards everybody has, by place."""
    stock: int
    """How many cards are left."""
    mission: int
    """Its own secret one."""
    holds: Cards
    """1 by place for who has a secret mission."""
    pack: int
    """How many missions lie in the pack."""
    under: Cards
    """Of those put back under it, the top first: 1 for a surprise and 0 for a regular one."""

    def moves(self) -> tuple[Move, ...]:
        """The legal moves of this seat; empty when it is not its turn."""
        place = self.place
        if place is None or self.to_move != (self.seat,):
            return ()
        return legal(self.stage, self.hand, self.mission, self.done[place], self.melds)

    def effect(self, move: Move) -> str:
        """What one of `moves()` will do, as a key: "keep", "change" (jokrummy J14); "draw", "take" from the discard
        (J5); "lay" the mission, "win" with it (J6, J15); "group", "add" (J7); "discard" (J8); "end" the round (J13).
        """
        act, place = read(move), self.place
        assert act is not None and place is not None, "one of the moves of this seat"
        if act.kind == "draw":
            return "draw" if act.source == "stock" else "take"
        if act.kind == "lay":
            if self.total(place) + 1 >= self.frame.limit:
                return "win"
            others = (done for at, done in enumerate(self.done) if at != place)
            return "end" if all(others) or len(act.cards) == len(self.hand) else "lay"
        return "end" if act.cards and len(act.cards) == len(self.hand) else act.kind


def observe(deal: State, seat: int | None) -> Observation:
    """What `seat` sees of `deal`. Raises ValueError for a seat that was not dealt in."""
    place = None if seat is None else deal.frame.seats.index(seat)
    under = deal.pack[len(deal.pack) - deal.back :]
    return Observation(
        **opened(Open, deal),
        seat=seat,
        hand=() if place is None else deal.hands[place],
        hands=tuple(map(len, deal.hands)),
        stock=len(deal.stock),
        mission=NONE if place is None else deal.missions[place],
        holds=tuple(int(mission != NONE) for mission in deal.missions),
        pack=len(deal.pack),
        under=tuple(int(mission == SURPRISE) for mission in under),
    )


class Hidden(NamedTuple):
    """The cards that an observation does not place. `held`: those that cannot be in the stock, for too few of their
    kind were shuffled into it; `loose`: all others. `hands`: the cards that are placed, by place; `gaps`: how many are
    missing in each hand; `stock`: how many cards the stock has.
    """

    held: Cards
    loose: Cards
    hands: tuple[Cards, ...]
    gaps: Cards
    stock: int

    @classmethod
    def of(cls, seen: Observation) -> Hidden:
        """What is hidden from the seat that sees this."""
        hands = tuple(seen.hand if place == seen.place else known for place, known in enumerate(seen.known))
        laid = (seen.discard, *hands, *(meld.cards for meld in seen.melds))
        held, loose = unplaced(PACK, laid, seen.fresh)
        return cls(
            held,
            loose,
            hands,
            gaps=tuple(number - len(hand) for number, hand in zip(seen.hands, hands, strict=True)),
            stock=seen.stock,
        )

    def lay(self, rng: Random) -> tuple[list[list[int]], list[int]]:
        """Hands and stock as they could be; nothing is in order but the stock, its top first."""
        loose = mixed(self.loose, rng)
        stock, pool = loose[: self.stock], mixed((*loose[self.stock :], *self.held), rng)
        at, hands = 0, []
        for hand, gap in zip(self.hands, self.gaps, strict=True):
            hands.append([*hand, *pool[at : at + gap]])
            at += gap
        return hands, stock


def lay_missions(seen: Observation, rng: Random) -> tuple[Cards, Cards]:
    """The secret missions and the pack as they could be. Regular ones are in hands, and where one was put back."""
    left = Counter(FULL_MISSIONS)
    left.subtract([number for done in seen.laid for number in done])
    if seen.mission != NONE:
        left[seen.mission] -= 1
    regular = mixed(tuple(number for number in range(SURPRISE) for _ in range(left[number])), rng)
    held = [
        seen.mission if place == seen.place else regular.pop() if has else NONE for place, has in enumerate(seen.holds)
    ]
    under = [SURPRISE if surprise else regular.pop() for surprise in seen.under]
    if seen.stage == MISSIONS:
        return tuple(held), FULL_MISSIONS
    surprises = left[SURPRISE] - sum(seen.under)
    return tuple(held), (*mixed((*regular, *[SURPRISE] * surprises), rng), *under)
