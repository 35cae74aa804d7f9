"""A hand that had waited on its phone is answered with facts; a box that was ticked by itself is no hand of 0."""

from __future__ import annotations

from typing import Any

from tests.conftest import Table
from tests.views.reading import read


def sent(table: Table, round_: int, seat: int, **fields: str) -> tuple[int, dict[str, Any]]:
    """What the script that sends it is told."""
    page = f"{table.cell(round_, seat)}/edit"
    form = {**table.phone.form(page, page), **fields}
    answer = table.phone.client.post(page, data=form, headers={"Accept": "application/json"})
    return answer.status_code, answer.get_json()


def test_a_hand_that_is_written_says_so_and_where_to_go_on(table: Table) -> None:
    assert sent(table, 1, 0, cards="9 1") == (
        200,
        {"saved": "Saved: Ana, 10", "next": f"{table.cell(1, 1)}/edit", "now": 1},
    )
    assert "Saved: Ana, 10" not in table.pad(), "whoever sends it says it, in its place"


def test_the_same_hand_sent_twice_gets_its_first_answer(table: Table) -> None:
    one = sent(table, 1, 0, cards="9 1", client_id="one")
    assert sent(table, 1, 0, cards="9 1", client_id="one", **{"seen/entry/1/0": "0"}) == one


def test_what_cannot_be_is_said_in_a_sentence(table: Table) -> None:
    status, told = sent(table, 1, 0, cards="13")
    assert status == 422
    assert "There’s no 13 in Mojo: the cards go from 0 to 12." in told["said"]


def test_another_value_that_stands_there_is_told(table: Table) -> None:
    table.guest(1).enter(1, 0, "4")
    assert sent(table, 1, 0, cards="9", **{"seen/entry/1/0": "0"}) == (409, {"two": True})


def test_a_correction_of_settled_points_asks_before_it_is_written(table: Table) -> None:
    table.round(1, "9 1", "4", "12", mojo=1)
    assert sent(table, 1, 0, cards="9 7") == (200, {"asks": True})
    assert "9 7" not in table.phone.get(table.cell(1, 0)).text


def test_a_box_that_is_ticked_by_itself_is_no_hand_of_zero_unless_the_sheet_showed_it(table: Table) -> None:
    page = f"{table.cell(1, 0)}/edit"
    refused = table.phone.send(page, page, closed="1")
    assert refused.status_code == 422
    assert "If none are left, enter 0 as the sum." in read(refused).id("errors").words
    assert table.phone.send(page, page, closed="1", points="0").status_code == 303
    other = f"{table.cell(1, 1)}/edit"
    assert table.phone.send(other, other, closed="1", shown="0", **{"seen/closer/1": "1"}).status_code == 303


def test_the_sheets_of_the_others_come_with_the_page(table: Table) -> None:
    page = read(table.phone.get(f"{table.cell(1, 1)}/edit"))
    ahead = [node for node in page.all("template") if "data-sheet" in node.at]
    assert [node.at["data-sheet"] for node in ahead] == [f"{table.cell(1, 2)}/edit", f"{table.cell(1, 0)}/edit"]
    table.round(1, "9 1", "4", "12", mojo=1)
    corrected = read(table.phone.get(f"{table.cell(1, 1)}/edit"))
    assert not [node for node in corrected.all("template") if "data-sheet" in node.at]
