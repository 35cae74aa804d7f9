"""Who waits for whom when something is written. SQLite has one pen for everything, and these do nothing there.

On PostgreSQL a write in a match holds that match, and shares its group; what concerns all of a group holds the group
alone. So matches do not wait for each other, and nothing that a group has together changes while one of its matches is
written. Whoever needs several takes phones first, then matches, then groups, each by their numbers, then the house. All
are let go when the transaction ends.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Connection, TextClause, text

from . import busy

GROUP, MATCH, PHONE, HOUSE = 1, 2, 3, 4
"""What a number in a lock counts."""


class Lock(Protocol):
    """What is held until the transaction ends."""

    def take(self, connection: Connection) -> None:
        """Wait for it. Raises what the database says when it is not to be had."""


@dataclass(frozen=True, slots=True)
class OfHouse:
    """What the house knows of itself, and what there is once in it."""

    def take(self, connection: Connection) -> None:
        """Wait for it."""
        _ask(connection, _ONE, kind=HOUSE, number=0)


@dataclass(frozen=True, slots=True)
class OfPhone:
    """What a phone with this token belongs to."""

    token: str

    def take(self, connection: Connection) -> None:
        """Wait for it."""
        _ask(connection, _ONE, kind=PHONE, number=_number(self.token))


@dataclass(frozen=True, slots=True)
class OfGroups:
    """All that these groups have, their matches too."""

    numbers: tuple[int, ...]

    def take(self, connection: Connection) -> None:
        """Wait for it."""
        for number in sorted(set(self.numbers)):
            _ask(connection, _ONE, kind=GROUP, number=number)


@dataclass(frozen=True, slots=True)
class OfPlayers:
    """All that the groups have in which these players are remembered. A player stays in a group."""

    numbers: tuple[int, ...]

    def take(self, connection: Connection) -> None:
        """Wait for it."""
        OfGroups(_groups(connection, _OF_PLAYERS, list(self.numbers))).take(connection)


@dataclass(frozen=True, slots=True)
class OfFile:
    """All that the group has for which a file was brought."""

    public_id: str

    def take(self, connection: Connection) -> None:
        """Wait for it."""
        OfGroups(_groups(connection, _OF_FILE, self.public_id)).take(connection)


@dataclass(frozen=True, slots=True)
class OfMatch:
    """A match; its group is shared with those who write in others, or `whole`."""

    number: int
    whole: bool = False
    more: tuple[int, ...] = ()
    """Other groups that are held, too: where the match goes to."""

    def take(self, connection: Connection) -> None:
        """Wait for it. Raises Busy for a match that went to another group at this very moment."""
        if self.more:
            _ask(connection, _ONE, kind=MATCH, number=self.number)
            OfGroups((*self.more, *_groups(connection, _OF_MATCHES, [self.number]))).take(connection)
            return
        known = _ask(connection, _MATCH_WHOLE if self.whole else _MATCH, number=self.number)
        # Whoever was waited for may have erased it: the verb looks for itself, and finds nothing.
        if _ask(connection, _OF_MATCH, number=self.number) not in (known, None):
            raise busy.Busy


def _number(token: str) -> int:
    """A number for a text: two that have the same just wait for each other."""
    return zlib.crc32(token.encode()) - 2**31


def _ask(connection: Connection, statement: TextClause, **values: object) -> int | None:
    found = connection.execute(statement, values).first()
    return None if found is None else found[0]


def _groups(connection: Connection, statement: TextClause, which: object) -> tuple[int, ...]:
    return tuple(connection.execute(statement, {"which": which}).scalars())


_ONE = text("SELECT 1, pg_advisory_xact_lock(:kind, :number)")
_MATCH, _MATCH_WHOLE = (
    text(
        f"SELECT group_id, pg_advisory_xact_lock({MATCH}, id), pg_advisory_xact_lock{how}({GROUP}, group_id)"
        " FROM matches WHERE id = :number"
    )
    for how in ("_shared", "")
)
_OF_MATCH = text("SELECT group_id FROM matches WHERE id = :number")
_OF_MATCHES = text("SELECT group_id FROM matches WHERE id = ANY(:which)")
_OF_PLAYERS = text("SELECT DISTINCT group_id FROM players WHERE id = ANY(:which)")
_OF_FILE = text("SELECT group_id FROM imports WHERE public_id = :which")
