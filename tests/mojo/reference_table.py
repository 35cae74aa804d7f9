"""A second, plain reading of how a round of Mojo is played, to hold the deal against (mojo M3 to M14, M18, M21 to M26).

It is slow and literal on purpose: one generator tells the round as a story, card by card, the way a table plays it.
Whenever somebody has to do something it yields who, and what they may do; it is sent what they did.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

from .reference import DECK, most_cards_of_holder

Ask = tuple[int, set[str]]
Story = Generator[Ask, str, None]
DEALER = -1


@dataclass
class Round:
    """The table. Seats are numbered from 0; the top of a heap is the last card of its list, the stock's its first."""

    seats: int
    starter: int
    direction: int
    two_heaps: bool
    stock: list[int] = field(default_factory=list)
    heaps: list[list[int]] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    down: list[list[int]] = field(default_factory=list)
    up: list[list[int]] = field(default_factory=list)
    holder: int | None = None

    def tell(self, old: list[int]) -> Story:
        """The whole round; `old` is the heap of earlier rounds, empty when all cards are shuffled."""
        self.hands, self.down, self.up = ([[] for _ in range(self.seats)] for _ in range(3))
        if old:
            self.heaps = [old]
        else:
            self.stock = yield from self.shuffle("shuffle", list(DECK))
        yield from self.deal_out()
        seat = self.starter
        while self.holder is None:
            if self.down[seat]:
                yield from self.reveal(seat)
            else:
                yield from self.turn(seat)
            seat = (seat + self.direction) % self.seats

    def shuffle(self, word: str, cards: list[int]) -> Generator[Ask, str, list[int]]:
        """The dealer puts the cards in an order."""
        said = yield DEALER, {word}
        order = [int(card) for card in said.split()[1:]]
        assert sorted(order) == sorted(cards)
        return order

    def from_stock(self, giver: int) -> Generator[Ask, str, int]:
        """One card from the stock; when there is none, the giving heap but for its top is shuffled first (M9)."""
        if not self.stock:
            *below, top = self.heaps[giver]
            self.stock = yield from self.shuffle("reshuffle", below)
            self.heaps[giver] = [top]
        return self.stock.pop(0)

    def deal_out(self) -> Story:
        """Eight each, in turn from the starter; then the heaps are begun (M3, M18, M21, M26)."""
        for _ in range(8):
            for step in range(self.seats):
                seat = (self.starter + self.direction * step) % self.seats
                self.hands[seat].append((yield from self.from_stock(0)))
        card = yield from self.from_stock(0)
        self.heaps = [[*(self.heaps[0] if self.heaps else []), card]]
        if self.two_heaps:
            self.heaps.append([(yield from self.from_stock(0))])

    def reveal(self, seat: int) -> Story:
        """One face-down card is turned; with the last one the round ends (M11, M13)."""
        said = yield seat, {f"reveal {card}" for card in self.down[seat]}
        card = int(said.split()[1])
        self.down[seat].remove(card)
        self.up[seat].append(card)
        if not self.down[seat]:
            self.holder = seat

    def turn(self, seat: int) -> Story:
        """Cards are played until one is not equal to what it covers (M5 to M8), then few cards are laid down (M10)."""
        hand, at = self.hands[seat], None
        while True:
            choice = [at] if at is not None else range(len(self.heaps))
            on = {heap: f" on {heap + 1}" if self.two_heaps else "" for heap in choice}
            said = yield seat, {f"play {card}{on[heap]}" for card in hand for heap in choice}
            card, at = int(said.split()[1]), int(said.split()[3]) - 1 if self.two_heaps else 0
            covered = self.heaps[at][-1]
            hand.remove(card)
            self.heaps[at].append(card)
            if card > covered:
                yield from self.draw(seat, at)
                break
            if not hand:
                self.holder = seat
                return
            if card < covered:
                break
        if len(hand) <= most_cards_of_holder(self.seats):
            self.down[seat], self.hands[seat] = hand, []

    def draw(self, seat: int, at: int) -> Story:
        """From the stock, or with two heaps perhaps the top of the other one (M7, M23 to M25)."""
        giver, said = at, "draw stock"
        if self.two_heaps:
            said = yield seat, {"draw stock", "draw discard"}
            giver = 1 - at if len(self.heaps[1 - at]) > 1 else at
        if said == "draw stock":
            self.hands[seat].append((yield from self.from_stock(giver)))
            return
        self.hands[seat].append(self.heaps[1 - at].pop())
        if not self.heaps[1 - at]:
            self.heaps[1 - at].append(self.heaps[at].pop())

    def left_over(self) -> tuple[list[int], list[int]]:
        """The stock, and everything else on one heap, the seats' cards on top in seat order (M18, M26)."""
        heap = [card for cards in self.heaps for card in cards]
        for seat in range(self.seats):
            heap += sorted(self.hands[seat]) + sorted(self.down[seat]) + sorted(self.up[seat])
        return self.stock, heap
