"""A second phone of the same group, and a look at all that is written down."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from companion.ledger.base import db
from companion.ledger.cells import Cell, Kind
from companion.ledger.models import Match, Membership
from companion.ledger.models import Phone as PhoneRow
from tests.conftest import Phone, Table

COUNTED_LATER = ("stale", "evenings", "careers", "rivalries", "seasons")


def written(app: Flask) -> dict[str, list[tuple[Any, ...]]]:
    """Everything the database holds, by table, but for what is counted up after an answer, and by whoever reads it."""
    with app.app_context():
        tables = [table for table in db.metadata.sorted_tables if table.name not in COUNTED_LATER]
        return {
            table.name: [tuple(row) for row in db.session.execute(select(table).order_by(*table.primary_key))]
            for table in tables
        }


def records(app: Flask, kind: Kind) -> list[tuple[Any, ...]]:
    """What was written in cells of one kind."""
    return [row for row in written(app)["records"] if Cell.read(row[3]).kind is kind]


@pytest.fixture
def pau(app: Flask, table: Table) -> Table:
    """The same match on Pau's phone, which is in Ana's group."""
    with app.app_context():
        row = PhoneRow(token="a token of Pau's phone")
        db.session.add(row)
        db.session.flush()
        group = db.session.scalars(select(Match.group_id)).one()
        db.session.add(Membership(phone_id=row.id, group_id=group))
        db.session.commit()
    phone = Phone(app)
    with phone.client.session_transaction() as session:
        session["phone"] = "a token of Pau's phone"
    return Table(phone, table.url)
