"""The command that prints the link by which phones come back into a group."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from companion import create_app
from companion.cli import main
from companion.ledger.base import db
from companion.ledger.members import kept_by
from companion.ledger.upgrading import bring_up_to_date
from tests.conftest import SETTINGS, Phone, close


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """An app on the data folder that commands use, with nothing in it yet."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    app = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{tmp_path / 'companion.sqlite3'}"})
    with app.app_context():
        bring_up_to_date()
        db.session.remove()
    return app


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command says."""
    assert main(["link", *arguments]) == 0
    return capsys.readouterr().out


def test_without_a_group_there_is_no_link(installed: Flask) -> None:
    with pytest.raises(SystemExit, match="There is no group yet"):
        main(["link"])
    close(installed)


def test_the_link_of_the_only_group_brings_a_phone_in(installed: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    match = Phone(installed).begin("Ana", "Pau")
    said = printed(capsys, "--address", "https://cards.example/")
    link = re.search(r"^https://cards\.example(/J/[A-Z2-7]{20})$", said, re.MULTILINE)
    assert link is not None
    assert "█" in said
    lost = Phone(installed)
    lost.join(link[1])
    assert lost.get(match.url).status_code == 200
    close(installed)


def test_of_several_groups_it_asks_which(installed: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    Phone(installed).begin("Ana", "Pau")
    Phone(installed).begin("Ida", "Kai")
    said = printed(capsys)
    assert "1  Ana, Pau; 1 match" in said
    assert "2  Ida, Kai; 1 match" in said
    assert "/J/" not in said
    assert "/J/" in printed(capsys, "2")
    with pytest.raises(SystemExit, match="There is no group 3"):
        main(["link", "3"])
    close(installed)


def test_the_keepers_link_makes_a_phone_the_keeper_once(installed: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    first = Phone(installed)
    first.begin("Ana", "Pau")
    link = re.search(r"/J/[A-Z2-7]{20}", printed(capsys, "--keeper"))
    assert link is not None
    new, late = Phone(installed), Phone(installed)
    late.get(link[0])
    assert new.join(link[0]).location == "/group"
    assert "keeps the group" in new.get("/group").text
    assert late.client.post("/join", data={"csrf_token": late.csrf()}).status_code == 409
    with new.client.session_transaction() as session, installed.app_context():
        (group,) = kept_by(session["phone"])
        assert group.keeper == group.phone
    close(installed)
