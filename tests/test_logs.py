"""Nothing that was typed, that opens something, or that says who asked is in any line of the log, in either format."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import suppress
from http.client import IncompleteRead
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from flask import Flask
from flask.logging import default_handler
from sqlalchemy import text
from sqlalchemy.exc import DataError, IntegrityError

from companion import create_app, discreet, logs, settings
from companion.ledger.base import db
from tests.conftest import SETTINGS, Phone, close
from tests.serving import Server, serving
from tests.views.conftest import written

NAMES = ("Zebulonia", "Quirinus", "Ottokara")
NOTE, PLACE, TYPED = "the aunt knows nothing", "Kasimirstraat", "pencilled-in"
ADDRESS = "203.0.113.77"
FAILING = """
from gevent import monkey
monkey.patch_all()
import threading, gevent
from companion import create_app, server
app = create_app({"BOTS": False})
first = app.before_request_funcs[None]
app.before_request_funcs[None] = [each for each in first if each.__module__.endswith("counted")]

@app.get("/view/<secret>")
def view(secret):
    mine = "Zebulonia"
    raise ValueError(f"{mine} {secret}")

@app.get("/stream/<secret>")
def stream(secret):
    def parts():
        yield b"data: 1\\n\\n"
        raise RuntimeError(f"Zebulonia {secret}")
    return parts(), {"Content-Type": "text/event-stream"}

def fail(*_):
    raise LookupError("Zebulonia fails")

@app.get("/beside")
def beside():
    gevent.spawn(fail)
    threading.Thread(target=fail).start()
    type("Held", (), {"__del__": fail})()
    gevent.sleep(0.1)
    return "done"

