"""A database without today's tables: every page says so plainly, and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion import create_app
from companion.ledger import upgrading
from companion.ledger.base import db
from tests.conftest import SETTINGS, Phone, close


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Flask]:
    """An app on an empty file, as gunicorn starts one."""
    app = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{tmp_path / 'bare.sqlite3'}"})
    yield app
    close(app)


@pytest.mark.parametrize("revision", [None, "7c1e5a90d2b8", "somebody's"])
def test_every_page_says_what_to_do_and_the_log_says_it_once(
    bare: Flask, revision: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    if revision is not None:
        with bare.app_context(), db.engine.begin() as connection:
            connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
            connection.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (revision,))
    phone = Phone(bare)
    for answer in (phone.get("/"), phone.get("/m/anything"), phone.client.post("/new", data={"name": "Ana"})):
        assert (answer.status_code, "Retry-After" in answer.headers) == (503, True)
        assert ("companion migrate" in answer.text) is (revision != "somebody's")
    assert phone.get("/static/js/app.js").status_code == 200
    assert len([record for record in caplog.records if "nothing is served" in record.getMessage()]) == 1


def test_once_it_is_migrated_everything_is_there_without_a_new_start(bare: Flask) -> None:
    phone = Phone(bare)
    assert phone.get("/").status_code == 503
    with bare.app_context():
        assert upgrading.state() == upgrading.MISSING
        assert upgrading.bring_up_to_date() is None
        assert upgrading.state() == upgrading.READY
    assert phone.get("/").status_code == 200
    assert phone.begin("Ana", "Pau").pad()
