"""A match on a database of its own, as Ana's and Pau's phones write it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion import create_app
from tests.conftest import SETTINGS, close
from tests.databases import KINDS

from .cast import Pad, begin


@pytest.fixture
def pad(app: Flask) -> Pad:
    """A match of Ana, Pau and Zoé to 50 points; Ana begins."""
    return begin(app)


@pytest.fixture
def elsewhere(migrated: Path, tmp_path: Path) -> Iterator[Flask]:
    """An empty house."""
    database = shutil.copy(migrated, tmp_path / "elsewhere.sqlite3")
    other = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{database}"})
    yield other
    close(other)


BOTH = (
    *("test_bringing", "test_bygone", "test_carrying_beside_others", "test_database", "test_deleting"),
    *("test_deleting_people", "test_door", "test_doors_at_once", "test_erasing", "test_files_at_once", "test_links"),
    *("test_matches", "test_merging", "test_processes", "test_rematch", "test_sent_again", "test_threads"),
)
"""What asks a database in its own way, or of which several do it at once, is tested on PostgreSQL, too."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let these tests run on every database there is, but for what only SQLite has."""
    named = metafunc.module.__name__.rpartition(".")[2]
    if named in BOTH and "app" in metafunc.fixturenames and not metafunc.definition.get_closest_marker("sqlite"):
        metafunc.parametrize("engine_kind", KINDS)
