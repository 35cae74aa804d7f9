"""The wheel is complete: installed alone, away from the checkout, it serves the app."""

import os
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from tests.serving import serving

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(target), str(ROOT))
    return next(target.glob("companion-*.whl"))


def pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def files(folder: str, pattern: str) -> set[str]:
    return {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob(pattern) if path.is_file()}


def test_the_wheel_has_the_pages_the_texts_and_the_migrations(wheel: Path) -> None:
    packed = set(ZipFile(wheel).namelist())
    pages = {f"companion/{path}" for path in files("templates", "*") | files("static", "*")}
    catalogues = {str(Path(path).with_suffix(".mo")) for path in files("companion/translations", "*.po")}
    migrations = {f"companion/ledger/migrations/{name}" for name in ("alembic.ini", "env.py", "script.py.mako")}
    versions = files("companion/ledger/migrations/versions", "*.py")
    assert versions
    assert not (pages | catalogues | migrations | versions) - packed


def test_the_wheel_has_nothing_of_this_machine(wheel: Path) -> None:
    packed = ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in packed if ".dist-info/" not in name} == {"companion"}
    assert not [name for name in packed if name.endswith((".sqlite3", "secret_key", ".pyc"))]


def test_an_installed_companion_serves_from_anywhere(wheel: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True)
    scripts = tmp_path / "venv" / "bin"
    pip(
        *("--python", str(scripts / "python"), "install", "--no-compile"),
        *("-c", str(ROOT / "constraints.txt"), str(wheel)),
    )
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    command = [str(scripts / "companion"), "serve", "--host", "127.0.0.1", "--port", "0"]
    with serving(command, elsewhere, lone_user(tmp_path)) as server:
        with urlopen(server.url) as page:
            assert b"<h1" in page.read()
        with urlopen(f"{server.url}static/vendor/htmx.min.js") as script:
            assert script.read() == (ROOT / "static" / "vendor" / "htmx.min.js").read_bytes()
        assert server.stop() == (0, "")
    data = tmp_path / "share" / "companion"
    for name in ("secret_key", "companion.sqlite3"):
        assert stat.S_IMODE((data / name).stat().st_mode) == 0o600
    assert not list(elsewhere.iterdir())


def lone_user(home: Path) -> Mapping[str, str]:
    """Returns the environment of somebody who has set nothing."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "SYSTEMROOT") if name in os.environ}
    return {**kept, "HOME": str(home), "XDG_DATA_HOME": str(home / "share"), "PYTHONIOENCODING": "utf-8"}
