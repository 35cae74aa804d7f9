"""A disk that is slow, or fails, and a pen that another process holds."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion import create_app
from companion.ledger import sqlite
from companion.ledger.base import db
from tests.conftest import SETTINGS, close

from .cast import ANA, ANAS_PHONE, PAU, TOKENS, Pad, begin, hand, stored

pytestmark = pytest.mark.sqlite

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


def test_a_quick_disk_is_waited_for_on_the_spot_and_a_slow_one_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, apart = [0.0], list[bool]()

    class Driver:
        took = 0.0001

        def commit(self) -> None:
            clock[0] += self.took

    def natively(wait: Callable[..., object], *arguments: object) -> None:
        apart[-1] = True
        wait(*arguments)

    def commits(number: int) -> list[bool]:
        apart.clear()
        for _ in range(number):
            apart.append(False)
            disk.commit(driver)  # type: ignore[arg-type]
        return list(apart)

    monkeypatch.setattr(sqlite, "natively", natively)
    monkeypatch.setattr(sqlite, "perf_counter", lambda: clock[0])
    disk, driver = sqlite.Disk(), Driver()
    assert commits(sqlite.SURE + 5) == [True] * sqlite.SURE + [False] * 5
    driver.took = 0.01
    assert commits(3) == [False, True, True], "it was not known before the first one"
    driver.took = 0.0001
    assert commits(sqlite.SURE + 1) == [True] * sqlite.SURE + [False]
