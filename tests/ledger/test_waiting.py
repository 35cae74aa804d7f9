"""A disk that is slow, or fails, and a pen that another process holds."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion import create_app
from companion.ledger.base import db
from tests.conftest import SETTINGS, close

from .cast import ANA, ANAS_PHONE, PAU, TOKENS, Pad, begin, hand, stored

SCRIPT = Path(__file__).with_name("waiting.py")
ROOT = SCRIPT.parent.parent.parent
PATIENCE_SECONDS = 60


@pytest.mark.parametrize("what", ["disk", "pen"])
def test_other_requests_go_on_while_a_write_waits_for_the(pad: Pad, what: str) -> None:
    with pad.app.app_context():
        database = db.engine.url.database
    assert database
    command = [sys.executable, str(SCRIPT), database, pad.public_id, TOKENS[ANAS_PHONE], what]
    said = subprocess.run(command, cwd=ROOT, env=path(), capture_output=True, text=True, timeout=PATIENCE_SECONDS)
    assert (said.stdout, said.returncode) == ("ok\n", 0), said.stderr
    assert pad.now().version == 3


def test_whoever_waits_for_a_pen_that_is_not_let_go_holds_nobody_up(pad: Pad) -> None:
    with pad.app.app_context():
        database = db.engine.url.database
    assert database
    command = [sys.executable, str(SCRIPT), database, pad.public_id, TOKENS[ANAS_PHONE], "held"]
    said = subprocess.run(command, cwd=ROOT, env=path(), capture_output=True, text=True, timeout=PATIENCE_SECONDS)
    assert (said.stdout, said.returncode) == ("ok\n", 0), said.stderr
    assert pad.now().version == 2


def path() -> dict[str, str]:
    """An environment in which the tests are found."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}


class Full(sqlite3.Connection):
    """A connection to a disk that may be full."""

    full = False

    def commit(self) -> None:
        """Commit, unless there is no room."""
        if Full.full:
            raise sqlite3.OperationalError("database or disk is full")
        super().commit()


@pytest.fixture
def cramped(migrated: Path, tmp_path: Path) -> Iterator[Flask]:
    """The app on such a disk."""
    copy = tmp_path / "cramped.sqlite3"
    copy.write_bytes(migrated.read_bytes())
    options = {"connect_args": {"factory": Full}}
    app = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{copy}", "SQLALCHEMY_ENGINE_OPTIONS": options})
    yield app
    close(app)


def test_a_commit_that_fails_stores_nothing_tells_nothing_and_holds_nothing_up(
    cramped: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    pad = begin(cramped)
    pad.enter(1, ANA, hand(5))
    before = stored(cramped)
    monkeypatch.setattr(Full, "full", True)
    for seat in (ANA, PAU):
        with pytest.raises(sqlite3.OperationalError, match="full"):
            pad.enter(1, seat, hand(9))
    monkeypatch.setattr(Full, "full", False)
    assert stored(cramped) == before
    assert pad.now() == pad.afresh()
    assert pad.enter(1, PAU, hand(9)).version == 3
    assert pad.now() == pad.afresh()
