"""The derived rows for lists and statistics: what a match comes to, in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from itertools import takewhile
from operator import is_
from typing import Any

from sqlalchemy import ColumnElement, Delete, Update, bindparam, delete, insert, select, update

from companion.games.scoresheet import SheetRound

from .base import Base, db
from .cells import ON_SHEET, RESULT, Cell
from .match_words import word_rows
from .models import Match
from .stale import EVERYBODY, Mark, note
from .state import MatchState
from .summaries import MatchWord, RoundResult, SeatResult

ROUND, SEAT, WORD = ("round", "seat"), ("seat", "player_id"), ("word",)
_DERIVED = ("version", "state", "round", "rounds", "archived", "played_at", "note", "place")
_TURN = (
    update(Match.__table__)
    .where(Match.__table__.c.id == bindparam("match"))
    .values({name: bindparam(name) for name in _DERIVED})
)
Rows = dict[tuple[Any, ...], dict[str, Any]]


def _columns(state: MatchState) -> dict[str, Any]:
    """The derived columns of a match."""
    return {
        "state": state.status,
        "round": state.current,
        "rounds": len(state.complete),
        "archived": state.archived,
        "played_at": played_at(state),
        "note": state.note,
        "place": state.place,
    }


def played_at(state: MatchState) -> datetime:
    """When something was written where nothing had stood: correcting an old match doesn't count as playing it."""
    first = [trail[0].at for cell, trail in state.trails.cells.items() if cell.kind in ON_SHEET]
    first += [line.at for line in (state.dealt.lines[-1:] if state.dealt else ())]
    told = state.trails.value(Cell(RESULT))
    return max(first, default=state.created_at + timedelta(minutes=told["minutes"] if told else 0))


def refresh(before: MatchState | None, after: MatchState) -> None:
    """Bring the version of a match, and all rows derived from it, from one state to the next; nothing is committed.
    `before`: None for a match of which no row is derived yet.

    Nothing is read, but at the first write of a match in a process: rows made by older rules are put right then.
    """
    db.session.connection().execute(_TURN, {"match": after.id, "version": after.version, **_columns(after)})
    same, rounds, seats, words = (0, {}, {}, {}) if before is None else _standing(before, after)
    _change(RoundResult, ROUND, rounds, _by(ROUND, _round_rows(after, same)))
    if seats is None:
        return
    wanted = _by(SEAT, _seat_rows(after))
    _change(SeatResult, SEAT, seats, wanted)
    _change(MatchWord, WORD, words, _words(after))
    note({(after.group_id, *mark) for mark in _moved(seats, wanted)} | _of_groups(before, after))


