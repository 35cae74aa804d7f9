"""A group with many matches at once: rows as `save` derives them, without what they are derived from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from flask import Flask

from companion.ledger.base import db
from companion.ledger.match_words import words_in
from companion.ledger.models import Grant, Match, Phone, Player, Seat, new_public_id
from companion.ledger.summaries import MatchWord, SeatResult

from .cast import NAMES, TOKENS, begin

LAST = datetime(2026, 3, 1, 21, tzinfo=UTC)
"""When the last one was played, or a little before."""
FIRST_ID = 1_000
"""Numbers that no match has which is begun in the house: asking the database for each would be a question a match."""
GAMES = {"Mojo": "mojo", "Skyjo": "skyjo", "Uno": "points"}
PLACES = ("", "", "", "Grandma’s", "Café Zoé")
NOTES = ("", "", "Teo cheated", "the grand final")


@dataclass(frozen=True)
class Played:
    """A match that was put in."""

    id: int
    called: str
    state: str
    archived: bool
    hidden: bool
    created_at: datetime
    played_at: datetime
    people: frozenset[int]
    note: str
    place: str

    @property
    def key(self) -> tuple[datetime, int]:
        """Where it is listed."""
        return self.played_at, self.id

    @property
    def words(self) -> list[str]:
        """The words by which it is found."""
        return words_in(f"{self.note} {self.place}")


@dataclass
class Bulk:
    """The matches of a group, and the ids of its people by name. `phone`: Ana's; `rows`: what is not stored yet."""

    group: int
    phone: int
    people: dict[str, int]
    matches: list[Played] = field(default_factory=list)
    rows: list[object] = field(default_factory=list)


def fill(app: Flask, number: int, seed: int = 1) -> Bulk:
    """So many matches in the group of Ana's phone; some open, stopped, in the archive, deleted, or closed to it."""
    with app.app_context():
        bulk, luck, at = _group(app), Random(seed), LAST
        for _ in range(number):
            at -= timedelta(minutes=luck.choice([20, 45, 45, 90, 200, 239, 240, 241, 60 * 24, 60 * 24 * 6]))
            _add(
                bulk,
                at,
                luck.sample(list(bulk.people), luck.choice([2, 3, 4])),
                called=luck.choice(list(GAMES)),
                state=luck.choice(["over"] * 6 + ["stopped", "open"]),
                created_at=at - timedelta(minutes=luck.choice([10] * 6 + [30] * 6 + [60 * 30])),
                archived=luck.random() < 0.05,
                deleted=luck.random() < 0.05,
                gone=luck.random() < 0.05,
                note=luck.choice(NOTES),
                place=luck.choice(PLACES),
            )
        _store(bulk)
        db.session.commit()
        return bulk


def _group(app: Flask) -> Bulk:
    """A group, with a match that is out of the way."""
    pad = begin(app, NAMES[:6])
    pad.decide("archive", True)
    db.session.query(Match).update({"deleted_at": LAST, "played_at": LAST - timedelta(days=9000)})
    phone = db.session.query(Phone.id).filter_by(token=TOKENS[0]).scalar()
    people = dict(db.session.query(Player.name, Player.id).all())
    return Bulk(db.session.query(Match.group_id).scalar(), phone, people)


def put(bulk: Bulk, at: datetime, people: Sequence[str] = ("Ana", "Pau"), **other: Any) -> Played:
    """One more match of these people, who won in that order; not committed."""
    played = _add(bulk, at, people, **other)
    _store(bulk)
    return played


def _store(bulk: Bulk) -> None:
    """Give the database what was added, matches first: all of a kind at once is ten times as fast as each by itself."""
    db.session.flush()
    db.session.add_all(bulk.rows)
    db.session.flush()
    bulk.rows.clear()


def _add(bulk: Bulk, at: datetime, people: Sequence[str], **other: Any) -> Played:
    its = {"called": "Mojo", "state": "over", "archived": False, "created_at": at, "note": "", "place": "", **other}
    deleted, gone = its.pop("deleted", False), its.pop("gone", False)
    match = Match(
        id=FIRST_ID + len(bulk.matches),
        public_id=new_public_id(),
        client_id=new_public_id(),
        group_id=bulk.group,
        options={},
        game=GAMES[its["called"]],
        first_starter=0,
        phone_id=bulk.phone,
        played_at=at,
        **{"deleted_at": at if deleted else None, **its},
    )
    db.session.add(match)
    if gone:
        bulk.rows.append(Grant(match_id=match.id, phone_id=bulk.phone, role="gone"))
    those = [bulk.people[name] for name in people]
    bulk.rows += _rows(match, those)
    played = Played(match.id, hidden=deleted or gone, played_at=at, people=frozenset(those), **its)
    bulk.matches.append(played)
    return played


def _rows(match: Match, people: Sequence[int]) -> list[object]:
    at = match.created_at if match.state == "open" else match.played_at
    rows: list[object] = [
        MatchWord(match_id=match.id, word=word, group_id=match.group_id, played_at=at)
        for word in words_in(f"{match.note} {match.place}")
    ]
    for seat, person in enumerate(people):
        rows.append(Seat(match_id=match.id, number=seat, player_id=person))
        rows.append(
            SeatResult(
                match_id=match.id,
                seat=seat,
                player_id=person,
                person_id=person,
                called=match.called,
                played_at=at,
                counts=match.state == "over",
                total=seat,
                place=seat + 1,
                won=not seat and match.state == "over",
                ranked=len(people),
                winners=1,
                rounds=1,
                points=seat,
                starts=0,
                closings=0,
                paid=0,
                cost=0,
            )
        )
    return rows
