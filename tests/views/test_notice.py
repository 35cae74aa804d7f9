"""The notices at the foot of a page."""

from __future__ import annotations

from tests.conftest import Table
from tests.views.reading import words


def test_of_many_notices_that_nobody_looked_at_the_newest_stay_and_the_cookie_small(table: Table) -> None:
    sheet = f"{table.cell(1, 0)}/edit"
    fields = {"csrf_token": table.phone.csrf(), "points": ""}
    for cards in range(13):
        answer = table.phone.client.post(sheet, data={**fields, "cards": str(cards), "seen/entry/1/0": str(cards)})
        assert answer.status_code == 303, answer.text
    assert len(answer.headers["Set-Cookie"]) < 1000
    pad = words(table.pad())
    assert [str(points) for points in range(13) if f"Saved: Ana, {points} " in f"{pad} "] == ["10", "11", "12"]
