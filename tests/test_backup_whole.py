"""A backup that is damaged anywhere, and one that is made while the server runs."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.cli import main
from tests.serving import Server, serving

from .test_backup import KEY, RELIC, rows


class Whole(NamedTuple):
    """A backup as bytes, the data folder that it would be restored to, and what its database holds."""

    content: bytes
    folder: Path
    held: list[str]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    """A backup, and an empty folder beside it."""
    tmp = tmp_path_factory.mktemp("whole")
    folder = tmp / "data"
    folder.mkdir()
    (folder / "companion.sqlite3").write_bytes(RELIC.read_bytes())
    (folder / "secret_key").write_text(KEY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPANION_DATA", str(folder))
        patch.delenv("DATABASE_URL", raising=False)
        patch.setattr(os, "fsync", lambda _: None)
        assert main(["backup", str(tmp / "saved.zip")]) == 0
        yield Whole((tmp / "saved.zip").read_bytes(), folder, rows(folder / "companion.sqlite3"))


@given(at=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
@example(at=0.0, bit=0)
def test_a_flipped_bit_is_found_or_changes_nothing(whole: Whole, at: float, bit: int) -> None:
    content = bytearray(whole.content)
    content[int(at * len(content))] ^= 1 << bit
    refused_or_whole(whole, bytes(content))


@given(cut=st.floats(0, 1, exclude_max=True))
def test_a_backup_that_was_cut_off_is_refused(whole: Whole, cut: float) -> None:
    assert refused_or_whole(whole, whole.content[: int(cut * len(whole.content))])


def refused_or_whole(whole: Whole, content: bytes) -> bool:
    """Restore a spoilt backup into an empty folder: refused, or all there."""
    spoilt = whole.folder.parent / "spoilt.zip"
    spoilt.write_bytes(content)
    for old in whole.folder.iterdir():
        old.unlink()
    try:
        main(["restore", str(spoilt)])
    except SystemExit as refused:
        assert "is not a whole backup" in str(refused)
        assert not list(whole.folder.iterdir())
        return True
    assert rows(whole.folder / "companion.sqlite3") == whole.held
    assert (whole.folder / "secret_key").read_text().strip() == KEY
    return False


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the server keeps its data."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    return tmp_path / "data"


def started(tmp_path: Path) -> AbstractContextManager[Server]:
    """The server as a person starts it."""
    root = Path(__file__).parent.parent
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0"]
    return serving(command, tmp_path, {**os.environ, "PYTHONPATH": str(root)})


def test_a_running_server_can_be_saved_and_has_to_stop_before_it_is_restored(data: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.zip"
    with started(tmp_path) as server:
        urlopen(server.url).close()
        assert main(["backup", str(saved)]) == 0
        with pytest.raises(SystemExit, match="is open: stop Companion first"):
            main(["restore", str(saved)])
        assert not list(data.glob("*before*"))
        urlopen(server.url).close()
        assert server.stop() == (0, "")
    key = (data / "secret_key").read_text()
    (data / "secret_key").write_text("another key that is long enough")
    assert main(["restore", str(saved)]) == 0
    assert (data / "secret_key").read_text() == key
    with started(tmp_path) as server:
        urlopen(server.url).close()
        assert server.stop() == (0, "")
    with closing(sqlite3.connect(data / "companion.sqlite3")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
