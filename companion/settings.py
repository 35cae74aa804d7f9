"""Where things live: the data folder, the secret key, the database and the pages."""

import os
import re
import secrets
import traceback
from collections.abc import Mapping
from pathlib import Path

import platformdirs
from flask import Config
from sqlalchemy import make_url

from companion.terminal import spoken, spoken_number

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent


LEAST_KEY = 16
"""Letters a key has at least: who guesses it can pretend to be any phone. Ours have 64."""

IN_SECONDS = {"STOP_SECONDS": 10.0, "DRAIN_SECONDS": 0.0}
"""How long a server that was told to stop waits for what was begun, and goes on answering before that."""

OF_ENVIRONMENT = (*IN_SECONDS, "METRICS_TOKEN", "LOG_FORMAT", "PROXIED", "TRUSTED_HOSTS")
"""What is set by config.py, or else by the environment."""

HOST = re.compile(r"\.?[\w-]+(\.[\w-]+)*(:\d+)?")
"""A name by which a server may be known; with a dot before it, all names that end so."""


class CannotStart(ValueError):
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

    Raises CannotStart if the file holds no key, OSError if it can't be read or written.
    """
    path = folder / "secret_key"
    if not path.exists():
        _write_once(path, secrets.token_hex(32) + "\n")
    try:
        key = path.read_text(encoding="ascii").strip()
    except UnicodeDecodeError:
        none = spoken("%(where)s does not hold a key, but something else.", where=path)
        raise CannotStart(f"{none} {_mend_key()}") from None
    return fit_key(key, f"{path}", _mend_key())


def _mend_key() -> str:
    return spoken(
        "Put a backup back (companion restore FILE), or delete the file: then a new key is made, and phones join again."
    )


def fit_key(key: object, where: str, mend: str) -> str:
    """Returns the key. Raises CannotStart when it is empty or short enough to be guessed, and says how to `mend` it."""
    if not isinstance(key, str | bytes) or not key:
        empty = spoken("%(where)s is empty.", where=where)
        raise CannotStart(f"{empty} {mend}")
    if len(key) < LEAST_KEY:
        short = spoken_number(
            "%(where)s has only %(num)s character, so it can be guessed.",
            "%(where)s has only %(num)s characters, so it can be guessed.",
            len(key),
            where=where,
        )
        raise CannotStart(f"{short} {mend}")
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
    """Returns what config.py in the folder says, nothing where there is none. Raises CannotStart if unreadable."""
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
        raise CannotStart(said) from None
    if "SECRET_KEY" in config:
        mend = spoken("Write a longer one, or leave the line out.")
        fit_key(config["SECRET_KEY"], f"SECRET_KEY ({path})", mend)
    return config


def of_environment() -> dict[str, object]:
    """Returns what the environment says of other servers, beside DATABASE_URL, and of how this one is run."""
    return {
        **{name: os.environ[name] for name in OF_ENVIRONMENT if os.environ.get(name)},
        # Where the processes of one house tell each other what happens.
        "REDIS_URL": os.environ.get("REDIS_URL"),
        # So many connections a process has to PostgreSQL.
        "DATABASE_CONNECTIONS": os.environ.get("DATABASE_CONNECTIONS", 20),
    }


def number(name: str, text: object, kind: type[int | float], least: float) -> float:
    """Returns a setting that is a number. Raises CannotStart when it is none, or below `least`."""
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
    raise CannotStart(said)


def metrics_token(config: Config) -> str:
    """Who has this may read the metrics; empty when nobody may. Raises CannotStart for one that can be guessed."""
    token = config.get("METRICS_TOKEN")
    mend = spoken("Write a longer one, or leave the line out.")
    return fit_key(token, "METRICS_TOKEN", mend) if token else ""


def log_format(asked: object) -> str:
    """How lines of the log are written; empty for a few that a person reads. Raises CannotStart for anything else."""
    if not asked or asked == "json":
        return str(asked or "")
    raise CannotStart(
        spoken("%(setting)s is %(value)r: write json, or leave it out.", setting="LOG_FORMAT", value=asked)
    )


def seconds(config: Config) -> dict[str, float]:
    """The settings that are lengths of time. Raises CannotStart for what is none."""
    return {name: number(name, config.get(name, usual), float, 0) for name, usual in IN_SECONDS.items()}


def hosting(config: Config) -> dict[str, object]:
    """How many proxies stand before a server, and by which names it is known. Raises CannotStart for anything else."""
    proxies = int(number("PROXIED", config.get("PROXIED") or 0, int, 0))
    return {"PROXIED": proxies, "TRUSTED_HOSTS": _hosts(config.get("TRUSTED_HOSTS"))}


def _hosts(asked: object) -> list[str] | None:
    """The names; None when any will do."""
    names = asked.replace(",", " ").split() if isinstance(asked, str) else asked
    if not names:
        return None
    if isinstance(names, list | tuple | set) and all(isinstance(one, str) and HOST.fullmatch(one) for one in names):
        return list(names)
    said = spoken(
        "%(setting)s is %(value)r: write names such as cards.example, with commas between them, or leave it out.",
        setting="TRUSTED_HOSTS",
        value=asked,
    )
    raise CannotStart(said)


def check_quotas(config: Mapping[str, object], usual: Mapping[str, object]) -> None:
    """Raises CannotStart for a quota that is none; `usual`: what each is where nobody says anything."""
    for name, value in usual.items():
        asked = config[name]
        if isinstance(value, str) and asked and asked != value:
            _check_rate(name, asked, value)
        elif isinstance(value, int | float) and asked != value:
            number(name, asked, type(value), 0)


def _check_rate(name: str, asked: object, usual: str) -> None:
    from limits import parse_many  # A start where nobody says anything does not need it.

    try:
        parse_many(str(asked))
    except ValueError:
        said = spoken(
            "%(setting)s is %(value)r: write for example %(usual)s, or leave it out.",
            setting=name,
            value=asked,
            usual=repr(usual),
        )
        raise CannotStart(said) from None


def database_url(folder: Path) -> str:
    """Returns the SQLAlchemy address of the database: DATABASE_URL, else a SQLite file in the folder.

    The file is created empty for this user alone; SQLite gives its -wal and -shm the same rights.
    Raises OSError if it can't be created.
    """
    named = os.environ.get("DATABASE_URL")
    if named:
        return address_of(named) if "://" in named else named
    path = folder / "companion.sqlite3"
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    return f"sqlite:///{path.as_posix()}"


def address_of(named: str) -> str:
    """Returns how SQLAlchemy calls a database: by its address, or of an SQLite file its path."""
    scheme, mark, rest = named.partition("://")
    if not mark:
        return f"sqlite:///{Path(named).expanduser().absolute().as_posix()}"
    return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else named


def database_path(folder: Path) -> Path | None:
    """Returns where the SQLite database is that is used with the folder, or None for another kind of database.

    Nothing is created.
    """
    named = _named(folder)
    if not named:
        return folder / "companion.sqlite3"
    url = make_url(named)
    in_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return folder / str(url.database) if in_file else None


def database_name(folder: Path) -> str:
    """Returns how one calls that database to its owner: the path of its file, or its name at its server."""
    return str(database_path(folder) or make_url(_named(folder)).database or "")


def _named(folder: Path) -> str:
    return str(stated(folder).get("SQLALCHEMY_DATABASE_URI") or os.environ.get("DATABASE_URL") or "")


def page_folders() -> tuple[Path, Path]:
    """Returns the absolute folders of the templates and the static files."""
    home = CHECKOUT if in_checkout() else PACKAGE
    return home / "templates", home / "static"
