"""A match on a database of its own, as Ana's and Pau's phones write it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion import create_app
from tests.conftest import SETTINGS, close

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
