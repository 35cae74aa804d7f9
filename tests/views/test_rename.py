"""Putting a name right in the middle of a match."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.conftest import Table
from tests.views.conftest import written
from tests.views.reading import beside, heads, read, words


def rename(table: Table, seat: str, name: str) -> TestResponse:
    return table.phone.send(f"{table.url}/menu", f"{table.url}/menu/rename", seat=seat, new_name=name)


def test_a_name_that_was_put_right_stands_everywhere(table: Table) -> None:
    table.pad()
    answer = rename(table, "1", " Paul ")
    assert (answer.status_code, answer.location) == (303, f"{table.url}/menu")
    assert "The name is changed" in words(table.phone.get(f"{table.url}/menu"))
    assert heads(table.pad()) == ["Ana", "Paul", "Zoé"]
    assert "Paul" in words(table.phone.get("/"))
    assert "Paul · round 1" in words(table.phone.get(table.cell(1, 1)))


@pytest.mark.parametrize(
    ("name", "said"), [("", "Write a name."), ("\u200b\u2060", "Write a name."), ("x" * 41, "Keep the name to 40")]
)
def test_a_name_that_is_none_is_refused(app: Flask, table: Table, name: str, said: str) -> None:
    before = written(app)
    answer = rename(table, "1", name)
    assert answer.status_code == 422
    assert said in beside(answer, "new_name")
    assert written(app) == before


@pytest.mark.parametrize("name", ["ana", "ZOE\u0301", "A\u200bna"])
def test_the_name_of_somebody_else_is_refused_and_kept(app: Flask, table: Table, name: str) -> None:
    before = written(app)
    answer = rename(table, "1", name)
    assert answer.status_code == 422
    assert "is somebody else in your group: add a letter." in beside(answer, "new_name")
    assert read(answer).named("new_name").at["value"]
    assert written(app) == before


def test_the_capitals_of_the_own_name_can_change(table: Table) -> None:
    assert rename(table, "1", "PAU").status_code == 303
    assert heads(table.pad()) == ["Ana", "PAU", "Zoé"]


def test_somebody_who_is_not_there_is_refused(app: Flask, table: Table) -> None:
    before = written(app)
    assert rename(table, "9", "Teo").status_code == 422
    assert written(app) == before
