"""A round of Skyjo in progress: what lies where, and how a move changes it (skyjo S2 to S9)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..cards import Cards, Hand, put
from ..table import DEALER, NOBODY, Carry, Move, Setup, opened
from ..why import Why
from .moves import Act, legal, read, spell
from .observe import Hidden, Observation, observe
from .refusals import why_not
from .setup import frame_of
from .stages import DRAWN, LOTS, OVER, PICKING, RESHUFFLE, SHUFFLE, TAKEN, TURN
from .state import COLUMNS, PICKS, Open, State, column_of, lying, lying_cards
from .tell import tell, told
from .text import GRID


def deal(setup: Setup) -> Deal:
    """The deal of a setup; the dealer shuffles first (skyjo S2). Raises ValueError for a setup that cannot be."""
    return Deal.before(frame_of(setup))


def determinize(seen: Observation, rng: Random) -> Deal:
    """A deal that the seat could be in: the hidden cards lie where chance puts them, all else is as seen."""
    grids, stock, held = Hidden.of(seen).lay(rng)
    return Deal(
        **opened(Open, seen),
        stock=tuple(stock),
        held=held,
        grids=tuple(map(tuple, grids)),
        picks=tuple(
            seen.picks if place == seen.place else tuple(sorted(rng.sample(range(GRID), number)))
            for place, number in enumerate(seen.picked)
        ),
    )


class Deal(State):
    """A round as an immutable value: `after` copies before it changes anything."""

    __slots__ = ()

    def moves(self, seat: int) -> tuple[Move, ...]:
        """The legal moves of a seat (skyjo S3, S4, S5)."""
        if seat == DEALER or seat not in self.to_move:
            return ()
        place = self.frame.seats.index(seat)
        return legal(self.stage, self.downs[place], lying(self.grids[place]), self.picks[place])

    def _judge(self, seat: int, move: Move) -> tuple[Act | None, Why | None]:
        act = read(move)
        return act, why_not(self, seat, act, move)

    def _do(self, seat: int, act: Act) -> None:
        if act.kind == "pick":
            self._pick(self.frame.seats.index(seat), act.at)
        elif act.kind == "take":
            self._take()
        elif act.kind == "draw":
            self._draw()
        elif act.kind == "swap":
            self._swap(act.at)
        elif act.kind == "turn":
            self._turn_up(act.at)
        elif act.kind == "start":
            self._begin(self.frame.seats.index(act.seat))
        else:
            self._shuffled(act.cards)

    def _drawn(self, rng: Random) -> Move:
        if self.stage == LOTS:
            return spell(Act("start", seat=rng.choice(self.tied)))
        return spell(Act("shuffle" if self.stage == SHUFFLE else "reshuffle", cards=self._mixed(rng)))

    def observe(self, seat: int | None) -> Observation:
        """What the seat may see; None for a watcher. Raises ValueError for a seat that was not dealt in."""
        return observe(self, seat)

    def entries(self) -> dict[int, Hand]:
        """What lies before every seat after the last columns are struck (skyjo S9, S13). Raises ValueError before."""
        self._expect_over()
        return {seat: Hand(lying_cards(grid)) for seat, grid in zip(self.frame.seats, self.grids, strict=True)}

    def carry(self) -> Carry:
        """Nothing: every round begins with the whole pack. Raises ValueError before the end of the round."""
        self._expect_over()
        return ""

    def tell(self, seat: int, move: Move) -> Why | None:
        """The move in words that everybody may read; None for a pick before the last one."""
        return tell(self, seat, move)

    def told(self, seat: int, move: Move, after: Deal) -> Why | None:
        """The same once it is made, with the card that was turned or put away by it."""
        return told(self, seat, move, after)

    def sealed(self, shuffles: Sequence[Move]) -> tuple[frozenset[int], ...]:
        """No card: the next round is played with all of them, mixed anew. Raises ValueError before the end."""
        self._expect_over()
        return (frozenset(),) * len(shuffles)

    def _shuffled(self, cards: Cards) -> None:
        if self.stage == SHUFFLE:
            self._hand_out(cards)
            return
        self.stock, self.pile, self.mixed = cards, self.pile[-1:], True
        self._draw()

    def _hand_out(self, cards: Cards) -> None:
        """Twelve cards to each, one at a time, into the columns from the left; the next one is turned up (skyjo S2)."""
        around = len(self.frame.seats)
        dealt = around * GRID
        self.grids = tuple(cards[place:dealt:around] for place in range(around))
        self.downs = (tuple(range(GRID)),) * around
        self.pile, self.stock = cards[dealt : dealt + 1], cards[dealt + 1 :]
        self.stage = PICKING

    def _pick(self, place: int, at: int) -> None:
        """A card to be turned; when the last one is picked, all are turned (skyjo S3)."""
        self.picks = put(self.picks, place, tuple(sorted((*self.picks[place], at))))
        self.picked = put(self.picked, place, len(self.picks[place]))
        if min(self.picked) < PICKS:
            return
        self.downs = tuple(
            tuple(at for at in downs if at not in picks) for downs, picks in zip(self.downs, self.picks, strict=True)
        )
        self.picks, self.picked = ((),) * len(self.picks), (0,) * len(self.picks)
        if self.frame.first != NOBODY:
            self._begin(self.frame.first)
        elif len(self.tied) > 1:
            self.stage = LOTS
        else:
            self._begin(self.frame.seats.index(self.tied[0]))

    def _begin(self, place: int) -> None:
        self.turn, self.stage = place, TURN

    def _take(self) -> None:
        """The top of the discard, openly (skyjo S4)."""
        self.held, self.pile, self.stage = self.pile[-1], self.pile[:-1], TAKEN

    def _draw(self) -> None:
        """The top of the stock, for the drawer's eyes only (skyjo S5); from an empty stock after a reshuffle (S7)."""
        if not self.stock:
            self.stage = RESHUFFLE
            assert self.unshuffled, "at most 96 of 150 cards lie in grids, so many lie under the top (skyjo S7)"
            return
        self.held, self.stock, self.stage = self.stock[0], self.stock[1:], DRAWN

    def _swap(self, at: int) -> None:
        """The card in hand for one of the grid, which goes on the discard unseen before (skyjo S4)."""
        grid, held = self.grids[self.turn], self.held
        out = grid[at]
        assert out is not None and held is not None, "a swap needs two cards"
        self.grids = put(self.grids, self.turn, put(grid, at, held))
        self.pile = (*self.pile, out)
        self._finish_turn(at)

    def _turn_up(self, at: int) -> None:
        """The card in hand goes on the discard, and one of the grid is turned (skyjo S5)."""
        assert self.held is not None, "a card was drawn"
        self.pile = (*self.pile, self.held)
        self._finish_turn(at)

    def _finish_turn(self, at: int) -> None:
        """The card at this position lies open now; three equal ones go (skyjo S6). Whose last face-down card is gone
        closes the round, all others have one more turn (S8).
        """
        place, downs = self.turn, self.downs[self.turn]
        self.idle = put(self.idle, place, 0 if at in downs else self.idle[place] + 1)
        self.downs = put(self.downs, place, tuple(other for other in downs if other != at))
        self.held = None
        self._strike(place, column_of(at))
        if self.closer is None and not self.downs[place]:
            self.closer = self.seats[place]
        self.turn, self.stage = (place + 1) % len(self.grids), TURN
        if self.seats[self.turn] == self.closer:
            self._end()

    def _strike(self, place: int, column: Sequence[int]) -> None:
        """Three equal open cards go on the discard (skyjo S6)."""
        grid = self.grids[place]
        cards = tuple(card for at in column if (card := grid[at]) is not None)
        if len(cards) < len(column) or cards.count(cards[0]) < len(cards) or set(column) & set(self.downs[place]):
            return
        self.grids = put(self.grids, place, tuple(None if at in column else card for at, card in enumerate(grid)))
        self.pile = (*self.pile, *cards)

    def _end(self) -> None:
        """All cards are turned, and columns of three equal ones go now as well (skyjo S9)."""
        self.downs = ((),) * len(self.downs)
        for place in range(len(self.grids)):
            for column in COLUMNS:
                self._strike(place, column)
        self.stage, self.turn = OVER, NOBODY
