"""Migrations: up, down and up again, and in agreement with the models."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from flask_migrate import downgrade, upgrade
from sqlalchemy import inspect, text
from sqlalchemy.exc import IntegrityError

from companion import create_app
from companion.ledger.base import Base, db
from companion.ledger.models import SYMBOLS
from tests.conftest import SETTINGS

from .cast import Pad, begin, typed
from .felt import on_screens, remembered_anew, seated

BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Flask]:
    """The app on a file in which there is nothing yet."""
    uri = f"sqlite:///{tmp_path / 'bare.sqlite3'}"
    app = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": uri})
    yield app
    with app.app_context():
        db.engine.dispose()


def tables() -> set[str]:
    """The tables of the database."""
    return set(inspect(db.engine).get_table_names()) - {"alembic_version"}


def test_up_down_and_up_again(bare: Flask) -> None:
    with bare.app_context():
        assert tables() == set()
        upgrade()
        assert tables() == set(Base.metadata.tables)
        downgrade(revision="base")
        assert tables() == set()
        upgrade()
        assert tables() == set(Base.metadata.tables)
    begin(bare).round(1, 0, 6, 7)


def test_the_newest_migration_and_the_models_agree(bare: Flask) -> None:
    with bare.app_context():
        upgrade()
        with db.engine.connect() as connection:
            context = MigrationContext.configure(
                connection, opts={"compare_type": True, "compare_server_default": True, "render_as_batch": True}
            )
            assert compare_metadata(context, Base.metadata) == []


def test_a_database_with_matches_in_it_can_go_down(bare: Flask) -> None:
    with bare.app_context():
        upgrade()
    pad = begin(bare)
    pad.enter(1, 0, typed(5), closes=True)
    pad.decide("limit", 60)
    with bare.app_context():
        downgrade(revision="base")
        assert tables() == set()


def test_every_constraint_has_a_name_by_which_it_can_be_dropped(bare: Flask) -> None:
    with bare.app_context():
        upgrade()
        inspector = inspect(db.engine)
        for table in tables():
            keys = [*inspector.get_unique_constraints(table), *inspector.get_foreign_keys(table)]
            names = [inspector.get_pk_constraint(table)["name"], *(key["name"] for key in keys)]
            assert all(names), table


FIRST = "6d8afc154fa4"
OLD_ROWS = (
    "INSERT INTO groups VALUES (1, :now), (2, :now), (3, :now)",
    "INSERT INTO phones VALUES (4, 'a stranger', :now), (5, 'Ana', :now), (6, 'Pau', :now)",
    "INSERT INTO memberships VALUES (5, 1), (6, 1), (4, 2)",
    "INSERT INTO players VALUES (1, 1, 'Ana', 'ana', :now), (2, 1, 'Pau', 'pau', :now), (3, 2, 'Zoé', 'zoé', :now)",
    "INSERT INTO matches VALUES (1, 'first', 1, 'c1', 'mojo', '{}', 0, :now, 2, 'open', 1, :now, 0),"
    " (2, 'second', 1, 'c2', 'mojo', '{}', 1, :now, 1, 'open', 1, :now, 0),"
    " (3, 'theirs', 2, 'c3', 'mojo', '{}', 0, :now, 1, 'open', 1, :now, 0),"
    " (4, 'nobody', 3, 'c4', 'mojo', '{}', 0, :now, 1, 'open', 1, :now, 0)",
    "INSERT INTO seats VALUES (1, 0, 1, 0), (1, 1, 2, 0), (2, 0, 2, 0), (2, 1, 1, 0), (3, 0, 3, 0)",
    "INSERT INTO rounds VALUES (1, 1, 1)",
    "INSERT INTO writes VALUES (1, 1, 2, 'w1', 5, :now, NULL)",
    "INSERT INTO entry_records VALUES (1, 1, 1, 0, 1, '10 11', NULL, 0)",
    "INSERT INTO closer_records VALUES (1, 1, 1, 1, 0)",
    "INSERT INTO fact_records VALUES (1, 1, 1, 'limit', 1, '60')",
    "INSERT INTO round_results VALUES (1, 1, 0, 10, 10, 1)",
    "INSERT INTO seat_results VALUES (1, 0, 1, 0, 1, 0, 0)",
)


def fill_old() -> None:
    """A database as the first release left it, with something in every table; inside an app context."""
    upgrade(revision=FIRST)
    for statement in OLD_ROWS:
        db.session.execute(text(statement.replace(":now", "'2026-11-01 20:00:00.000000'")))
    db.session.commit()


def counts() -> dict[str, int]:
    """How many rows each table has."""
    return {table: db.session.scalars(text(f"SELECT count(*) FROM {table}")).one() for table in tables()}


def test_a_database_of_the_first_release_keeps_every_row_on_the_way_up_and_down(bare: Flask) -> None:
    with bare.app_context():
        fill_old()
        before = counts()
        assert all(before.values())
        of_records = ("rounds", "entry_records", "closer_records", "fact_records")
        other = {table: number for table, number in before.items() if table not in of_records}
        newest = {**dict.fromkeys(Base.metadata.tables, 0), **other, "records": 3}
        for go, revision, expected in (
            (upgrade, "head", newest),
            (downgrade, FIRST, before),
            (upgrade, "head", newest),
        ):
            db.session.rollback()
            go(revision=revision)
            assert counts() == expected
            assert db.session.execute(text("PRAGMA foreign_key_check")).all() == []
            assert db.session.scalar(text("PRAGMA integrity_check")) == "ok"


def test_what_was_there_before_links_gets_its_links_and_its_host(bare: Flask) -> None:
    with bare.app_context():
        fill_old()
        upgrade()
        rows = db.session.execute(text("SELECT link, watch_link, code, phone_id FROM matches ORDER BY id")).all()
        groups = db.session.scalars(text("SELECT link FROM groups")).all()
    secrets = [*groups, *(row[0] for row in rows), *(row[1] for row in rows)]
    assert len(set(secrets)) == 11
    assert all(len(secret) == 20 and set(secret) <= set(BASE32) for secret in secrets)
    assert all(len(row[2]) == 6 and set(row[2]) <= set(SYMBOLS) for row in rows)
    assert [row[3] for row in rows] == [5, 5, 4, None]


def test_a_match_from_before_links_plays_on(bare: Flask) -> None:
    with bare.app_context():
        fill_old()
        upgrade()
    pad = Pad(bare, "first", 1, (5, 6))
    found = pad.found("Ana")
    assert found is not None
    assert (found.version, found.writes, found.member) == (2, True, True)
    assert pad.found("a stranger") is None
    pad.let_in("Marta")
    state = pad.afresh()
    assert (state.host, state.joining, state.sheet.limit, dict(state.holders)) == (5, True, 60, {})
    with bare.app_context():
        with pytest.raises(IntegrityError):
            db.session.execute(text("UPDATE matches SET phone_id = 99"))
        db.session.rollback()
        with pytest.raises(IntegrityError):
            db.session.execute(text("UPDATE matches SET link = 'the same'"))


def test_a_database_with_rounds_on_screens_loses_their_moves_on_the_way_down_and_no_hand(bare: Flask) -> None:
    with bare.app_context():
        upgrade()
    pad = seated(bare)
    sheet = on_screens(pad).sheet
    with bare.app_context():
        downgrade(revision="f608d4ab0d62")
        assert "move_records" not in tables()
        upgrade()
        assert db.session.execute(text("PRAGMA foreign_key_check")).all() == []
    state = remembered_anew(pad)
    assert (state.sheet, state.dealt) == (sheet, None)
    assert on_screens(pad, 2).sheet.rounds[1].complete


def test_people_from_before_avatars_get_the_pairs_in_the_order_in_which_they_came(bare: Flask) -> None:
    with bare.app_context():
        upgrade(revision="e4a90c7b35d2")
        db.session.execute(text("INSERT INTO groups (id, link, created_at) VALUES (1, 'a', :now), (2, 'b', :now)"), NOW)
        for number in range(1, 13):
            row = {"id": number, "group": 1 + (number == 12), "name": f"p{number}", "bot": number in (2, 5), **NOW}
            db.session.execute(
                text(
                    "INSERT INTO players (id, group_id, name, key, bot, created_at)"
                    " VALUES (:id, :group, :name, :name, :bot, :now)"
                ),
                row,
            )
        db.session.commit()
        upgrade()
        rows = db.session.execute(text("SELECT pair, emoji FROM players ORDER BY id")).all()
    assert [pair for pair, _ in rows] == [0, 7, 1, 2, 6, 3, 4, 5, 6, 7, 0, 0]
    assert {emoji for _, emoji in rows} == {""}


NOW = {"now": "2026-11-01 20:00:00.000000"}
