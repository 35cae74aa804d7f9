"""Who sits where in a match, and in which rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from sqlalchemy import select

from companion.games.scoresheet import SeatSpan

from .base import db
from .models import Player, Seat
from .players import TOGETHER

NEVER = SeatSpan(first_round=1, last_round=0)


@dataclass(frozen=True, slots=True)
class SeatState:
    """Who sits at a number, and in which rounds: one of `players`, or several who share its column."""

    number: int
    players: tuple[int, ...]
    name: str
    joined: bool
    span: SeatSpan
    bot: bool = False
    """Whether it is a bot that sits there, and no person for whom one plays."""

    @property
    def absent(self) -> bool:
        """A seat that plays no round at all: somebody joined and it was taken back."""
        return self.joined and self.span.last_round is not None and self.span.last_round < self.span.first_round

    def spanning(self, value: Mapping[str, Any] | None) -> SeatState:
        """The seat in the rounds that its cell says; None: from the first to the last, or in none if it came later."""
        always = NEVER if self.joined else SeatSpan()
        span = always if value is None else SeatSpan(value["first"], value["last"], value["start"])
        return self if span == self.span else replace(self, span=span)


def read_seats(match_id: int) -> tuple[SeatState, ...]:
    """Who sits where in a match, with the names of today; spans as if nobody had come or gone."""
    rows = db.session.execute(
        select(Seat.number, Seat.player_id, Player.name, Seat.joined, Player.bot)
        .join(Player, Seat.player_id == Player.id)
        .where(Seat.match_id == match_id)
        .order_by(Seat.number, Seat.part)
    )
    seats = []
    for number, those in groupby(rows, key=lambda row: row.number):
        _, players, names, joined, bot = zip(*those, strict=True)
        span = NEVER if joined[0] else SeatSpan()
        seats.append(SeatState(number, players, TOGETHER.join(names), joined[0], span, bot[0]))
    return tuple(seats)
