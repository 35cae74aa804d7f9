"""Derived tables: what lists and statistics read, made of the records by `save` and after it, and by `rebuild`.

Rows of one match change with it, in the same transaction. What depends on many matches is marked stale there, and
computed anew after the answer, or by whoever reads it first.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from .base import Base
from .models import Moment, ordered

ALL = ""
"""What all games together are called, where figures are parted by what a game is called."""
EVER = 0
"""The year that stands for all time."""


class RoundResult(Base):
    """The points of a seat in a round that counts, and its total after it."""

    __tablename__ = "round_results"
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    points: Mapped[int]
    total: Mapped[int]
    closed: Mapped[bool]


class SeatResult(Base):
    """How everybody on a seat stands, a row a person. `total` is None where only who won is known, `place` for a seat
    out of the ranking.

    `person_id`: whom `player_id` stands for. `counts`: it belongs in the statistics: the match is over, is not in the
    archive and not deleted, and a person sat there to the end. `ranked`: how many seats were, bots too; `winners`: how
    many of these won. `played_at`: that of the match once it has ended, before that when it began.
    Of the rounds that count: how many, their `points`, the lowest and the highest with its number, how many this seat
    began (`starts`) and ended (`closings`), and how often ending one paid off or cost more. `comeback`: how many points
    somebody who won was behind after a round in which nobody was behind them, where that was most; None for all others.
    """

    __tablename__ = "seat_results"
    __table_args__ = (
        Index("ix_seat_results_person", "person_id", "played_at", "match_id"),
        Index("ix_seat_results_person_game", "person_id", "called", "played_at", "match_id"),
    )
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), primary_key=True, index=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("players.id"))
    called: Mapped[str] = mapped_column(String(40))
    played_at: Mapped[datetime] = mapped_column(Moment)
    counts: Mapped[bool]
    total: Mapped[int | None]
    place: Mapped[int | None]
    won: Mapped[bool]
    ranked: Mapped[int]
    winners: Mapped[int]
    rounds: Mapped[int]
    points: Mapped[int]
    lowest: Mapped[int | None]
    lowest_round: Mapped[int | None]
    highest: Mapped[int | None]
    highest_round: Mapped[int | None]
    starts: Mapped[int]
    closings: Mapped[int]
    paid: Mapped[int]
    cost: Mapped[int]
    comeback: Mapped[int | None]


PARTS = 720_720
"""Into so many parts a win is cut, so that shares of it add up to whole numbers: every number up to 16 divides it."""


class Career(Base):
    """A person's figures in one game, or in ALL of them; in one year, or EVER. Sums over the rows of SeatResult that
    count; the match of each peak stands beside it, the first one of several that are alike. ALL has no points, and no
    peaks but the `longest` match, in rounds.

    `months`: how many of the matches of each month were won, January first; of EVER in all years together.
    `shares`: wins, a shared victory by its part; `expected`: the wins that luck alone would give, 1 by `ranked` for
    each match; both in PARTS; `fair`: what people are ranked by. `places` and `players`: sums of places, and of how
    many were ranked. Wins in a row: `first_streak` from the first match on, `streak` up to the last, `best_streak` the
    most, each with the match that completed it.
    """

    __tablename__ = "careers"
    __table_args__ = (Index("ix_careers_ranking", "group_id", "called", "year", "fair", "person_id"),)
    person_id: Mapped[int] = mapped_column(ForeignKey("players.id"), primary_key=True)
    called: Mapped[str] = mapped_column(String(40), primary_key=True)
    year: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id"))
    game: Mapped[str] = mapped_column(String(20))
    matches: Mapped[int]
    won: Mapped[int]
    months: Mapped[list[int]] = mapped_column(JSON)
    shares: Mapped[int] = mapped_column(BigInteger)
    expected: Mapped[int] = mapped_column(BigInteger)
    fair: Mapped[float]
    places: Mapped[int]
    players: Mapped[int]
    rounds: Mapped[int]
    points: Mapped[int]
    lowest: Mapped[int | None]
    lowest_match: Mapped[int | None]
    lowest_round: Mapped[int | None]
    highest: Mapped[int | None]
    highest_match: Mapped[int | None]
    highest_round: Mapped[int | None]
    longest: Mapped[int | None]
    longest_match: Mapped[int | None]
    comeback: Mapped[int | None]
    comeback_match: Mapped[int | None]
    starts: Mapped[int]
    closings: Mapped[int]
    paid: Mapped[int]
    cost: Mapped[int]
    first_streak: Mapped[int]
    first_streak_match: Mapped[int | None]
    streak: Mapped[int]
    best_streak: Mapped[int]
    best_streak_match: Mapped[int | None]
    last_at: Mapped[datetime] = mapped_column(Moment)
    last_won_at: Mapped[datetime | None] = mapped_column(Moment)


class Rivalry(Base):
    """Two people in the matches of one game, or of ALL, in one year or EVER, that counted for both on different seats:
    in how many the first was `ahead` of the other, `behind`, or `level` with them. Each pair stands here twice, from
    both sides.
    """

    __tablename__ = "rivalries"
    __table_args__ = (Index("ix_rivalries_table", "group_id", "called", "year"),)
    person_id: Mapped[int] = mapped_column(ForeignKey("players.id"), primary_key=True)
    called: Mapped[str] = mapped_column(String(40), primary_key=True)
    year: Mapped[int] = mapped_column(primary_key=True)
    other_id: Mapped[int] = mapped_column(ForeignKey("players.id"), primary_key=True, index=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id"))
    ahead: Mapped[int]
    behind: Mapped[int]
    level: Mapped[int]


class Season(Base):
    """How many matches of one game, or of ALL, a group played to the end in one year, or EVER, with how many rounds;
    when the last one of them was, and which.
    """

    __tablename__ = "seasons"
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id"), primary_key=True)
    called: Mapped[str] = mapped_column(String(40), primary_key=True)
    year: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(String(20))
    matches: Mapped[int]
    rounds: Mapped[int]
    last_at: Mapped[datetime] = mapped_column(Moment)
    last_match: Mapped[int]


class Evening(Base):
    """Matches of a group with less than four hours between one and the next; one that is open counts by when it began.
    Those in the archive and deleted ones are not in it.
    """

    __tablename__ = "evenings"
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id"), primary_key=True)
    began_at: Mapped[datetime] = mapped_column(Moment, primary_key=True)
    ended_at: Mapped[datetime] = mapped_column(Moment)
    matches: Mapped[int]


class Stale(Base):
    """A mark: what is derived from many matches has to be computed anew for this person (0: for what the whole group
    has together), because the match of that moment changed.
    """

    __tablename__ = "stale"
    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id"), index=True)
    person_id: Mapped[int]
    called: Mapped[str] = mapped_column(String(40))
    played_at: Mapped[datetime] = mapped_column(Moment)


class MatchWord(Base):
    """A word of the note or the place of a match, without case, by which it is found."""

    __tablename__ = "match_words"
    __table_args__ = (Index("ix_match_words_found", "group_id", "word", "played_at", "match_id"),)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    word: Mapped[str] = mapped_column(ordered(40), primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id"))
    played_at: Mapped[datetime] = mapped_column(Moment)
