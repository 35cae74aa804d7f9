"""The derived rows for lists and statistics: what a match comes to, in SQL."""

from __future__ import annotations

from functools import cache
from itertools import takewhile
from typing import Any

from sqlalchemy import ColumnElement, Delete, Update, bindparam, delete, insert, select, update

from .base import Base, db
from .cells import ON_SHEET
from .models import Match, RoundResult, SeatResult
from .state import MatchState

ROUND, SEAT = ("round", "seat"), ("seat", "player_id")
_DERIVED = ("version", "state", "round", "archived", "played_at")
_TURN = (
    update(Match.__table__)
    .where(Match.__table__.c.id == bindparam("match"))
    .values({name: bindparam(name) for name in _DERIVED})
)
Rows = dict[tuple[Any, ...], dict[str, Any]]


def _columns(state: MatchState) -> dict[str, Any]:
    """The derived columns of a match."""
    written = [trail[-1].at for cell, trail in state.trails.cells.items() if cell.kind in ON_SHEET]
    written += [line.at for line in (state.dealt.lines[-1:] if state.dealt else ())]
    played_at = max(written, default=state.created_at)
    return {"state": state.status, "round": state.current, "archived": state.archived, "played_at": played_at}


def refresh(before: MatchState, after: MatchState) -> None:
    """Bring the version of a match, and all rows derived from it, from one state to the next; nothing is committed.

    Nothing is read, but at the first write of a match in a process: rows made by older rules are put right then.
    """
    db.session.connection().execute(_TURN, {"match": after.id, "version": after.version, **_columns(after)})
    if before.rows_known:
        pairs = zip(before.sheet.rounds, after.sheet.rounds, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
        rounds, seats = _by(ROUND, _round_rows(before, same)), _by(SEAT, _seat_rows(before))
    else:
        same, rounds, seats = 0, _stored(RoundResult, ROUND, after.id), _stored(SeatResult, SEAT, after.id)
    _change(RoundResult, ROUND, rounds, _by(ROUND, _round_rows(after, same)))
    _change(SeatResult, SEAT, seats, _by(SEAT, _seat_rows(after)))


def _round_rows(state: MatchState, same: int = 0) -> list[dict[str, Any]]:
    return [
        {
            "match_id": state.id,
            "round": round_.number,
            "seat": seat,
            "points": cell.score.points,
            "total": cell.total,
            "closed": seat == round_.closer,
        }
        for round_ in state.sheet.rounds[same:]
        if round_.counted
        for seat, cell in enumerate(round_.cells)
        if cell.score is not None
    ]


def _seat_rows(state: MatchState) -> list[dict[str, Any]]:
    closers = [round_.closer for round_ in state.sheet.rounds if round_.counted and round_.complete]
    return [
        {
            "match_id": state.id,
            "seat": seat.number,
            "player_id": player,
            "total": state.sheet.totals[seat.number],
            "place": state.sheet.places[seat.number],
            "won": seat.number in state.sheet.winners,
            "closings": closers.count(seat.number),
        }
        for seat in state.seats
        if not seat.absent
        for player in seat.players
    ]


def _by(key: tuple[str, ...], rows: list[dict[str, Any]]) -> Rows:
    return {tuple(row[name] for name in key): row for row in rows}


def _stored(model: type[Base], key: tuple[str, ...], match_id: int) -> Rows:
    found = db.session.execute(select(model.__table__).where(model.__table__.c.match_id == match_id))
    return _by(key, [dict(row) for row in found.mappings()])


def _change(model: type[Base], key: tuple[str, ...], have: Rows, want: Rows) -> None:
    """Bring the rows of a table from `have` to `want`, in a statement each for those that go, change and come."""
    gone = [row for place, row in have.items() if place not in want]
    other = [row for place, row in want.items() if place in have and have[place] != row]
    new = [row for place, row in want.items() if place not in have]
    for rows, statement in ((gone, _delete), (other, _update)):
        if rows:
            named = [{f"the_{name}": value for name, value in row.items()} for row in rows]
            db.session.connection().execute(statement(model, key), named)
    if new:
        db.session.connection().execute(insert(model.__table__), new)


@cache
def _delete(model: type[Base], key: tuple[str, ...]) -> Delete:
    return delete(model.__table__).where(*_here(model, key))


@cache
def _update(model: type[Base], key: tuple[str, ...]) -> Update:
    others = [column.name for column in model.__table__.columns if column.name not in ("match_id", *key)]
    return update(model.__table__).where(*_here(model, key)).values({name: bindparam(f"the_{name}") for name in others})


def _here(model: type[Base], key: tuple[str, ...]) -> list[ColumnElement[bool]]:
    return [model.__table__.c[name] == bindparam(f"the_{name}") for name in ("match_id", *key)]
