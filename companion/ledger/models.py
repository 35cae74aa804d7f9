"""The tables. Facts are appended and never rewritten; derived rows say so in their docstring."""

from __future__ import annotations

import base64
import secrets
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import JSON, Date, DateTime, ForeignKey, Index, String, Text, TypeDecorator, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from .avatars import LONGEST_EMOJI
from .base import Base


class Moment(TypeDecorator[datetime]):
    """A moment in UTC. SQLite forgets time zones, so it is stored without one and handed out with UTC."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: object) -> datetime | None:
        """Moments go in as UTC without a zone."""
        return value.astimezone(UTC).replace(tzinfo=None) if value else None

    def process_result_value(self, value: datetime | None, dialect: object) -> datetime | None:
        """Moments come out with UTC as their zone."""
        return value.replace(tzinfo=UTC) if value else None


def ordered(length: int) -> String:
    """A text whose letters stand in the order of their numbers, whatever language PostgreSQL was set up for."""
    return String(length).with_variant(String(length, collation="C"), "postgresql")


def now() -> datetime:
    """The moment a fact is written down."""
    return datetime.now(UTC)


def today() -> date:
    """The day on which a phone was last seen, in UTC."""
    return now().date()


def new_public_id() -> str:
    """What a match or a person is called in addresses and files: 72 random bits."""
    return secrets.token_urlsafe(9)


def new_link() -> str:
    """A capability link's secret: 100 random bits in capitals and digits, which make a small QR code."""
    return base64.b32encode(secrets.token_bytes(13)).decode()[:20]


