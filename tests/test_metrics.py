"""What an operator watches: counted only where a token is set, and shown only to whoever has it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import time

import pytest
from flask import Flask

from companion import create_app, settings
from companion.app_state import AppState, app_state
from companion.hub import LocalHub
from companion.hub.news import News
from companion.metrics import Metrics
from tests.conftest import SETTINGS, Phone, close
from tests.views.test_live_pages import Stream

TOKEN = "a token of sixteen letters or more"


@pytest.fixture
def watched(app: Flask) -> Iterator[Flask]:
    """The same house, with somebody who watches."""
    made = create_app(
        {**SETTINGS, "SQLALCHEMY_DATABASE_URI": app.config["SQLALCHEMY_DATABASE_URI"], "METRICS_TOKEN": TOKEN}
    )
    yield made
    close(made)


def shown(phone: Phone) -> dict[str, float]:
    """What whoever has the token reads."""
    answer = phone.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    return {name: float(value) for name, value in re.findall(r"^([^#\s]\S*(?:\{.*\})?) (\S+)$", answer.text, re.M)}


@pytest.mark.parametrize("said", ["", "Bearer", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", "Bearer żółć", TOKEN])
def test_for_whoever_has_no_token_there_is_no_such_page(watched: Flask, said: str) -> None:
    headers = {"Authorization": said.encode().decode("latin-1")} if said else {}
    assert Phone(watched).get("/metrics", headers=headers).status_code == 404


def test_without_a_setting_nothing_is_counted_or_shown(app: Flask, phone: Phone) -> None:
    assert type(app_state(app).metrics) is Metrics
    assert phone.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_a_token_that_can_be_guessed_is_refused(app: Flask) -> None:
    with pytest.raises(settings.CannotStart, match="METRICS_TOKEN"):
        create_app({**SETTINGS, "METRICS_TOKEN": "short"})


def test_requests_are_counted_by_what_they_asked_for_and_never_by_their_path(watched: Flask) -> None:
    phone = Phone(watched)
    table = phone.begin("Ana", "Pau")
    table.enter(1, 0, "9")
    phone.get("/m/nowhere")
    phone.client.open("/", method="SCAN")
    for _ in range(2):
        assert phone.get("/j/NOTHINGTHATOPENS2345").status_code == 404
    found = shown(phone)
    assert found['companion_requests_total{endpoint="entry.write",method="POST",status="3xx"}'] == 1
    assert found['companion_request_seconds_count{endpoint="entry.write",method="POST"}'] == 1
    assert found['companion_write_seconds_count{part="commit"}'] >= 2
    assert found['companion_requests_total{endpoint="join.follow",method="GET",status="4xx"}'] == 2
    assert any('method="other"' in name for name in found)
    text = " ".join(found)
    assert not [word for word in (table.public_id, "NOTHING", "SCAN", "Ana", "nowhere") if word in text]


def test_streams_matches_and_how_late_they_are_told(watched: Flask) -> None:
    phone = Phone(watched)
    table = phone.begin("Ana", "Pau")
    stream = Stream(table)
    stream.beat()
    table.enter(1, 0, "9")
    stream.until(2)
    found = shown(phone)
    assert (found["companion_streams"], found["companion_matches"]) == (1, 1)
    assert found["companion_lag_seconds_count"] == 1
    stream.close()
    found = shown(phone)
    assert (found["companion_streams"], found["companion_matches"]) == (0, 0)


def test_what_another_process_has_written_counts_from_its_commit(watched: Flask) -> None:
    table, hub = Phone(watched).begin("Ana", "Pau"), app_state(watched).hub
    assert isinstance(hub, LocalHub)
    stream = Stream(table)
    stream.beat()
    hub.hear("another process", News(table.public_id, 99, at=time() - 1000))
    while stream.numbers().version != 99:
        continue
    found = shown(table.phone)
    stream.close()
    assert found["companion_lag_seconds_count"] == 1
    assert 1000 <= found["companion_lag_seconds_sum"] < 2000


def test_whether_redis_is_away_is_told(watched: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    hearers: list[Callable[[bool], None]] = []
    monkeypatch.setattr(LocalHub, "on_well", lambda _, hearer: hearers.append(hearer))
    AppState(LocalHub(), metrics=app_state(watched).metrics)
    (hearer,) = hearers
    for well in (True, False, True):
        hearer(well)
        assert shown(Phone(watched))["companion_redis_away"] == (not well)


def test_what_was_refused_says_why(watched: Flask) -> None:
    phone = Phone(watched)
    table = phone.begin("Ana", "Pau")
    late = {"csrf_token": phone.csrf(), "client_id": "late", "version": "0"}
    assert phone.client.post(f"{table.url}/undo", data=late).status_code == 409
    assert shown(phone)['companion_refused_total{why="conflict"}'] == 1


WORKER = """
from companion import create_app
from companion.app_state import app_state
app = create_app({"SQLALCHEMY_DATABASE_URI": "sqlite://", "BOTS": False})
app_state(app).metrics.answered("home.page", "GET", 200, 0.01)
app_state(app).metrics.opened("m")
print(app_state(app).metrics.text().decode())
"""


def test_several_workers_are_added_up(tmp_path: Path) -> None:
    shared = {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path), "METRICS_TOKEN": TOKEN, "COMPANION_DATA": str(tmp_path / "d")}
    said = ""
    for _ in range(2):
        told = subprocess.run(
            [sys.executable, "-c", WORKER], env={**os.environ, **shared}, capture_output=True, text=True, check=True
        )
        said = told.stdout
    assert 'companion_requests_total{endpoint="home.page",method="GET",status="2xx"} 2.0' in said
    assert "companion_streams 2.0" in said
