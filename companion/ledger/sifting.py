"""What of a file comes in, and what is here already, or was: nothing that stands is written over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import or_, select

from companion.games.why import N_
from companion.interchange.companionfile import CompanionFile
from companion.interchange.matchfile import MatchFile, RecordFile
from companion.interchange.plays import LeftOut, Play, Plays

from .abroad import Names, abroad
from .base import db
from .brought_play import result_of
from .cells import RESULT, SITS, Cell
from .chronicle import Erased
from .models import CellRecord, Match
from .outgoing import Gathering

SAME = N_("It is already here.")
OTHER = N_("It is already here, but different: the one here stays as it is.")
DELETED = N_("It was deleted here. The phone that keeps the group can bring it back.")
ERASED = N_("It was deleted here.")
ELSEWHERE = N_("It belongs to another group.")
AT_ONCE = 200
"""So many names are looked up in one go."""


@dataclass(frozen=True, slots=True)
class Item:
    """A match of a file: which one it is, by its number there; `called`, `at`: its game and when it was played; `why`:
    a msgid that says why it stays out, empty when it comes in.
    """

    number: int
    called: str
    at: datetime
    why: str = ""


def items_of(told: CompanionFile | Plays) -> list[Item]:
    """All matches of a file, as if none of them were here."""
    if isinstance(told, CompanionFile):
        return [Item(number, match.called, match.created_at) for number, match in enumerate(told.matches)]
    return [Item(number, play.called, play.at) for number, play in enumerate(told.plays)]


def left_out_of(told: CompanionFile | Plays) -> Sequence[LeftOut]:
    """What the reader of a file left out."""
    return () if isinstance(told, CompanionFile) else told.left_out


def sifted(group: int | None, told: CompanionFile | Plays) -> list[Item]:
    """All matches of a file, with why each stays out, as it is now. `group`: None for one that is still to come."""
    whys = _of_matches(group, told.matches) if isinstance(told, CompanionFile) else _of_plays(group, told.plays)
    return [replace(item, why=why) for item, why in zip(items_of(told), whys, strict=True)]


def erased(group: int | None, names: Iterable[str]) -> set[str]:
    """Which of these names are those of matches that were erased here."""
    return set(
        _in_parts(names, lambda some: select(Erased.name).where(Erased.group_id == group, Erased.name.in_(some)))
    )


def _in_parts(names: Iterable[str], ask: Any) -> Iterator[Any]:
    every = list(names)
    for start in range(0, len(every), AT_ONCE):
        yield from db.session.scalars(ask(every[start : start + AT_ONCE])).all()


def _of_matches(group: int | None, files: Sequence[MatchFile]) -> list[str]:
    names = [file.public_id for file in files]
    here = {m.public_id: m for m in _in_parts(names, lambda some: select(Match).where(Match.public_id.in_(some)))}
    gone = erased(group, (name for file in files for name in (file.public_id, file.source) if name))
    own = {match.id: match.public_id for match in here.values() if match.group_id == group}
    told = {match.public_id: _bare(match) for match in Gathering(group).matches(list(own))}
    found = []
    for file in files:
        match = here.get(file.public_id)
        if match is None:
            found.append(ERASED if gone.intersection((file.public_id, file.source or "")) else "")
        elif match.group_id != group:
            found.append(ELSEWHERE)
        elif match.deleted_at is not None:
            found.append(DELETED)
        else:
            found.append(SAME if told.get(file.public_id) == _bare(file) else OTHER)
    return found


def _bare(match: MatchFile) -> MatchFile:
    """A match as it is told in any file: phones are called as they come in it, and who is who is left out."""
    phones: dict[int, int] = {}
    names = Names(lambda phone: phones.setdefault(phone, len(phones) + 1), lambda _: None)
    first = None if match.phone is None else names.phone(match.phone)
    seats = tuple(replace(seat, people=("",) * len(seat.people)) for seat in match.seats)
    writes = tuple(
        replace(
            write,
            phone=names.phone(write.phone),
            records=tuple(_bare_record(record, names) for record in write.records),
        )
        for write in match.writes
    )
    return replace(match, phone=first, seats=seats, writes=writes)


def _bare_record(record: RecordFile, names: Names) -> RecordFile:
    cell, value = abroad(Cell.read(record.cell), record.value, names)
    if cell.kind is SITS and value is not None:
        value = len(value)
    return RecordFile(str(cell), value)


def _of_plays(group: int | None, plays: Sequence[Play]) -> list[str]:
    own = select(Match).where(Match.group_id == group)
    names = [name for play in plays for name in (play.source, play.public_id) if name]
    found = _in_parts(names, lambda some: own.where(or_(Match.source.in_(some), Match.public_id.in_(some))))
    here: dict[str, Match] = {}
    for match in found:
        here |= {name: match for name in (match.public_id, match.source) if name}
    results = _results([match.id for match in here.values()])
    gone = erased(group, names)
    return [_of_play(play, here.get(play.source) or here.get(play.public_id), results, gone) for play in plays]


def _of_play(play: Play, match: Match | None, results: Mapping[int, Any], gone: set[str]) -> str:
    if match is None:
        return ERASED if gone.intersection((play.source, play.public_id)) else ""
    if match.deleted_at is not None:
        return DELETED
    told = results.get(match.id)
    return SAME if told is None or told["seats"] == result_of(play).spell()["seats"] else OTHER


def _results(ids: Iterable[int]) -> dict[int, Any]:
    """What is told of matches of which only the result is known."""
    rows: list[Any] = []
    every = sorted(set(ids))
    for start in range(0, len(every), AT_ONCE):
        some = CellRecord.match_id.in_(every[start : start + AT_ONCE])
        chosen = select(CellRecord.match_id, CellRecord.value).where(some, CellRecord.cell == str(Cell(RESULT)))
        rows += db.session.execute(chosen.order_by(CellRecord.number)).all()
    return {row.match_id: row.value for row in rows}
