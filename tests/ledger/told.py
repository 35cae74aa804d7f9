"""A match as plain values: what a relic has to say for ever, whatever the code that reads it looks like."""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import select, text

from companion import create_app
from companion.games.cards import Hand
from companion.games.jokrummy.scoring import Report
from companion.games.points.scoring import Typed
from companion.games.scoresheet import Score, Scoresheet, SheetCell, SheetRound
from companion.ledger import seals
from companion.ledger.base import db
from companion.ledger.models import Match
from companion.ledger.state import MatchState, read_afresh
from companion.ledger.store import all_lines
from tests.conftest import SETTINGS

RELICS = Path(__file__).parent / "relics"
Told = dict[str, Any]


def plain(value: Any) -> Any:
    """What a cell holds as JSON: an entry as its cards or points; all others are plain already."""
    if isinstance(value, Report):
        return {"cards": None, "points": value.missions, "bonus": value.bonus}
    if isinstance(value, Hand):
        return {"cards": value.cards and list(value.cards), "points": value.points, "bonus": 0}
    if isinstance(value, Typed):
        return {"cards": None, "points": value.points, "bonus": 0}
    return value


def score(it: Score | None) -> list[Any] | None:
    """Points, the mark beside them, and the reason in English."""
    return it and [it.points, it.mark, str(it.why)]


def cell(it: SheetCell) -> list[Any]:
    """One seat in one round."""
    return [it.state, plain(it.entry), score(it.count), score(it.score), it.adjust, it.total]


def sheet_round(it: SheetRound) -> Told:
    """One row of the sheet."""
    return {
        "playing": it.playing,
        "closer": it.closer,
        "complete": it.complete,
        "counted": it.counted,
        "missing": it.missing,
        "problems": [[str(problem.why), problem.seats, problem.value] for problem in it.problems],
        "start": [it.start.seat, it.start.direction, it.start.why and str(it.start.why)],
        "cells": [cell(each) for each in it.cells],
    }


def sheet(it: Scoresheet) -> Told:
    """All that follows from what was written down."""
    names = ("totals", "places", "to_limit", "limit", "over_round", "over_seats", "winners", "open_round", "starter")
    told: Told = {name: getattr(it, name) for name in names}
    return {**told, "over": it.over and str(it.over), "rounds": [sheet_round(each) for each in it.rounds]}


def match(state: MatchState) -> Told:
    """Who sits where, and what was decided."""
    names = ("version", "status", "order", "host", "joining", "archived", "next", "opened")
    told: Told = {name: getattr(state, name) for name in names}
    return {
        **told,
        "on_screens": state.dealing,
        "game": state.game.key,
        "options": {**state.options},
        "seats": [[seat.name, *asdict(seat.span).values()] for seat in state.seats],
        "holders": {str(seat): phone for seat, phone in state.holders.items()},
        "bots": {str(seat): strength for seat, strength in state.bots.items()},
    }


def trails(state: MatchState) -> Told:
    """Every record of every cell, oldest first."""
    return {
        str(name): [
            [r.number, plain(r.value), r.version, r.phone, r.at.isoformat(), r.undoes, r.dealt]
            for r in state.trails.of(name)
        ]
        for name in state.trails.cells
    }


def lines(state: MatchState) -> list[list[Any]]:
    """Every line of every dealt round, given-up deals too."""
    return [[round_, it.number, it.seat, it.move, it.version, it.phone] for round_, it in all_lines(state.id)]


def shuffles(state: MatchState) -> list[Told]:
    """Every shuffle: its fingerprint, which tells of all cards and nonces; its cards, a dot for one still sealed."""
    return [
        {
            "round": shuffle.round,
            "line": shuffle.line,
            "fingerprint": shuffle.fingerprint,
            "cards": " ".join("." if card.card is None else card.card for card in shuffle.cards),
        }
        for shuffle in seals.shuffles(state)
    ]


def derived(state: MatchState) -> Told:
    """The rows that lists and statistics read, as they are stored."""
    columns = {
        "round_results": "match_id, round, seat, points, total, closed",
        "seat_results": "match_id, seat, player_id, total, place, won, closings",
    }
    return {
        table: [list(row) for row in db.session.execute(text(f"SELECT {its} FROM {table} WHERE match_id = {state.id}"))]
        for table, its in columns.items()
    }


def states() -> Iterator[MatchState]:
    """All matches of the database, computed from their records; inside an app context."""
    for number in db.session.scalars(select(Match.id).order_by(Match.id)):
        yield read_afresh(number)


def database() -> Told:
    """All that a database tells, as JSON reads it; inside an app context."""
    parts = {"match": match, "trails": trails, "lines": lines, "seals": shuffles, "derived": derived}
    told = {
        state.public_id: {**{name: part(state) for name, part in parts.items()}, "sheet": sheet(state.sheet)}
        for state in states()
    }
    read: Told = json.loads(json.dumps(told))
    return read


@contextmanager
def opened(relic: str, folder: Path) -> Iterator[Flask]:
    """Today's app on a copy of a relic, brought to the newest migration."""
    path = Path(shutil.copy(RELICS / f"{relic}.sqlite3", folder))
    app = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{path}"})
    with app.app_context():
        upgrade()
    yield app
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


def spelled(told: Mapping[str, Any]) -> str:
    """Told values as a file, in which a list of plain values has one line, so that differences can be read."""
    wide = json.dumps(told, ensure_ascii=False, indent=1)
    return re.sub(r"\[[^][{}]*\]", lambda found: re.sub(r"\n\s*", " ", found[0]), wide) + "\n"


def keep(relic: str) -> None:
    """Write beside a new relic what is to be expected of it; what stands there already is never written anew."""
    with tempfile.TemporaryDirectory() as folder, opened(relic, Path(folder)) as app, app.app_context():
        told = spelled(database())
        assert json.loads(told) == database()
    with (RELICS / f"{relic}.json").open("x", encoding="utf-8") as file:
        file.write(told)


if __name__ == "__main__":
    keep(sys.argv[1])
