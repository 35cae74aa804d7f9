"""Erasing what was deleted: from every table, for good. Only that it was there is kept, so that no file brings it back.

This is the one place where something goes that was written down.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import datetime

from sqlalchemy import String, Table, cast, delete, select, update

from companion.app_state import app_state

from .base import Base, db
from .cells import NAME, NEXT, Cell
from .chronicle import Erased, Import
from .deleting import KEPT, before, deed, deleted_match, deleted_person, same_person
from .importing import file_in
from .locks import OfMatch, OfPlayers
from .models import CellRecord, Match, Player, Seat, new_public_id, now
from .opening import AGAIN
from .pen import Late, settle, writing
from .players import TOGETHER, name_key, turn_matches


def erase_due(at: datetime | None = None) -> int:
    """Erase whatever was deleted too long ago to be brought back, and return how much that was."""
    since = (at or now()) - KEPT
    matches = db.session.scalars(select(Match.id).where(Match.deleted_at <= since)).all()
    roots = (Player.deleted_at <= since, Player.name != "", Player.stands_for.is_(None))
    people = db.session.scalars(select(Player.id).where(*roots)).all()
    db.session.rollback()
    done = 0
    for verb, ids in ((erase_match, matches), (erase_person, people)):
        for each in ids:
            try:
                verb(each)
                done += 1
            except Late:
                continue  # Brought back, or erased by somebody else, at this very moment.
    return done


def erase_match(match_id: int, phone_token: str | None = None) -> None:
    """Erase a match that was deleted: for the group's keeper, or without a phone when it is due.

    Raises Refusal from others, and for one that is not deleted.
    """
    with writing(OfMatch(match_id, whole=True)):
        match = deleted_match(match_id)
        if phone_token is not None:
            deed(phone_token, "erase match", match)
        for name in filter(None, (match.public_id, match.source)):
            db.session.merge(Erased(group_id=match.group_id, name=name))
        _forget_names_of(match)
        db.session.flush()
        db.session.expunge(match)
        delete_all(Match.__table__, [match_id])
        settle()
    app_state().hub.forget()


def erase_person(player: int, phone_token: str | None = None) -> None:
    """Erase who somebody was that was deleted; the seats stay. For the group's keeper, or by no phone when it is due.

    Raises Refusal from others, and for one who is not deleted.
    """
    with writing(OfPlayers((player,))):
        root = deleted_person(player)
        if phone_token is not None:
            deed(phone_token, "erase person", root)
        everybody = same_person(root.id)
        ids = [one.id for one in everybody]
        names = {name for one in everybody for name in (one.name, one.nickname) if name}
        _blank_imports(root.group_id, _blank_names(root.group_id, ids, names))
        for one in everybody:
            one.name = one.nickname = one.emoji = ""
            one.public_id, one.pair, one.listed = new_public_id(), 0, False
        turn_matches(root.id)
        settle()
    app_state().hub.forget()


def _forget_names_of(match: Match) -> None:
    """Let the match before it and the one after it name it no more."""
    old = before(match)
    if old is not None:
        its = CellRecord.match_id == old.id, CellRecord.cell == str(Cell(NEXT))
        same = cast(CellRecord.value, String) == json.dumps(match.public_id)
        blanked = update(CellRecord).where(*its, same).values(value=None)
        db.session.execute(blanked.execution_options(synchronize_session=False))
    after = Match.client_id.startswith(f"{AGAIN}{match.public_id}:", autoescape=True)
    for follower in db.session.scalars(select(Match).where(after)):
        follower.client_id = new_public_id()


def delete_all(whose: Table, ids: Collection[int]) -> None:
    """Delete rows and every row that is about them, in whatever table, those first that lean on others. Inside
    `writing()`.
    """
    own = whose.c.id
    for table in reversed(Base.metadata.sorted_tables):
        for column in table.c:
            if table is not whose and any(key.column is own for key in column.foreign_keys):
                db.session.execute(delete(table).where(column.in_(ids)))
    db.session.execute(delete(whose).where(own.in_(ids)))


def _blank_names(group: int, ids: Collection[int], names: Collection[str]) -> set[str]:
    """Blank what was written as a name on the seats of somebody, and wherever else the same was written; returns all of
    these names.
    """
    own_seats = select(Seat.match_id, Seat.number).where(Seat.player_id.in_(ids))
    seats = {tuple(row) for row in db.session.execute(own_seats)}
    numbers = select(Seat.number).join(Match, Match.id == Seat.match_id).where(Match.group_id == group).distinct()
    cells = [str(Cell(NAME, seat=number)) for number in db.session.scalars(numbers)]
    of_group = select(CellRecord).join(Match, Match.id == CellRecord.match_id).where(Match.group_id == group)
    told = of_group.where(CellRecord.cell.in_(cells), CellRecord.value.is_not(None))
    records = {record: str(record.value).split(TOGETHER) for record in db.session.scalars(told)}
    own = [record for record in records if (record.match_id, Cell.read(record.cell).seat) in seats]
    known = {*names, *(records[record][0] for record in own if len(records[record]) == 1)}
    keys = {name_key(name) for name in known}
    also = [record for record, parts in records.items() if keys.intersection(map(name_key, parts))]
    for record in (*own, *also):
        record.value = None
    return known


def _blank_imports(group: int, names: Collection[str]) -> None:
    """Forget what files that were brought say, where they name somebody."""
    for file in db.session.scalars(select(Import).where(Import.group_id == group)):
        said = json.dumps([file.name, file.choices, file.report], ensure_ascii=False)
        said += file_in(file).decode("utf-8", "replace")
        if any(name in said for name in names):
            file.name, file.choices, file.report, file.data = "", {}, {}, None
            file.state = file.state if file.state in ("done", "undone") else "failed"
