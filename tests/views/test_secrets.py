"""What opens a match stays out of every log."""

from __future__ import annotations

import logging

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from companion import create_app
from companion.ledger.base import db
from tests.conftest import SETTINGS, Phone, Table, close
from tests.views.conftest import written
from tests.views.reading import read


def told(caplog: pytest.LogCaptureFixture) -> str:
    """All that was logged: messages, their arguments, what was raised."""
    return "\n".join(f"{one.name} {one.getMessage()} {one.args} {one.exc_text}" for one in caplog.records).upper()


def evening(app: Flask, phone: Phone) -> list[str]:
    """A match with every way to come in, good and bad; returns what must not be told."""
    table = phone.begin("Ana", "Pau", "Zoé")
    group = read(phone.get("/group")).id("link").at["value"].rsplit("/", 1)[1]
    secrets = [link.rsplit("/", 1)[1] for link in table.links()] + [table.code().replace(" ", ""), group]
    pau, marta = table.guest(1), table.watcher()
    Phone(app).join(f"/J/{group}")
    other = Phone(app)
    other.send("/join", "/join/code", code=table.code())
    other.get(f"/j/{secrets[0]}X")
    other.client.post(f"/j/{secrets[0]}")
    marta.phone.get(f"/tv/{table.public_id}")
    table.round(1, "9 1", "0 4", "2", mojo=2)
    pau.enter(2, 1, "9")
    for _ in range(70):
        other.get(f"/J/{secrets[1]}")
    phone.send("/group", "/group/renew")
    return [*secrets, *(row[0] for row in tokens(app))]


def tokens(app: Flask) -> list[tuple[str, ...]]:
    return [tuple(str(value) for value in row[1:2]) for row in written(app)["phones"]]


def test_no_link_code_or_cookie_is_in_any_record_of_a_whole_evening(
    app: Flask, phone: Phone, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        app.logger.debug("the log is open")
        secrets = evening(app, phone)
    assert len(secrets) == 8
    assert "THE LOG IS OPEN" in told(caplog)
    assert [one for one in secrets if one.upper() in told(caplog)] == []


def test_a_link_that_broke_something_is_not_told_either(
    app: Flask, table: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = table.links()[0]

    def broken(_secret: str) -> None:
        raise RuntimeError("the database is gone")

    monkeypatch.setattr("companion.ledger.links.follow", broken)
    served = {**SETTINGS, "TESTING": False, "SQLALCHEMY_DATABASE_URI": app.config["SQLALCHEMY_DATABASE_URI"]}
    made = create_app(served)
    answer = Phone(made).get(link)
    close(made)
    assert answer.status_code == 500
    assert "JOIN.FOLLOW" in told(caplog)
    assert link.rsplit("/", 1)[1] not in told(caplog)


def test_what_the_database_refuses_is_told_without_what_it_was_asked(app: Flask) -> None:
    with app.app_context(), pytest.raises(DBAPIError, match="nowhere") as refused:
        db.session.execute(text("SELECT 1 FROM nowhere WHERE token = :token"), {"token": "KEEPTHISTOYOURSELF"})
    assert "KEEPTHISTOYOURSELF" not in str(refused.value)
