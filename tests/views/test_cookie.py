"""One phone over http and over https: it stays the same phone, and its cookies do not fight."""

from __future__ import annotations

from typing import Any

from flask import Flask, session
from werkzeug.test import TestResponse

from tests.conftest import Phone, Table
from tests.forms import Form
from tests.views.conftest import written

SECURE = {"base_url": "https://localhost", "headers": {"Referer": "https://localhost/"}}


def send(phone: Phone, page: str, **typed: object) -> TestResponse:
    """Fill in a form over https and send it."""
    form = Form(page)
    form.feed(phone.get(page, **SECURE).text)
    return phone.client.post(page, data={**form.fields, **typed}, **SECURE)


def given(answer: TestResponse) -> dict[str, str]:
    """The cookies that an answer sets, and what it says of each."""
    return dict(line.split("=", 1) for line in answer.headers.getlist("Set-Cookie"))


def cookies(phone: Phone) -> dict[str, Any]:
    """What a phone holds."""
    return {cookie.key: cookie for cookie in phone.client._cookies.values()}


def test_over_https_the_cookie_goes_over_https_alone_and_to_this_host_alone(phone: Phone) -> None:
    said = given(send(phone, "/new", name=["Ana", "Pau"], youngest="0"))
    assert list(said) == ["__Host-companion"]
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(said["__Host-companion"].split("; "))
    assert "Domain" not in said["__Host-companion"]


def test_over_http_it_can_be_kept(phone: Phone) -> None:
    said = given(phone.send("/new", "/new", name=["Ana", "Pau"], youngest="0"))
    assert list(said) == ["companion"]
    assert "Secure" not in said["companion"]


def test_a_phone_that_comes_from_http_is_the_same_phone_over_https(app: Flask, table: Table) -> None:
    phone = table.phone
    assert phone.get(table.url, **SECURE).status_code == 200
    assert send(phone, "/new", name=["Ana", "Pau"], youngest="0").status_code == 303
    assert cookies(phone).keys() == {"companion", "__Host-companion"}
    assert len(written(app)["phones"]) == 1


def test_and_still_is_when_it_goes_back(app: Flask, table: Table) -> None:
    phone = table.phone
    send(phone, "/new", name=["Ana", "Pau"], youngest="0")
    before = cookies(phone)["__Host-companion"].value
    # A browser sends what came over https over https alone.
    assert table.enter(1, 0, "9 1").status_code == 303
    phone.begin("Pau", "Zoé")
    assert cookies(phone)["__Host-companion"].value == before
    assert len(written(app)["phones"]) == 1


def test_what_one_request_does_with_a_cookie_no_other_one_finds_there(app: Flask, table: Table) -> None:
    phone = table.phone
    assert table.enter(1, 0, "9 1").status_code == 303
    cookie = {"Cookie": f"companion={cookies(phone)['companion'].value}"}
    for _ in range(2):
        with app.test_request_context(headers=cookie):
            assert [said for _, said in session["_flashes"]] == ["Saved: Ana, 10"]
            session["_flashes"].append(("", "more"))
            session["phone"] = "another"


def test_what_came_over_https_opens_nothing_over_http(phone: Phone) -> None:
    pad = "/".join(send(phone, "/new", name=["Ana", "Pau"], youngest="0").location.split("/")[:3])
    assert phone.get(pad, **SECURE).status_code == 200
    assert phone.get(pad).status_code == 404


def test_a_forged_cookie_of_https_hides_no_good_one(table: Table) -> None:
    table.phone.client.set_cookie("__Host-companion", "eyJwaG9uZSI6ImFueSJ9.forged.forged")
    assert table.phone.get(table.url, **SECURE).status_code == 200


def test_who_signs_out_over_https_is_signed_out_over_http_too(table: Table) -> None:
    phone = table.phone
    send(phone, "/new", name=["Ana", "Pau"], youngest="0")
    form = Form("/sign-out")
    form.feed(phone.get("/group", **SECURE).text)
    assert phone.client.post("/sign-out", data=form.fields, **SECURE).status_code == 303
    assert "signed out" in phone.get("/", **SECURE).text
    assert not cookies(phone)
    assert phone.get(table.url).status_code == 404


def test_a_server_that_is_reached_by_https_only_may_say_so(app: Flask, phone: Phone) -> None:
    app.config["SESSION_COOKIE_SECURE"] = True
    assert "Secure" in given(phone.send("/new", "/new", name=["Ana", "Pau"], youngest="0"))["companion"]
