"""What a match came to, as programs that know nothing of its cards want it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

LONGEST_PLAY = 12 * 60
"""A match that lay for longer than so many minutes was not played all the time."""


@dataclass(frozen=True, slots=True)
class ResultPerson:
    """Somebody on a seat, under the name of the person that they are. `name` is empty for who was deleted."""

    public_id: str
    name: str
    bot: bool


@dataclass(frozen=True, slots=True)
class ResultSeat:
    """How those on a seat stand. `total` is None where only who won is known, `place` for who left."""

    number: int
    people: tuple[ResultPerson, ...]
    total: int | None
    place: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class ResultCell:
    """A seat in a round that counts. `ended`: it ended the round; `house`: points of a house rule, with `why`."""

    round: int
    seat: int
    points: int
    total: int
    ended: bool
    house: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """A match: `over` or not, its seats, and where they are wanted its cells, round by round. Moments are in UTC."""

    public_id: str
    game: str
    called: str
    lowest_wins: bool
    began_at: datetime
    played_at: datetime
    over: bool
    archived: bool
    rounds: int
    starter: int
    note: str
    place: str
    seats: tuple[ResultSeat, ...]
    cells: tuple[ResultCell, ...] = ()

    @property
    def minutes(self) -> int:
        """How long it was played; 0 where that cannot be said."""
        lasted = int((self.played_at - self.began_at).total_seconds() // 60)
        return lasted if 0 < lasted <= LONGEST_PLAY else 0
