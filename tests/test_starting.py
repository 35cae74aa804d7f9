"""What is wrong before anything is served is said in one sentence, with what to do, and nothing is made worse."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion import keeping, settings, starting
from companion.cli import main
from companion.ledger import erasing, upgrading
from companion.ledger.base import db
from companion.ledger.busy import Busy

ROOT = Path(__file__).parent.parent
RELIC = ROOT / "tests" / "ledger" / "relics" / "0.3.0.sqlite3"
PATIENCE_SECONDS = 60


def damaged() -> bytes:
    """A database with a hole in its middle."""
    told = bytearray(RELIC.read_bytes())
    told[40_000:60_000] = b"\0" * 20_000
    told[18:20] = b"\2\2"  # As every database is that was opened once.
    return bytes(told)


def newer(folder: Path) -> None:
    """A database at a migration that is not known here."""
    path = folder / "companion.sqlite3"
    path.write_bytes(RELIC.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("UPDATE alembic_version SET version_num = 'ffffffffffff'")
        connection.commit()


def foreign(folder: Path) -> None:
    """A database of another program."""
    with closing(sqlite3.connect(folder / "companion.sqlite3")) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE songs (title)")


def cramped(folder: Path) -> None:
    """A disk on which SQLite finds no room."""
    (folder / "config.py").write_text(
        "import sqlite3\n"
        "class Small(sqlite3.Connection):\n"
        "    def __init__(self, *given, **more):\n"
        "        super().__init__(*given, **more)\n"
        "        self.execute('PRAGMA max_page_count=10')\n"
        "SQLALCHEMY_ENGINE_OPTIONS = {'connect_args': {'factory': Small}}\n"
    )


def write(name: str, content: str | bytes) -> Callable[[Path], object]:
    """Put a file into the data folder."""
    return lambda folder: (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)


KEY, DATABASE, CONFIG = "secret_key", "companion.sqlite3", "config.py"
ON_DISK: dict[str, tuple[Callable[[Path], object], str]] = {
    "an empty key": (write(KEY, ""), "is empty. Put a backup back"),
    "a key of spaces": (write(KEY, " \n"), "is empty. Put a backup back"),
    "a binary key": (write(KEY, b"\xff\xfe\x00"), "does not hold a key, but something else"),
    "a key of one letter": (write(KEY, "x\n"), "has only 1 character, so it can be guessed"),
    "a folder for a key": (lambda folder: (folder / KEY).mkdir(), "cannot be written"),
    "a folder for a database": (lambda folder: (folder / DATABASE).mkdir(), "cannot be written"),
    "a text for a database": (write(DATABASE, "shopping list " * 200), "is damaged, and was left as it is"),
    "half a database": (write(DATABASE, RELIC.read_bytes()[:70_000]), "is damaged, and was left as it is"),
    "a hole in the database": (write(DATABASE, damaged()), "is damaged, and was left as it is"),
    "a database of a newer version": (newer, "was written by a newer Companion"),
    "a database of another program": (foreign, "belongs to another program"),
    "no room": (cramped, "no room left on the disk"),
    "a broken config.py": (write(CONFIG, "A = 1\nB = (\n"), r"config\.py cannot be read: SyntaxError in line 2"),
    "a config.py that stumbles": (write(CONFIG, "A = 1\nB = A / 0\n"), "ZeroDivisionError in line 2"),
    "a short key in config.py": (write(CONFIG, "SECRET_KEY = 'x'\n"), "can be guessed. Write a longer one"),
    "a proxy that is no number": (write(CONFIG, "PROXIED = 'yes'\n"), "PROXIED is 'yes': write a number from 0"),
    "hosts that are a number": (write(CONFIG, "TRUSTED_HOSTS = 1\n"), "TRUSTED_HOSTS is 1: write names such as"),
    "an address among the hosts": (
        write(CONFIG, "TRUSTED_HOSTS = ['a.example', 'https://b.example']\n"),
        "'https://b.example'.: write names such as cards.example, with commas between them, or leave it out",
    ),
    "no address of a Redis": (write(CONFIG, "REDIS_URL = 'here:6379'\n"), "write redis://…, or leave it out"),
    "no port of a Redis": (write(CONFIG, "REDIS_URL = 'redis://here:there'\n"), "not the address of a Redis"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of a command that is started here."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    for name in ("DATABASE_URL", "REDIS_URL", "COMPANION_BOT_PAUSE", "PROXIED", "TRUSTED_HOSTS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def files(folder: Path) -> dict[str, bytes | None]:
    """Every file of a folder, but what SQLite makes beside a database and the key that a start makes."""
    return {
        path.name: path.read_bytes() if path.is_file() else None
        for path in folder.iterdir()
        if not path.name.endswith(("-wal", "-shm"))
    }


@pytest.mark.parametrize("what", ON_DISK)
def test_what_lies_in_the_folder_and_cannot_be_is_said(folder: Path, what: str) -> None:
    spoil, said = ON_DISK[what]
    spoil(folder)
    before = files(folder)
    with pytest.raises(SystemExit, match=said) as stopped:
        main(["rebuild"])
    assert "\n" not in str(stopped.value)
    after = files(folder)
    assert {name: after[name] for name in before} == before, "what was there is left as it is"


ENVIRONMENT = {
    "a database address that is none": ({"DATABASE_URL": "my database"}, "is not the address of a database"),
    "a database that there is not": ({"DATABASE_URL": "oracle7://here/pad"}, "is not the address of a database"),
    "a database nowhere": ({"DATABASE_URL": "sqlite:////nowhere/at/all.sqlite3"}, "cannot be written"),
    "a database that is only read": ({"DATABASE_URL": f"sqlite:///file:{RELIC}?mode=ro&uri=true"}, "cannot be written"),
    "a pause that is no number": ({"COMPANION_BOT_PAUSE": "soon"}, "COMPANION_BOT_PAUSE is 'soon': write a number"),
    "a pause without end": ({"COMPANION_BOT_PAUSE": "inf"}, "COMPANION_BOT_PAUSE is 'inf'"),
    "a pause that is not": ({"COMPANION_BOT_PAUSE": "nan"}, "COMPANION_BOT_PAUSE is 'nan'"),
    "a pause before the question": ({"COMPANION_BOT_PAUSE": "-1"}, "COMPANION_BOT_PAUSE is '-1'"),
    "proxies that are no number": ({"PROXIED": "yes"}, "PROXIED is 'yes': write a number from 0"),
    "fewer proxies than none": ({"PROXIED": "-1"}, "PROXIED is '-1': write a number from 0"),
    "an address for a host": ({"TRUSTED_HOSTS": "https://a.example/"}, "TRUSTED_HOSTS is 'https://a.example/': write"),
    "a star for hosts": ({"TRUSTED_HOSTS": "a.example, *"}, "write names such as cards.example, with commas"),
    "a folder that is a file": ({"COMPANION_DATA": str(Path(__file__))}, "cannot be written"),
    "a folder below a file": ({"COMPANION_DATA": f"{Path(__file__)}/data"}, "cannot be written"),
}


@pytest.mark.parametrize("what", ENVIRONMENT)
def test_what_the_environment_says_and_cannot_be_is_said(
    folder: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    values, said = ENVIRONMENT[what]
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit, match=said) as stopped:
        main(["rebuild"])
    assert "\n" not in str(stopped.value)


def test_a_server_that_does_not_answer_is_said_without_its_password() -> None:
    pytest.importorskip("psycopg")
    from sqlalchemy import create_engine

    with pytest.raises(SystemExit, match="does not answer") as stopped, starting.explained():
        create_engine("postgresql+psycopg://ana:secret@127.0.0.1:9/pad").connect()
    assert "secret" not in str(stopped.value)


@pytest.mark.parametrize("number", [28, 30, 13, 1])
def test_a_folder_that_cannot_be_written_or_is_full_is_said(
    folder: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: object, *_: object) -> int:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(SystemExit, match="no room left" if number == 28 else "cannot be written"):
        main(["rebuild"])


def test_a_database_that_somebody_holds_is_said() -> None:
    with pytest.raises(SystemExit, match="is in use by another program: stop that one"), starting.explained():
        raise Busy


def test_what_is_due_to_be_erased_while_another_process_writes_is_no_reason_not_to_start(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def erase_due() -> int:
        raise Busy

    monkeypatch.setattr(erasing, "erase_due", erase_due)
    with keeping.served_app().app_context():
        assert upgrading.state() == upgrading.READY
        db.engine.dispose()


def test_what_nobody_but_us_can_put_right_is_no_sentence() -> None:
    with pytest.raises(ZeroDivisionError), starting.explained():
        raise ZeroDivisionError
    assert starting.sentence(sqlite3.IntegrityError("a fault of ours")) is None


def serve(folder: Path, *arguments: str) -> tuple[int, str]:
    """The exit code of `companion serve` as a person starts it, and what it says."""
    environment = {**os.environ, "COMPANION_DATA": str(folder), "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", *arguments]
    ended = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=PATIENCE_SECONDS
    )
    return ended.returncode, ended.stdout + ended.stderr


@pytest.mark.parametrize("what", ["a key of one letter", "a hole in the database", "a database of a newer version"])
def test_the_server_says_it_in_one_line_and_stops(folder: Path, what: str) -> None:
    spoil, said = ON_DISK[what]
    spoil(folder)
    code, output = serve(folder, "--port", "0")
    assert code == 1
    assert output.count("\n") == 1, output
    assert said in output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "70000"], "70000 is not a port"),
        (["--port", "-1"], "-1 is not a port"),
        (["--port", "0", "--host", "not.an.address.example."], "is not an address of this computer"),
        (["--port", "0", "--host", "a..b"], "is not an address of this computer"),
    ],
)
def test_an_address_that_cannot_be_had_is_said(folder: Path, arguments: list[str], said: str) -> None:
    code, output = serve(folder, *arguments)
    assert (code, output.count("\n")) == (1, 1), output
    assert said in output


def test_a_start_after_it_was_mended_is_a_start(folder: Path) -> None:
    write(KEY, "x")(folder)
    with pytest.raises(SystemExit):
        main(["rebuild"])
    (folder / KEY).unlink()
    assert main(["rebuild"]) == 0
    assert len(settings.secret_key(folder)) == 64
