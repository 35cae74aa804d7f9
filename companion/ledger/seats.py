"""Who sits where in a match, and in which rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from sqlalchemy import select

from companion.games.scoresheet import SeatSpan

from .avatars import Avatar, apart, of_all
from .base import db
from .models import Player, Seat
from .players import PERSON, SAME, TOGETHER
from .unnamed import avatar_of, numbers_of, written

NEVER = SeatSpan(first_round=1, last_round=0)


@dataclass(frozen=True, slots=True)
class SeatState:
    """Who sits at a number, and in which rounds: one of `players`, or several who share its column. `persons`: whom
    these stand for, themselves mostly. `names`: what they are called, together `name`; `unnamed`: the number of one
    who was deleted, 0 for all others.
    """

    number: int
    players: tuple[int, ...]
    persons: tuple[int, ...]
    names: tuple[str, ...]
    unnamed: tuple[int, ...]
    name: str
    joined: bool
    span: SeatSpan
    avatar: Avatar
    """What stands for them in this match; one that says `bot` is no person for whom one plays."""

    @property
    def bot(self) -> bool:
        """Whether it is a bot that sits there, and no person for whom one plays."""
        return self.avatar.bot

    @property
    def absent(self) -> bool:
        """A seat that plays no round at all: somebody joined and it was taken back."""
        return self.joined and self.span.last_round is not None and self.span.last_round < self.span.first_round

    def spanning(self, value: Mapping[str, Any] | None) -> SeatState:
        """The seat in the rounds that its cell says; None: from the first to the last, or in none if it came later."""
        always = NEVER if self.joined else SeatSpan()
        span = always if value is None else SeatSpan(value["first"], value["last"], value["start"])
        return self if span == self.span else replace(self, span=span)


def spelled(span: SeatSpan) -> dict[str, int | None]:
    """The value of the cell that says so; `SeatState.spanning` reads it."""
    return {"first": span.first_round, "last": span.last_round, "start": span.start_points}


def read_seats(match_id: int) -> tuple[SeatState, ...]:
    """Who sits where in a match, with the names and avatars of today; spans as if nobody had come or gone."""
    rows = db.session.execute(
        select(Seat.number, Seat.player_id, PERSON.id, PERSON.name, Seat.joined)
        .add_columns(PERSON.deleted_at.is_not(None), PERSON.pair, PERSON.emoji, PERSON.bot)
        .join(Player, Seat.player_id == Player.id)
        .join(PERSON, SAME)
        .where(Seat.match_id == match_id)
        .order_by(Seat.number, Seat.part)
    )
    there = [tuple(zip(*those, strict=True)) for _, those in groupby(rows, key=lambda row: row.number)]
    unnamed = numbers_of([one[5] for one in there])
    called = [written(one[3], numbers) for one, numbers in zip(there, unnamed, strict=True)]
    names = [TOGETHER.join(each) for each in called]
    looks = (avatar_of(of_all(*one[6:]), numbers) for one, numbers in zip(there, unnamed, strict=True))
    avatars = apart(zip(names, looks, strict=True))
    return tuple(
        SeatState(
            *(one[0][0], one[1], one[2], each, numbers, name, one[4][0]),
            NEVER if one[4][0] else SeatSpan(),
            avatar,
        )
        for one, each, numbers, name, avatar in zip(there, called, unnamed, names, avatars, strict=True)
    )
