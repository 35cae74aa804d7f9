"""Playing a deal to its end at great speed, on bare lists: what the strong bot imagines.

A `Position` is a deal whose hidden cards have been laid somewhere. Which face-down card a seat turns changes nothing
about how the round ends, so a seat that has laid its cards down is a set of values and a number of turns to go.
Everybody plays by one rule of thumb (`one_discard`), with a little wilfulness.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from .moves import NO_PILE, Act
from .scoring import SUITS


def _counts() -> tuple[int, ...]:
    """Beside a higher value of its colour a lower one counts no more. A set stands where its bits say."""
    counts = [0]
    for colour in SUITS.values():
        others = ~sum(1 << value for value in colour)
        for value in colour:
            counts += [counts[lower & others] + value for lower in range(1 << value)]
    return tuple(counts)


COUNT = _counts()
"""What a set of values counts (mojo M15); bit 8 stands for the 8."""

HIGH = 8
"""A card from here on is worth a draw to be rid of, before the hand is laid down."""
GOOD = 5
"""A card up to here is worth taking from the other discard; the average card is 6.9."""
WILD = 0.1
"""How often a seat plays any card."""

Log = Callable[[str, tuple[int, ...]], object]
"""Is told every move: ("play", (card, pile)), ("stock", ()), ("discard", ()), ("reveal", ()), ("reshuffle", cards)."""


@dataclass(slots=True)
class Position:
    """The table in bare lists, by place. `hands`: sorted, empty once laid down; `laid`: the values before each seat,
    face down or up, as bits; `left`: how many of them are face down; `stock`: its top last; `piles`: their tops last;
    `pile`: the discard of this turn, NO_PILE before its first card.
    """

    hands: list[list[int]]
    laid: list[int]
    left: list[int]
    piles: list[list[int]]
    stock: list[int]
    turn: int
    pile: int
    step: int
    most: int

    def copy(self) -> Position:
        """Another table that lies the same way."""
        hands, piles = [hand[:] for hand in self.hands], [pile[:] for pile in self.piles]
        laid, left, stock = self.laid[:], self.left[:], self.stock[:]
        return Position(hands, laid, left, piles, stock, self.turn, self.pile, self.step, self.most)

    def counts(self) -> list[int]:
        """What every seat's cards count now (mojo M14, M15)."""
        return [COUNT[values | bits(hand)] for values, hand in zip(self.laid, self.hands, strict=True)]

    def take(self, pile: int, source: str, rng: Random, log: Log | None = None) -> int:
        """The card drawn after playing on `pile`, from the "stock" or the other "discard" (mojo M7, M23, M25)."""
        if len(self.piles) == 1:
            return (self.stock or self.renew(0, rng, log)).pop()
        if log:
            log(source, ())
        other = self.piles[1 - pile]
        if source == "stock":
            return (self.stock or self.renew(1 - pile if len(other) > 1 else pile, rng, log)).pop()
        card = other.pop()
        if not other:
            other.append(self.piles[pile].pop())
        return card

    def renew(self, giver: int, rng: Random, log: Log | None = None) -> list[int]:
        """Shuffle a discard but for its top into the empty stock (mojo M9, M24); returns the stock."""
        pile = self.piles[giver]
        self.stock, pile[:-1] = pile[:-1], []
        rng.shuffle(self.stock)
        if log:
            log("reshuffle", tuple(reversed(self.stock)))
        return self.stock

    def act(self, act: Act, rng: Random) -> bool:
        """A move of the seat in turn, and a draw that must follow; returns whether it ends the round."""
        hand = self.hands[self.turn]
        if act.kind == "draw":
            insort(hand, self.take(self.pile, act.source, rng))
            return self._pass_on()
        if act.kind == "reveal":
            return _turned_last(self.left, self.turn, None) or self._pass_on()
        at = max(act.pile, 0)
        top = self.piles[at][-1]
        hand.remove(act.card)
        self.piles[at].append(act.card)
        if act.card > top:
            good = len(self.piles) == 2 and self.piles[1 - at][-1] <= GOOD
            insort(hand, self.take(at, "discard" if good else "stock", rng))
        elif not hand:
            return True
        elif act.card == top:
            self.pile = at
            return False
        return self._pass_on()

    def _pass_on(self) -> bool:
        """The end of a turn: few cards are laid down, the next seat is in turn (mojo M4, M10). The round goes on."""
        hand = self.hands[self.turn]
        if 0 < len(hand) <= self.most:
            self.laid[self.turn], self.left[self.turn] = bits(hand), len(hand)
            self.hands[self.turn] = []
        self.turn, self.pile = (self.turn + self.step) % len(self.hands), NO_PILE
        return False


