"""A round of Jok-R-ummy jr in progress: what lies where, and how a move changes it (jokrummy J4 to J15, J17)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..cards import Cards, copies, put, without
from ..table import DEALER, Carry, Move, Setup, opened, shuffled
from ..why import Why
from .handing import Handing
from .melds import Meld, meld_of
from .missions import MISSIONS as MISSION_CARDS
from .missions import MIXED, SET
from .moves import HAND_OUT, Act, legal, read, spell
from .observe import Hidden, Observation, lay_missions, observe
from .pack import HAND, PACK
from .refusals import why_not
from .scoring import Report
from .setup import NONE, Held, Missions, frame_of
from .stages import DRAW, HANDING, MISSIONS, PLAY, RESHUFFLE, SHUFFLE
from .state import Open
from .tell import tell, told


def deal(setup: Setup) -> Deal:
    """The deal of a setup. In the first one of a match the missions are shuffled, later they were handed on (jokrummy
    J4, J14). Raises ValueError for a setup that cannot be.
    """
    begun = Deal.before(frame_of(setup))
    if setup.carry:
        begun.take_over(Missions.read(setup.carry).among(begun.frame.seats))
    else:
        begun.count_unknown_surprises()
    return begun


def determinize(seen: Observation, rng: Random) -> Deal:
    """A deal that the seat could be in: what is hidden lies where chance puts it, all else is as seen."""
    hands, stock = Hidden.of(seen).lay(rng)
    missions, pack = lay_missions(seen, rng)
    return Deal(
        **opened(Open, seen),
        stock=tuple(stock),
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        pack=pack,
        back=len(seen.under),
        missions=missions,
    )


class Deal(Handing):
    """A round as an immutable value: `after` copies before it changes anything."""

    __slots__ = ()

    def moves(self, seat: int) -> tuple[Move, ...]:
        """The legal moves, one for each different choice (jokrummy J5 to J8, J14)."""
        if self.to_move != (seat,) or seat == DEALER:
            return ()
        place = self.turn
        return legal(self.stage, self.hands[place], self.missions[place], self.done[place], self.melds)

    def _judge(self, seat: int, move: Move) -> tuple[Act | None, Why | None]:
        act = read(move)
        return act, why_not(self, seat, act, move)

    def _do(self, seat: int, act: Act) -> None:
        if act.kind in ("keep", "change"):
            self.answer(act.kind == "change")
        elif act.kind == "draw":
            self._draw(act.source)
        elif act.kind == "lay":
            self._lay(act.cards)
        elif act.kind == "group":
            self._lay_set(act.cards)
        elif act.kind == "add":
            self._add(act)
        elif act.kind == "discard":
            self._discard(act.cards)
        elif act.missions or act.kind == HAND_OUT:
            self.pack = act.missions or self.pack
            self.hand_out()
        else:
            self._shuffled(act.cards)

    def _drawn(self, rng: Random) -> Move:
        if self.stage == HANDING:
            return HAND_OUT
        if self.stage == MISSIONS:
            return spell(Act("shuffle", missions=self._mixed(rng)))
        return spell(Act("shuffle" if self.stage == SHUFFLE else "reshuffle", self._mixed(rng)))

    def observe(self, seat: int | None) -> Observation:
        """What the seat may see; None for a watcher. Raises ValueError for a seat that was not dealt in."""
        return observe(self, seat)

    def tell(self, seat: int, move: Move) -> Why | None:
        """The move in words that everybody may read."""
        return tell(self, seat, move)

    def told(self, seat: int, move: Move, after: Deal) -> Why | None:
        """The same once it is made, with the surprises that it brought (jokrummy J12)."""
        return told(self, seat, move, after)

    def sealed(self, shuffles: Sequence[Move]) -> tuple[frozenset[int], ...]:
        """All of them, until the match ends: hands tell of missions that are kept (jokrummy J14), and where the cards
        of a finished round lay tells what was in the hands. Raises ValueError before the end of the round.
        """
        self._expect_over()
        return tuple(frozenset(range(len(shuffled(move)))) for move in shuffles)

    def entries(self) -> dict[int, Report]:
        """What every seat did (jokrummy J16). Raises ValueError before the end."""
        self._expect_over()
        return {seat: Report(self.done[place], self.gained[place]) for place, seat in enumerate(self.frame.seats)}

    def carry(self) -> Carry:
        """All missions: the pack, the secret ones and those done (jokrummy J14). Raises ValueError before the end."""
        self._expect_over()
        held = zip(self.frame.seats, self.missions, self.laid, strict=True)
        return Missions(self.pack, self.back, tuple(Held(*each) for each in held)).spell()

    def _shuffled(self, cards: Cards) -> None:
        """A new stock (jokrummy J4, J11); the first one is dealt, one card at a time from the dealer's left."""
        stage = self.stage
        self.stock, self.fresh, self.shuffles, self.stage = cards, copies(cards, PACK), self.shuffles + 1, DRAW
        if stage == RESHUFFLE:
            self.discard = self.discard[-1:]
            return
        around, first, step = len(self.hands), self.frame.first, self.frame.step
        hands: list[Cards] = [()] * around
        for number in range(around):
            hands[(first + step * number) % around] = tuple(sorted(cards[number : around * HAND : around]))
        self.hands = tuple(hands)
        self.discard, self.stock = cards[around * HAND : around * HAND + 1], cards[around * HAND + 1 :]

    def _draw(self, source: str) -> None:
        """One card, from the stock or openly from the discard (jokrummy J5)."""
        place = self.turn
        if source == "stock":
            card, self.stock = self.stock[0], self.stock[1:]
        else:
            card, self.discard = self.discard[-1], self.discard[:-1]
            self.known = put(self.known, place, tuple(sorted((*self.known[place], card))))
        self.hands = put(self.hands, place, tuple(sorted((*self.hands[place], card))))
        self.stage = PLAY

    def _lose(self, cards: Cards) -> None:
        """Take cards from the hand in turn, and from what is known of it."""
        place = self.turn
        self.hands = put(self.hands, place, without(self.hands[place], *cards))
        known = list(self.known[place])
        if known:
            for card in cards:
                if card in known:
                    known.remove(card)
            self.known = put(self.known, place, tuple(known))

    def _lay(self, cards: Cards) -> None:
        """Show the mission and lay it (jokrummy J6); the limit wins at once (J15), all missions end the round (J13)."""
        place = self.turn
        mission = self.missions[place]
        wanted = MISSION_CARDS[mission]
        self._lose(cards)
        self.melds = (*self.melds, meld_of(place, wanted.kind, wanted.animal, cards))
        self.missions = (*self.missions[:place], NONE, *self.missions[place + 1 :])
        self.laid = put(self.laid, place, (*self.laid[place], mission))
        self.done = (*self.done[:place], 1, *self.done[place + 1 :])
        if self.total(place) >= self.frame.limit or not self.hands[place]:
            self.end(place)
        elif all(self.done):
            self.end(None)

    def _lay_set(self, cards: Cards) -> None:
        """Lay a new set (jokrummy J7)."""
        self._lose(cards)
        self.melds = (*self.melds, meld_of(self.turn, SET, MIXED, cards))
        self._out()

    def _add(self, act: Act) -> None:
        """Extend what lies (jokrummy J7)."""
        self._lose(act.cards)
        meld, value = self.melds[act.meld], act.cards[0]
        changed = meld.added(value, goes_first(meld, act))
        self.melds = (*self.melds[: act.meld], changed, *self.melds[act.meld + 1 :])
        self._out()

    def _out(self) -> bool:
        """Whether no card is left in the hand in turn; then the round is over (jokrummy J13)."""
        if self.hands[self.turn]:
            return False
        self.end(self.turn)
        return True

    def _discard(self, cards: Cards) -> None:
        """The end of a turn (jokrummy J8). An empty stock is made anew of the discard, which has cards then (J11)."""
        self._lose(cards)
        self.discard = (*self.discard, *cards)
        if self._out():
            return
        self.turn = (self.turn + self.frame.step) % len(self.hands)
        self.stage = DRAW if self.stock else RESHUFFLE


def goes_first(meld: Meld, act: Act) -> bool:
    """Whether an added card goes before the others; only a monkey has to say."""
    return act.end == "start" if act.end else meld.fits(act.cards[0], True)
