"""Who a phone is at the table, and what it has to do next."""

from __future__ import annotations

from flask import Flask

from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.reading import read, words


def claim(table: Table, phone: Phone, *seats: str, **more: str) -> tuple[int, str]:
    """Tick seats on the page that asks who it is."""
    page = f"{table.url}/who"
    fields = {**phone.form(page, page), **more, "seat": list(seats)}
    answer = phone.client.post(page, data=fields)
    return answer.status_code, answer.location or words(answer)


def boxes(table: Table) -> dict[str, bool]:
    """Of each seat that can be ticked, whether it is."""
    page = read(table.phone.get(f"{table.url}/who?several=1"))
    return {one.at["value"]: "checked" in one.at for one in page.all("input") if one.at.get("name") == "seat"}


def test_a_seat_is_taken_by_one_phone_and_shown_as_taken_on_the_other(table: Table) -> None:
    guest = table.guest(1)
    assert boxes(guest) == {"0": False, "1": True, "2": False}
    assert boxes(table) == {"0": False, "2": False}
    assert "on another phone" in words(table.phone.get(f"{table.url}/who"))


def test_a_seat_of_another_phone_is_refused(app: Flask, table: Table) -> None:
    table.guest(1)
    before = written(app)
    status, said = claim(table, table.phone, "1")
    assert status == 409
    assert "Another phone enters the cards for this player. The host can change that." in said
    assert written(app) == before


def test_a_seat_that_is_not_there_is_refused(app: Flask, table: Table) -> None:
    before = written(app)
    for seat in ("3", "99999999999999999999", "x"):
        assert claim(table, table.phone, seat)[0] in (303, 409)
    assert written(app)["records"] == before["records"]


def test_a_parent_holds_several_seats_and_gets_their_hands_one_after_the_other(table: Table) -> None:
    parent = table.guest(0, 2)
    assert parent.enter(1, 0, "9").location == f"{table.cell(1, 2)}/edit"
    assert parent.enter(1, 2, "4").location == table.url


def test_own_seats_come_first_although_somebody_else_is_missing_before(table: Table) -> None:
    zoe = table.guest(2)
    assert "Enter Zoé’s cards" in words(zoe.pad())
    assert "Enter Ana’s cards" in words(table.pad())
    assert zoe.enter(1, 2, "9").location == table.url


def test_a_phone_that_writes_for_everybody_gets_everybodys_hands(table: Table, stranger: Phone) -> None:
    stranger.join(table.links()[0])
    assert claim(table, stranger) == (303, f"{table.url}/go")
    everybody = Table(stranger, table.url)
    assert everybody.enter(1, 0, "9").location == f"{table.cell(1, 1)}/edit"
    assert everybody.enter(1, 1, "4").location == f"{table.cell(1, 2)}/edit"


def test_writing_for_everybody_gives_the_own_seats_back(table: Table) -> None:
    guest = table.guest(1)
    assert claim(table, guest.phone)[0] == 303
    assert boxes(table)["1"] is False
    assert guest.enter(1, 1, "9").location == f"{table.cell(1, 2)}/edit"


def test_just_watching_leads_to_the_television(table: Table) -> None:
    assert claim(table, table.guest(1).phone, watch="1") == (303, f"/tv/{table.public_id}")


def test_go_leads_to_the_own_hand_once_a_round_has_ended_and_else_to_the_pad(table: Table) -> None:
    pau = table.guest(1)

    def leads() -> str:
        return pau.phone.get(f"{pau.url}/go").location

    assert leads() == pau.url
    table.enter(1, 0, "9", mojo=True)
    assert leads() == f"{pau.cell(1, 1)}/edit"
    pau.enter(1, 1, "4")
    assert leads() == pau.url
    table.enter(1, 2, "2")
    assert leads() == pau.url
    table.enter(2, 0, "9", mojo=True)
    assert leads() == f"{pau.cell(2, 1)}/edit"
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/stop")
    assert leads() == pau.url


def test_the_trail_names_the_phones(table: Table) -> None:
    pau = table.guest(1)
    pau.enter(1, 1, "9")
    table.enter(1, 1, "12")
    trail = [line.words for line in read(pau.phone.get(pau.cell(1, 1))).all("ol")[0].all("li")]
    assert "this phone: 9" in trail[0]
    assert "the host’s phone: 12" in trail[1]
    seen = [line.words for line in read(table.phone.get(table.cell(1, 1))).all("ol")[0].all("li")]
    assert "Pau’s phone: 9" in seen[0]
    assert "this phone: 12" in seen[1]


def test_a_conflict_names_the_phone_that_wrote_in_between(table: Table) -> None:
    pau, page = table.guest(1), f"{table.cell(1, 1)}/edit"
    mine = {**table.phone.form(page, page), "cards": "12"}
    pau.enter(1, 1, "9")
    answer = table.phone.client.post(page, data=mine)
    assert answer.status_code == 409
    assert "Pau’s phone: 9 ·" in words(answer)


def test_a_problem_says_which_phone_entered_each_hand(table: Table) -> None:
    pau = table.guest(1)
    pau.enter(1, 1, "0 0 0")
    table.enter(1, 0, "0 0")
    table.enter(1, 2, "2", mojo=True)
    for pad in (table.pad(), pau.pad()):
        alert = next(node for node in read(pad) if node.at.get("role") == "alert" and "There can’t be" in node.words)
        assert "There can’t be 5 cards with 0: the pack has only 4. Check: Ana (" in alert.words
    assert "Pau (Pau’s phone)" in words(table.pad())
    assert "Ana (the host’s phone)" in words(pau.pad())


def test_a_rematch_takes_the_phones_along(table: Table) -> None:
    pau = table.guest(1)
    watcher = table.watcher()
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/stop")
    again = Table(table.phone, table.phone.send(table.url, f"{table.url}/menu/rematch").location)
    there = Table(pau.phone, again.url)
    assert "Enter Pau’s cards" in words(there.pad())
    assert boxes(there)["1"] is True
    assert watcher.phone.get(f"/tv/{again.public_id}").status_code == 200
    assert watcher.phone.get(again.url).status_code == 404
