"""A file of ours with values that no house could have written is refused as a whole, with the place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from companion.interchange.reading import Damaged
from companion.ledger.soundness import check
from tests.ledger.brought import everything, read
from tests.ledger.cast import Pad, hand
from tests.ledger.test_outgoing import group_text


def damaged(app: Flask, change: Any) -> Damaged:
    """Why a file is refused in which something was changed."""
    file = json.loads(group_text(app))
    change(file["matches"][0])
    with pytest.raises(Damaged) as refused:
        check(read(json.dumps(file).encode()))
    return refused.value


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("entry/1/0", {"cards": ["x"]}), ("entry/1/0", {"points": None}), ("entry/1/9", {"points": 1}),
        ("entry/0/0", {"points": 1}), ("entry/999999/0", {"points": 1}), ("entry/1/0", 7), ("closer/1", "Ana"),
        ("closer/1", 9), ("adjust/1/0", {"points": 1}), ("limit", 0), ("limit", "x"), ("finish", -1), ("stop", 1),
        ("order", [0, 9]), ("order", 1), ("span/0", {"first": 1}), ("note", 7), ("note", "x" * 501), ("place", []),
        ("result", {}), ("result", {"from": "x", "minutes": 0, "seats": []}), ("holder/0", "me"), ("host", 0),
        ("screens", 1), ("renewed", 1), ("next", "not an id!"), ("opened", -1), ("line/1/1", "x"), ("name/0", 3),
        ("sits/0", "Ana"), ("nothing", 1), ("bot/0", 1), ("joining", 1),
    ],
)  # fmt: skip
def test_a_value_that_no_house_has_written_is_refused_with_its_place(
    app: Flask, pad: Pad, cell: str, value: Any
) -> None:
    pad.enter(1, 0, hand(3))

    def change(match: dict[str, Any]) -> None:
        match["writes"][0]["records"][0] = {"cell": cell, "value": value}

    assert damaged(app, change).place.startswith("matches[0].writes[0].records[0]")


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"}, {"called": "Chess"}, {"options": {"limit": "x"}}, {"options": {"limit": 0}},
        {"options": {"discards": "7"}}, {"options": {"unknown": []}},
    ],
)  # fmt: skip
def test_a_match_that_nobody_could_have_begun_is_refused(app: Flask, pad: Pad, change: dict[str, Any]) -> None:
    pad.enter(1, 0, hand(3))
    assert damaged(app, lambda match: match.update(change)).place.startswith("matches[0]")


def test_a_round_on_screens_that_breaks_the_rules_is_refused(app: Flask) -> None:
    everything(app)

    def change(match: dict[str, Any]) -> None:
        lines = [line for write in match["writes"] for line in write["lines"] if line["seat"] not in (None, -1)]
        lines[0]["move"] = "play 99"

    assert damaged(app, change).place == "matches[0]"
