"""What our own file says of matches and people: `spell` and `parse` are twins, and nothing is lost between them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from companion.games.why import N_

from .reading import At, moment_text, raw_text

ID, CELL = r"[A-Za-z0-9_-]{1,16}", r"[a-z]+(/[0-9]+){0,2}"
MOST = 999_999
"""No number of a round, a write or a phone is higher."""


@dataclass(frozen=True, slots=True)
class PersonFile:
    """Somebody of a group, or a bot. `name` is empty for somebody who was deleted; `stands_for`: the public id of the
    person that this one is another name of.
    """

    public_id: str
    name: str
    nickname: str
    pair: int
    emoji: str
    bot: bool
    listed: bool
    stands_for: str | None

    def spell(self) -> dict[str, Any]:
        """As an object of JSON."""
        return {key: getattr(self, key) for key in self.__slots__}

    @classmethod
    def parse(cls, at: At) -> Self:
        """The person in that object. Raises Damaged."""
        of = at.keyed(*cls.__slots__)
        return cls(
            public_id=of["public_id"].text(16, ID),
            name=of["name"].text(40),
            nickname=of["nickname"].text(40),
            pair=of["pair"].number(0, 99),
            emoji=of["emoji"].text(48),
            bot=of["bot"].flag(),
            listed=of["listed"].flag(),
            stands_for=of["stands_for"].maybe(_id),
        )


@dataclass(frozen=True, slots=True)
class SeatFile:
    """Who sits at a place: the public ids of those who share it, mostly one. `joined`: they came in the middle."""

    people: tuple[str, ...]
    joined: bool

    def spell(self) -> dict[str, Any]:
        """As an object of JSON."""
        return {"people": list(self.people), "joined": self.joined}

    @classmethod
    def parse(cls, at: At) -> Self:
        """The seat in that object. Raises Damaged."""
        of = at.keyed("people", "joined")
        if not of["people"].many(_id):
            of["people"].wrong(N_("Someone has to sit here."))
        return cls(of["people"].many(_id), of["joined"].flag())


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A value that was written in a cell. Phones and people in it are called as in this file."""

    cell: str
    value: Any

    def spell(self) -> dict[str, Any]:
        """As an object of JSON."""
        return {"cell": self.cell, "value": self.value}

    @classmethod
    def parse(cls, at: At) -> Self:
        """The record in that object. Raises Damaged."""
        of = at.keyed("cell", "value")
        return cls(of["cell"].text(20, CELL), of["value"].plain())


@dataclass(frozen=True, slots=True)
class LineFile:
    """A line of a dealt round. `nonces`: what opens a shuffle, 16 bytes for each of its cards."""

    round: int
    number: int
    seat: int | None
    move: str
    nonces: bytes | None

    def spell(self) -> dict[str, Any]:
        """As an object of JSON."""
        nonces = None if self.nonces is None else raw_text(self.nonces)
        return {"round": self.round, "number": self.number, "seat": self.seat, "move": self.move, "nonces": nonces}

    @classmethod
    def parse(cls, at: At) -> Self:
        """The line in that object. Raises Damaged."""
        of = at.keyed("round", "number", "seat", "move", "nonces")
        return cls(
            round=of["round"].number(1, MOST),
            number=of["number"].number(1, MOST),
            seat=of["seat"].maybe(lambda at: at.number(-1, 99)),
            move=of["move"].text(100_000),
            nonces=of["nonces"].maybe(At.raw),
        )


@dataclass(frozen=True, slots=True)
class WriteFile:
    """One act of one phone. `undoes`: the version that it takes back."""

    version: int
    at: datetime
    phone: int
    undoes: int | None
    records: tuple[RecordFile, ...]
    lines: tuple[LineFile, ...]

    def spell(self) -> dict[str, Any]:
        """As an object of JSON."""
        return {
            "version": self.version,
            "at": moment_text(self.at),
            "phone": self.phone,
            "undoes": self.undoes,
            "records": [record.spell() for record in self.records],
            "lines": [line.spell() for line in self.lines],
        }

    @classmethod
    def parse(cls, at: At) -> Self:
        """The write in that object. Raises Damaged."""
        of = at.keyed(*cls.__slots__)
        return cls(
            version=of["version"].number(1, MOST),
            at=of["at"].moment(),
            phone=_phone(of["phone"]),
            undoes=of["undoes"].maybe(lambda at: at.number(1, MOST)),
            records=of["records"].many(RecordFile.parse),
            lines=of["lines"].many(LineFile.parse),
        )


@dataclass(frozen=True, slots=True)
class MatchFile:
    """A match, from its first write to its last. `options`: as agreed at the beginning; `phone`: the one that began it;
    `source`: what it is called in another program's log.
    """

    public_id: str
    game: str
    called: str
    options: dict[str, Any]
    first_starter: int
    created_at: datetime
    phone: int | None
    source: str | None
    seats: tuple[SeatFile, ...]
    writes: tuple[WriteFile, ...]

    def spell(self) -> dict[str, Any]:
        """As an object of JSON."""
        return {
            **{key: getattr(self, key) for key in ("public_id", "game", "called", "options", "first_starter")},
            "created_at": moment_text(self.created_at),
            "phone": self.phone,
            "source": self.source,
            "seats": [seat.spell() for seat in self.seats],
            "writes": [write.spell() for write in self.writes],
        }

    @classmethod
    def parse(cls, at: At) -> Self:
        """The match in that object. Raises Damaged."""
        of = at.keyed(*cls.__slots__)
        seats = of["seats"].many(SeatFile.parse)
        if not seats:
            of["seats"].wrong(N_("Someone has to sit here."))
        writes = of["writes"].many(WriteFile.parse)
        _ascending(of["writes"], [write.version for write in writes])
        return cls(
            public_id=_id(of["public_id"]),
            game=of["game"].text(20),
            called=of["called"].text(40),
            options=of["options"].options(),
            first_starter=of["first_starter"].number(0, len(seats) - 1),
            created_at=of["created_at"].moment(),
            phone=of["phone"].maybe(_phone),
            source=of["source"].maybe(lambda at: at.text(80)),
            seats=seats,
            writes=writes,
        )


def _id(at: At) -> str:
    return at.text(16, ID)


def _phone(at: At) -> int:
    return at.number(1, MOST)


def _ascending(at: At, versions: Collection[int]) -> None:
    if list(versions) != sorted(set(versions)):
        at.wrong(N_("These entries are not in order."))
