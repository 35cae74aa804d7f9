"""A round dealt on a table as it stands: its lines, and the deal they lead to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from companion.games.game import Game, table_of
from companion.games.table import Deal, Setup

DEAL = "deal "
ABANDON = "abandon"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a dealt round, as written. `seat` is None for `deal …` and `abandon`, DEALER for a shuffle."""

    number: int
    seat: int | None
    move: str
    nonces: bytes | None
    version: int
    phone: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Dealt:
    """A dealt round as it stands, dealt anew or not. `lines`: from its last `deal` line on; `deals`: the one before
    each move, and where they lead.

    It holds hidden cards: pages get observations of its deals, never this.
    """

    round: int
    setup: Setup
    lines: tuple[Line, ...]
    deals: tuple[Deal, ...]
    abandoned: bool

    @classmethod
    def of(cls, game: Game[Any], round_: int, lines: Sequence[Line]) -> Dealt:
        """A round from its lines, which are in order. Raises IllegalMove when they do not fit."""
        begin = max(at for at, line in enumerate(lines) if line.move.startswith(DEAL))
        kept = tuple(lines[begin:])
        setup = Setup.read(kept[0].move.removeprefix(DEAL))
        return cls(round_, setup, kept, replay(game, setup, kept[1:]), kept[-1].move == ABANDON)

    @classmethod
    def after(cls, before: Dealt | None, game: Game[Any], round_: int, line: Line) -> Dealt:
        """The dealt round after one more line, in which it may have been dealt anew. Raises IllegalMove."""
        if line.move.startswith(DEAL):
            return cls.of(game, round_, [line])
        assert before is not None
        assert before.round == round_
        deals = before.deals if line.seat is None else (*before.deals, before.deal.after(line.seat, line.move))
        return replace(before, lines=(*before.lines, line), deals=deals, abandoned=line.move == ABANDON)

    @property
    def deal(self) -> Deal:
        """Where the lines lead."""
        return self.deals[-1]

    @property
    def running(self) -> bool:
        """Somebody has to move."""
        return not self.abandoned and bool(self.deal.to_move)

    @property
    def over(self) -> bool:
        """It was played to its end."""
        return not self.abandoned and not self.deal.to_move

    @property
    def last(self) -> int:
        """The number of the newest line."""
        return self.lines[-1].number

    @property
    def moves(self) -> tuple[Line, ...]:
        """What was done at the table, the dealer's shuffles too."""
        return tuple(line for line in self.lines if line.seat is not None)


def replay(game: Game[Any], setup: Setup, lines: Iterable[Line]) -> tuple[Deal, ...]:
    """The deal of a setup, and the one that each move leads to. Raises IllegalMove when they do not fit."""
    deals = [table_of(game).deal(setup)]
    for line in lines:
        if line.seat is not None:
            deals.append(deals[-1].after(line.seat, line.move))
    return tuple(deals)
