"""A whole database goes to another one, of the same kind or not: every row with its numbers, in one transaction."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    Row,
    String,
    Table,
    bindparam,
    delete,
    func,
    inspect,
    literal,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.exc import DataError, DBAPIError

from companion.games.why import N_, Refusal

from . import busy
from .base import Base
from .chronicle import HouseFact

AT_ONCE = 500
"""So many rows are read and written in one statement."""
Told = Callable[[str, int, int], None]
"""Is told of a table how many rows are there, of how many."""
USED = N_("There is something in the new database already: name an empty one. Nothing was changed.")
UNFIT = N_("The new database has no place for a value (%(table)s: %(detail)s): it was left empty.")
OTHER = N_("What arrived is not what was sent (%(table)s): the new database was left empty.")


def refuse_used(target: Connection) -> None:
    """Raise Refusal for a database in which there is anything but tables of ours, empty but for what a house that was
    opened on it knows of itself.
    """
    known = {table.name: table for table in Base.metadata.sorted_tables}
    for name in set(inspect(target).get_table_names()) - {"alembic_version"}:
        # Of no column: another version, or somebody who is just making the tables, has others.
        if name == HouseFact.__tablename__:
            continue
        if name not in known or target.execute(select(literal(1)).select_from(known[name]).limit(1)).first():
            raise Refusal(USED)


def carry(old: Connection, new: Connection, told: Told = lambda table, done, of: None) -> int:
    """Copy every row into a database at the same migration, compare what arrived, and return how many there were.

    Both are `alone`. Raises Refusal when there is something in the new one by now, or something is not as it was:
    nothing is committed then.
    """
    refuse_used(new)
    new.execute(delete(HouseFact))
    for table in Base.metadata.sorted_tables:
        try:
            _copy(table, old, new, told)
        except DataError as problem:
            # SQLite takes any value in any column; no version of ours wrote one.
            raise Refusal(UNFIT, table=table.name, detail=str(problem.orig).partition("\n")[0]) from None
    for table in Base.metadata.sorted_tables:
        _point(table, old, new)
    rows = sum(_compared(table, old, new) for table in Base.metadata.sorted_tables)
    _go_on(new)
    new.commit()
    return rows


def alone(engine: Engine) -> Connection:
    """A connection to a database in which nobody else can write until it is closed; whoever reads goes on.

    Raises Busy when others write there without a pause.
    """
    until = time.monotonic() + busy.PATIENCE
    if engine.dialect.name == "sqlite":
        held = engine.connect().execution_options(companion_writes=until)
        held.begin()
        return held
    held = engine.connect()
    while not _locked(held):
        if time.monotonic() > until:
            held.close()
            raise busy.Busy
        time.sleep(busy.PAUSE)
    return held


def _locked(held: Connection) -> bool:
    """Take all tables of a PostgreSQL, or none: who has some and waits for others would wait for who waits for it."""
    names = ", ".join(f'"{table.name}"' for table in Base.metadata.sorted_tables)
    try:
        held.execute(text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE NOWAIT"))
    except DBAPIError as problem:
        if not busy.held(problem):
            raise
        held.rollback()
        return False
    return True


def _copy(table: Table, old: Connection, new: Connection, told: Told) -> None:
    """The rows, but for what points to rows that may come later."""
    later = _later(table)
    of, done = old.execute(select(func.count()).select_from(table)).scalar_one(), 0
    for rows in _rows(table, old):
        new.execute(table.insert(), [{**row._mapping, **dict.fromkeys(later)} for row in rows])
        done += len(rows)
        told(table.name, done, of)


def _later(table: Table) -> list[str]:
    """The columns that point to the table itself, or to one that is filled after it."""
    order = [each.name for each in Base.metadata.sorted_tables]
    return [
        key.parent.name
        for key in table.foreign_keys
        if order.index(key.column.table.name) >= order.index(table.name) and key.parent.nullable
    ]


def _point(table: Table, old: Connection, new: Connection) -> None:
    """Let those columns say what they said."""
    for name in _later(table):
        column, own = table.c[name], table.c.id
        found = old.execute(select(own.label("the_id"), column.label("the_value")).where(column.is_not(None)))
        rows = [dict(row) for row in found.mappings()]
        if rows:
            pointed = update(table).where(own == bindparam("the_id")).values({name: bindparam("the_value")})
            new.execute(pointed, rows)


def _compared(table: Table, old: Connection, new: Connection) -> int:
    """How many rows there are in both. Raises Refusal when they are not the same."""
    count = 0
    theirs = _rows(table, new)
    for rows in _rows(table, old):
        if [tuple(row) for row in rows] != [tuple(row) for row in next(theirs, ())]:
            raise Refusal(OTHER, table=table.name)
        count += len(rows)
    if next(theirs, None) is not None:
        raise Refusal(OTHER, table=table.name)
    return count


def _rows(table: Table, connection: Connection) -> Iterator[list[Row[*tuple[Any, ...]]]]:
    """All rows by their key, so many at a time; each page begins behind the last one."""
    named = connection.dialect.name == "postgresql"
    key = list(table.primary_key)
    # In an order that both have: texts by the numbers of their letters.
    plain = [column.collate("C") if named and isinstance(column.type, String) else column for column in key]
    whole = select(table).order_by(*plain).limit(AT_ONCE)
    chosen = whole
    while rows := list(connection.execute(chosen)):
        yield rows
        last = [rows[-1]._mapping[column] for column in key]
        chosen = whole.where(tuple_(*plain) > tuple_(*last, types=[column.type for column in key]))


def _go_on(new: Connection) -> None:
    """New rows get numbers behind those that came. SQLite sees to that by itself."""
    if new.dialect.name != "postgresql":
        return
    for table in Base.metadata.sorted_tables:
        if "id" in table.c:
            last = new.execute(select(func.max(table.c.id))).scalar()
            if last is not None:
                new.execute(_SET, {"table": table.name, "last": last})


_SET = text("SELECT setval(pg_get_serial_sequence(:table, 'id'), :last)")
