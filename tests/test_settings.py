"""Where the database and the key live, and who can read them."""

import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Config

from companion import create_app, quotas, settings

ASK_FOR_THE_KEY = """
import sys
from pathlib import Path
from companion import settings
print("ready", flush=True)
sys.stdin.readline()
print(settings.secret_key(Path(sys.argv[1])))
"""


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPANION_DATA", raising=False)
    monkeypatch.delenv("DATABASE_URL", raising=False)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_checkout_keeps_its_data_in_instance() -> None:
    assert settings.in_checkout()
    assert settings.data_folder() == settings.CHECKOUT / "instance"


def test_an_installed_companion_keeps_its_data_with_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = tmp_path / "share" / "companion"
    monkeypatch.setattr(settings, "in_checkout", lambda: False)
    monkeypatch.setattr(settings.platformdirs, "user_data_dir", lambda *_, **__: str(mine))
    assert settings.data_folder() == mine
    assert rights(mine) == 0o700


def test_the_environment_names_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "deep" / "pad"))
    assert settings.data_folder() == tmp_path / "deep" / "pad"
    assert rights(tmp_path / "deep" / "pad") == 0o700


def test_a_relative_data_folder_is_made_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_DATA", "pad")
    assert settings.data_folder() == tmp_path / "pad"


def test_a_folder_that_is_there_keeps_its_rights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o750)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    settings.data_folder()
    assert rights(tmp_path) == 0o750


def test_the_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    key = settings.secret_key(tmp_path)
    assert len(bytes.fromhex(key)) == 32
    assert settings.secret_key(tmp_path) == key
    assert rights(tmp_path / "secret_key") == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_an_empty_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch()
    with pytest.raises(ValueError, match=r"is empty\. Put a backup back"):
        settings.secret_key(tmp_path)


@pytest.fixture
def askers(tmp_path: Path) -> Iterator[list[subprocess.Popen[str]]]:
    command = [sys.executable, "-c", ASK_FOR_THE_KEY, str(tmp_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    processes = [subprocess.Popen(command, cwd=settings.CHECKOUT, **pipes) for _ in range(4)]
    yield processes
    for process in processes:
        process.kill()
        process.communicate()


def test_processes_that_start_at_once_share_one_key(tmp_path: Path, askers: list[subprocess.Popen[str]]) -> None:
    for process in askers:
        assert process.stdout and process.stdout.readline() == "ready\n"
    for process in askers:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    keys = {process.communicate(timeout=30)[0].strip() for process in askers}
    assert keys == {settings.secret_key(tmp_path)}


def test_a_process_that_was_second_takes_the_key_of_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = settings.secret_key(tmp_path)
    monkeypatch.setattr(Path, "exists", lambda _: False)
    assert settings.secret_key(tmp_path) == first
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_only_the_owner_reads_the_database_and_its_log(tmp_path: Path) -> None:
    url = settings.database_url(tmp_path)
    file = tmp_path / "companion.sqlite3"
    assert url == f"sqlite:///{file}"
    connection = sqlite3.connect(file)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE hand (points)")
        names = {path.name for path in tmp_path.iterdir()}
        assert names == {"companion.sqlite3", "companion.sqlite3-wal", "companion.sqlite3-shm"}
        assert {rights(path) for path in tmp_path.iterdir()} == {0o600}
    finally:
        connection.close()


def test_the_database_that_is_there_is_kept(tmp_path: Path) -> None:
    (tmp_path / "companion.sqlite3").write_bytes(b"what was written down")
    settings.database_url(tmp_path)
    assert (tmp_path / "companion.sqlite3").read_bytes() == b"what was written down"


@pytest.mark.parametrize(
    ("named", "url"),
    [
        ("postgres://ana@db/pad", "postgresql+psycopg://ana@db/pad"),
        ("postgresql://ana@db/pad?sslmode=require", "postgresql+psycopg://ana@db/pad?sslmode=require"),
        ("postgresql+psycopg://ana@db/pad", "postgresql+psycopg://ana@db/pad"),
        ("sqlite:////srv/pad.sqlite3", "sqlite:////srv/pad.sqlite3"),
    ],
)
def test_the_environment_names_the_database(
    named: str, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", named)
    assert settings.database_url(tmp_path) == url
    assert not list(tmp_path.iterdir())


def test_the_pages_of_a_checkout_stand_beside_the_package() -> None:
    templates, static = settings.page_folders()
    assert (templates, static) == (settings.CHECKOUT / "templates", settings.CHECKOUT / "static")


def test_the_pages_of_a_wheel_stand_inside_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "in_checkout", lambda: False)
    assert settings.page_folders() == (settings.PACKAGE / "templates", settings.PACKAGE / "static")


@pytest.mark.parametrize(
    ("name", "value"), [("MATCHES_A_PHONE", "many"), ("STREAMS_A_PHONE", "many"), ("HEAD_SECONDS", -1)]
)
def test_a_quota_that_is_none_is_explained(name: str, value: object) -> None:
    with pytest.raises(settings.CannotStart, match=f"^{name} is .*{value}.*: write .* or leave it out"):
        settings.check_quotas({**quotas.SETTINGS, name: value}, quotas.SETTINGS)


@pytest.mark.parametrize(
    ("said", "proxies", "hosts"),
    [
        ({}, 0, None),
        ({"PROXIED": "0", "TRUSTED_HOSTS": " "}, 0, None),
        ({"PROXIED": "2", "TRUSTED_HOSTS": "cards.example"}, 2, ["cards.example"]),
        ({"TRUSTED_HOSTS": "a.example, .home.example:80 żółw.pl,"}, 0, ["a.example", ".home.example:80", "żółw.pl"]),
        ({"PROXIED": 1, "TRUSTED_HOSTS": ("10.0.0.7", "pi")}, 1, ["10.0.0.7", "pi"]),
        ({"PROXIED": False, "TRUSTED_HOSTS": []}, 0, None),
    ],
)
def test_a_server_knows_its_proxies_and_its_names(
    said: dict[str, object], proxies: int, hosts: list[str] | None, tmp_path: Path
) -> None:
    assert settings.hosting(Config(tmp_path, said)) == {"PROXIED": proxies, "TRUSTED_HOSTS": hosts}


def test_what_config_py_says_comes_before_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv("PROXIED", "1")
    monkeypatch.setenv("TRUSTED_HOSTS", "cards.example")
    (tmp_path / "config.py").write_text("PROXIED = 2\n")
    made = create_app({"BOTS": False})
    assert (made.config["PROXIED"], made.config["TRUSTED_HOSTS"]) == (2, ["cards.example"])


def test_quotas_can_be_taken_away_and_set() -> None:
    for value in ("", "5 per hour; 7 per day"):
        settings.check_quotas({**quotas.SETTINGS, "MATCHES_A_PHONE": value}, quotas.SETTINGS)
    settings.check_quotas({**quotas.SETTINGS, "STREAMS_A_PHONE": 0}, quotas.SETTINGS)
