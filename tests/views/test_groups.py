"""Several groups: what they are called, which one a new match is for, and a match that goes from one to another."""

from __future__ import annotations

from flask import Flask

from tests.conftest import Phone, Table
from tests.views.playing import now
from tests.views.reading import read, words


def family_link(phone: Phone) -> str:
    return "/J/" + read(phone.get("/group")).id("link").at["value"].rsplit("/", 1)[1]


def two_groups(app: Flask, table: Table) -> tuple[Phone, Table]:
    """A phone that began a match on its own, and then joined the family's group."""
    guest = Phone(app)
    own = guest.begin("Ana", "Teo")
    guest.join(family_link(table.phone))
    return guest, own


def groups(phone: Phone) -> dict[str, str]:
    """The groups that a new match can be for, each with the button that says so."""
    buttons = read(phone.get("/new")).all("button")
    return {one.words: one.at["value"] for one in buttons if one.at.get("value", "").startswith("group-")}


def test_a_group_has_a_name(table: Table, stranger: Phone) -> None:
    assert table.phone.send("/group", "/group/name", name="  Friday   round ").status_code == 303
    assert read(table.phone.get("/group")).id("group-name").at["value"] == "Friday round"
    answer = table.phone.send("/group", "/group/name", name="x" * 41)
    assert (answer.status_code, "A name can have 40 characters at most" in words(answer)) == (422, True)
    sent = {"csrf_token": stranger.csrf(), "group": "1", "name": "ours"}
    assert stranger.client.post("/group/name", data=sent).status_code == 409


def test_who_is_in_one_group_is_not_asked(table: Table) -> None:
    assert groups(table.phone) == {}
    assert "Whose match it is" not in words(table.phone.get(f"{table.url}/phones"))


def test_who_is_in_several_says_for_which_a_new_match_is(app: Flask, table: Table) -> None:
    guest, own = two_groups(app, table)
    table.phone.send("/group", "/group/name", name="Friday round")
    names = groups(guest)
    assert "Friday round" in names
    chosen_page = guest.send("/new", "/new", act=names["Friday round"], name=["Ana", "Teo"]).location
    page = read(guest.get(chosen_page))
    assert page.values("name") == ["Ana", "Pau", "Zoé"], "the people of that group"
    (chosen,) = page.values("group")
    answer = guest.send("/new", "/new", name=["Ana", "Pau"], group=chosen)
    assert answer.status_code == 303
    assert answer.location.split("/")[2] in table.phone.get("/").text
    (mine,) = [value.removeprefix("group-") for name, value in names.items() if name != "Friday round"]
    other = guest.send("/new", "/new", name=["Ana", "Teo"], group=mine)
    assert other.location.split("/")[2] not in table.phone.get("/").text
    assert own.url in guest.get("/").text


def test_a_guests_own_match_goes_to_the_familys_group(app: Flask, table: Table) -> None:
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    guest, own = two_groups(app, table)
    friend = own.guest(1)
    own.enter(1, 0, "9")
    page = f"{own.url}/menu/group"
    assert table.phone.get(own.url).status_code == 404
    target = str(now(table).group_id)
    assert guest.send(page, page, group=target).status_code == 303
    assert (now(own).group_id, [seat.name for seat in now(own).seats]) == (now(table).group_id, ["Ana", "Teo"])
    assert now(own).seats[0].players == now(table).seats[0].players, "the family knows this Ana"
    assert table.phone.get(own.url).status_code == 200
    assert friend.phone.get(own.url).status_code == 200
    assert own.url in table.phone.get("/").text
    own.enter(1, 1, "4", mojo=True)
    assert now(own).sheet.rounds[0].complete
    assert groups(guest) == {}, "its own group is empty, and gone"


def test_a_match_goes_nowhere_where_the_phone_is_not(app: Flask, table: Table) -> None:
    guest, own = two_groups(app, table)
    page = f"{own.url}/menu/group"
    assert guest.send(page, page, group="999").status_code == 422
    inside = own.guest(1).phone
    assert inside.get(page).status_code == 404
    sent = {"csrf_token": inside.csrf(), "group": str(now(table).group_id)}
    assert inside.client.post(page, data=sent).status_code in (404, 409)
