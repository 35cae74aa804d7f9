"""A guesser, a family behind one router, and many addresses: who is slowed down, and who never notices."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update

from companion.addresses import counted_as
from companion.app_state import app_state
from companion.ledger.base import db
from companion.ledger.models import SYMBOLS, Match
from companion.ledger.models import Phone as PhoneRow
from companion.views import join
from tests.conftest import Phone, Table
from tests.views.reading import read, words

ROUTER = {"REMOTE_ADDR": "198.51.100.7"}


@pytest.fixture(autouse=True)
def at_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong codes are answered as fast as they can be; rates are small ones, of an hour, so that no window ends."""
    monkeypatch.setattr(join, "WRONG_SECONDS", 0.0)
    app.config.update(
        WRONG_CODES_A_PHONE="3 per day",
        WRONG_CODES_AN_ADDRESS="6 per day",
        WRONG_CODES="20 per day",
        WRONG_CODES_A_HALF="",
    )


def known(app: Flask) -> None:
    """All phones of today were here yesterday, too."""
    with app.app_context():
        db.session.execute(update(PhoneRow).values(created_at=datetime.now(UTC) - timedelta(days=2)))
        db.session.commit()


def guess(phone: Phone, code: str = "222222", address: str = ROUTER["REMOTE_ADDR"]) -> int:
    """A code is typed at an address."""
    base = {"REMOTE_ADDR": address}
    token = phone.form("/join", "/join/code")["csrf_token"]
    fields = {"code": code, "csrf_token": token}
    return phone.client.post("/join/code", data=fields, environ_base=base).status_code


def wrong(app: Flask) -> str:
    """A code that is not one of a match."""
    with app.app_context():
        there = set(db.session.scalars(select(Match.code)))
    luck = Random(1)
    return next(code for _ in range(9) if (code := "".join(luck.choices(SYMBOLS, k=6))) not in there)


def test_a_guesser_behind_the_router_does_not_lock_the_family_out(app: Flask, table: Table) -> None:
    pau = table.guest(1)
    known(app)
    guesser = Phone(app)
    assert [guess(guesser, wrong(app)) for _ in range(7)] == [422] * 6 + [429]
    second = Phone(app).begin("Ida", "Kai")
    assert guess(pau.phone, wrong(app)) == 422
    assert guess(pau.phone, second.code()) == 303


def test_dropped_cookies_help_no_guesser(app: Flask) -> None:
    assert [guess(Phone(app), wrong(app)) for _ in range(8)] == [422] * 6 + [429] * 2


def test_a_phone_that_has_just_begun_a_match_is_none_that_is_known(app: Flask) -> None:
    for _ in range(6):
        phone = Phone(app)
        phone.begin("Ida", "Kai")
        assert guess(phone, wrong(app)) == 422
    assert guess(phone, wrong(app)) == 429


def test_a_known_phone_has_a_budget_of_its_own_and_no_more(app: Flask, table: Table) -> None:
    known(app)
    assert [guess(table.phone, wrong(app)) for _ in range(4)] == [422] * 3 + [429]
    assert guess(Phone(app), wrong(app)) == 422, "others at its address are not slowed down by it"
    assert guess(table.phone, wrong(app), "203.0.113.5") == 429, "nor is it faster at another one"


def test_a_phone_that_was_put_out_is_not_known(app: Flask, table: Table) -> None:
    guest = table.guest(1)
    known(app)
    for _ in range(6):
        guess(Phone(app), wrong(app))
    assert guess(guest.phone, wrong(app)) == 422
    remove = {**table.phone.form(f"{table.url}/phones", "/phones/remove")}
    table.phone.client.post(f"{table.url}/phones/remove", data=remove)
    assert guess(guest.phone, wrong(app)) == 429


def test_many_addresses_have_one_budget_together_and_the_family_another(app: Flask, table: Table) -> None:
    known(app)
    answers = [guess(Phone(app), wrong(app), f"203.0.113.{at}") for at in range(21)]
    assert answers == [422] * 20 + [429]
    assert guess(table.phone, wrong(app)) == 422
    assert Phone(app).get(table.links()[0], environ_base=ROUTER).status_code == 303, "links and QR codes always work"


def test_a_code_of_which_one_half_is_known_is_renewed_and_shown_at_once(app: Flask, table: Table) -> None:
    app.config.update(WRONG_CODES_A_HALF="4 per day", WRONG_CODES_AN_ADDRESS="")
    other = Phone(app).begin("Ida", "Kai")
    first, link = table.code(), table.links()[0]
    version = table.phone.get(table.url).text.partition('data-version="')[2].partition('"')[0]
    half, theirs = first[:3], other.code()
    for last in ("222", "333", "444", "555", "666"):
        assert table.code() == first
        guess(Phone(app), half + last, f"203.0.113.{last[:2]}")
    assert table.code() != first
    assert other.code() == theirs
    assert table.links()[0] == link, "nobody knew the link"
    assert guess(Phone(app), first) == 422
    assert f'data-version="{int(version) + 1}"' in table.phone.get(table.url).text


