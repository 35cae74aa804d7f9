"""Does the process live, and is it ready? Short answers for whoever asks, and nothing else is touched."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import text

from companion import health
from companion.app_state import app_state
from companion.ledger.base import db
from tests.conftest import Phone, Table
from tests.views.conftest import written


@pytest.fixture(autouse=True)
def curious(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked anew each time."""
    monkeypatch.setattr(health, "FRESH", 0.0)


def told(phone: Phone, path: str) -> tuple[int, str]:
    answer = phone.get(path)
    return answer.status_code, answer.text


def test_a_process_that_serves_lives_and_is_ready(phone: Phone) -> None:
    assert told(phone, "/healthz") == (200, "alive\n")
    assert told(phone, "/readyz") == (200, "ready\n")


def test_whoever_asks_gets_no_cookie_and_is_not_counted(app: Flask, table: Table) -> None:
    before = written(app)
    with table.phone.client.session_transaction() as session:
        del session["day"]
    for path in ("/healthz", "/readyz"):
        answer = table.phone.get(path)
        assert "Set-Cookie" not in answer.headers
        assert "Vary" not in answer.headers
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.mimetype == "text/plain"
    assert written(app) == before


def test_it_answers_by_any_name_for_a_balancer_knows_numbers_only(app: Flask, phone: Phone) -> None:
    app.config["TRUSTED_HOSTS"] = ["pad.example"]
    assert phone.get("/", base_url="http://10.0.0.7:8000").status_code == 400
    assert phone.get("/readyz", base_url="http://10.0.0.7:8000").status_code == 200


def test_nobody_can_do_more_than_ask(phone: Phone) -> None:
    assert phone.client.post("/readyz").status_code == 405
    assert phone.client.head("/healthz").status_code == 200
    assert phone.get("/healthz/more").status_code == 404


def test_a_database_that_does_not_answer_is_named_and_the_process_lives(phone: Phone) -> None:
    def gone() -> str:
        raise OSError("the disk is gone: /home/ana/secret.sqlite3")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.ledger.upgrading.current", gone)
        assert told(phone, "/readyz") == (503, "not ready: database\n")
        assert told(phone, "/healthz") == (200, "alive\n")
    assert told(phone, "/readyz") == (200, "ready\n")


@pytest.mark.sqlite  # What is spoiled there stays spoiled for the tests that follow, where they share a database.
@pytest.mark.parametrize("statement", ["DROP TABLE alembic_version", "UPDATE alembic_version SET version_num = 'old'"])
def test_a_database_that_was_not_migrated_is_not_ready(app: Flask, phone: Phone, statement: str) -> None:
    with app.app_context():
        db.session.execute(text(statement))
        db.session.commit()
    assert told(phone, "/readyz") == (503, "not ready: schema\n")


def test_who_does_not_reach_the_other_processes_is_ready_and_says_so(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_state(app).hub, "well", lambda: False)
    assert told(table.phone, "/readyz") == (200, "ready\nredis: away\n")
    assert table.enter(1, 0, "9").status_code == 303
    monkeypatch.setattr("companion.ledger.upgrading.current", lambda: "old")
    assert told(table.phone, "/readyz") == (503, "not ready: schema\n")


def test_who_stops_is_not_ready_and_answers_still(app: Flask, table: Table) -> None:
    app_state(app).stop()
    assert told(table.phone, "/readyz") == (503, "not ready: stopping\n")
    assert told(table.phone, "/healthz") == (200, "alive\n")
    assert table.phone.get(table.url).status_code == 200


def test_who_stops_while_others_serve_its_port_turns_no_balancer_away(app: Flask, phone: Phone) -> None:
    app_state(app).stop(others=True)
    assert told(phone, "/readyz") == (200, "ready\n")


def test_who_is_about_to_be_gone_sends_to_another(app: Flask, table: Table) -> None:
    before = written(app)
    state = app_state(app)
    state.stop()
    state.shut = True
    answer = table.phone.client.post(f"{table.cell(1, 0)}/edit", data={"cards": "9"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (502, "1")
    assert written(app) == before


def test_it_is_found_out_once_a_second_at_most(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH", 3600.0)
    asked: list[Flask] = []
    monkeypatch.setattr(health, "missing", lambda app: asked.append(app) or ())
    assert len({told(phone, "/readyz") for _ in range(5)}) == 1
    assert len(asked) <= 1, "what was found out before the test may still be believed"
