"""Where things live: the data folder, the secret key, the database and the pages."""

import os
import secrets
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent


def in_checkout() -> bool:
    """Whether the code runs from its source tree and not from an installed wheel."""
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "templates").is_dir()


def data_folder() -> Path:
    """Returns the absolute folder for the database and the key; creates it for this user alone.

    That is COMPANION_DATA, else instance/ in a checkout, else the user's own data folder.
    Raises OSError if it can't be created.
    """
    named = os.environ.get("COMPANION_DATA")
    if named:
        folder = Path(named).expanduser().absolute()
    elif in_checkout():
        folder = CHECKOUT / "instance"
    else:
        folder = Path(platformdirs.user_data_dir("companion", appauthor=False))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def secret_key(folder: Path) -> str:
    """Returns what signs the cookies, 64 hexadecimal digits; made at the first call and kept.

    Raises ValueError if the file is empty, OSError if it can't be read or written.
    """
    path = folder / "secret_key"
    if not path.exists():
        _write_once(path, secrets.token_hex(32) + "\n")
    key = path.read_text(encoding="ascii").strip()
    if not key:
        raise ValueError(f"{path} is empty: delete it, and a new key is made (phones then join again)")
    return key


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


def page_folders() -> tuple[Path, Path]:
    """Returns the absolute folders of the templates and the static files."""
    home = CHECKOUT if in_checkout() else PACKAGE
    return home / "templates", home / "static"