def _standing(before: MatchState, after: MatchState) -> tuple[int, Rows, Rows | None, Rows]:
    """How many rounds stay as they are, and the rows that stand: of the rounds after these, of seats, and words; None
    for seats when only rows of rounds can change.
    """
    if before.rows_known and before.deleted == after.deleted:
        pairs = zip(before.sheet.rounds, after.sheet.rounds, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
        rounds = _by(ROUND, _round_rows(before, same))
        if _same_seats(before, after):
            return same, rounds, None, {}
        return same, rounds, _by(SEAT, _seat_rows(before)), _words(before)
    words = _words(before) if before.rows_known else _stored(MatchWord, WORD, after.id)
    return 0, _stored(RoundResult, ROUND, after.id), _stored(SeatResult, SEAT, after.id), words


def _same_seats(before: MatchState, after: MatchState) -> bool:
    """Whether rows of seats and of words are as they were, and what the group has together: so after a hand in a round
    that is not complete, a move on screen, another phone for a seat.
    """
    rounds = before.complete, after.complete
    return _seat_facts(before) == _seat_facts(after) and len(rounds[0]) == len(rounds[1]) and all(map(is_, *rounds))


def _seat_facts(state: MatchState) -> tuple[object, ...]:
    """What rows of seats, of words and of the group are made of beside the rounds that are complete."""
    sheet = state.sheet
    match = state.group_id, state.agreement, state.status, state.archived, state.note, state.place
    return *match, _sat_till(state), state.seats, sheet.totals, sheet.places, sheet.winners, sheet.unknown


def _moved(have: Rows, want: Rows) -> set[tuple[int, str, datetime]]:
    """Whose figures are those of rows that count and change."""
    changed = [row for one, other in ((have, want), (want, have)) for key, row in one.items() if other.get(key) != row]
    return {(row["person_id"], row["called"], row["played_at"]) for row in changed if row["counts"]}


def _of_groups(before: MatchState | None, after: MatchState) -> set[Mark]:
    """What a group has together: evenings, and how many matches were played to the end."""
    was, now = None if before is None else _in_group(before), _in_group(after)
    both = [] if was == now else [each for each in (was, now) if each]
    return {(group, EVERYBODY, called, at) for group, called, at, *_ in both}


def _in_group(state: MatchState) -> tuple[int, str, datetime, bool, int] | None:
    """What a group remembers of a match beside who did how; None when it is put away."""
    if state.archived or state.deleted:
        return None
    over = state.status == "over"
    return state.group_id, state.called, _sat_till(state), over, len(state.complete) if over else 0


def mark(state: MatchState, group: int) -> None:
    """Mark all figures of a group stale in which a match has a part that came to it or left it. Inside `writing()`."""
    marks = _moved({}, _by(SEAT, _seat_rows(state)))
    note({(group, *each) for each in (*marks, (EVERYBODY, state.called, _sat_till(state)))})


def _sat_till(state: MatchState) -> datetime:
    """When a match was played, as lists and statistics see it: one that is open by when it began."""
    return state.created_at if state.status == "open" else played_at(state)


def _words(state: MatchState) -> Rows:
    return _by(WORD, word_rows(state, _sat_till(state)))


def _round_rows(state: MatchState, same: int = 0) -> list[dict[str, Any]]:
    if state.deleted:
        return []
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
    sheet, complete = state.sheet, state.complete
    of_match = {
        "match_id": state.id,
        "called": state.called,
        "played_at": _sat_till(state),
        "ranked": sum(place is not None for place in sheet.places),
        "winners": len(sheet.winners),
    }
    over = state.status == "over" and not state.archived
    rows = []
    for seat in state.seats:
        if not seat.absent and not state.deleted:
            counts = over and not seat.bot and sheet.places[seat.number] is not None
            its = {
                "seat": seat.number,
                "total": None if seat.number in (sheet.unknown or ()) else sheet.totals[seat.number],
                "place": sheet.places[seat.number],
                "won": seat.number in sheet.winners,
                **_rounds_of(seat.number, complete),
                "comeback": _comeback(state, seat.number, complete) if seat.number in sheet.winners else None,
            }
            rows += [
                {**of_match, **its, "player_id": player, "person_id": person, "counts": counts and not unnamed}
                for player, person, unnamed in zip(seat.players, seat.persons, seat.unnamed, strict=True)
            ]
    return rows


def _rounds_of(seat: int, complete: Sequence[SheetRound]) -> dict[str, int | None]:
    """What the rounds of a match brought to a seat; the first one of several that are alike."""
    scores = {round_.number: score for round_ in complete if (score := round_.cells[seat].score)}
    points = {number: score.points for number, score in scores.items()}
    lowest, highest = (
        min(points, key=points.__getitem__, default=None),
        max(points, key=points.__getitem__, default=None),
    )
    paid = [scores[round_.number].paid for round_ in complete if round_.closer == seat and round_.number in scores]
    return {
        "rounds": len(points),
        "points": sum(points.values()),
        "lowest": None if lowest is None else points[lowest],
        "lowest_round": lowest,
        "highest": None if highest is None else points[highest],
        "highest_round": highest,
        "starts": sum(round_.start.seat == seat for round_ in complete),
        "closings": sum(round_.closer == seat for round_ in complete),
        "paid": paid.count(True),
        "cost": paid.count(False),
    }


def _comeback(state: MatchState, seat: int, complete: Sequence[SheetRound]) -> int | None:
    """How many points a seat was behind after a round in which nobody who played was behind it, where that was most."""
    best, worst = (min, max) if state.agreement.lowest_wins else (max, min)
    behind = []
    for round_ in complete:
        totals = {other: total for other in round_.playing if (total := round_.cells[other].total) is not None}
        if totals.get(seat) == worst(totals.values(), default=None):
            behind.append(abs(totals[seat] - best(totals.values())))
    return max(behind, default=0) or None


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
