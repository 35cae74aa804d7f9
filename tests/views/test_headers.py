"""Every answer has the headers of the OWASP Secure Headers Project, whoever gives it."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator

import pytest
from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.exceptions import TooManyRequests
from werkzeug.test import TestResponse

from companion import create_app, tls
from companion.ledger.busy import Busy
from tests.conftest import SETTINGS, Phone, Table, close
from tests.sources import ROOT
from tests.views.test_roles import LINES, each_kind

WANTED = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Permitted-Cross-Domain-Policies": "none",
    "X-DNS-Prefetch-Control": "off",
}
TELLING = ("Server", "X-Powered-By", "Via", "X-AspNet-Version", "Access-Control-Allow-Origin")
"""What would say who serves, or let others read it."""
HTTPS = "https://pad.example"
TOKEN = "a token of sixteen letters or more"


OF_FILES = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
FILES = ("text/css", "text/javascript", "image/png", "text/event-stream")
"""What scripts, styles and pictures need."""


def lacking(url: str, headers: Headers) -> Iterator[str]:
    """What is wrong with the headers of an answer."""
    is_file = headers.get("Content-Type", "").startswith(FILES)
    for name, value in WANTED.items():
        if headers.get_all(name) != ([value] if not is_file or name in OF_FILES else []):
            yield f"{url}: {name} is {headers.get_all(name)}"
    yield from (f"{url}: it tells {name}" for name in TELLING if name in headers)
    if not is_file:
        yield from lacking_page(url, headers)


def lacking_page(url: str, headers: Headers) -> Iterator[str]:
    """What is wrong with the headers of what a browser could show as a page."""
    policy = headers.get("Content-Security-Policy", "")
    if "default-src" not in policy or "frame-ancestors 'none'" not in policy or "unsafe" in policy:
        yield f"{url}: the policy is {policy}"
    if len(headers.get_all("Permissions-Policy")) != 1 or "camera=()" not in headers["Permissions-Policy"]:
        yield f"{url}: a page could ask for the camera"
    cached = headers.get_all("Cache-Control")
    if len(cached) != 1 or not ("private" in cached[0] or "no-store" in cached[0] or url.startswith("/static/")):
        yield f"{url}: others may keep it: {cached}"


def broken(*_: object) -> str:
    """A page that does not get far."""
    raise RuntimeError("nothing works")


def held(*_: object) -> str:
    """A page that could not write."""
    raise Busy


def often(*_: object) -> str:
    """A page that was asked for too often."""
    raise TooManyRequests("Too often.", retry_after=5)


@pytest.fixture
def served(app: Flask) -> Iterator[Flask]:
    """The house as a hosted server has it, watched, and with pages that fail."""
    own = {"TESTING": False, "METRICS_TOKEN": TOKEN, "SQLALCHEMY_DATABASE_URI": app.config["SQLALCHEMY_DATABASE_URI"]}
    made = create_app({**SETTINGS, **own, "PROXIED": 1, "TRUSTED_HOSTS": ["localhost", "pad.example"]})
    for page in (broken, held, often):
        made.add_url_rule(f"/{page.__name__}", view_func=page)
    yield made
    close(made)


def every_line(table: Table) -> Iterator[tuple[str, TestResponse]]:
    """Every address, for who began the match and for a stranger."""
    phones = each_kind(table)
    for method, path, typed, _ in LINES:
        url = path.format(m=table.url, id=table.public_id)
        for role in ("host", "stranger"):
            fields = {**typed, "csrf_token": phones[role].csrf()} if method == "POST" else None
            yield url, phones[role].client.open(url, method=method, data=fields)


def others(phone: Phone) -> Iterator[tuple[str, TestResponse]]:
    """What is no page: errors, files that are not there, and what stands before the pages."""
    for url in ("/nowhere", "/static/nowhere.js", "/static/", "/healthz", "/readyz", "/metrics"):
        yield url, phone.get(url)
    for url in ("/broken", "/held", "/often"):
        yield url, phone.get(url)
    yield "/metrics", phone.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    yield "/", phone.get("/", headers={"Host": "elsewhere.example"})
    yield "/", phone.client.delete("/")
    yield "/readyz", phone.client.post("/readyz")
    yield "/new", phone.client.post("/new")
    yield "/new", phone.client.post("/new", data={"name": "x" * 300_000})


def test_every_answer_has_the_headers_of_the_list(served: Flask) -> None:
    table = Phone(served).begin("Ana", "Pau", "Zoé")
    wrong, seen = [], set()
    for walk in (every_line(table), others(Phone(served))):
        for url, answer in walk:
            wrong += lacking(url, answer.headers)
            seen.add(answer.status_code)
            if "Strict-Transport-Security" in answer.headers:
                wrong.append(f"{url}: it promises https over http")
            answer.close()
    assert sorted(set(wrong)) == []
    assert {200, 303, 400, 404, 405, 409, 413, 422, 429, 500, 503} <= seen


def test_a_server_that_stops_says_it_as_safely(served: Flask) -> None:
    from companion.app_state import app_state

    app_state(served).shut = True
    answer = Phone(served).get("/")
    assert answer.status_code == 502
    assert list(lacking("/", answer.headers)) == []


def test_http_that_leads_to_https_does_so_safely() -> None:
    seen = []

    def start(status: str, headers: list[tuple[str, str]]) -> None:
        seen.append((status[:3], list(lacking("/", Headers(headers)))))

    for method in ("GET", "POST"):
        tls._led({"REQUEST_METHOD": method}, "/new", start)
    assert seen == [("302", []), ("503", [])]


def test_https_is_promised_by_a_hosted_server_only(served: Flask, app: Flask) -> None:
    proxied = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "pad.example", "X-Forwarded-For": "192.0.2.1"}
    for url in ("/", "/nowhere", "/static/css/base.css"):
        answer = Phone(served).get(url, headers=proxied)
        assert answer.headers.get_all("Strict-Transport-Security") == ["max-age=31536000"]
        wanted = [] if url.startswith("/static/") else ["same-origin"]
        assert answer.headers.get_all("Cross-Origin-Opener-Policy") == wanted
        answer.close()
    at_home = Phone(app).get("/", base_url=HTTPS)
    assert "Strict-Transport-Security" not in at_home.headers
    assert at_home.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Cross-Origin-Opener-Policy" not in Phone(app).get("/").headers


def test_a_stream_is_kept_by_nobody(table: Table) -> None:
    answer = table.phone.get(f"{table.url}/events")
    assert list(lacking("/events", answer.headers)) == []
    assert answer.headers["Cache-Control"] == "no-store"
    answer.close()


def test_an_answer_that_nothing_is_new_says_nothing_of_the_page_again(table: Table) -> None:
    first = table.phone.get(f"{table.url}/sheet")
    again = table.phone.get(f"{table.url}/sheet", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    for name in ("ETag", "Cache-Control", "Vary"):  # What a 304 has to say again: RFC 9110, 15.4.5.
        assert again.headers.get_all(name) == first.headers.get_all(name) != []
    assert not set(WANTED) & set(dict(again.headers))


def test_the_page_of_a_proxy_is_allowed_its_own_style_and_no_other() -> None:
    style = re.search(r"<style>(.*?)</style>", (ROOT / "deploy" / "away.html").read_text(encoding="utf-8"), re.DOTALL)
    assert style
    mark = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    for name in ("nginx.conf", "Caddyfile"):
        shipped = (ROOT / "deploy" / name).read_text(encoding="utf-8")
        assert f"style-src 'sha256-{mark}'" in shipped
        assert "unsafe" not in shipped
