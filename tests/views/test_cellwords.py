"""Every kind of cell in words."""

from __future__ import annotations

from typing import Any

import pytest

from companion.ledger.cells import KINDS, Cell, Kind
from companion.ledger.state import read_afresh
from companion.views.cellwords import SAID, cell_title, cell_value
from tests.conftest import Table

VALUES: dict[str, Any] = {
    "closer": 1, "adjust": {"points": -3, "note": "late"}, "limit": 60, "order": [2, 1, 0], "holder": 1, "host": 1,
    "name": "Anna", "note": "Teo cheated", "place": "Grandma’s", "bot": "strong", "joining": "closed",
    "span": {"first": 1, "last": None, "start": 5}, "opened": 2, "next": "abc",
}  # fmt: skip


def test_there_are_words_for_each_kind_and_for_nothing_else() -> None:
    assert set(SAID) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_cell_has_a_title_and_says_its_value_and_that_it_is_blank(table: Table, kind: Kind) -> None:
    table.enter(1, 1, "9 1")
    cell = Cell(kind, **dict.fromkeys(kind.places, 1))
    with table.phone.app.test_request_context():
        state = read_afresh(1)
        value = state.trails.value(cell) if kind.name == "entry" else VALUES.get(kind.name, True)
        title, said, blank = cell_title(state, cell), cell_value(state, cell, value), cell_value(state, cell, None)
    assert title and said and blank
    assert said != blank
    assert "%" not in title
    if "%(name)s" in kind.title:
        assert "Pau" in title