server.serve(app, "127.0.0.1", 0)
"""


@pytest.fixture(params=["", "json"])
def form(request: pytest.FixtureRequest) -> str:
    """How lines are written."""
    return str(request.param)


@pytest.fixture
def served(app: Flask, form: str) -> Iterator[Flask]:
    """The house with that format, and with pages that fail with what they know."""
    own = {"TESTING": False, "LOG_FORMAT": form, "SQLALCHEMY_DATABASE_URI": app.config["SQLALCHEMY_DATABASE_URI"]}
    made = create_app({**SETTINGS, **own})

    def broken() -> str:
        raise ValueError(f"{NAMES[0]} wrote {NOTE}")

    def unfit() -> str:
        raise DataError(f"INSERT {NAMES[0]}", {"name": NAMES[1]}, ValueError(f"invalid: '{TYPED}'"))

    for page in (broken, unfit):
        made.add_url_rule(f"/{page.__name__}", view_func=page)
    yield made
    close(made)
    logs.init_app(app)


@pytest.fixture
def lines(served: Flask) -> Iterator[io.StringIO]:
    """What a person or a machine reads of it."""
    paper = io.StringIO()
    reader = logging.StreamHandler(paper)
    reader.setFormatter(default_handler.formatter)
    served.logger.addHandler(reader)
    yield paper
    served.logger.removeHandler(reader)


def evening(app: Flask) -> list[str]:
    """Pages and forms of many kinds, with what must not be told in them; returns all of it."""
    phone = Phone(app)
    phone.client.environ_base["REMOTE_ADDR"] = ADDRESS
    table = phone.begin(*NAMES)
    secrets = [*NAMES, NOTE, PLACE, TYPED, ADDRESS, table.public_id, table.code(), table.code().replace(" ", "")]
    secrets += [link.rsplit("/", 1)[1] for link in table.links()]
    phone.send(f"{table.url}/note", f"{table.url}/note", note=NOTE, place=PLACE)
    guest = table.guest(1)
    guest.enter(1, 1, TYPED)
    table.round(1, "9 1", "0 4", "2", mojo=2)
    other = Phone(app)
    other.send("/join", "/join/code", code=TYPED)
    other.send("/join", "/join/code", code=table.code())
    for url in ("/broken", "/unfit", f"/history?q={NAMES[0]}", f"/nowhere/{TYPED}", f"/J/{TYPED}", table.url):
        phone.get(url)
        phone.client.open(url, method=TYPED.upper())
    phone.client.post("/new", data={"name": NAMES[0], "csrf_token": TYPED})
    cookie = phone.client.get_cookie("companion")
    assert cookie is not None
    return [*secrets, cookie.value, phone.csrf(), *(str(row[1]) for row in written(app)["phones"])]


def test_nothing_of_an_evening_is_told(
    served: Flask, lines: io.StringIO, form: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        secrets = evening(served)
    everything = lines.getvalue() + caplog.text
    everything += "".join(f"{vars(record)}" for record in caplog.records)
    assert len(secrets) > 14
    assert [one for one in secrets if one.upper() in everything.upper()] == []
    assert "unexpected error on broken" in everything
    assert re.search(r"ValueError\W+.*tests/test_logs.py:\d+ broken", everything, re.DOTALL)
    assert "a value that cannot be on unfit: DataError" in everything
    assert ('"event":"request"' in everything) == (form == "json")


@pytest.mark.parametrize("form", ["json"], indirect=True)
def test_each_line_is_an_object_and_tells_the_request(served: Flask, lines: io.StringIO) -> None:
    phone = Phone(served)
    phone.get("/nowhere/at/all", headers={"X-Request-ID": "from-the-proxy"})
    answer = phone.get("/broken")
    told = [json.loads(line) for line in lines.getvalue().splitlines()]
    first, failed, last = told
    assert first.pop("time").endswith("+00:00")
    assert first.pop("ms") >= 0
    assert first == {
        "level": "info",
        "event": "request",
        "request": "from-the-proxy",
        "endpoint": None,
        "method": "GET",
        "status": 404,
    }
    assert failed["level"] == "error"
    assert failed["error"][0] == "ValueError"
    assert failed["number"] in answer.text
    assert failed["request"] == last["request"] == answer.headers["X-Request-ID"]
    assert (last["endpoint"], last["status"]) == ("broken", 500)


@pytest.mark.parametrize("sent", ["short", "x" * 65, "with space", 'quo"ted-id', "dots.and.dots", "żółć-żółć"])
def test_an_id_that_is_none_is_not_taken(phone: Phone, sent: str) -> None:
    headers = {"X-Request-ID": sent.encode().decode("latin-1")}
    own = [phone.get("/", headers=headers).headers["X-Request-ID"] for _ in range(2)]
    assert all(re.fullmatch("[0-9a-f]{16}", one) for one in own)
    assert own[0] != own[1]
    assert phone.get("/", headers={"X-Request-ID": "0123456789-abc"}).headers["X-Request-ID"] == "0123456789-abc"


def test_only_a_page_of_a_fault_has_a_number(served: Flask) -> None:
    phone = Phone(served)
    assert re.search(r"by the number \d{6}\.", phone.get("/broken").text)
    assert "by the number" not in phone.get("/nowhere").text


def test_an_error_of_the_database_is_told_by_its_code_and_constraint(app: Flask, phone: Phone) -> None:
    phone.begin(*NAMES)
    twice = text("INSERT INTO phones SELECT * FROM phones")
    with app.app_context(), pytest.raises(IntegrityError) as refused:
        db.session.execute(twice)
    said = discreet.described(refused.value)
    assert re.fullmatch(r"IntegrityError (SQLITE_CONSTRAINT_PRIMARYKEY phones\.id|23505 pk_phones)", said)


def test_words_of_a_constraint_that_could_be_typed_are_not_taken() -> None:
    assert discreet.described(sqlite3.IntegrityError("CHECK constraint failed: name <> 'Ana Zoé'")) == "IntegrityError"


def test_what_an_exception_came_from_is_told_too() -> None:
    try:
        try:
            raise KeyError(NAMES[0])
        except KeyError as first:
            raise OSError(5, NAMES[1]) from first
    except OSError as error:
        told = list(discreet.told(error))
    assert [line for line in told if not line.startswith("  ")] == ["OSError 5", "KeyError"]
    assert all(re.fullmatch(r"  tests/test_logs\.py:\d+ \w+", line) for line in told if line.startswith("  "))


def test_a_format_that_there_is_not_is_refused() -> None:
    with pytest.raises(settings.CannotStart, match="LOG_FORMAT"):
        create_app({**SETTINGS, "LOG_FORMAT": "xml"})


@pytest.fixture
def failing(form: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose pages, streams and greenlets fail."""
    data = tmp_path_factory.mktemp("data")
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "LOG_FORMAT": form, "COMPANION_DATA": str(data)}
    environment.pop("DATABASE_URL", None)
    with serving([sys.executable, "-c", FAILING], settings.CHECKOUT, environment) as child:
        yield child


def test_a_server_prints_nothing_that_its_failures_say(failing: Server, form: str) -> None:
    for path in (f"view/{TYPED}", f"stream/{TYPED}", "beside", f"nowhere/{TYPED}"):
        asked = Request(f"{failing.url}{path}", headers={"Cookie": f"companion={TYPED}"})
        with suppress(HTTPError, IncompleteRead), urlopen(asked, timeout=10) as answer:
            answer.read()
    told = failing.stop().errors
    assert [one for one in (*NAMES, TYPED, "fails") if one in told] == []
    for kind in ("ValueError", "RuntimeError", "LookupError"):
        assert kind in told
    assert told.count("something ended early") == 4
    if form == "json":
        assert all(json.loads(line)["event"] for line in told.splitlines())
