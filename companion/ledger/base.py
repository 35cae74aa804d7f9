"""The database, and the class that the tables subclass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import ColumnElement, MetaData, Row, Select, Table, delete, insert
from sqlalchemy.orm import DeclarativeBase

from .busy import twice

# SQLite can drop a constraint only by its name, so every constraint has one from the first migration on.
NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """The models subclass this, not db.Model, so that they are typed (and no dataclass: see docs/architecture.md)."""

    metadata = MetaData(naming_convention=NAMES)
    if TYPE_CHECKING:
        __table__: ClassVar[Table]


db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False})


_TOUCHED = "companion_touched"


def touch(public_id: str, version: int) -> None:
    """Let others hear of a match when this transaction is committed: it has another version, or other phones."""
    db.session.info.setdefault(_TOUCHED, {})[public_id] = version


def touched() -> dict[str, int]:
    """The matches that were touched in this transaction, with the versions they are at, by public id."""
    return dict(db.session.info.get(_TOUCHED, {}))


def replace_rows(model: type[Base], rows: Sequence[dict[str, Any]], *which: ColumnElement[bool]) -> None:
    """Put rows into a table instead of those of which all that is true; nothing is committed."""
    db.session.execute(delete(model).where(*which))
    if rows:
        db.session.connection().execute(insert(model.__table__), list(rows))


def is_writing() -> bool:
    """Whether this request holds the pen just now. Asking makes no session where there is none."""
    return db.session.registry.has() and bool(db.session.info.get(WRITING))


def first_row(statement: Select[*tuple[Any, ...]], **values: object) -> tuple[Any, ...] | None:
    """The first row of one small query, outside of any transaction: what every request does, and all that most do.

    Whoever writes asks in that transaction.
    """
    if is_writing():
        row = db.session.connection().execute(statement, values).first()
    else:
        row = twice(lambda: _first(statement, values))
    return None if row is None else tuple(row)


def _first(statement: Select[*tuple[Any, ...]], values: Mapping[str, object]) -> Row[*tuple[Any, ...]] | None:
    with db.engine.connect().execution_options(**_UNTRANSACTED[db.engine.dialect.name]) as connection:
        return connection.execute(statement, values).first()


WRITING = "companion_writing"
"""Said of the session that writes."""
_UNTRANSACTED: dict[str, dict[str, Any]] = {
    "sqlite": {"companion_untransacted": True},
    "postgresql": {"isolation_level": "AUTOCOMMIT"},
}
