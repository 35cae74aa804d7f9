"""Forms of pages that were open, and of hands that waited on a phone, while the server was updated.

They say what they had seen in fields named `seen` and `seen_closer`, as all did until 0.4.
"""

from __future__ import annotations

import pytest
from flask import Flask

from tests.conftest import Table
from tests.views.conftest import written
from tests.views.reading import cell, confirming, read, totals, words


def old(fields: dict[str, str], **seen: str) -> dict[str, str]:
    """The fields of a form as it was before."""
    return {**{name: text for name, text in fields.items() if not name.startswith("seen/")}, **seen}


def test_a_first_hand_and_its_correction_are_saved(table: Table) -> None:
    page = f"{table.cell(1, 0)}/edit"
    for cards, seen in (("9", "0"), ("8", "1")):
        sent = {**old(table.phone.form(page, page), seen=seen, seen_closer="0"), "cards": cards}
        assert table.phone.client.post(page, data=sent).status_code == 303
        assert cell(table.pad(), table.cell(1, 0)) == cards


def test_a_hand_that_another_phone_wrote_meanwhile_is_asked_and_one_tap_decides(
    app: Flask, table: Table, pau: Table
) -> None:
    page = f"{table.cell(1, 0)}/edit"
    mine = {**old(table.phone.form(page, page), seen="0", seen_closer="0"), "cards": "12", "closed": "1"}
    pau.enter(1, 0, "9")
    before = written(app)
    answer = table.phone.client.post(page, data=mine)
    assert answer.status_code == 409
    assert "Keep 9" in words(answer)
    assert written(app) == before
    kept = {one.at["name"]: one.at["value"] for one in read(answer).all("input")}
    assert table.phone.client.post(page, data=kept).status_code == 303
    assert cell(table.pad(), table.cell(1, 0)) == "12 M"


def test_who_ended_the_round_is_corrected_with_the_hand(table: Table) -> None:
    table.round(1, "9 1", "0 4", "2", mojo=2)
    page = f"{table.cell(1, 2)}/edit"
    sent = old(table.phone.form(page, page), seen="1", seen_closer="1")
    del sent["closed"]
    asked = table.phone.client.post(page, data=sent)
    confirmed = read(asked).named("confirmed").at["value"]
    assert table.phone.client.post(page, data={**sent, "confirmed": confirmed}).status_code == 303
    assert cell(table.pad(), f"{table.url}/r/1/s/2") == "2"


@pytest.mark.parametrize(("seen", "code"), [("1", 303), ("0", 409)])
def test_a_hand_is_withdrawn_if_it_is_the_one_that_was_seen(table: Table, seen: str, code: int) -> None:
    table.enter(1, 0, "9")
    action = f"{table.cell(1, 0)}/withdraw"
    sent = old(table.phone.form(table.cell(1, 0), action), seen=seen)
    assert table.phone.client.post(action, data=sent).status_code == code


def test_a_house_rule_that_was_asked_about_is_saved(table: Table) -> None:
    table.round(1, "9 1", "0 4", "2", mojo=2)
    table.phone.sure(table.cell(1, 2), f"{table.cell(1, 2)}/adjust", points="50")
    action = f"{table.cell(1, 0)}/adjust"
    sent = {**old(table.phone.form(table.cell(1, 0), action), seen="0"), "points": "-9", "note": "late"}
    asked = table.phone.client.post(action, data=sent)
    assert table.phone.client.post(action, data=old(confirming(asked), seen="0")).status_code == 303
    assert totals(table.pad()) == ["1", "4", "50"]


@pytest.mark.parametrize(("seen", "code"), [("0", 303), ("7", 409)])
def test_who_ended_a_round_is_said_if_nobody_has_said_so_since(table: Table, pau: Table, seen: str, code: int) -> None:
    for seat, cards in enumerate(("9", "8", "7")):
        table.enter(1, seat, cards)
    action = f"{table.url}/r/1/closer"
    sent = {**old(table.phone.form(table.url, action), seen=seen), "closer": "1"}
    if code == 409:
        pau.phone.send(pau.url, action, closer="2")
    assert table.phone.client.post(action, data=sent).status_code == code


@pytest.mark.parametrize(("seen", "code"), [("1", 303), ("0", 409)])
def test_a_limit_is_changed_if_it_is_the_one_that_was_seen(table: Table, seen: str, code: int) -> None:
    menu, action = f"{table.url}/menu", f"{table.url}/menu/limit"
    table.phone.send(menu, action, limit="60")
    sent = {**old(table.phone.form(menu, action), seen=seen), "limit": "70"}
    assert table.phone.client.post(action, data=sent).status_code == code
