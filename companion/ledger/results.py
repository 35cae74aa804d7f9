"""What matches came to, read from the derived rows for the ways out of the house."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import select

from companion.games import by_key
from companion.interchange.results import Result, ResultCell, ResultPerson, ResultSeat

from .base import db
from .cells import ADJUST, Cell, pattern_of
from .models import CellRecord, Match, Player, Seat
from .outgoing import AT_ONCE, Outgoing, in_steps
from .players import PERSON, SAME
from .state import read_afresh
from .summaries import RoundResult, SeatResult

TOTALS_AT_ONCE = 60
"""So many matches are read in one go where their rounds are not wanted."""


def results(outgoing: Outgoing, rounds: bool = False) -> Iterator[Result]:
    """What these matches came to, with their cells if `rounds` are wanted, without hands that are hidden still."""
    return in_steps(outgoing.ids, lambda ids: _gathered(ids, rounds), AT_ONCE if rounds else TOTALS_AT_ONCE)


def result_of(match_id: int) -> Result:
    """What one match came to, without its cells."""
    return next(iter(_gathered([match_id], rounds=False)))


def _gathered(ids: Sequence[int], rounds: bool) -> Iterator[Result]:
    found = db.session.scalars(select(Match).where(Match.id.in_(ids), Match.deleted_at.is_(None)))
    matches = {match.id: match for match in found}
    seats = _seats(ids)
    cells = _cells(ids) if rounds else {}
    for match_id in ids:
        if match := matches.get(match_id):
            yield _result(match, seats.get(match_id, ()), _open(match, cells.get(match_id, ())))


def _result(match: Match, seats: tuple[ResultSeat, ...], cells: tuple[ResultCell, ...]) -> Result:
    lowest = by_key(match.game).agreement(match.options).lowest_wins
    names = (match.public_id, match.game, match.called, lowest, match.created_at, match.played_at)
    stands = (match.state == "over", match.archived, match.rounds, match.first_starter, match.note, match.place)
    return Result(*names, *stands, seats, cells)


def _seats(ids: Sequence[int]) -> Mapping[int, tuple[ResultSeat, ...]]:
    rows = db.session.execute(
        select(SeatResult.match_id, SeatResult.seat, SeatResult.total, SeatResult.place, SeatResult.won)
        .add_columns(PERSON.public_id, PERSON.name, PERSON.bot, PERSON.deleted_at)
        .join(Player, Player.id == SeatResult.player_id)
        .join(PERSON, SAME)
        .join(Seat, (Seat.match_id == SeatResult.match_id) & (Seat.player_id == Player.id))
        .where(Seat.number == SeatResult.seat, SeatResult.match_id.in_(ids))
        .order_by(SeatResult.match_id, SeatResult.seat, Seat.part)
    )
    found: dict[int, tuple[ResultSeat, ...]] = {}
    for (match_id, seat), group in groupby(rows, key=lambda row: (row.match_id, row.seat)):
        those = list(group)
        people = tuple(ResultPerson(row.public_id, "" if row.deleted_at else row.name, row.bot) for row in those)
        one = ResultSeat(seat, people, those[0].total, those[0].place, those[0].won)
        found[match_id] = (*found.get(match_id, ()), one)
    return found


def _cells(ids: Sequence[int]) -> Mapping[int, tuple[ResultCell, ...]]:
    house = _house(ids)
    columns = (RoundResult.match_id, RoundResult.round, RoundResult.seat, RoundResult.points, RoundResult.total)
    rows = db.session.execute(
        select(*columns, RoundResult.closed)
        .where(RoundResult.match_id.in_(ids))
        .order_by(RoundResult.match_id, RoundResult.round, RoundResult.seat)
    )
    return {
        match_id: tuple(
            ResultCell(*row[1:], **house.get((match_id, Cell(ADJUST, row.round, row.seat)), {})) for row in group
        )
        for match_id, group in groupby(rows, key=lambda row: row.match_id)
    }


def _house(ids: Sequence[int]) -> Mapping[tuple[int, Cell], Mapping[str, Any]]:
    """The house rules that stand, by match and cell."""
    written = select(CellRecord.match_id, CellRecord.cell, CellRecord.value).where(CellRecord.match_id.in_(ids))
    mine = written.where(CellRecord.cell.like(pattern_of(ADJUST))).order_by(CellRecord.number)
    newest = {(row.match_id, Cell.read(row.cell)): row.value for row in db.session.execute(mine)}
    return {place: {"house": value["points"], "why": value["note"]} for place, value in newest.items() if value}


def _open(match: Match, cells: Iterable[ResultCell]) -> tuple[ResultCell, ...]:
    """The cells that everybody may see (house H4)."""
    if not cells or not by_key(match.game).agreement(match.options).hides:
        return tuple(cells)
    done = {round_.number for round_ in read_afresh(match.id).sheet.rounds if round_.complete}
    return tuple(cell for cell in cells if cell.round in done)
