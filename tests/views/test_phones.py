"""The phones of a match: the links to show, and what only the host may do."""

from __future__ import annotations

import re
from time import monotonic

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.app_state import app_state
from companion.ledger.phones import AWAY
from companion.views.away import COURTESY
from companion.views.phones import qr
from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.present import Presence
from tests.views.present import presence as presence
from tests.views.reading import Node, read, words

FIVE_MINUTES = 300.0


def page(table: Table) -> Node:
    return read(table.phone.get(f"{table.url}/phones"))


def lines(table: Table) -> list[str]:
    """The phones that are in, as the page lists them."""
    return [line.words for line in page(table).classed("phones")[0].all("li")]


def act(table: Table, what: str, number: str = "0") -> TestResponse:
    """What the host's buttons send; sent by hand, because other phones have no such button."""
    fields = {"csrf_token": table.phone.csrf(), "client_id": what, "number": number, "open": "0"}
    return table.phone.client.post(f"{table.url}/phones/{what}", data=fields)


def asked_at(table: Table, host: str) -> Node:
    """The page as the same phone sees it under another address of this computer."""
    cookie = table.phone.client.get_cookie("companion")
    assert cookie is not None
    table.phone.client.set_cookie("companion", cookie.value, domain=host.partition(":")[0])
    return read(table.phone.get(f"{table.url}/phones", base_url=f"http://{host}/"))


def test_the_qr_code_needs_no_inline_style_and_shows_the_link(table: Table) -> None:
    drawn = page(table).classed("qr")[0]
    assert [node.tag for node in drawn if "style" in node.at] == []
    assert [node.tag for node in drawn] == ["svg", "path"]
    link = page(table).id("link").at["value"]
    assert str(qr(link)) in table.phone.get(f"{table.url}/phones").text
    assert str(qr(link)) != str(qr(page(table).id("watch-link").at["value"]))


def test_the_link_uses_the_address_that_was_asked(table: Table) -> None:
    assert asked_at(table, "192.168.1.7:8000").id("link").at["value"].startswith("http://192.168.1.7:8000/J/")
    assert "at http://192.168.1.7:8000/join" in asked_at(table, "192.168.1.7:8000").words


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000"])
def test_a_page_opened_on_this_computer_shows_its_address_on_the_network(app: Flask, table: Table, host: str) -> None:
    app.config["LAN_URL"] = "http://192.168.1.7:8000/"
    tree = asked_at(table, host)
    for one in ("link", "watch-link"):
        assert tree.id(one).at["value"].startswith("http://192.168.1.7:8000/J/")
    assert asked_at(table, "10.0.0.2").id("link").at["value"].startswith("http://10.0.0.2/J/")


def test_the_page_says_which_phones_are_in(table: Table) -> None:
    table.guest(1)
    table.watcher()
    ana, pau, marta = lines(table)
    assert ana.startswith("the host’s phone (this phone) offline · host")
    assert pau.startswith("Pau’s phone offline")
    assert marta.startswith("another phone offline · watching")


def test_a_phone_that_listens_is_here(table: Table) -> None:
    guest = table.guest(1)
    stream = guest.phone.get(f"{guest.url}/events")
    next(iter(stream.response))
    assert lines(table)[1].startswith("Pau’s phone online")
    stream.close()


def test_the_host_frees_a_seat_for_another_phone(table: Table, stranger: Phone) -> None:
    gone = table.guest(1)
    answer = table.phone.send(f"{table.url}/phones", f"{table.url}/phones/free")
    assert (answer.status_code, answer.location) == (303, f"{table.url}/phones")
    assert "Enter Pau’s cards" in words(table.guest(1).pad())
    assert "Enter Ana’s cards" in words(gone.pad())


def test_the_host_removes_a_phone_and_its_seat_is_free(table: Table) -> None:
    guest = table.guest(1)
    assert table.phone.send(f"{table.url}/phones", f"{table.url}/phones/remove").status_code == 303
    assert guest.phone.get(table.url).status_code == 404
    assert len(lines(table)) == 1
    assert "Enter Pau’s cards" in words(table.guest(1).pad())


def test_what_a_removed_phone_wrote_stays(table: Table) -> None:
    guest = table.guest(1)
    guest.enter(1, 1, "9")
    table.phone.send(f"{table.url}/phones", f"{table.url}/phones/remove")
    assert "another phone: 9" in words(table.phone.get(table.cell(1, 1)))


@pytest.mark.parametrize("number", ["99", "99999999999999999999", "x", ""])
def test_removing_a_phone_that_is_not_there_changes_nobody(app: Flask, table: Table, number: str) -> None:
    before = written(app)
    assert act(table, "remove", number).status_code in (303, 422)
    assert written(app)["grants"] == before["grants"]
    assert written(app)["records"] == before["records"]


