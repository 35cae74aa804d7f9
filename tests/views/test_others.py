"""Phones that know each other: nobody is led into a hand that another phone holds, and a sheet says what others do."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.app_state import app_state
from companion.hub import GRACE, TYPING
from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.present import Presence, number_of
from tests.views.present import presence as presence
from tests.views.reading import Node, read, words


def next_of(table: Table, seat: int, cards: str = "2") -> str:
    """Where the next save leads."""
    return str(table.enter(1, seat, cards).location)


def label(table: Table, seat: int) -> str:
    """What the save button of a sheet would say."""
    element = read(table.phone.get(f"{table.cell(1, seat)}/edit")).all("mojo-entry")[0]
    return element.at["data-text-save"]


def act(table: Table) -> Node:
    """The link to the next hand on the pad."""
    return next(
        link for link in read(table.pad()).all("a") if link.at["href"].endswith("/edit") and "Enter" in link.words
    )


def test_the_host_is_not_led_into_a_hand_that_a_phone_which_is_here_holds(table: Table, presence: Presence) -> None:
    pau = table.guest(1)
    presence.comes(table, pau)
    assert label(table, 0) == "Save %(n)s · next: Zoé"
    assert next_of(table, 0) == f"{table.cell(1, 2)}/edit"
    assert label(table, 2) == "Save %(n)s"
    assert next_of(table, 2) == table.url


def test_a_phone_that_left_long_ago_holds_nobody_up(table: Table, presence: Presence) -> None:
    pau = table.guest(1)
    presence.comes(table, pau)
    presence.goes(pau, GRACE - 1)
    assert label(table, 0) == "Save %(n)s · next: Zoé"
    presence.clock.now += 1
    assert next_of(table, 0) == f"{table.cell(1, 1)}/edit"


def test_the_pad_leads_first_to_whoever_has_no_phone_here(table: Table, presence: Presence) -> None:
    ana = table.guest(0)
    assert act(table).words == "Enter Ana’s cards"
    presence.comes(ana)
    assert (act(table).words, act(table).at["class"]) == ("Enter Pau’s cards", "btn primary")
    assert "Enter Pau’s cards" in table.phone.get(f"{table.url}/sheet").text


def test_a_hand_that_all_phones_hold_is_still_there_to_be_entered_but_does_not_ask_for_it(
    table: Table, presence: Presence
) -> None:
    presence.comes(*(table.guest(seat) for seat in range(3)))
    assert (act(table).words, act(table).at["class"]) == ("Enter Ana’s cards", "btn")


def test_a_pad_that_has_not_changed_costs_a_304_until_somebody_comes(table: Table, presence: Presence) -> None:
    url, pau = f"{table.url}/sheet", table.guest(1)
    tag = table.phone.get(url).headers["ETag"]
    assert table.phone.get(url, headers={"If-None-Match": tag}).status_code == 304
    presence.comes(table)
    assert table.phone.get(url, headers={"If-None-Match": tag}).status_code == 304
    presence.comes(pau)
    assert table.phone.get(url, headers={"If-None-Match": tag}).status_code == 200


ASKED = "Pau’s phone is here. And who are you?"


def test_the_host_is_asked_who_they_are_when_somebody_joins(table: Table) -> None:
    assert "who are you?" not in words(table.pad())
    pau = table.guest(1)
    for page in (table.pad(), table.phone.get(f"{table.url}/sheet").text):
        asked = read(f"<main>{page}</main>" if "<html" not in page else page)
        assert ASKED in asked.words
        offered = [one.words for one in asked.all("button") if one.at.get("name") == "seat"]
        assert offered == ["A Ana", "Z Zoé"]
    assert ASKED not in words(pau.pad()), "who is not the host was asked already"
    answer = table.phone.send(table.url, f"{table.url}/who", seat="0")
    assert answer.location == f"{table.url}/go"
    assert ASKED not in words(table.pad())
    assert label(table, 0) == "Save %(n)s", "it enters for Ana only from now on"


def test_the_host_who_writes_for_everybody_is_not_asked_again(table: Table) -> None:
    table.guest(1)
    assert table.phone.send(table.url, f"{table.url}/who").status_code == 303
    assert ASKED not in words(table.pad())
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/stop")
    new = table.phone.send(table.url, f"{table.url}/menu/rematch").location
    assert "who are you?" not in words(table.phone.get(new))
    fresh = table.phone.begin("Ana", "Pau")
    fresh.guest(1)
    assert ASKED in words(fresh.pad()), "another evening"


def test_an_open_sheet_says_what_another_phone_saved_there(table: Table) -> None:
    zoe, page = table.guest(2), f"{table.cell(1, 2)}/edit"
    sheet = read(table.phone.get(page))
    place = sheet.id("others")
    assert place.at["role"] == "status"
    assert "changed from:body" in place.at["hx-trigger"]
    assert sheet.id("main").at["data-version"], "else the stream's numbers would be compared with nothing"
    assert words(table.phone.get(place.at["hx-get"])) == ""
    zoe.enter(1, 2, "4")
    told = read(table.phone.get(place.at["hx-get"]))
    assert "Zoé’s phone saved 4 ·" in told.words
    assert "If you save, too, you are asked which one counts." in told.words
    keep = told.all("a")[0]
    assert (keep.words, keep.at["href"]) == ("Keep 4", table.url)
    assert keep.at["data-forget"] == page, "what was typed is kept under the address of its sheet"
    assert "saved" not in words(table.phone.get(page)), "a sheet that shows it need not say it"


def test_a_hand_that_was_taken_back_meanwhile_is_said_too(table: Table) -> None:
    zoe = table.guest(2)
    zoe.enter(1, 2, "4")
    url = read(table.phone.get(f"{table.cell(1, 2)}/edit")).id("others").at["hx-get"]
    zoe.phone.send(zoe.url, f"{zoe.url}/undo")
    assert "Zoé’s phone took this hand back" in words(table.phone.get(url))


def test_a_refused_sheet_says_it_as_well(table: Table) -> None:
    zoe, page = table.guest(2), f"{table.cell(1, 2)}/edit"
    mine = {**table.phone.form(page, page), "cards": "99"}
    zoe.enter(1, 2, "4")
    refused = table.phone.client.post(page, data=mine)
    assert refused.status_code == 422
    assert "Zoé’s phone saved 4" in read(refused).id("others").words


def types(table: Table, seat: int) -> int:
    return table.phone.client.post(f"{table.cell(1, seat)}/typing", data={"csrf_token": table.phone.csrf()}).status_code


def said(table: Table, seat: int) -> str:
    return words(table.phone.get(f"{table.cell(1, seat)}/others?seen=0"))


def test_a_sheet_says_that_somebody_types_there_and_nothing_is_written(
    app: Flask, table: Table, presence: Presence
) -> None:
    zoe = table.guest(2)
    presence.comes(table, zoe)
    before = written(app)
    assert types(zoe, 2) == 204
    assert said(table, 2) == "Zoé’s phone is typing here, too"
    assert "typing" in words(table.phone.get(f"{table.cell(1, 2)}/edit"))
    assert (said(table, 1), said(zoe, 2)) == ("", "")
    presence.clock.now += TYPING
    assert said(table, 2) == ""
    assert written(app) == before


def test_a_phone_that_nobody_would_hear_is_not_asked_to_tell(table: Table, presence: Presence) -> None:
    def heard() -> bool:
        return "data-heard" in table.phone.get(f"{table.cell(1, 0)}/edit").text

    pau = table.guest(1)
    presence.comes(table)
    assert not heard()
    presence.comes(pau)
    assert heard()


@pytest.mark.parametrize("seat", ["0", "9"])
def test_typing_where_one_may_not_write_is_told_to_nobody(
    app: Flask, table: Table, presence: Presence, stranger: Phone, seat: str
) -> None:
    presence.comes(table)
    watcher = table.watcher()
    assert types(watcher, int(seat)) == 404
    assert types(Table(stranger, table.url), int(seat)) == 404
    assert app_state(app).hub.typing(table.public_id) == {}
    assert number_of(app, watcher) not in app_state(app).hub.present(table.public_id)
