"""A clock that is wrong locks nobody out: a cookie that is signed with this key is good, whenever that was."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from flask import Flask
from itsdangerous import TimestampSigner

from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.reading import words

YEAR = 365 * 24 * 3600
Clock = Callable[[int], None]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Set the clock that cookies are stamped with to that moment."""

    def set_to(moment: int) -> None:
        monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _self: moment)

    return set_to


NOW = int(time.time())
JUMPS = {
    "the beginning of time": 0,
    "ten years back": NOW - 10 * YEAR,
    "an hour back": NOW - 3600,
    "a second back": NOW - 1,
    "401 days on": NOW + 401 * 24 * 3600,
    "fifty years on": NOW + 50 * YEAR,
}


@pytest.mark.parametrize("moment", JUMPS.values(), ids=list(JUMPS))
def test_a_phone_stays_in_and_writes_whatever_the_clock_says(table: Table, clock: Clock, moment: int) -> None:
    guest = table.guest(1)
    clock(moment)
    for phone, seat in ((table, 0), (guest, 1)):
        before = phone.phone.client.get_cookie("companion")
        assert phone.phone.get(phone.url).status_code == 200
        assert "Going on" in words(phone.phone.get("/"))
        assert phone.enter(1, seat, "9 1").status_code == 303
        assert phone.phone.client.get_cookie("companion") != before
        clock(NOW)
        assert phone.phone.get(phone.url).status_code == 200
        clock(moment)


def test_a_clock_that_jumps_to_and_fro_makes_no_second_phone(app: Flask, table: Table, clock: Clock) -> None:
    for moment in (*JUMPS.values(), NOW, *reversed(JUMPS.values())):
        clock(moment)
        table.phone.begin("Ana", "Pau")
    rows = written(app)
    assert (len(rows["phones"]), len(rows["groups"]), len(rows["matches"])) == (1, 1, 14)


def test_a_page_that_was_open_when_the_clock_jumped_can_still_be_sent(table: Table, clock: Clock) -> None:
    sheet = f"{table.cell(1, 0)}/edit"
    fields = table.phone.form(sheet, sheet)
    clock(0)
    assert table.phone.client.post(sheet, data={**fields, "cards": "9 1"}).status_code == 303


def test_the_phone_measures_how_long_it_keeps_the_cookie(phone: Phone) -> None:
    answer = phone.send("/new", "/new", name=["Ana", "Pau"], youngest="0")
    (cookie,) = (line for line in answer.headers.getlist("Set-Cookie") if line.startswith("companion="))
    assert f"Max-Age={400 * 24 * 3600}" in cookie  # Goes before a date that this machine's clock makes.
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@pytest.mark.parametrize("wrong", ["", "x", "e30.aaaa.bbbb", "....", "\u20ac".encode().decode("latin-1")])
def test_a_cookie_that_is_not_signed_with_this_key_opens_nothing(table: Table, wrong: str) -> None:
    good = table.phone.client.get_cookie("companion")
    assert good is not None
    forged = good.value[:-9] + ("A" if good.value[-9] != "A" else "B") + good.value[-8:]
    for value in (wrong, forged, f"x{good.value}"):
        forger = Phone(table.phone.app)
        forger.client.set_cookie("companion", value)
        assert forger.get(table.url).status_code == 404
