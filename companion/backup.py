"""`companion backup` and `companion restore`: the database and the key as one file, made while the server runs.

The file is a zip with three members: the database, the key, and a manifest that says what they are and their checksums.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import tempfile
import time
import zipfile
import zlib
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

from companion import settings
from companion.ledger.sqlite import snapshot
from companion.ledger.upgrading import revisions
from companion.terminal import spoken

FORMAT = "companion backup 1"
MANIFEST, DATABASE, KEY = "manifest.json", "companion.sqlite3", "secret_key"
CHUNK = 2**20
LARGEST_MANIFEST = 100_000


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds. `made`: when, in UTC; `revision`: the migration at which its database is; `sums`: the
    SHA-256 of each member.
    """

    format: str
    version: str
    revision: str
    made: str
    matches: int
    sums: dict[str, str]


class NoBackup(Exception):
    """A file that is no whole backup, with the reason as a sentence."""


def save(folder: Path, file: Path, overwrite: bool = False) -> Manifest:
    """Write the database and the key that are used with a data folder into a file that only its owner reads.

    The database is copied by SQLite as it stands at one moment, whoever writes meanwhile; the file is read again and
    checked before it gets its name. Raises SystemExit with a sentence, and leaves nothing behind, if that cannot be.
    """
    database, key = _database(folder), settings.stated(folder).get("SECRET_KEY") or _key(folder)
    if file.is_dir():
        raise SystemExit(spoken("%(file)s is a folder: name a file in it.", file=file))
    if file.exists() and not overwrite:
        raise SystemExit(_there_already(file))
    try:
        with tempfile.TemporaryDirectory(prefix=".companion-backup-", dir=file.absolute().parent) as private:
            manifest = _packed(database, str(key), Path(private))
            _name(Path(private, "backup"), file, overwrite)
    except FileExistsError:
        raise SystemExit(_there_already(file)) from None
    except (OSError, sqlite3.Error, NoBackup) as problem:
        said = spoken("The backup could not be written to %(file)s, and nothing was changed.", file=file)
        raise SystemExit(f"{said} {_reason(problem)}") from None
    return manifest


def _there_already(file: Path) -> str:
    return spoken("%(file)s is there already. Choose another name, or add --overwrite.", file=file)


def _reason(problem: Exception) -> str:
    """A sentence of ours as it is, what the machine says in one."""
    return str(problem) if isinstance(problem, NoBackup) else spoken("The computer says: %(problem)s", problem=problem)


def restore(folder: Path, file: Path) -> tuple[Manifest, list[Path]]:
    """Put the database and the key of a backup in their places, and return where that is kept which was there.

    Raises SystemExit with a sentence, and changes nothing, for a file that is no whole backup, or while somebody has
    the database open.
    """
    database = _place(folder)
    try:
        with tempfile.TemporaryDirectory(prefix=".companion-restore-", dir=database.parent) as private:
            manifest = _unpacked(file, Path(private))
            _refuse_newer(manifest, file)
            _refuse_while_open(database)
            return manifest, _exchanged(Path(private), database, folder / KEY)
    except NoBackup as why:
        said = spoken("%(file)s is not a whole backup, and nothing was changed.", file=file)
        raise SystemExit(f"{said} {why}") from None
    except OSError as problem:
        said = spoken("%(file)s could not be restored.", file=file)
        raise SystemExit(f"{said} {_reason(problem)}") from None


def _place(folder: Path) -> Path:
    """Where the database is, or will be."""
    path = settings.database_path(folder)
    if path is None:
        raise SystemExit(
            spoken("The database is not an SQLite file: save it with pg_dump, and keep a copy of the key with it.")
        )
    return path


def _database(folder: Path) -> Path:
    path = _place(folder)
    if not path.exists() or not path.stat().st_size:
        said = spoken("There is no database to save in %(folder)s: was Companion ever started?", folder=path.parent)
        raise SystemExit(said)
    return path


def _key(folder: Path) -> str:
    path = folder / KEY
    if not path.exists():
        raise SystemExit(spoken("There is no key to save in %(folder)s: was Companion ever started?", folder=folder))
    return settings.secret_key(folder)


