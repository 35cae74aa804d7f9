"""`companion backup` and `companion restore`: one file for the database and the key, whole or refused."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main

KEY = "0123456789abcdef" * 4
RELIC = Path(__file__).parent / "ledger" / "relics" / "0.3.0.sqlite3"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a database of three matches, and a key."""
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setenv("COMPANION_DATA", str(folder))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    (folder / "companion.sqlite3").write_bytes(RELIC.read_bytes())
    (folder / "secret_key").write_text(f"{KEY}\n")
    return folder


@pytest.fixture
def saved(folder: Path, tmp_path: Path) -> Path:
    """A backup of it."""
    assert main(["backup", str(tmp_path / "saved.zip")]) == 0
    return tmp_path / "saved.zip"


def rows(path: Path) -> list[str]:
    """All that a database holds."""
    with closing(sqlite3.connect(path)) as connection:
        return sorted(connection.iterdump())


def files(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_backup_is_one_file_for_its_owner_alone_and_says_that_it_holds_the_key(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "saved.zip"
    assert main(["backup", str(saved)]) == 0
    said = capsys.readouterr().out
    assert "It holds the secret key" in said
    assert f"Saved 3 matches in {saved}" in said
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    assert sorted(path.name for path in saved.parent.iterdir()) == ["data", "saved.zip"]
    with zipfile.ZipFile(saved) as archive:
        assert archive.read("secret_key").decode() == f"{KEY}\n"
        told = json.loads(archive.read("manifest.json"))
    assert (told["format"], told["revision"], told["matches"]) == ("companion backup 1", "3c1f0a7de6b4", 3)


def test_a_backup_is_never_readable_by_others_while_it_is_made(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    real = os.fsync

    def look(file: int) -> None:
        seen.extend(
            stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob(".companion-backup-*/*") if path.is_file()
        )
        real(file)

    monkeypatch.setattr(os, "fsync", look)
    assert main(["backup", str(tmp_path / "saved.zip")]) == 0
    assert set(seen) == {0o600}


def test_a_file_that_is_there_is_overwritten_only_when_asked(saved: Path, folder: Path) -> None:
    before = saved.read_bytes()
    with pytest.raises(SystemExit, match="is there already"):
        main(["backup", str(saved)])
    assert saved.read_bytes() == before
    (folder / "secret_key").write_text("f" * 64)
    assert main(["backup", str(saved), "--overwrite"]) == 0
    with zipfile.ZipFile(saved) as archive:
        assert archive.read("secret_key").strip() == b"f" * 64


def test_what_is_written_meanwhile_under_the_same_name_is_kept(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "saved.zip"
    real = os.link

    def late(source: Path, to: Path) -> None:
        file.write_text("another backup")
        real(source, to)

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(SystemExit, match="is there already"):
        main(["backup", str(file)])
    assert file.read_text() == "another backup"


def test_where_there_are_no_links_the_file_gets_its_name_too(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Path) -> None:
        raise PermissionError("no links on a memory stick")

    monkeypatch.setattr(os, "link", refuse)
    assert main(["backup", str(tmp_path / "saved.zip")]) == 0
    assert main(["restore", str(tmp_path / "saved.zip")]) == 0


def emptied(folder: Path) -> None:
    (folder / "companion.sqlite3").write_bytes(b"")


def damaged(folder: Path) -> None:
    path = folder / "companion.sqlite3"
    told = bytearray(path.read_bytes())
    told[5000:9000] = b"x" * 4000
    path.write_bytes(told)


NOT_TO_SAVE: dict[str, tuple[Callable[[Path], object], str]] = {
    "no database": (lambda folder: (folder / "companion.sqlite3").unlink(), "There is no database to save"),
    "an empty database": (emptied, "There is no database to save"),
    "no key": (lambda folder: (folder / "secret_key").unlink(), "There is no key to save"),
    "a damaged database": (damaged, "damaged|malformed"),
    "no database at all": (lambda folder: (folder / "companion.sqlite3").write_bytes(b"x" * 9999), "not a database"),
}


@pytest.mark.parametrize("how", NOT_TO_SAVE)
def test_what_cannot_be_saved_is_said_and_leaves_no_file(folder: Path, tmp_path: Path, how: str) -> None:
    spoil, said = NOT_TO_SAVE[how]
    spoil(folder)
    with pytest.raises(SystemExit, match=said):
        main(["backup", str(tmp_path / "saved.zip")])
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


@pytest.mark.parametrize("where", ["nowhere/saved.zip", "data"])
def test_a_place_that_cannot_be_is_said(folder: Path, tmp_path: Path, where: str) -> None:
    with pytest.raises(SystemExit, match=r"could not be written|is a folder"):
        main(["backup", str(tmp_path / where)])


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_postgresql_has_a_tool_of_its_own(
    folder: Path, saved: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://ana@db/pad")
    before = files(folder)
    with pytest.raises(SystemExit, match="pg_dump"):
        main([command, str(saved)])
    assert files(folder) == before


def test_what_config_py_says_is_what_is_saved(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.sqlite3"
    (folder / "companion.sqlite3").rename(elsewhere)
    (folder / "config.py").write_text(
        f"SECRET_KEY = 'stated by hand'*2\nSQLALCHEMY_DATABASE_URI = 'sqlite:///{elsewhere}'\n"
    )
    assert main(["backup", str(tmp_path / "saved.zip")]) == 0
    with zipfile.ZipFile(tmp_path / "saved.zip") as archive:
        assert archive.read("secret_key") == b"stated by hand" * 2 + b"\n"


def test_a_restore_puts_both_in_their_places_and_keeps_what_was_there(
    folder: Path, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = rows(folder / "companion.sqlite3")
    (folder / "companion.sqlite3").write_bytes(b"what was there")
    (folder / "secret_key").write_text("the other key")
    for _ in range(2):
        assert main(["restore", str(saved)]) == 0
    assert rows(folder / "companion.sqlite3") == before
    assert (folder / "secret_key").read_text() == f"{KEY}\n"
    for name in ("companion.sqlite3", "secret_key"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
    kept = {data for name, data in files(folder).items() if ".before-2" in name}
    assert {b"what was there", b"the other key"} < kept
    assert len(list(folder.glob("*.before-2*"))) == 4
    assert "Restored 3 matches" in capsys.readouterr().out


def test_a_restore_into_an_empty_folder_needs_nothing_there(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "new"))
    assert main(["restore", str(saved)]) == 0
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["companion.sqlite3", "secret_key"]


def changed(file: Path, member: str, content: bytes) -> None:
    """Give a member of a backup other content, with sums that fit."""
    with zipfile.ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members[member] = content
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)


def told(file: Path, **other: object) -> bytes:
    """The manifest of a backup with other values."""
    with zipfile.ZipFile(file) as archive:
        return json.dumps({**json.loads(archive.read("manifest.json")), **other}).encode()


UNFIT: dict[str, Callable[[Path], object]] = {
    "nothing": Path.unlink,
    "an empty file": lambda file: file.write_bytes(b""),
    "a text": lambda file: file.write_text("a shopping list"),
    "a bare database": lambda file: file.write_bytes(RELIC.read_bytes()),
    "half of it": lambda file: file.write_bytes(file.read_bytes()[: file.stat().st_size // 2]),
    "another zip": lambda file: zipfile.ZipFile(file, "w").writestr("manifest.json", "{}"),
    "no manifest that is read": lambda file: changed(file, "manifest.json", b"\xff"),
    "a list": lambda file: changed(file, "manifest.json", b"[]"),
    "another format": lambda file: changed(file, "manifest.json", told(file, format="companion backup 2")),
    "another key": lambda file: changed(file, "secret_key", b"another"),
    "another database": lambda file: changed(file, "companion.sqlite3", b"another"),
    "more in the manifest": lambda file: changed(file, "manifest.json", told(file, more=1)),
    "other matches": lambda file: changed(file, "manifest.json", told(file, matches=99)),
}


@pytest.mark.parametrize("how", UNFIT)
def test_what_is_no_whole_backup_is_refused_and_changes_nothing(folder: Path, saved: Path, how: str) -> None:
    UNFIT[how](saved)
    before = files(folder)
    with pytest.raises(SystemExit, match=r"is not a whole backup, and nothing was changed\. [A-Z]"):
        main(["restore", str(saved)])
    assert files(folder) == before


def test_a_backup_of_a_newer_version_is_refused(folder: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(folder / "companion.sqlite3")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'ffffffffffff'")
        connection.commit()
    assert main(["backup", str(tmp_path / "newer.zip")]) == 0
    before = files(folder)
    with pytest.raises(SystemExit, match="made by a newer Companion"):
        main(["restore", str(tmp_path / "newer.zip")])
    assert files(folder) == before
