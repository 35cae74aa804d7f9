"""What no page of ours sends: hosts, numbers and letters that are none, and whole requests that are cut off."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from sqlalchemy.exc import DataError
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion import create_app
from companion.games.mojo import GAME as MOJO
from tests.conftest import SETTINGS, Phone, Table, close
from tests.serving import Server, serving
from tests.views.conftest import written
from tests.views.playing import begin, deal, now
from tests.views.reading import words

MALFORMED = (
    "a b",
    "[",
    "[::1",
    "x:y",
    "localhost:99999",
    "a..b",
    "..",
    "é",
    "a" * 300,
    "a." * 300,
    "user@localhost",
    ".localhost",
    "xn--",
    "a/b",
    "a,b",
    "%",
)
FOREIGN = ("evil.example", "localhost.evil.example", "127.0.0.1", "pad.example.org.", "")
LONG = "9" * 23


def refusals(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged of requests that were refused."""
    return [record.getMessage() for record in caplog.records if "refused a request" in record.getMessage()]


def sent(app: Flask, host: str, path: str = "/", **more: str) -> int:
    """The status of a request to a host, without a client between that would stumble over it."""
    environ = {**EnvironBuilder(path=path).get_environ(), "HTTP_HOST": host, **more}
    body, status, _ = run_wsgi_app(app.wsgi_app, environ)
    body.close()
    return int(status[:3])


@pytest.mark.parametrize("trusted", [None, ["localhost"]])
def test_a_host_that_is_none_is_a_400_and_one_line(
    app: Flask, caplog: pytest.LogCaptureFixture, trusted: list[str] | None
) -> None:
    app.config["TRUSTED_HOSTS"] = trusted
    for host in MALFORMED:
        for path in ("/", "/nowhere", "/static/css/base.css"):
            caplog.clear()
            assert sent(app, host, path) == 400, host
            assert refusals(caplog) == [f"refused a request to {host[:100]!r}"]


