"""A round on screens as it stands: its lines read from the records, and the deal they lead to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, func, select

from companion.games.deal import Deal, Setup
from companion.games.game import Game

from . import db
from .models import MoveRecord, Round, Write

DEAL = "deal "
ABANDON = "abandon"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a round on screens, as written. `seat` is None for `deal …` and `abandon`, DEALER for a shuffle."""

    number: int
    seat: int | None
    move: str
    nonces: bytes | None
    version: int
    phone: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Screen:
    """A round as it was dealt last. `lines`: from its `deal` line on; `deal`: where they lead.

    It holds hidden cards: pages get observations of `deal`, never this.
    """

    round: int
    setup: Setup
    lines: tuple[Line, ...]
    deal: Deal
    abandoned: bool

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

    def deals(self, game: Game) -> list[Deal]:
        """The deal before every move, and at the end."""
        found = [game.deal(self.setup)]
        for line in self.moves:
            assert line.seat is not None
            found.append(found[-1].after(line.seat, line.move))
        return found


def newest(game: Game, match_id: int) -> Screen | None:
    """The last round of a match that was dealt on screens; None when all was played with cards."""
    last = (
        select(func.max(Round.number))
        .join(MoveRecord, MoveRecord.round_id == Round.id)
        .where(Round.match_id == match_id)
        .scalar_subquery()
    )
    rows = db.session.execute(_LINES.where(Round.match_id == match_id, Round.number == last)).all()
    return screen(game, rows[0].round, [_line(row) for row in rows]) if rows else None


def of_round(game: Game, match_id: int, round_: int) -> Screen | None:
    """A round of a match as it was dealt last on screens; None when it never was."""
    rows = db.session.execute(_LINES.where(Round.match_id == match_id, Round.number == round_)).all()
    return screen(game, round_, [_line(row) for row in rows]) if rows else None


def all_lines(match_id: int) -> list[tuple[int, Line]]:
    """Every line of a match with the number of its round, abandoned deals too, in order."""
    return [(row.round, _line(row)) for row in db.session.execute(_LINES.where(Round.match_id == match_id))]


def screen(game: Game, round_: int, lines: Sequence[Line]) -> Screen:
    """A round from its lines, which are in order."""
    begin = max(at for at, line in enumerate(lines) if line.move.startswith(DEAL))
    kept = tuple(lines[begin:])
    setup = Setup.read(kept[0].move.removeprefix(DEAL))
    return Screen(round_, setup, kept, replay(game, setup, kept[1:]), kept[-1].move == ABANDON)


def replay(game: Game, setup: Setup, lines: Iterable[Line]) -> Deal:
    """The deal that a setup and the moves after it lead to. Raises IllegalMove when they do not fit."""
    deal = game.deal(setup)
    for line in lines:
        if line.seat is not None:
            deal = deal.after(line.seat, line.move)
    return deal


_LINES = (
    select(Round.number.label("round"), MoveRecord.number, MoveRecord.seat, MoveRecord.move, MoveRecord.nonces)
    .add_columns(Write.version, Write.phone_id, Write.at)
    .join(MoveRecord, MoveRecord.round_id == Round.id)
    .join(Write, MoveRecord.write_id == Write.id)
    .order_by(Round.number, MoveRecord.number)
)


def _line(row: Row[*tuple[Any, ...]]) -> Line:
    _, number, seat, move, nonces, version, phone, at = row
    return Line(number, seat, move, nonces, version or 0, phone, at)
