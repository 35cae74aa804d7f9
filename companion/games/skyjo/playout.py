"""Playing a deal to its end at great speed, on bare lists: what the strong bot imagines.

A `Position` is a deal whose hidden cards have been laid somewhere. Everybody plays by one rule of thumb: the card that
makes a column better goes there, judged by the plans of `columns`; nobody closes the round lightly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from random import Random

from ..table import NOBODY
from .columns import EARLY, FORCED, HIDDEN, LATE, LIKELY, LOWEST, OPEN, VALUES, Column, ColumnPlan, ColumnPlans, worth
from .moves import DRAW, SWAP, TAKE, TURN_UP
from .text import COLUMN

PATIENCE = 3
"""After so many own turns without a new open card a bot opens one (skyjo S15)."""
LAST_TURN = 3.0
"""What a last turn makes better for everybody else, in points."""
DOUBT = 6.0
"""How many points of lead make a closer sure, or of arrears hopeless."""
BONUS = 1.0
"""What it is worth to end the round with a lead."""

Log = Callable[[str], object]
"""Is told every move as a text."""


@dataclass(slots=True)
class Position:
    """The table in bare lists, by place. `shown`: four columns, as all see them; `under`: what really lies there;
    `left`: how many cards lie face down; `stock`, `pile`: their tops last; `idle`: as in the deal; `doubles`: whether
    to close can cost anything (skyjo S17).
    """

    shown: list[list[Column]]
    under: list[list[Column]]
    left: list[int]
    stock: list[int]
    pile: list[int]
    idle: list[int]
    turn: int
    closer: int
    doubles: bool = True

    def copy(self) -> Position:
        """Another table that lies the same way."""
        shown, under = [row[:] for row in self.shown], [row[:] for row in self.under]
        left, stock, pile, idle = self.left[:], self.stock[:], self.pile[:], self.idle[:]
        return Position(shown, under, left, stock, pile, idle, self.turn, self.closer, self.doubles)

    def draw(self, rng: Random, log: Log | None = None) -> int:
        """The top of the stock; when it is empty the discard but for its top is shuffled first (skyjo S7)."""
        if log:
            log(DRAW)
        if not self.stock:
            self.stock, self.pile[:-1] = self.pile[:-1], []
            rng.shuffle(self.stock)
            if log:
                log(f"reshuffle {' '.join(map(str, reversed(self.stock)))}")
        return self.stock.pop()

    def swap(self, column: int, row: int, card: int) -> bool:
        """The seat in turn swaps a card for this one (skyjo S4); returns whether the round is over."""
        under = self.under[self.turn][column]
        self.pile.append(under[row])
        self.under[self.turn][column] = (*under[:row], card, *under[row + 1 :])
        return self._open(column, row, card)

    def turn_up(self, column: int, row: int, card: int) -> bool:
        """The seat in turn puts this card away and turns one (skyjo S5); returns whether the round is over."""
        self.pile.append(card)
        return self._open(column, row, self.under[self.turn][column][row])

    def _open(self, column: int, row: int, card: int) -> bool:
        """The card lies open now; three equal ones go, the last one closes, the next seat is in turn (skyjo S6, S8)."""
        me, shown = self.turn, self.shown[self.turn]
        a, b, c = now = shown[column]
        if now[row] == HIDDEN:
            self.left[me] -= 1
            self.idle[me] = 0
        else:
            self.idle[me] += 1
        shown[column] = a, b, c = (card, b, c) if row == 0 else (a, card, c) if row == 1 else (a, b, card)
        if a == b == c:
            self.pile += (a, a, a)
            shown[column] = self.under[me][column] = ()
        if not self.left[me] and self.closer == NOBODY:
            self.closer = me
        self.turn = me + 1 if me + 1 < len(self.shown) else 0
        return self.turn == self.closer

    def counts(self) -> list[int]:
        """What every grid counts when all cards are turned and columns of three equal ones are gone (skyjo S9, S10)."""
        return [
            sum([sum(column) for column in columns if column and not column[0] == column[1] == column[2]])
            for columns in self.under
        ]


def finish(position: Position, rng: Random, log: Log | None = None) -> int:
    """Play to the end of the round, changing the position; returns the place that closed it (skyjo S8)."""
    while not play_turn(position, rng, log):
        pass
    return position.closer


def play_turn(at: Position, rng: Random, log: Log | None = None, draws: bool = False) -> bool:
    """One turn by the rule of thumb, which `draws` in any case or as it likes; returns whether the round is over."""
    gains, turn, plans = outlook(at)
    if draws or gains[at.pile[-1] - LOWEST] < drawing(gains, turn):
        return _with_drawn(at, at.draw(rng, log), plans, gains, turn, log)
    if log:
        log(TAKE)
    card = at.pile.pop()
    column, row = place_for(card, plans)
    return _swap(at, column, row, card, log)


def _with_drawn(
    at: Position, card: int, plans: list[ColumnPlan], gains: list[float], turn: float, log: Log | None
) -> bool:
    if gains[card - LOWEST] >= turn:
        column, row = place_for(card, plans)
        return _swap(at, column, row, card, log)
    turns = [plan.turn for plan in plans]
    column = turns.index(turn)
    if log:
        log(TURN_UP[column * COLUMN + plans[column].row])
    return at.turn_up(column, plans[column].row, card)


def _swap(at: Position, column: int, row: int, card: int, log: Log | None) -> bool:
    if log:
        log(SWAP[column * COLUMN + row])
    return at.swap(column, row, card)


def outlook(at: Position) -> tuple[list[float], float, list[ColumnPlan]]:
    """For the seat in turn: what each card would gain, the lowest first; what turning one of its own would; and the
    plans of its columns that say so.
    """
    columns = at.shown[at.turn]
    if at.closer != NOBODY:
        plans = [LATE[column] for column in columns]
    elif at.left[at.turn] == 1:
        plans = _closing(at, columns)
    else:
        kind: ColumnPlans = FORCED if at.idle[at.turn] >= PATIENCE else EARLY
        plans = [kind[column] for column in columns]
    a, b, c, d = plans
    return list(map(max, a.gains, b.gains, c.gains, d.gains)), max(a.turn, b.turn, c.turn, d.turn), plans


def drawing(gains: list[float], turn: float) -> float:
    """What a card from the stock gains on average: it may be put away for turning one."""
    return sum([often * (gain if gain > turn else turn) for often, gain in zip(LIKELY, gains, strict=True)])


def place_for(card: int, plans: list[ColumnPlan]) -> tuple[int, int]:
    """The column and the row where a card does most good."""
    gains = [plan.gains[card - LOWEST] for plan in plans]
    column = gains.index(max(gains))
    return column, plans[column].rows[card - LOWEST]


def _closing(at: Position, columns: list[Column]) -> list[ColumnPlan]:
    """The plans of a seat whose next new card closes the round: that card has to be worth it (skyjo S8, S11)."""
    rivals = [sum([worth(column, True) for column in row]) for row in at.shown]
    mine = rivals.pop(at.turn)
    lowest = min(rivals) - LAST_TURN
    plans = [FORCED[()] if at.idle[at.turn] >= PATIENCE else OPEN[column] for column in columns]
    last = next(number for number, column in enumerate(columns) if HIDDEN in column)
    column, plan = columns[last], plans[last]
    row = column.index(HIDDEN)
    gains, rows = list(plan.gains), list(plan.rows)
    for number, value in enumerate(VALUES):
        after = worth((*column[:row], value, *column[row + 1 :]), True)
        gain = worth(column, False) - after + close(mine - worth(column, True) + after, lowest, at.doubles)
        if gain > gains[number]:
            gains[number], rows[number] = gain, row
    plans[last] = ColumnPlan(tuple(gains), tuple(rows), close(mine, lowest, at.doubles), row)
    return plans


def close(count: float, lowest: float, doubles: bool) -> float:
    """What it is worth to close with this count when the lowest of the others will have about `lowest` (skyjo S11,
    S17).
    """
    doubt = 1 / (1 + exp(max(-30.0, min(30.0, (lowest - count) / DOUBT))))
    return BONUS * (1 - doubt) - (max(0.0, count) * doubt if doubles else 0.0)
