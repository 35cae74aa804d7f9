"""A round of Mojo in progress: what lies where, and how a move changes it (mojo M3 to M14, M18, M21 to M26)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..cards import Cards, Hand, copies, put, without
from ..table import DEALER, Carry, Move, Setup, opened
from ..why import Why
from .moves import NO_PILE, Act, legal, read, spell
from .observe import Hidden, Observation, observe
from .refusals import why_not
from .scoring import HAND, PACK
from .setup import Leftovers, frame_of
from .stages import CHOOSE, DEALING, OVER, PLAYING, RESHUFFLE, SHUFFLE
from .state import Open, State
from .tell import sealed, tell


def deal(setup: Setup) -> Deal:
    """The deal of a setup. The dealer shuffles first (mojo M3), unless the French edition plays on with a stock that
    was handed on (mojo M18). Raises ValueError for a setup that cannot be.
    """
    frame = frame_of(setup)
    begun = Deal.before(frame)
    if setup.carry and frame.edition == "fr":
        left = Leftovers.read(setup.carry)
        begun.stock, begun.piles, begun.fresh = left.stock, (left.heap,), copies(left.stock, PACK)
        begun._hand_out()
    return begun


def determinize(seen: Observation, rng: Random) -> Deal:
    """A deal that the seat could be in: the hidden cards lie where chance puts them, all else is as seen."""
    hands, downs, stock = Hidden.of(seen).lay(rng)
    return Deal(
        **opened(Open, seen),
        stock=tuple(stock),
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        downs=tuple(tuple(sorted(down)) for down in downs),
    )


class Deal(State):
    """A round as an immutable value: `after` copies before it changes anything."""

    __slots__ = ()

    def moves(self, seat: int) -> tuple[Move, ...]:
        """The legal moves, one for each different card (mojo M5, M8, M11, M22, M23)."""
        if self.to_move != (seat,) or seat == DEALER:
            return ()
        return legal(self.stage, self.frame.discards, self.pile, self.hands[self.turn], self.downs[self.turn])

    def _judge(self, seat: int, move: Move) -> tuple[Act | None, Why | None]:
        act = read(move)
        return act, why_not(self, seat, act, move)

    def _do(self, seat: int, act: Act) -> None:
        if act.kind == "play":
            self._play(act.card, max(act.pile, 0))
        elif act.kind == "reveal":
            self._reveal(act.card)
        elif act.kind == "draw":
            self._draw(act.source)
        else:
            self._shuffled(act.cards)

    def _drawn(self, rng: Random) -> Move:
        return spell(Act("shuffle" if self.stage == SHUFFLE else "reshuffle", cards=self._mixed(rng)))

    def observe(self, seat: int | None) -> Observation:
        """What the seat may see; None for a watcher. Raises ValueError for a seat that was not dealt in."""
        return observe(self, seat)

    def entries(self) -> dict[int, Hand]:
        """Every seat's cards: in hand, face down and face up (mojo M14). Raises ValueError before the end."""
        self._expect_over()
        held = zip(self.hands, self.downs, self.ups, strict=True)
        return {seat: Hand(tuple(sorted(sum(cards, ())))) for seat, cards in zip(self.frame.seats, held, strict=True)}

    def carry(self) -> Carry:
        """French edition: the stock and a heap of all other cards, the seats' on top (mojo M18, M26). Polish: nothing.

        Raises ValueError before the end of the round.
        """
        self._expect_over()
        if self.frame.edition != "fr":
            return ""
        held = (hand + down + up for hand, down, up in zip(self.hands, self.downs, self.ups, strict=True))
        return Leftovers(self.stock, sum((*self.piles, *held), ())).spell()

    def tell(self, seat: int, move: Move) -> Why | None:
        """The move in words that everybody may read."""
        return tell(self, seat, move)

    def sealed(self, shuffles: Sequence[Move]) -> tuple[frozenset[int], ...]:
        """The places of the stock in the newest shuffle. Raises ValueError before the end of the round."""
        self._expect_over()
        return sealed(self.stock, shuffles)

    def _shuffled(self, cards: Cards) -> None:
        stage = self.stage
        if stage != SHUFFLE:
            giver = self.giver
            self.piles = put(self.piles, giver, self.piles[giver][-1:])
        self.stock, self.fresh = cards, copies(cards, PACK)
        if stage == RESHUFFLE:
            self._take_from_stock()
        else:
            self._hand_out()

    def _hand_out(self) -> None:
        """Deal on, one card at a time beginning with the starter, and turn up the discards, until the stock runs out or
        all is done (mojo M3, M18, M21).
        """
        around, first, step = len(self.hands), self.frame.first, self.frame.step
        hands = [list(hand) for hand in self.hands]
        done = sum(map(len, hands))
        now = self.stock[: around * HAND - done]
        for number, card in enumerate(now, done):
            hands[(first + step * number) % around].append(card)
        self.hands = tuple(tuple(sorted(hand)) for hand in hands)
        self.stock = self.stock[len(now) :]
        self.stage = DEALING
        if done + len(now) == around * HAND:
            self._turn_up()

    def _turn_up(self) -> None:
        """Begin each discard with a card from the stock; the first one lies on what was discarded before (mojo M26).
        Meanwhile `pile` is the discard begun last.
        """
        while self.stock and self.pile < self.frame.discards - 1:
            card, self.stock = self.stock[0], self.stock[1:]
            self.pile += 1
            under = self.piles[0] if self.pile == 0 and self.piles else ()
            self.piles = (*self.piles[: self.pile], (*under, card))
        if self.pile == self.frame.discards - 1:
            self.stage, self.pile = PLAYING, NO_PILE

    def _play(self, card: int, pile: int) -> None:
        """Lower ends the turn (mojo M6), higher draws (M7), equal plays on (M8); an empty hand ends the round (M13)."""
        place = self.turn
        hand = self._lose(place, card)
        top = self.piles[pile][-1]
        self.piles = put(self.piles, pile, (*self.piles[pile], card))
        if card > top:
            self.idle = self.idle + 1 if self.pile == NO_PILE else 0
            self.pile = pile
            if self.frame.discards == 2:
                self.stage = CHOOSE
            else:
                self._take_from_stock()
            return
        self.idle = 0
        if not hand:
            self._end()
        elif card == top:
            self.pile = pile
        else:
            self._finish_turn()

    def _lose(self, place: int, card: int) -> Cards:
        """Take a card from a hand, and from what is known of it; returns what is left."""
        hand = without(self.hands[place], card)
        self.hands = put(self.hands, place, hand)
        self._forget(place, card)
        return hand

    def _forget(self, place: int, card: int) -> None:
        known = self.known[place]
        if card in known:
            self.known = put(self.known, place, without(known, card))

    def _draw(self, source: str) -> None:
        if source == "stock":
            self._take_from_stock()
        else:
            self._take_from_discard()

    def _take_from_stock(self) -> None:
        """The top of the stock goes to the hand; from an empty stock only after a reshuffle (mojo M7, M9, M24)."""
        if not self.stock:
            self.stage = RESHUFFLE
            assert self.unshuffled, "a turn plays at least one card, so one lies under a top (mojo M9)"
            return
        card, self.stock = self.stock[0], self.stock[1:]
        self._gain(card)

    def _take_from_discard(self) -> None:
        """The top of the other discard goes to the hand, openly (mojo M23). A discard emptied so begins again with the
        card just played (mojo M25).
        """
        played, other = self.pile, 1 - self.pile
        card, rest = self.piles[other][-1], self.piles[other][:-1]
        if not rest:
            rest = self.piles[played][-1:]
            self.piles = put(self.piles, played, self.piles[played][:-1])
        self.piles = put(self.piles, other, rest)
        self.known = put(self.known, self.turn, tuple(sorted((*self.known[self.turn], card))))
        self._gain(card)

    def _gain(self, card: int) -> None:
        self.hands = put(self.hands, self.turn, tuple(sorted((*self.hands[self.turn], card))))
        self._finish_turn()

    def _finish_turn(self) -> None:
        """Few cards are laid face down, judged after the draw (mojo M10, M12); then the next seat (mojo M4)."""
        hand = self.hands[self.turn]
        if 0 < len(hand) <= self.frame.most:
            self.downs = put(self.downs, self.turn, hand)
            self.hands = put(self.hands, self.turn, ())
        self.turn = (self.turn + self.frame.step) % len(self.hands)
        self.stage, self.pile = PLAYING, NO_PILE

    def _reveal(self, card: int) -> None:
        """Turn a card that lies face down; the last one ends the round (mojo M11, M13)."""
        place, self.idle = self.turn, 0
        left = without(self.downs[place], card)
        self.downs = put(self.downs, place, left)
        self.ups = put(self.ups, place, tuple(sorted((*self.ups[place], card))))
        self._forget(place, card)
        if left:
            self._finish_turn()
        else:
            self._end()

    def _end(self) -> None:
        self.closer, self.stage, self.pile = self.seats[self.turn], OVER, NO_PILE
