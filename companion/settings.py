"""Where things live: the data folder, the secret key, the database and the pages."""

import os
import secrets
import traceback
from pathlib import Path

import platformdirs
from flask import Config
from sqlalchemy import make_url

from companion.terminal import spoken, spoken_number

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent


LEAST_KEY = 16
"""Letters a key has at least: who guesses it can pretend to be any phone. Ours have 64."""


class Unfit(ValueError):
    """Something on this machine that Companion cannot start with: a sentence, with what to do."""


def in_checkout() -> bool:
    """Whether the code runs from its source tree and not from an installed wheel."""
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "templates").is_dir()


def data_folder() -> Path:
    """Returns the absolute folder for the database and the key; creates it for this user alone.

    That is COMPANION_DATA, else instance/ in a checkout, else the user's own data folder.
    Raises OSError if it can't be created.
    """
    folder = place()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def place() -> Path:
    """Returns where the data folder is, or will be."""
    named = os.environ.get("COMPANION_DATA")
    if named:
        return Path(named).expanduser().absolute()
    return CHECKOUT / "instance" if in_checkout() else Path(platformdirs.user_data_dir("companion", appauthor=False))


def secret_key(folder: Path) -> str:
    """Returns what signs the cookies, 64 hexadecimal digits; made at the first call and kept.

    Raises Unfit if the file holds no key, OSError if it can't be read or written.
    """
    path = folder / "secret_key"
    if not path.exists():
        _write_once(path, secrets.token_hex(32) + "\n")
    try:
        key = path.read_text(encoding="ascii").strip()
    except UnicodeDecodeError:
        none = spoken("%(where)s does not hold a key, but something else.", where=path)
        raise Unfit(f"{none} {_mend_key()}") from None
    return fit_key(key, f"{path}", _mend_key())


def _mend_key() -> str:
    return spoken(
        "Put a backup back (companion restore FILE), or delete the file: then a new key is made, and phones join again."
    )


def fit_key(key: object, where: str, mend: str) -> str:
    """Returns the key. Raises Unfit when it is empty or short enough to be guessed, and says how to `mend` it."""
    if not isinstance(key, str | bytes) or not key:
        empty = spoken("%(where)s is empty.", where=where)
        raise Unfit(f"{empty} {mend}")
    if len(key) < LEAST_KEY:
        short = spoken_number(
            "%(where)s has only %(num)s character, so it can be guessed.",
            "%(where)s has only %(num)s characters, so it can be guessed.",
            len(key),
            where=where,
        )
        raise Unfit(f"{short} {mend}")
    return key if isinstance(key, str) else key.decode()


def _write_once(path: Path, text: str) -> None:
    """Gives a file its text in one step; when another process was first, its text stays."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    try:
        # A link never replaces what is there, and shows the whole text or nothing.
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def stated(folder: Path) -> Config:
    """Returns what config.py in the folder says; nothing when there is none. Raises Unfit when it cannot be read."""
    config, path = Config(folder), folder / "config.py"
    try:
        config.from_pyfile("config.py", silent=True)
    except Exception as problem:  # It is a program: whatever it does wrong is its owner's to mend.
        inside = [frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if frame.filename == str(path)]
        line = getattr(problem, "lineno", None) or (inside[-1] if inside else "?")
        said = spoken(
            "%(file)s cannot be read: %(error)s in line %(line)s (%(detail)s). Correct it.",
            file=path,
            error=type(problem).__name__,
            line=line,
            detail=problem,
        )
        raise Unfit(said) from None
    if "SECRET_KEY" in config:
        mend = spoken("Write a longer one, or leave the line out.")
        fit_key(config["SECRET_KEY"], f"SECRET_KEY ({path})", mend)
    return config


def number(name: str, text: object, kind: type[int | float], least: float) -> float:
    """Returns a setting that is a number. Raises Unfit when it is none, or below `least`."""
    try:
        value = kind(str(text))
        if least <= value < float("inf"):
            return value
    except ValueError:
        pass
    lowest = f"{least:g}"
    said = spoken(
        "%(setting)s is %(value)r: write a number from %(least)s, or leave it out.",
        setting=name,
        value=text,
        least=lowest,
    )
    raise Unfit(said)


def database_url(folder: Path) -> str:
    """Returns the SQLAlchemy address of the database: DATABASE_URL, else a SQLite file in the folder.

    The file is created empty for this user alone; SQLite gives its -wal and -shm the same rights.
    Raises OSError if it can't be created.
    """
    named = os.environ.get("DATABASE_URL")
    if named:
        scheme, _, rest = named.partition("://")
        return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else named
    path = folder / "companion.sqlite3"
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    return f"sqlite:///{path.as_posix()}"


def database_path(folder: Path) -> Path | None:
    """Returns where the SQLite database is that is used with the folder, or None for another kind of database.

    Nothing is created.
    """
    named = stated(folder).get("SQLALCHEMY_DATABASE_URI") or os.environ.get("DATABASE_URL")
    if not named:
        return folder / "companion.sqlite3"
    url = make_url(named)
    in_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return folder / str(url.database) if in_file else None


def page_folders() -> tuple[Path, Path]:
    """Returns the absolute folders of the templates and the static files."""
    home = CHECKOUT if in_checkout() else PACKAGE
    return home / "templates", home / "static"