def _packed(database: Path, key: str, private: Path) -> Manifest:
    """Make the file `backup` in a folder that nobody else may open, and read it back."""
    copy, packed = private / DATABASE, private / "backup"
    snapshot(database, copy)
    revision, matches = _looked_into(copy)
    text = f"{key}\n".encode()
    sums = {DATABASE: _sum(copy), KEY: hashlib.sha256(text).hexdigest()}
    manifest = Manifest(
        FORMAT, version("companion"), revision, f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", matches, sums
    )
    with (
        os.fdopen(os.open(packed, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as out,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
        archive.writestr(KEY, text)
        archive.write(copy, DATABASE)
    copy.unlink()
    _sync(packed)
    checked = private / "checked"
    checked.mkdir()
    return _unpacked(packed, checked)


def _unpacked(file: Path, private: Path) -> Manifest:
    """Take the database and the key out of a backup. Raises NoBackup when it is none, or not whole."""
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = _manifest(archive.open(MANIFEST))
            for name in (DATABASE, KEY):
                with archive.open(name) as member:
                    _copied(member, private / name, manifest.sums[name])
    except FileNotFoundError:
        raise NoBackup(spoken("There is no such file.")) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as problem:
        raise NoBackup(_reason(problem)) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise NoBackup(spoken("It does not hold what a backup holds.")) from None
    try:
        found = _looked_into(private / DATABASE)
    except sqlite3.Error as problem:
        raise NoBackup(_damaged(problem)) from None
    if found != (manifest.revision, manifest.matches):
        raise NoBackup(spoken("Its database is not the one that it names."))
    return manifest


def _manifest(member: IO[bytes]) -> Manifest:
    told: dict[str, Any] = json.loads(member.read(LARGEST_MANIFEST))
    if told["format"] != FORMAT:
        raise NoBackup(spoken("It is not in the format “%(format)s”.", format=FORMAT))
    return Manifest(**told)


def _copied(member: IO[bytes], to: Path, expected: str) -> None:
    digest = hashlib.sha256()
    with os.fdopen(os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as out:
        while chunk := member.read(CHUNK):
            digest.update(chunk)
            out.write(chunk)
    if digest.hexdigest() != expected:
        raise NoBackup(spoken("The file %(file)s in it is not what was saved.", file=to.name))
    _sync(to)


def _looked_into(database: Path) -> tuple[str, int]:
    """The migration at which a copy is, and how many matches it holds. Raises NoBackup when it is damaged."""
    with closing(sqlite3.connect(database)) as connection:
        (problem,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if problem != "ok":
            raise NoBackup(_damaged(problem))
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        (matches,) = connection.execute("SELECT count(*) FROM matches").fetchone()
    return str(revision), int(matches)


def _damaged(detail: object) -> str:
    return spoken("Its database is damaged (%(detail)s).", detail=detail)


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync(path: Path) -> None:
    """Wait until a file lies on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _name(draft: Path, file: Path, overwrite: bool) -> None:
    """Give a file its name in one step. Raises FileExistsError when something has it that may not be overwritten."""
    if overwrite:
        draft.replace(file)
        return
    try:
        os.link(draft, file)
    except FileExistsError:
        raise
    except OSError:
        # A memory stick has no links.
        if file.exists():
            raise FileExistsError(file) from None
        draft.rename(file)


def _refuse_newer(manifest: Manifest, file: Path) -> None:
    if manifest.revision not in revisions():
        said = spoken(
            "%(file)s was made by a newer Companion (%(version)s): install that one first. Nothing was changed.",
            file=file,
            version=manifest.version,
        )
        raise SystemExit(said)


def _refuse_while_open(database: Path) -> None:
    """Raise SystemExit when anybody has the database open, and would go on writing into what is moved aside."""
    if not database.exists():
        return
    with closing(sqlite3.connect(database, timeout=0, isolation_level=None)) as connection:
        try:
            # In WAL mode whoever has the file open holds a lock that this one does not get beside it.
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("ROLLBACK")
        except sqlite3.DatabaseError as problem:
            if problem.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                said = spoken(
                    "%(file)s is open: stop Companion first, then restore. Nothing was changed.", file=database
                )
                raise SystemExit(said) from None
            # A damaged one is moved aside all the same.


def _exchanged(fresh: Path, database: Path, key: Path) -> list[Path]:
    """Move aside what is there, put what is fresh in its place, and return where the old files are now."""
    kept = [_aside(path) for path in (database, key) if path.exists()]
    (fresh / DATABASE).rename(database)
    (fresh / KEY).rename(key)
    return kept


def _aside(path: Path) -> Path:
    """Give a file a name with the date, beside what has one like that already; a database's log goes with it."""
    stem = f"{path.stem}.before-{time.strftime('%Y-%m-%d-%H%M%S')}"
    names = (path.with_name(f"{stem}{number}{path.suffix}") for number in ("", *map("-{}".format, range(2, 100))))
    aside = next(name for name in names if not name.exists())
    for tail in ("-wal", "-shm", ""):
        there = path.with_name(path.name + tail)
        if there.exists():
            there.rename(aside.with_name(aside.name + tail))
    return aside
