"""Migrations: up, down and up again, and in agreement with the models."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from flask_migrate import downgrade, upgrade
from sqlalchemy import inspect

from companion import create_app
from companion.ledger import Base, db

from .cast import begin, typed


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Flask]:
    """The app on a file in which there is nothing yet."""
    uri = f"sqlite:///{tmp_path / 'bare.sqlite3'}"
    app = create_app({"TESTING": True, "SECRET_KEY": "for tests only", "SQLALCHEMY_DATABASE_URI": uri})
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
    pad.enter(1, 0, typed(5), took=True)
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
