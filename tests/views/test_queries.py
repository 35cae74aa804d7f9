"""What pages ask of the database: few questions, as many for a long evening as for a short one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from companion.app_state import app_state
from companion.ledger.base import db
from tests.conftest import Phone, Table
from tests.databases import POSTGRESQL, SQLITE

MOST = 6
OF_HISTORY = 8
"""What stands in the filters has to be known, too."""
OF_FIGURES = 8
UNCHANGED = {SQLITE: 0, POSTGRESQL: 1}
"""Whether anybody has written is asked of PostgreSQL by the one small query, in which a phone is looked for, too."""
HANDS = ("1", "2", "0")


@contextmanager
def asked(app: Flask) -> Iterator[list[str]]:
    """The statements sent to the database; beginning and ending a transaction is no question."""
    said: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        if not statement.startswith(("BEGIN", "COMMIT", "ROLLBACK", "PRAGMA")):
            said.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    yield said
    event.remove(engine, "before_cursor_execute", note)


def cost(app: Flask, phone: Phone, url: str, forget: Callable[[], None]) -> int:
    """How many questions a page asks when nothing of it is in memory."""
    forget()
    with asked(app) as said:
        assert phone.get(url).status_code == 200
    return len(said)


def play(match: Table, first: int, last: int) -> None:
    for number in range(first, last + 1):
        match.round(number, *HANDS, mojo=2)


@pytest.fixture
def forget(app: Flask) -> Callable[[], None]:
    """Empties the memories of the app, as after a restart."""

    def empty() -> None:
        app_state(app).states.clear()
        app_state(app).pieces.clear()

    return empty


def test_a_page_of_a_match_costs_the_same_after_two_rounds_and_twelve(
    app: Flask, table: Table, forget: Callable[[], None]
) -> None:
    pages = [f"{table.url}{path}" for path in ("", "/sheet", "/r/1/s/0", "/r/1/s/0/edit", "/menu")]
    play(table, 1, 2)
    short = {url: cost(app, table.phone, url, forget) for url in pages}
    play(table, 3, 12)
    assert {url: cost(app, table.phone, url, forget) for url in pages} == short
    assert [url for url in pages if not 0 < short[url] <= MOST] == []


def test_a_list_costs_the_same_for_one_match_and_for_thirty(
    app: Flask, table: Table, forget: Callable[[], None]
) -> None:
    urls = ("/", "/new", "/history", "/history?q=an+mojo&person=1&finished=1", "/history?archived=1", "/people")
    # Whoever reads figures first computes what is stale.
    table.phone.get("/people")
    few = {url: cost(app, table.phone, url, forget) for url in urls}
    for number in range(29):
        table.phone.begin("Ana", f"Pau {number}")
    table.phone.get("/people")
    assert {url: cost(app, table.phone, url, forget) for url in urls} == few
    most = {url: OF_HISTORY if url.startswith("/history") else MOST for url in urls}
    assert [url for url in urls if not 0 < few[url] <= most[url]] == []


def test_the_page_of_a_group_costs_the_same_after_one_end_and_twelve(
    app: Flask, phone: Phone, forget: Callable[[], None]
) -> None:
    urls, costs = ("/people", "/people?called=Mojo", "/people?season=2026&days=2026"), []
    for ends in (1, 11):
        for _ in range(ends):
            phone.begin("Ana", "Pau", limit="5").round(1, "12", "3", mojo=0)
        phone.get("/people")
        costs.append({url: cost(app, phone, url, forget) for url in urls})
    assert costs[0] == costs[1]
    assert [url for url in urls if not 0 < costs[0][url] <= OF_FIGURES] == []


@pytest.mark.parametrize("path", ["", "/sheet", "/r/1/s/0/edit"])
def test_a_page_that_nothing_changed_costs_no_question(app: Flask, table: Table, path: str, engine_kind: str) -> None:
    play(table, 1, 2)
    table.phone.get(table.url + path)
    with asked(app) as said:
        table.phone.get(table.url + path)
    assert len(said) == UNCHANGED[engine_kind], said


def test_a_304_costs_no_question(app: Flask, table: Table, engine_kind: str) -> None:
    tag = table.phone.get(f"{table.url}/sheet").headers["ETag"]
    with asked(app) as said:
        assert table.phone.get(f"{table.url}/sheet", headers={"If-None-Match": tag}).status_code == 304
    assert len(said) == UNCHANGED[engine_kind], said


def test_a_write_costs_the_same_after_two_rounds_and_twelve(app: Flask, table: Table) -> None:
    costs = []
    for first, last in ((1, 2), (3, 12)):
        play(table, first, last)
        page = f"{table.cell(last + 1, 0)}/edit"
        fields = {**table.phone.form(page, page), "cards": "9"}
        with asked(app) as said:
            assert table.phone.client.post(page, data=fields).status_code == 303
        costs.append(len(said))
        table.phone.send(table.url, f"{table.url}/undo")
    assert costs[0] == costs[1]


def test_the_first_visit_asks_nothing(app: Flask, stranger: Phone) -> None:
    for url in ("/", "/new", "/history", "/people", "/m/unknown"):
        with asked(app) as said:
            stranger.get(url)
        assert said == []