SYMBOLS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What a short code is made of: nothing in it looks like something else."""


def new_code() -> str:
    """A code to read aloud: six of SYMBOLS, 29 random bits; it works only while the match is open, and slowly."""
    return "".join(secrets.choice(SYMBOLS) for _ in range(6))


class Group(Base):
    """People who play together: their players and their matches. Who opens `link` may open all of it. `name`: what they
    call it, empty while nobody said.

    `keeper_id`: the phone that may put others out: the one that began it, until it hands that on. Whoever opens
    `keeper_link`, which is made on the server's machine, is it once.
    """

    __tablename__ = "groups"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40), default="")
    link: Mapped[str] = mapped_column(String(32), unique=True, default=new_link)
    keeper_id: Mapped[int | None] = mapped_column(ForeignKey("phones.id"))
    keeper_link: Mapped[str | None] = mapped_column(String(32), unique=True)
    created_at: Mapped[datetime] = mapped_column(Moment, default=now)


class Player(Base):
    """A person remembered between matches, or a `bot`, which may be called the same. `key` is the name as it is
    compared: without case. `pair`: which colour and shape they have, `emoji`: what stands there instead of letters.

    `public_id` names the person in files. `stands_for`: the person that this one is another name of. `listed`: not put
    out of the lists. `deleted_at`: since when nobody is told who it was; erased for good after some days.
    """

    __tablename__ = "players"
    __table_args__ = (UniqueConstraint("group_id", "key", "bot"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(16), unique=True, default=new_public_id)
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id"))
    name: Mapped[str] = mapped_column(String(40))
    key: Mapped[str] = mapped_column(String(160))
    bot: Mapped[bool] = mapped_column(default=False)
    pair: Mapped[int]
    emoji: Mapped[str] = mapped_column(String(LONGEST_EMOJI), default="")
    nickname: Mapped[str] = mapped_column(String(40), default="")
    stands_for: Mapped[int | None] = mapped_column(ForeignKey("players.id"), index=True)
    listed: Mapped[bool] = mapped_column(default=True)
    deleted_at: Mapped[datetime | None] = mapped_column(Moment)
    created_at: Mapped[datetime] = mapped_column(Moment, default=now)


class Phone(Base):
    """A browser, known by the token in its signed cookie. `seen`: the last day on which it asked for anything."""

    __tablename__ = "phones"
    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(40), unique=True)
    seen: Mapped[date] = mapped_column(Date, default=today)
    created_at: Mapped[datetime] = mapped_column(Moment, default=now)


class Membership(Base):
    """A phone that may open all of a group."""

    __tablename__ = "memberships"
    phone_id: Mapped[int] = mapped_column(ForeignKey("phones.id"), primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id"), primary_key=True)


class Grant(Base):
    """What a phone may do with one match that it came to by a link. `role`: "write", "watch", or "gone"."""

    __tablename__ = "grants"
    __table_args__ = (Index("ix_grants_phone", "phone_id", "role", "at"),)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    phone_id: Mapped[int] = mapped_column(ForeignKey("phones.id"), primary_key=True)
    role: Mapped[str] = mapped_column(String(10))
    at: Mapped[datetime] = mapped_column(Moment, default=now)


class Match(Base):
    """One sitting. `version` counts its saves. `state`, `round`, `rounds` (how many are complete and count),
    `played_at`, `archived`, `note` and `place` are derived by `save`.

    `called` is what the game is called, by which lists and statistics part matches. `phone_id` began it and is its
    first host. `link` lets a phone write, `watch_link` only look, `code` is read aloud. `source` names it in another
    program's log, `import_id` says with which file it came. `deleted_at`: since when nobody sees it; erased for good
    after some days.
    """

    __tablename__ = "matches"
    __table_args__ = (
        Index("ix_matches_listed", "group_id", "archived", "played_at", "id"),
        Index("ix_matches_listed_by_game", "group_id", "archived", "called", "played_at", "id"),
        Index("ix_matches_begun", "group_id", "game", "created_at", "id"),
        Index("ix_matches_listed_by_state", "group_id", "archived", "state", "played_at", "id"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(16), unique=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id"))
    client_id: Mapped[str] = mapped_column(String(64), unique=True)
    game: Mapped[str] = mapped_column(String(20))
    called: Mapped[str] = mapped_column(ordered(40))
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    first_starter: Mapped[int]
    phone_id: Mapped[int | None] = mapped_column(ForeignKey("phones.id"))
    link: Mapped[str] = mapped_column(String(32), unique=True, default=new_link)
    watch_link: Mapped[str] = mapped_column(String(32), unique=True, default=new_link)
    code: Mapped[str] = mapped_column(String(6), index=True, default=new_code)
    created_at: Mapped[datetime] = mapped_column(Moment, default=now)
    version: Mapped[int] = mapped_column(default=0)
    state: Mapped[str] = mapped_column(String(10), default="open")
    round: Mapped[int] = mapped_column(default=1)
    played_at: Mapped[datetime] = mapped_column(Moment, default=now)
    archived: Mapped[bool] = mapped_column(default=False)
    rounds: Mapped[int] = mapped_column(default=0)
    note: Mapped[str] = mapped_column(String(500), default="")
    place: Mapped[str] = mapped_column(String(40), default="")
    source: Mapped[str | None] = mapped_column(String(80))
    import_id: Mapped[int | None] = mapped_column(ForeignKey("imports.id"), index=True)
    deleted_at: Mapped[datetime | None] = mapped_column(Moment)


class Seat(Base):
    """Who sits at a numbered place in a match: a row for each person, mostly one; `part` numbers those who share it.

    `joined`: they came in the middle, and the span says from which round.
    """

    __tablename__ = "seats"
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    part: Mapped[int] = mapped_column(primary_key=True, default=0)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"))
    joined: Mapped[bool] = mapped_column(default=False)


class Write(Base):
    """One act of one phone: the records of one save share it. `undoes` is the version it takes back.

    `version` is None for an act that found everything as it wanted it: only its client id is remembered.
    """

    __tablename__ = "writes"
    __table_args__ = (UniqueConstraint("match_id", "version"), UniqueConstraint("match_id", "client_id"))
    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"))
    version: Mapped[int | None]
    client_id: Mapped[str] = mapped_column(String(64))
    phone_id: Mapped[int] = mapped_column(ForeignKey("phones.id"))
    at: Mapped[datetime] = mapped_column(Moment, default=now)
    undoes: Mapped[int | None]


class CellRecord(Base):
    """What was written in a cell of any kind but a line: the highest number counts, null where it was left blank."""

    __tablename__ = "records"
    __table_args__ = (UniqueConstraint("match_id", "cell", "number"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    write_id: Mapped[int] = mapped_column(ForeignKey("writes.id"))
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"))
    cell: Mapped[str] = mapped_column(String(20))
    number: Mapped[int]
    value: Mapped[Any | None] = mapped_column(JSON(none_as_null=True), nullable=True)


class MoveRecord(Base):
    """A line of a dealt round: `deal …` with its Setup or `abandon` (both without a seat), else a move; the dealer
    is seat -1. A shuffle keeps one nonce of 16 bytes for each card, in its order. Never for players' eyes as it is.
    """

    __tablename__ = "move_records"
    __table_args__ = (UniqueConstraint("match_id", "round", "number"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    write_id: Mapped[int] = mapped_column(ForeignKey("writes.id"), index=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"))
    round: Mapped[int]
    number: Mapped[int]
    seat: Mapped[int | None]
    move: Mapped[str] = mapped_column(Text)
    nonces: Mapped[bytes | None]