def test_the_host_is_not_removed(app: Flask, table: Table) -> None:
    before = written(app)
    answer = act(table, "remove", "1")
    assert answer.status_code == 422
    assert "The host can’t be removed." in words(answer)
    assert written(app) == before


@pytest.mark.parametrize("what", ["remove", "joining", "table"])
def test_only_the_host_decides(app: Flask, table: Table, what: str) -> None:
    guest = table.guest(1)
    before = written(app)
    answer = act(guest, what, "1")
    assert answer.status_code == 409
    assert "Only the host’s phone can do that." in words(answer)
    assert written(app) == before
    assert "For the host" not in page(guest).words
    assert "For the host" in page(table).words


def freeing(table: Table) -> list[str]:
    """The names that this phone may free now."""
    said = re.compile("Release (.*) from their phone")
    return [found[1] for one in page(table).all("button") if (found := said.fullmatch(one.words))]


def test_a_name_is_freed_by_the_host_by_its_phone_and_by_who_sits_there_when_its_phone_is_gone(
    table: Table, presence: Presence
) -> None:
    pau, zoe, marta = table.guest(1), table.guest(2), table.guest()
    presence.comes(table, pau, zoe, marta)
    assert [freeing(one) for one in (table, pau, zoe, marta)] == [["Pau", "Zoé"], ["Pau"], ["Zoé"], []]
    answer = act(zoe, "free", "1")
    assert answer.status_code == 409
    assert "Pau’s phone was here a moment ago: wait a little." in words(answer)
    presence.goes(pau, AWAY)
    assert freeing(zoe) == ["Zoé"]
    assert "Pau’s phone is away. In 10 s you can free the name." in page(zoe).words
    assert "is away" not in page(marta).words
    presence.clock.now += COURTESY
    assert freeing(zoe) == ["Pau", "Zoé"]
    assert act(marta, "free", "1").status_code == 409, "who does not play frees nobody"
    assert act(zoe, "free", "1").status_code == 303
    assert freeing(zoe) == ["Zoé"]
    other = Phone(table.phone.app)
    assert other.join(table.links()[0], 1).location == table.url


def test_closed_joining_shows_no_code_and_no_link_to_join(table: Table) -> None:
    link, code = table.links()[0], table.code()
    table.phone.send(f"{table.url}/phones", f"{table.url}/phones/joining")
    text = table.phone.get(f"{table.url}/phones").text
    assert "Closed: no new phones can join." in words(text)
    assert link not in text
    assert code not in text


def test_closed_joining_shows_no_link_that_looks_and_lets_no_new_screen_in(table: Table, stranger: Phone) -> None:
    watch, watcher = table.links()[1], table.watcher()
    stranger.get(watch)
    table.phone.send(f"{table.url}/phones", f"{table.url}/phones/joining")
    assert watch not in table.phone.get(f"{table.url}/phones").text
    for phone in (stranger, Phone(table.phone.app)):
        phone.get(watch)
        assert "Ana" not in words(phone.get("/join"))
        answer = phone.client.post("/join", data={"csrf_token": phone.csrf()})
        assert answer.status_code == 409
        assert "This match is closed to new phones." in words(answer)
        assert phone.get(f"/tv/{table.public_id}").status_code == 404
    assert watcher.phone.get(f"/tv/{table.public_id}").status_code == 200


def test_only_a_phone_that_looks_stands_on_the_table(app: Flask, table: Table) -> None:
    table.guest(1)
    before = written(app)
    for number in ("1", "2", "99", "x"):
        answer = act(table, "table", number)
        assert answer.status_code == 422
        assert "Choose a phone from the list." in words(answer)
    assert written(app) == before


def test_nobody_takes_over_from_a_host_that_is_there(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = table.guest(1)
    stream = table.phone.get(f"{table.url}/events")
    next(iter(stream.response))
    answer = act(guest, "host")
    assert answer.status_code == 409
    assert "The host’s phone is connected." in words(answer)
    stream.close()
    assert act(guest, "host").status_code == 409
    monkeypatch.setattr(app_state(table.phone.app).hub, "_clock", lambda: monotonic() + FIVE_MINUTES + 1)
    assert act(guest, "host").status_code == 303
    assert "For the host" in page(guest).words
    assert "For the host" not in page(table).words
    assert act(table, "joining").status_code == 409


def test_only_somebody_who_plays_takes_over(table: Table) -> None:
    guest = table.guest()
    answer = act(guest, "host")
    assert answer.status_code == 409
    assert "First say who you are: only a player can be host." in words(answer)
    assert "For the host" in page(table).words


def test_a_guest_is_not_shown_the_way_to_the_group(table: Table) -> None:
    guest = table.guest(1)
    assert "/group" not in [link.at.get("href") for link in page(guest).all("a")]
    assert "/group" in [link.at.get("href") for link in page(table).all("a")]
    assert "Your group starts with its first match." in words(guest.phone.get("/group"))
