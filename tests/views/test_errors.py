"""Error pages, and what opens nothing."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion import create_app
from tests.conftest import SETTINGS, Phone, Table
from tests.views.conftest import written
from tests.views.reading import read, words


def is_ours(answer: TestResponse) -> bool:
    """Whether the page is in the style of the house: our frame, one heading, a way home."""
    tree = read(answer)
    home = any(link.at.get("href") == "/" for link in tree.all("a"))
    return home and len(tree.all("h1")) == 1 and len(tree.all("main")) == 1


def public(answer: TestResponse) -> str:
    """An answer without what differs between any two visits."""
    return re.sub(r'(name="csrf_token" value=)"[^"]+"', r"\1", answer.text)


@pytest.mark.parametrize("url", ["/nowhere", "/m/", "/m/x", "/m/x/sheet", "/m/x/r/1/s/0", "/m/x/menu", "/%00", "/m/é"])
def test_a_page_that_is_not_here_says_so_in_the_style_of_the_house(phone: Phone, url: str) -> None:
    answer = phone.get(url)
    assert answer.status_code == 404
    assert is_ours(answer)
    assert "Page not found" in words(answer)


@pytest.mark.parametrize("path", ["", "/sheet", "/menu", "/r/1/s/0", "/r/1/s/0/edit"])
def test_a_forbidden_match_looks_like_an_unknown_one(table: Table, stranger: Phone, path: str) -> None:
    forbidden = stranger.get(table.url + path)
    unknown = stranger.get("/m/" + "x" * len(table.public_id) + path)
    assert forbidden.status_code == unknown.status_code == 404
    assert public(forbidden) == public(unknown)
    for answer in (forbidden, unknown):
        del answer.headers["X-Request-ID"]
    assert forbidden.headers == unknown.headers


def test_a_phone_of_another_group_is_a_stranger(table: Table, stranger: Phone) -> None:
    stranger.begin("Ida", "Kai")
    assert stranger.get(table.url).status_code == 404


@pytest.mark.parametrize("token", ["-", "", "forged", "a.b.c"])
def test_a_form_without_its_token_writes_nothing(app: Flask, table: Table, token: str) -> None:
    before = written(app)
    page = f"{table.cell(1, 0)}/edit"
    answer = table.phone.send(page, page, cards="9", csrf_token=token)
    assert answer.status_code == 400
    assert is_ours(answer)
    assert "This page has expired" in words(answer)
    assert written(app) == before


def test_the_token_of_another_phone_writes_nothing(app: Flask, table: Table, stranger: Phone) -> None:
    before = written(app)
    page = f"{table.cell(1, 0)}/edit"
    assert table.phone.send(page, page, cards="9", csrf_token=stranger.csrf()).status_code == 400
    assert written(app) == before


@pytest.mark.parametrize("url", ["/", "/new", "/history"])
def test_a_method_that_is_not_for_a_page_is_405(phone: Phone, url: str) -> None:
    answer = phone.client.delete(url)
    assert answer.status_code == 405
    assert is_ours(answer)


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/undo", ""),
        ("/r/1/closer", ""),
        ("/menu/limit", "/menu"),
        ("/menu/rename", "/menu"),
        ("/phones/free", "/phones"),
        ("/phones/host", "/phones"),
        ("/r/1/s/0/withdraw", "/r/1/s/0"),
        ("/r/1/s/0/adjust", "/r/1/s/0"),
        ("/r/1/s/0/preview", "/r/1/s/0"),
    ],
)
def test_a_get_never_does_what_a_post_does_but_shows_the_page_it_came_from(
    app: Flask, table: Table, path: str, page: str
) -> None:
    before = written(app)
    answer = table.phone.get(table.url + path)
    assert (answer.status_code, answer.location) == (303, table.url + page)
    assert table.phone.get(answer.location).status_code == 200
    assert written(app) == before


@pytest.mark.parametrize(("path", "page"), [("/join/code", "/join"), ("/group/renew", "/group")])
def test_a_reload_after_a_refusal_finds_the_page_of_its_form(phone: Phone, path: str, page: str) -> None:
    answer = phone.get(path)
    assert (answer.status_code, answer.location) == (303, page)
    assert phone.get(page).status_code == 200


def test_too_much_is_413(app: Flask, table: Table) -> None:
    before = written(app)
    page = f"{table.cell(1, 0)}/edit"
    answer = table.phone.send(page, page, cards="9 " * 200_000)
    assert answer.status_code == 413
    assert is_ours(answer)
    assert "Too much text" in words(answer)
    assert written(app) == before


def test_something_broken_is_a_page_of_ours_and_tells_no_secret(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    made = create_app({**SETTINGS, "TESTING": False, "SQLALCHEMY_DATABASE_URI": "sqlite:////nowhere/at/all.sqlite3"})
    phone = Phone(made)
    with phone.client.session_transaction() as session:
        session["phone"] = "any"
    answer = phone.get("/history")
    assert answer.status_code == 500
    assert is_ours(answer)
    assert "Something went wrong" in words(answer)
    assert "sqlite" not in answer.text.lower()
    assert "unexpected error on history.page" in caplog.text


def test_a_cookie_that_was_tampered_with_is_no_cookie(table: Table) -> None:
    table.phone.client.set_cookie("companion", "eyJwaG9uZSI6ImFueSJ9.forged.forged")
    assert table.phone.get(table.url).status_code == 404
    assert table.phone.get("/").status_code == 200


def test_a_phone_that_the_ledger_does_not_know_opens_nothing(app: Flask, table: Table) -> None:
    phone = Phone(app)
    with phone.client.session_transaction() as session:
        session["phone"] = "nobody's"
    assert phone.get(table.url).status_code == 404
    assert "Start a match" in words(phone.get("/"))


def test_a_missing_static_file_is_404(phone: Phone) -> None:
    assert phone.get("/static/nothing.css").status_code == 404
