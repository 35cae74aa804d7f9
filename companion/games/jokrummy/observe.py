"""What one seat may see of a deal of Jok-R-ummy jr, and the deals it could be in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ..cards import mixed
from ..deal import DEALER, Move
from ..dealt import NOBODY
from .look import Look, look
from .melds import Meld
from .missions import FULL_MISSIONS, SURPRISE
from .moves import options, read
from .pack import PACK, Cards
from .setup import NONE, Frame
from .stages import MISSIONS, OVER, SEATED
from .state import State

if TYPE_CHECKING:
    from .play import Deal


@dataclass(frozen=True, slots=True)
class Observation:
    """What `seat` (None: a watcher) sees. As in the deal, tuples go by place in `frame.seats`.

    `hand`, `mission`: its own; `hands`: how many cards everybody has; `holds`: 1 for who has a secret mission; `stock`,
    `pack`: how many cards they have; `under`: of the missions put back under the pack, top first, 1 for a surprise and
    0 for a regular one. Secret missions stay secret when the round is over (jokrummy J14), and hands are not shown. All
    else lies open, or can be known by all who watched: see State.
    """

    seat: int | None
    frame: Frame
    stage: int
    turn: int
    hand: Cards
    hands: Cards
    known: tuple[Cards, ...]
    stock: int
    discard: Cards
    fresh: Cards
    shuffles: int
    melds: tuple[Meld, ...]
    mission: int
    holds: Cards
    pack: int
    under: Cards
    laid: tuple[Cards, ...]
    done: Cards
    gained: Cards
    surprises: Cards
    asked: int
    ender: int

    @property
    def place(self) -> int | None:
        """Where the seat sits, None for a watcher."""
        return None if self.seat is None else self.frame.seats.index(self.seat)

    @property
    def seats(self) -> Cards:
        """The seats dealt in, clockwise."""
        return self.frame.seats

    @property
    def to_move(self) -> tuple[int, ...]:
        """(DEALER,) before a shuffle, () when the round is over, else the one seat in turn."""
        if self.stage in SEATED:
            return (self.frame.seats[self.turn],)
        return () if self.stage == OVER else (DEALER,)

    @property
    def closer(self) -> int | None:
        """The seat that ended the round, as the deal's; None while it is played."""
        return None if self.ender == NOBODY else self.frame.seats[self.ender]

    def total(self, place: int) -> int:
        """How many missions a place has done in the match."""
        return self.frame.totals[place] + self.done[place] + self.gained[place]

    def moves(self) -> tuple[Move, ...]:
        """The legal moves of this seat; empty when it is not its turn."""
        place = self.place
        if place is None or self.to_move != (self.seat,):
            return ()
        return options(self.stage, self.hand, self.mission, self.done[place], self.melds)

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

    def look(self) -> Look:
        """The same as a page shows it."""
        return look(self)

    def determinize(self, rng: Random) -> Deal:
        """A deal this seat could be in: what is hidden lies where chance puts it, all else is as seen."""
        from .play import Deal  # A deal observes and an observation deals: one of them has to look the other up late.

        deal = Deal(self.frame)
        for name in ("stage", "turn", "known", "discard", "fresh", "shuffles", "melds", "laid"):
            setattr(deal, name, getattr(self, name))
        for name in ("done", "gained", "surprises", "asked", "ender"):
            setattr(deal, name, getattr(self, name))
        hands, stock = Hidden.of(self).lay(rng)
        deal.hands, deal.stock = tuple(tuple(sorted(hand)) for hand in hands), tuple(stock)
        deal.back = len(self.under)
        deal.missions, deal.pack = _missions(self, rng)
        return deal


def observe(deal: State, seat: int | None) -> Observation:
    """What `seat` sees of `deal`. Raises ValueError for a seat that was not dealt in."""
    place = None if seat is None else deal.frame.seats.index(seat)
    under = deal.pack[len(deal.pack) - deal.back :]
    return Observation(
        seat=seat,
        frame=deal.frame,
        stage=deal.stage,
        turn=deal.turn,
        hand=() if place is None else deal.hands[place],
        hands=tuple(map(len, deal.hands)),
        known=deal.known,
        stock=len(deal.stock),
        discard=deal.discard,
        fresh=deal.fresh,
        shuffles=deal.shuffles,
        melds=deal.melds,
        mission=NONE if place is None else deal.missions[place],
        holds=tuple(int(mission != NONE) for mission in deal.missions),
        pack=len(deal.pack),
        under=tuple(int(mission == SURPRISE) for mission in under),
        laid=deal.laid,
        done=deal.done,
        gained=deal.gained,
        surprises=deal.surprises,
        asked=deal.asked,
        ender=deal.ender,
    )


class Hidden(NamedTuple):
    """The cards that an observation does not place. `held`: those that cannot be in the reserve, for too few of their
    kind were shuffled into it; `loose`: all others. `hands`: the cards that are placed, by place; `gaps`: how many are
    missing in each hand; `stock`: how many cards the reserve has.
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
        left = Counter(PACK)
        for cards in (seen.discard, *hands, *(meld.cards for meld in seen.melds)):
            left.subtract(cards)
        sure = {value: max(0, left[value] - seen.fresh[value]) for value in PACK}
        return cls(
            held=tuple(value for value in PACK for _ in range(sure[value])),
            loose=tuple(value for value in PACK for _ in range(left[value] - sure[value])),
            hands=hands,
            gaps=tuple(number - len(hand) for number, hand in zip(seen.hands, hands, strict=True)),
            stock=seen.stock,
        )

    def lay(self, rng: Random) -> tuple[list[list[int]], list[int]]:
        """Hands and reserve as they could be; nothing is in order but the reserve, its top first."""
        loose = mixed(self.loose, rng)
        stock, pool = loose[: self.stock], mixed((*loose[self.stock :], *self.held), rng)
        at, hands = 0, []
        for hand, gap in zip(self.hands, self.gaps, strict=True):
            hands.append([*hand, *pool[at : at + gap]])
            at += gap
        return hands, stock


def _missions(seen: Observation, rng: Random) -> tuple[Cards, Cards]:
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
