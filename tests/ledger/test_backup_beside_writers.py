"""Backups that are made while two processes write: each is whole, and has all that was acknowledged before."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import zipfile
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from companion import backup
from companion.ledger.base import db
from tests.conftest import as_many

from .cast import ANA, PAU, Pad
from .test_processes import go, writer

pytestmark = pytest.mark.sqlite

TIMES = as_many(12, 200)


def acknowledged(process: subprocess.Popen[str]) -> int:
    """How many hands a writer has said were written: all lines so far, and the next one."""
    assert process.stdout
    return int(process.stdout.readline()) + 1


def hands_in(file: Path, folder: Path) -> dict[int, int]:
    """How many hands each seat has in a backup, whose database is whole."""
    with zipfile.ZipFile(file) as archive:
        archive.extract("companion.sqlite3", folder)
    with closing(sqlite3.connect(folder / "companion.sqlite3")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        cells = connection.execute("SELECT cell, max(number) FROM records WHERE cell LIKE 'entry/1/%' GROUP BY cell")
        return {int(cell.rsplit("/", 1)[1]): int(number) for cell, number in cells}


@pytest.fixture
def folder(pad: Pad, tmp_path: Path) -> Path:
    """A data folder whose database is the one that is written in."""
    with pad.app.app_context():
        (tmp_path / "config.py").write_text(f"SQLALCHEMY_DATABASE_URI = {json.dumps(str(db.engine.url))}\n")
    (tmp_path / "secret_key").write_text("f" * 64)
    return tmp_path


def test_every_copy_beside_writers_is_whole_and_has_what_was_acknowledged(pad: Pad, folder: Path) -> None:
    with ExitStack() as stack:
        writers = {seat: stack.enter_context(writer(pad, seat, 10**6)) for seat in (ANA, PAU)}
        for process in writers.values():
            go(process)
        for number in range(TIMES):
            written = {seat: acknowledged(process) for seat, process in writers.items()}
            file = folder / f"{number}.zip"
            backup.save(folder, file)
            held = hands_in(file, folder)
            assert {seat: held[seat] >= written[seat] for seat in written} == {ANA: True, PAU: True}
