"""What the tests of deleting share: matches that are over, how they and their people go, and what is told then."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from flask import Flask
from sqlalchemy import select

from companion.ledger import careers, deleting, figures, opening, pen, remembered
from companion.ledger.base import db
from companion.ledger.history import matches_of, named_games
from companion.ledger.models import Match, Player
from companion.ledger.persons import remembered_people

from .cast import ANA, TOKENS, Pad, Rows, begin, find, put_away, stored

ANAS, PAUS = TOKENS
GROUP = 1
NOW = datetime(2027, 3, 1, 20, tzinfo=UTC)
LATER = NOW + deleting.KEPT
FIGURES = ("careers", "rivalries", "seasons", "evenings")
DERIVED = ("round_results", "seat_results", *FIGURES)


def played(app: Flask, client: str = "played", names: tuple[str, ...] = ("Ana", "Pau", "Zoé")) -> Pad:
    """A match that is over."""
    pad = begin(app, names, client)
    pad.round(1, 9, *range(6, 5 + len(names)))
    pad.adjust(1, ANA, 50)
    assert pad.now().status == "over"
    return pad


def delete(app: Flask, pad: Pad, token: str = ANAS) -> None:
    with app.app_context():
        deleting.delete_match(token, pad.id, NOW)


def restore(app: Flask, pad: Pad, token: str = ANAS) -> None:
    with app.app_context():
        deleting.restore_match(token, pad.id)


def player(app: Flask, name: str) -> int:
    with app.app_context():
        return db.session.scalars(select(Player.id).where(Player.name == name)).one()


def lists(app: Flask) -> dict[str, Any]:
    """What lists and statistics tell a phone of the group."""
    with app.app_context():
        figures.fresh(GROUP)
        return {
            "matches": [row.public_id for row in matches_of(ANAS)],
            "archive": put_away(ANAS),
            "people": [one.name for one in remembered_people(ANAS)],
            "together": remembered.overview(GROUP),
            "careers": careers.ranking(GROUP),
            "named": named_games(ANAS, "points"),
        }


def without_turns(rows: Rows) -> Rows:
    """All that is stored, but who did what and how often matches were told anew."""
    passing = ("deeds", "stale", *FIGURES)
    kept = {name: those for name, those in rows.items() if name not in passing}
    names = [column.name for column in Match.__table__.columns]
    kept["matches"] = [
        tuple(value for name, value in zip(names, row, strict=True) if name != "version") for row in rows["matches"]
    ]
    return kept


def figures_of(app: Flask) -> Rows:
    """What is computed of many matches, once nothing of it is stale."""
    with app.app_context():
        figures.catch_up()
    return stored(app, *FIGURES)


def everything(app: Flask) -> str:
    """All that the database holds, as one text."""
    return json.dumps(stored(app), default=str, ensure_ascii=False)


def again(app: Flask, pad: Pad) -> Pad:
    """The rematch."""
    with app.app_context():
        new = opening.rematch(pen.Pen(pad.id, pad.phones[0], pad.client()), ANAS, pad.now())
    found = find(app, new, ANAS)
    assert found is not None
    return Pad(app, new, found.id, pad.phones)


def delete_person(app: Flask, name: str, token: str = ANAS) -> int:
    number = player(app, name)
    with app.app_context():
        deleting.delete_person(token, number, NOW)
    return number
