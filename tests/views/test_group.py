"""Our group: its link, its phones, and how one of them goes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from companion.ledger.base import db
from companion.ledger.models import Phone as PhoneRow
from companion.ledger.models import today
from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.reading import Node, read, words


def family_link(phone: Phone) -> str:
    """The path of the group's link, as its page shows it."""
    return "/J/" + read(phone.get("/group")).id("link").at["value"].rsplit("/", 1)[1]


def lines(phone: Phone) -> list[str]:
    """The phones of the group, as its page lists them."""
    return [line.words for line in read(phone.get("/group")).classed("phones")[0].all("li")]


@pytest.fixture
def family(table: Table) -> Table:
    """The match on Pau's phone, which came into the group by its link and enters for Pau."""
    phone = Phone(table.phone.app)
    assert phone.join(family_link(table.phone)).location == "/"
    who = f"{table.url}/who"
    fields = {**phone.form(who, who), "seat": ["1"]}
    assert phone.client.post(who, data=fields).status_code == 303
    return Table(phone, table.url)


def days(app: Flask, *ago: int) -> None:
    """Let the phones, in their order, have been seen last so many days ago."""
    with app.app_context():
        for number, days_ago in enumerate(ago, 1):
            seen = today() - timedelta(days=days_ago)
            db.session.execute(update(PhoneRow).where(PhoneRow.id == number).values(seen=seen))
        db.session.commit()


def test_the_phones_of_the_group_have_names_and_days(app: Flask, table: Table, family: Table) -> None:
    ana, pau = lines(table.phone)
    assert ana.startswith("a phone from ")
    assert "(this phone) keeps the group · seen today" in ana
    assert pau.startswith("Pau’s phone seen today")
    days(app, 0, 1)
    assert lines(table.phone)[1].startswith("Pau’s phone seen yesterday")
    days(app, 0, 400)
    assert "seen on " in lines(table.phone)[1]


def test_looking_once_a_day_is_noted_and_renews_the_cookie(app: Flask, table: Table, family: Table) -> None:
    days(app, 0, 9)
    with family.phone.client.session_transaction() as session:
        session["day"] = "2020-01-01"
    assert "seen yesterday" not in lines(table.phone)[1]
    answer = family.phone.get("/")
    answer.close()
    assert "Max-Age" in answer.headers["Set-Cookie"]
    assert lines(table.phone)[1].startswith("Pau’s phone seen today")
    before = written(app)
    assert "Set-Cookie" not in family.phone.get("/").headers
    assert written(app) == before


def test_the_group_and_the_phones_page_show_its_link_to_members_and_say_keep_this(table: Table, family: Table) -> None:
    link, guest = family_link(table.phone), table.guest(2)
    for url in ("/group", f"{table.url}/phones"):
        for member in (table, family):
            assert link in member.phone.get(url).text
            assert "Keep this link." in words(member.phone.get(url))
        assert link not in guest.phone.get(url).text
        assert "Keep this link." not in words(guest.phone.get(url))


def test_putting_out_takes_effect_at_once_and_is_said_to_the_others(table: Table, family: Table) -> None:
    other = table.guest(2)
    stream = family.phone.get(f"{table.url}/events")
    signs = iter(stream.response)
    assert b"event: beat" in next(signs)
    old = [family_link(family.phone), *table.links()]
    family.phone.get(old[0])
    answer = table.phone.send("/group", "/group/put-out")
    assert (answer.status_code, answer.location) == (303, "/group?group=1")
    assert b"event: out" in next(signs)
    assert list(signs) == []
    for url in (table.url, f"{table.url}/events", f"/tv/{table.public_id}"):
        assert family.phone.get(url).status_code == 404
    assert family.phone.client.post("/join", data={"csrf_token": family.phone.csrf()}).status_code == 409
    for link in old:
        assert family.phone.get(link).status_code == 404
    assert len(lines(table.phone)) == 1
    for one in (table, other):
        assert "Links are new" in words(one.pad())
    assert other.enter(1, 2, "9").status_code == 303
    assert table.guest(1).phone.get(table.url).status_code == 200


def test_the_note_that_links_are_new_goes_with_the_round(table: Table) -> None:
    assert "Links are new" not in words(table.pad())
    code = table.code()
    assert table.phone.send(f"{table.url}/phones", f"{table.url}/phones/renew").status_code == 303
    assert table.code() != code
    assert "Links are new" in words(table.pad())
    table.round(1, "9 1", "0 4", "2", mojo=2)
    assert "Links are new" not in words(table.pad())


def test_whoever_kept_the_old_link_is_told_at_home_until_the_new_one_was_shown(table: Table, family: Table) -> None:
    family_link(family.phone)
    assert "Links are new" not in words(family.phone.get("/"))
    assert table.phone.send("/group", "/group/renew").status_code == 303
    assert "Links are new" in words(family.phone.get("/"))
    assert family_link(family.phone) == family_link(table.phone)
    assert "Links are new" not in words(family.phone.get("/"))


def test_only_who_keeps_the_group_is_shown_how_to_put_out(table: Table, family: Table) -> None:
    assert "Remove" in words(table.phone.get("/group"))
    assert "Remove" not in words(family.phone.get("/group"))
    fields = {"csrf_token": family.phone.csrf(), "group": "1", "number": "1"}
    answer = family.phone.client.post("/group/put-out", data=fields)
    assert answer.status_code == 409
    assert "Only the phone that keeps the group can do that." in words(answer)
    assert table.phone.send("/group", "/group/keeper", number="2").status_code == 303
    assert "Remove" in words(family.phone.get("/group"))
    assert "Remove" not in words(table.phone.get("/group"))


def test_a_phone_signs_out_by_itself(app: Flask, table: Table, family: Table) -> None:
    answer = table.phone.send("/group", "/sign-out")
    assert answer.status_code == 409
    assert "hand that on to another phone first" in words(answer)
    assert family.phone.send("/group", "/sign-out").location == "/"
    home = words(family.phone.get("/"))
    assert "This phone is signed out." in home
    assert "Played here before?" in home
    assert family.phone.get(table.url).status_code == 404
    guest = table.guest(1)
    assert guest.phone.send(f"{table.url}/phones", "/sign-out").location == "/"
    assert guest.phone.get(table.url).status_code == 404


def test_the_home_of_a_phone_that_belongs_to_nothing_says_how_to_come_back(table: Table, stranger: Phone) -> None:
    said = words(stranger.get("/"))
    assert "Played here before?" in said
    assert "companion link" in said
    assert "Played here before?" not in words(table.phone.get("/"))


def test_a_phone_in_two_groups_sees_each_of_them(app: Flask, table: Table, family: Table) -> None:
    guest = Phone(app)
    guest.begin("Ida", "Kai")
    guest.join(family_link(table.phone))
    ways: list[Node] = [a for a in read(guest.get("/group")).all("a") if "group=" in a.at.get("href", "")]
    assert [a.words for a in ways] == ["Pau", "Ida and Kai"]
    shown = {read(guest.get(a.at["href"])).id("link").at["value"].rsplit("/", 1)[1] for a in ways}
    assert len(shown) == 2
    assert family_link(table.phone).rsplit("/", 1)[1] in shown