def test_a_foreign_host_is_a_400_where_hosts_are_named(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    app.config["TRUSTED_HOSTS"] = ["pad.example.org", ".home.example"]
    assert [sent(app, host) for host in FOREIGN] == [400] * len(FOREIGN)
    assert len(refusals(caplog)) == len(FOREIGN)
    assert [sent(app, host) for host in ("pad.example.org", "pad.example.org:8000", "pi.home.example")] == [200] * 3


def test_where_none_are_named_any_host_that_is_one_may_ask(app: Flask) -> None:
    hosts = ("192.168.1.20:8000", "[fd00::7]:8000", "pi.local", "xn--jgerschnitzel-bfb.example", "")
    assert [sent(app, host) for host in hosts] == [200] * len(hosts)


def test_behind_a_proxy_the_host_that_the_phone_used_counts(app: Flask) -> None:
    uri = app.config["SQLALCHEMY_DATABASE_URI"]
    made = create_app({**SETTINGS, "PROXIED": 1, "TRUSTED_HOSTS": ["pad.example.org"], "SQLALCHEMY_DATABASE_URI": uri})
    assert sent(made, "10.0.0.1:8000", HTTP_X_FORWARDED_HOST="pad.example.org") == 200
    assert sent(made, "pad.example.org", HTTP_X_FORWARDED_HOST="evil.example") == 400
    close(made)


def test_undo_names_a_version_that_was_no_hand(app: Flask, phone: Phone) -> None:
    """A phone that came in, a bot that moved, a deal: none of them is this phone's to take back."""
    table = begin(phone, MOJO, "Ana", "Pau", "Zoé")
    table.guest(1)
    deal(table)
    token, before = phone.csrf(), written(app)
    for version in range(now(table).version + 2):
        answer = phone.client.post(f"{table.url}/undo", data={"version": version, "csrf_token": token})
        assert answer.status_code == 409, version
    assert written(app) == before


@pytest.mark.parametrize("path", ["/r/{}/s/0", "/r/1/s/{}", "/r/{}/s/0/edit", "/table/r/{}"])
@pytest.mark.parametrize("number", ["0", "99", "9" * 9, LONG, "9" * 5000, "-1", "1e3", "٣", "²", "1_0", "%2B1"])
def test_a_number_that_no_round_or_seat_has_is_no_page(table: Table, path: str, number: str) -> None:
    if path.startswith("/r/1/s") and number == "0":
        number = "3"
    assert table.phone.get(table.url + path.format(number)).status_code == 404


@pytest.mark.parametrize(
    "path", ["/m/x%00", "/m/{}%00", "/J/%00", "/j/AB%00", "/tv/%00", "/rules/%00", "/m/" + "x" * 999]
)
def test_letters_that_no_address_of_ours_has_are_no_page(table: Table, path: str) -> None:
    assert table.phone.get(path.format(table.public_id)).status_code == 404


def test_a_name_with_a_nul_is_the_name_without_it(app: Flask, phone: Phone) -> None:
    table = phone.begin("An\0a", "P\0au")
    assert [seat.name for seat in now(table).seats] == ["Ana", "Pau"]
    table.enter(1, 0, "9\0 1", client_id="a\0b")
    assert now(table).sheet.rounds[0].cells[0].entry is not None
    assert "\0" not in str(written(app))


def test_a_referrer_that_is_no_address_is_refused_over_https(table: Table) -> None:
    page = f"{table.cell(1, 0)}/edit"
    fields = {**table.phone.form(page, page), "cards": "9"}
    for referrer in ("http://[", "http://a:99999", "https://[::1", "//", "x" * 5000, "https://localhost.evil.example/"):
        answer = table.phone.client.post(page, data=fields, base_url="https://localhost", headers={"Referer": referrer})
        assert answer.status_code == 400, referrer


def test_a_value_that_the_database_has_no_place_for_is_said_and_logged(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise DataError("INSERT", {}, ValueError("integer out of range"))

    before = written(app)
    monkeypatch.setattr("companion.ledger.pen.append", refuse)
    answer = table.enter(1, 0, "9")
    assert answer.status_code == 422
    assert "That didn’t work" in words(answer)
    assert "a value that cannot be on entry.write: DataError" in caplog.text
    assert "integer out of range" not in caplog.text
    assert written(app) == before


HEAD = "Host: localhost\r\nConnection: close\r\n"
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"
WIRE: dict[str, tuple[bytes, int]] = {
    "no request": (b"\x16\x03\x01\x02\x00\r\n\r\n", 400),
    "a length that is none": (f"POST /new HTTP/1.1\r\n{HEAD}{FORM}Content-Length: x\r\n\r\na=1".encode(), 400),
    "a length below nothing": (f"POST /new HTTP/1.1\r\n{HEAD}{FORM}Content-Length: -5\r\n\r\na=1".encode(), 400),
    "a length without end": (f"POST /new HTTP/1.1\r\n{HEAD}{FORM}Content-Length: {LONG}\r\n\r\na=1".encode(), 413),
    "less than was said": (f"POST /new HTTP/1.1\r\n{HEAD}{FORM}Content-Length: 99\r\n\r\na=1".encode(), 400),
    "a broken piece": (f"POST /new HTTP/1.1\r\n{HEAD}{FORM}Transfer-Encoding: chunked\r\n\r\nzz\r\n".encode(), 400),
    "a line without end": (b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n", 414),
    "a header that is none, which is passed over": (f"GET / HTTP/1.1\r\n{HEAD}nothing\r\n\r\n".encode(), 200),
    "letters that are none": (
        f"GET /m/%ff%fe%00 HTTP/1.1\r\n{HEAD}Cookie: companion=".encode() + b"\xff\xfe\r\n\r\n",
        404,
    ),
    "another host": (b"GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n", 400),
    "a method of its own": (f"BREW / HTTP/1.1\r\n{HEAD}\r\n".encode(), 405),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server as it is started."""
    folder, root = tmp_path_factory.mktemp("wire"), Path(__file__).parent.parent.parent
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(root), "COMPANION_DATA": str(folder)}
    with serving(command, folder, environment) as child:
        yield child
        assert "Traceback" not in child.stop().errors


@pytest.mark.parametrize("what", WIRE)
def test_what_is_no_request_on_the_wire_is_the_clients_mistake(server: Server, what: str) -> None:
    asked, status = WIRE[what]
    place = urlsplit(server.url)
    with socket.create_connection((str(place.hostname), place.port or 0), timeout=20) as wire:
        wire.sendall(asked)
        wire.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: wire.recv(65_536), b""))
    assert int(answer.split()[1]) == status, answer[:300]