def bits(cards: Sequence[int]) -> int:
    """The values of cards as a set."""
    values = 0
    for card in cards:
        values |= 1 << card
    return values


def finish(position: Position, rng: Random, log: Log | None = None) -> int:
    """Play to the end of the round, changing the position; returns the place that ends it (mojo M13)."""
    return (one_discard if len(position.piles) == 1 else two_discards)(position, rng, log)


def one_discard(position: Position, rng: Random, log: Log | None = None) -> int:
    """Everybody plays the highest card that is not higher than the discard, else the highest. But before laying down,
    a HIGH card is rather exchanged for a draw.
    """
    hands, left, pile, random = position.hands, position.left, position.piles[0], rng.random
    turn, around, step, near = position.turn, len(position.hands), position.step, position.most + 1
    while True:
        if hand := hands[turn]:
            if _lay(hand, pile, NO_PILE, near, random, log):
                insort(hand, (position.stock or position.renew(0, rng, log)).pop())
            elif not hand:
                return turn
            if len(hand) < near:
                position.laid[turn], left[turn], hands[turn] = bits(hand), len(hand), []
        elif _turned_last(left, turn, log):
            return turn
        turn = (turn + step) % around


def two_discards(position: Position, rng: Random, log: Log | None = None) -> int:
    """As with one, on the higher discard unless only the lower one can be matched; a GOOD card is drawn openly."""
    hands, left, piles, random = position.hands, position.left, position.piles, rng.random
    turn, around, step, near = position.turn, len(position.hands), position.step, position.most + 1
    at = position.pile
    while True:
        if hand := hands[turn]:
            if at == NO_PILE:
                at = _discard(hand, piles[0][-1], piles[1][-1], random() < WILD)
            pile = piles[at]
            if _lay(hand, pile, at, near, random, log):
                insort(hand, position.take(at, "discard" if piles[1 - at][-1] <= GOOD else "stock", rng, log))
            elif not hand:
                return turn
            if len(hand) < near:
                position.laid[turn], left[turn], hands[turn] = bits(hand), len(hand), []
        elif _turned_last(left, turn, log):
            return turn
        turn, at = (turn + step) % around, NO_PILE


def _lay(hand: list[int], pile: list[int], at: int, near: int, random: Callable[[], float], log: Log | None) -> bool:
    """Play until a card differs from the one that lay there, or none is left; returns whether the last was higher."""
    card = top = pile[-1]
    while card == top and hand:
        if random() < WILD:
            card = hand.pop(int(random() * len(hand)))
        else:
            card = hand.pop(-1 if len(hand) <= near and hand[-1] >= HIGH else bisect_right(hand, top) - 1)
        pile.append(card)
        if log:
            log("play", (card, at))
    return card > top


def _discard(hand: list[int], first: int, second: int, wild: bool) -> int:
    at, high, low = (0, first, second) if first >= second else (1, second, first)
    return 1 - at if wild or (low in hand and high not in hand) else at


def _turned_last(left: list[int], turn: int, log: Log | None) -> bool:
    if log:
        log("reveal", ())
    left[turn] -= 1
    return not left[turn]