@pytest.mark.parametrize("closed", [False, True])
def test_a_code_that_lets_nobody_in_is_answered_like_one_that_there_is_not(
    app: Flask, table: Table, stranger: Phone, closed: bool
) -> None:
    guest, code = table.guest(1), table.code().replace(" ", "")
    if closed:
        table.phone.send(f"{table.url}/phones", f"{table.url}/phones/joining")
    typed = code if closed else wrong(app)
    answer = stranger.send("/join", "/join/code", code=typed)
    assert answer.status_code == 422
    assert words(answer).count("There’s no open match with this code.") == 1
    assert guess(guest.phone, code) == 303, "who is in finds it, open or closed"


def test_what_is_refused_says_when_it_may_be_sent_again_and_keeps_it(app: Flask, phone: Phone) -> None:
    app.config["MATCHES_A_PHONE"] = "1 per day"
    phone.begin("Ana", "Pau")
    answer = phone.send("/new", "/new", name=["Ana", "Marta & Zoé"])
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 86_400
    assert "Very many matches were started here. What you typed is kept." in words(answer)
    tree = read(answer)
    assert "Marta & Zoé" in [field.at.get("value") for field in tree.all("input")]
    app.config["MATCHES_A_PHONE"] = ""
    assert phone.begin("Ana", "Marta").phone is phone


def test_an_address_begins_so_many_matches_and_no_more(app: Flask) -> None:
    app.config["MATCHES_AN_ADDRESS"] = "2 per day"
    for _ in range(2):
        Phone(app).begin("Ida", "Kai")
    assert Phone(app).send("/new", "/new", name=["Ida", "Kai"]).status_code == 429


def test_a_class_behind_one_router_scans_the_same_code(app: Flask, table: Table) -> None:
    link = table.links()[0]
    assert {Phone(app).get(link, environ_base=ROUTER).status_code for _ in range(40)} == {303}


def test_links_that_open_nothing_are_bounded_and_those_that_do_as_well(app: Flask, table: Table) -> None:
    app.config.update(WRONG_LINKS_AN_ADDRESS="2 per day")
    answers = [Phone(app).get(f"/J/{'A' * 20}", environ_base=ROUTER).status_code for _ in range(3)]
    assert answers == [404, 404, 429]
    assert Phone(app).get(table.links()[0]).status_code == 303
    app.config.update(LINKS_AN_ADDRESS="1 per day")
    assert Phone(app).get(table.links()[0]).status_code == 303
    assert Phone(app).get(table.links()[0]).status_code == 429


def test_files_that_are_made_are_so_many_at_once_and_an_hour(app: Flask, table: Table) -> None:
    app.config.update(FILES_OUT_AN_ADDRESS=1)
    where = f"{table.url}/take/companion.json"
    first = table.phone.client.get(where, buffered=False)
    busy = table.phone.get(where)
    assert (busy.status_code, busy.headers["Retry-After"]) == (429, "10")
    first.close()
    whole = table.phone.get(where, buffered=True)
    assert whole.status_code == 200
    app.config.update(FILES_A_PHONE="1 per day")
    assert table.phone.get(where, buffered=True).status_code == 200
    assert "Very many files were asked for here." in words(table.phone.get(where))


def test_of_files_that_are_asked_for_at_one_moment_no_more_are_made(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.config.update(FILES_A_PHONE="1 per day")
    rates = app_state(app).rates
    really = rates.test

    def test(*asked: Any) -> bool:
        free = really(*asked)
        monkeypatch.setattr(rates, "test", really)
        rates.hit(*asked)
        return free

    monkeypatch.setattr(rates, "test", test)
    assert table.phone.get(f"{table.url}/take/companion.json").status_code == 429


def test_the_oldest_stream_of_a_phone_makes_room_and_those_of_others_stay(app: Flask, table: Table) -> None:
    app.config.update(STREAMS_A_PHONE=2)
    guest = table.guest(1)
    theirs = guest.phone.client.get(f"{table.url}/events", buffered=False)
    streams = [table.phone.client.get(f"{table.url}/events", buffered=False) for _ in range(3)]
    pieces = [iter(stream.response) for stream in [theirs, *streams]]
    assert all(b"event: beat" in next(piece) for piece in pieces)  # type: ignore[operator]
    assert next(pieces[1], None) is None, "the oldest has ended"  # type: ignore[arg-type]
    for stream in [theirs, *streams]:
        stream.close()
    assert app_state(app).places._taken == {}


def test_an_address_has_so_many_streams(app: Flask, table: Table) -> None:
    app.config.update(STREAMS_AN_ADDRESS=1)
    stream = table.phone.client.get(f"{table.url}/events", buffered=False)
    assert table.phone.get(f"{table.url}/events").status_code == 429
    stream.close()
    again = table.phone.client.get(f"{table.url}/events", buffered=False)
    assert again.status_code == 200
    again.close()


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        (None, ""),
        ("x" * 500, "x" * 64),
    ],
)
def test_what_counts_as_one_address(address: str | None, counted: str) -> None:
    assert counted_as(address) == counted


def test_an_address_that_a_client_says_itself_is_not_believed_without_a_proxy(app: Flask) -> None:
    for at in range(7):
        phone = Phone(app)
        fields = {"code": wrong(app), "csrf_token": phone.csrf()}
        said = {"X-Forwarded-For": f"203.0.113.{at}"}
        answer = phone.client.post("/join/code", data=fields, headers=said)
    assert answer.status_code == 429
