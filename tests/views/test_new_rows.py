"""The buttons beside the names of a new match, as they work without a script."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from flask import Flask

from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.reading import Node, read


@dataclass
class Press:
    """The form after a button was pressed."""

    phone: Phone

    def __call__(self, act: str, names: list[str], youngest: int = 0, **more: str | list[str]) -> Node:
        answer = self.phone.send("/new", "/new", act=act, name=names, youngest=str(youngest), **more)
        assert answer.status_code == 200, answer.text
        return read(answer)


@pytest.fixture
def press(phone: Phone) -> Press:
    return Press(phone)


def rows(tree: Node) -> tuple[list[str], list[str]]:
    """The names and which row is the youngest."""
    return tree.values("name"), tree.values("youngest")


def test_more_adds_an_empty_row(press: Press) -> None:
    assert rows(press("more", ["Ana", "Pau"])) == (["Ana", "Pau", ""], ["0"])


def test_more_stops_at_eight(press: Press) -> None:
    tree = press("more", list("abcdefg"))
    assert len(tree.values("name")) == 8
    assert not [
        button for button in tree.all("button") if button.at.get("value") == "more" and "aria-hidden" not in button.at
    ]
    assert len(press("more", list("abcdefgh")).values("name")) == 8


@pytest.mark.parametrize(
    ("act", "youngest", "names", "after"),
    [
        ("up-1", 1, ["b", "a", "c"], "0"),
        ("up-1", 0, ["b", "a", "c"], "1"),
        ("up-1", 2, ["b", "a", "c"], "2"),
        ("down-1", 1, ["a", "c", "b"], "2"),
        ("down-1", 2, ["a", "c", "b"], "1"),
        ("drop-1", 2, ["a", "c"], "1"),
        ("drop-1", 0, ["a", "c"], "0"),
        ("drop-2", 2, ["a", "b"], "1"),
        ("drop-0", 0, ["b", "c"], "0"),
        ("to-0-2", 0, ["b", "c", "a"], "2"),
        ("to-2-0", 1, ["c", "a", "b"], "2"),
        ("to-2-9", 1, ["a", "b", "c"], "1"),
        ("first-2", 0, ["a", "b", "c"], "2"),
    ],
)
def test_rows_move_and_go_and_the_youngest_follows(
    press: Press, act: str, youngest: int, names: list[str], after: str
) -> None:
    assert rows(press(act, ["a", "b", "c"], youngest)) == (names, [after])


@pytest.mark.parametrize(
    "act",
    ["up-0", "down-2", "up-9", "down-9", "drop-9", "up-x", "fly-1", "up", "-1", "to-1-x", "to-9-1", "first-9"],
)
def test_a_move_that_cannot_be_changes_no_order(press: Press, act: str) -> None:
    assert rows(press(act, ["a", "b", "c"], 1)) == (["a", "b", "c"], ["1"])


def test_a_bot_plays_in_a_row_and_a_person_again(press: Press) -> None:
    tree = press("bot-1", ["a", "b"])
    assert tree.values("plays") == [""]
    assert [one.at["value"] for one in tree.all("option") if "selected" in one.at] == ["normal"]
    assert press("bot-1", ["a", "b"], plays=["", "strong"]).values("plays") == ["", ""]
    assert press("bot-7", ["a", "b"]).values("plays") == ["", ""]


def test_the_row_that_was_moved_keeps_the_focus(press: Press) -> None:
    focused = [one for one in press("up-2", ["a", "b", "c"]).all("button") if "autofocus" in one.at]
    assert [one.at["aria-label"] for one in focused] == ["c, player 2 of 3: move with the arrow keys"]


def test_the_last_row_can_be_taken_away(press: Press) -> None:
    assert press("drop-0", ["a"]).values("name") == []


def test_a_remembered_person_fills_the_first_empty_row(table: Table) -> None:
    press = Press(table.phone)
    assert press("add-Zoé", ["Ana", " ", ""]).values("name") == ["Ana", "Zoé", ""]
    assert press("add-Zoé", ["Ana", "Pau"]).values("name") == ["Ana", "Pau", "Zoé"]


def test_somebody_who_sits_there_is_not_added_again(table: Table) -> None:
    assert Press(table.phone)("add-Zoé", ["ZOE\u0301", ""]).values("name") == ["ZOE\u0301", ""]


def test_nobody_is_added_to_a_full_table(press: Press) -> None:
    assert press("add-Zoé", list("abcdefgh")).values("name") == list("abcdefgh")


def test_a_button_keeps_what_was_typed_and_writes_nothing(app: Flask, press: Press) -> None:
    before = written(app)
    tree = press("more", ["Ana"], limit="soon", discards="2", edition="pl")
    assert [tree.values(name) for name in ("limit", "discards", "edition")] == [["soon"], ["2"], ["pl"]]
    assert written(app) == before


def test_a_button_keeps_the_client_id_so_that_the_match_begins_once(press: Press) -> None:
    assert press("more", ["Ana"], client_id="the same").values("client_id") == ["the same"]
