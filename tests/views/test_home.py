"""Home over HTTP."""

from __future__ import annotations

from flask import Flask

from tests.conftest import Phone, Table
from tests.views.conftest import written
from tests.views.present import Presence
from tests.views.present import presence as presence
from tests.views.reading import read, words


def links(phone: Phone, url: str = "/") -> list[str]:
    return [link.at.get("href", "") for link in read(phone.get(url)).all("a")]


def test_the_first_visit_offers_to_start_a_match_and_nothing_else(phone: Phone) -> None:
    said = words(phone.get("/"))
    assert "Start a match" in said
    assert "/new" in links(phone)
    assert "Going on" not in said
    assert "Recent matches" not in said


def test_looking_at_home_makes_no_phone(app: Flask, phone: Phone) -> None:
    before = written(app)
    assert "Set-Cookie" not in phone.get("/").headers
    assert written(app) == before


def test_an_open_match_goes_on_from_home_with_one_tap(table: Table) -> None:
    (line,) = [link for link in read(table.phone.get("/")).all("a") if link.at["href"] == table.url]
    assert all(name in line.words for name in ("Mojo, round 1", "Ana", "Pau", "Zoé"))


def test_a_match_that_a_phone_has_open_says_so(table: Table, presence: Presence) -> None:
    assert "A phone is there now." not in words(table.phone.get("/"))
    presence.comes(table)
    assert "A phone is there now." in words(table.phone.get("/"))


def test_home_says_who_leads_and_which_round_it_is(table: Table) -> None:
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    said = words(table.phone.get("/"))
    assert "Mojo, round 2" in said
    assert "Pau with 4 points" in said


def test_nobody_leads_before_the_first_round_is_in(table: Table) -> None:
    table.enter(1, 0, "9 1")
    assert "with 0 points" not in words(table.phone.get("/"))


def test_the_match_played_last_comes_first(phone: Phone) -> None:
    first, second = phone.begin("Ana", "Pau"), phone.begin("Ana", "Teo")
    assert [url for url in links(phone) if url.startswith("/m/")] == [second.url, first.url]
    first.enter(1, 0, "9")
    assert [url for url in links(phone) if url.startswith("/m/")] == [first.url, second.url]


def test_a_match_that_is_over_stands_under_the_last_ones_with_its_winner(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", limit="20")
    match.round(1, "3", "10 12", mojo=0)
    said = words(phone.get("/"))
    assert "Going on" not in said
    assert "Recent matches" in said
    assert "Ana won" in said
    assert match.url in links(phone)


def test_a_stopped_match_stands_under_the_last_ones_without_a_winner(table: Table) -> None:
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/stop")
    said = words(table.phone.get("/"))
    assert "Stopped in round 1" in said
    assert "won" not in said


def test_an_archived_match_is_not_on_home(table: Table) -> None:
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/archive")
    assert table.url not in links(table.phone)


def test_home_shows_every_open_match_in_a_line_and_five_others(phone: Phone) -> None:
    for number in range(14):
        match = phone.begin("Ana", "Pau")
        if number % 2:
            phone.send(f"{match.url}/menu", f"{match.url}/menu/stop")
    assert len([url for url in links(phone) if url.startswith("/m/")]) == 7 + 5
    assert words(phone.get("/")).count("Mojo, round 1") == 7


def test_a_stranger_sees_nothing_of_another_table(table: Table, stranger: Phone) -> None:
    said = words(stranger.get("/"))
    assert "Start a match" in said
    assert not any(name in said for name in ("Ana", "Pau", "Zoé", "Going on"))
    assert not [url for url in links(stranger) if url.startswith("/m/")]
