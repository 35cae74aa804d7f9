"""What of a group's evenings is shown: filters and a search in the address, chips that take them back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask

from companion.ledger.base import db
from companion.ledger.models import Match, Player
from companion.ledger.summaries import SeatResult
from tests.conftest import Phone, Table
from tests.views.reading import read, words
from tests.views.test_history import EVENING, evenings, lines, played, won


@pytest.fixture
def group(app: Flask, phone: Phone) -> Phone:
    """Matches of three games in three years, one with a note and a place."""
    phone.client.set_cookie("zone", "Europe/Warsaw")
    noted = won(phone, "Ana", "Pau", "Zoé")
    phone.send(f"{noted.url}/note", f"{noted.url}/note", note="Teo cheated", place="At Grandma’s")
    played(noted, EVENING)
    played(phone.begin("Ana", "Pau", game="skyjo"), EVENING + timedelta(minutes=40))
    played(won(phone, "Pau", "Marta", by=1), EVENING - timedelta(days=360))
    played(won(phone, "Ana", "Marta"), EVENING.replace(year=2024))
    return phone


def person(app: Flask, name: str) -> int:
    with app.app_context():
        return int(db.session.query(Player.id).filter_by(name=name).scalar())


def found(phone: Phone, **asked: object) -> list[str]:
    """The matches of a page, newest first, by when they were played and their game."""
    shown = [line.at["href"].rpartition("/")[2] for line in lines(phone, f"/history?{query(asked)}")]
    with phone.app.app_context():
        rows = db.session.query(Match.public_id, Match.played_at, Match.called).all()
    named = {public_id: f"{at.year} {called}" for public_id, at, called in rows}
    return sorted((named[public_id] for public_id in shown), reverse=True)


def query(asked: dict[str, object]) -> str:
    return "&".join(f"{name}={value}" for name, value in asked.items())


ALL = ["2026 Skyjo", "2026 Mojo", "2025 Mojo", "2024 Mojo"]


@pytest.mark.parametrize(
    ("asked", "right"),
    [
        ({}, ALL),
        ({"game": "Mojo"}, [ALL[1], ALL[2], ALL[3]]),
        ({"game": "Bridge"}, []),
        ({"finished": "1"}, [ALL[1], ALL[2], ALL[3]]),
        ({"time": "2025"}, [ALL[2]]),
        ({"time": "2024", "game": "Mojo"}, [ALL[3]]),
        ({"time": "2024", "game": "Skyjo"}, []),
        ({"q": "grandma"}, [ALL[1]]),
        ({"q": "CHEAT"}, [ALL[1]]),
        ({"q": "marta"}, [ALL[2], ALL[3]]),
        ({"q": "sky"}, [ALL[0]]),
        ({"q": "zoe teo"}, [ALL[1]]),
        ({"q": "marta teo"}, []),
        ({"q": "nobody"}, []),
    ],
    ids=str,
)
def test_what_the_address_asks_for_is_shown(group: Phone, asked: dict[str, object], right: list[str]) -> None:
    assert found(group, **asked) == right


def test_a_person_is_found_in_all_games(app: Flask, group: Phone) -> None:
    assert found(group, person=person(app, "Marta")) == [ALL[2], ALL[3]]
    assert found(group, person=person(app, "Ana"), game="Mojo", finished="1") == [ALL[1], ALL[3]]
    assert found(group, person=person(app, "Ana"), q="pau", time="2026") == [ALL[0], ALL[1]]


def test_a_year_is_the_years_of_the_table(app: Flask, phone: Phone) -> None:
    played(won(phone, "Ana", "Pau"), EVENING.replace(month=12, day=31, hour=23, minute=30))
    for name, year in (("Europe/Warsaw", 2027), ("America/Lima", 2026)):
        phone.client.set_cookie("zone", name)
        shown = {year: len(lines(phone, f"/history?time={year}")) for year in (2026, 2027)}
        assert shown[year] == 1
        options = read(phone.get("/history")).id("time").all("option")
        assert str(year) in [option.at["value"] for option in options]


def test_chips_say_what_is_shown_and_each_takes_its_own_back(app: Flask, group: Phone) -> None:
    ana = person(app, "Ana")
    page = read(group.get(f"/history?game=Mojo&person={ana}&time=2024&finished=1&q=marta"))
    chips = {chip.words: chip.at["href"] for chip in page.classed("chip")}
    assert list(chips) == ["“marta”", "Mojo", "Ana", "2024", "Only finished"]
    assert "game=" not in chips["Mojo"]
    for name in ("person", "time", "finished", "q"):
        assert f"{name}=" in chips["Mojo"]
    assert "Without: Ana" in [chip.at["aria-label"] for chip in page.classed("chip")]


def test_what_was_chosen_is_still_chosen(app: Flask, group: Phone) -> None:
    ana = person(app, "Ana")
    page = read(group.get(f"/history?game=Mojo&person={ana}&time=12m&finished=1&q=<b>"))
    chosen = [option.at["value"] for option in page.all("option") if "selected" in option.at]
    assert chosen == ["Mojo", str(ana), "12m"]
    assert page.values("finished") == ["1"]
    assert page.id("q").at["value"] == "<b>"


def test_the_form_needs_no_script(group: Phone) -> None:
    (form,) = [one for one in read(group.get("/history")).all("form") if one.at.get("role") == "search"]
    assert form.at["action"] == "/history"
    assert form.at.get("method", "get") == "get"
    blank = dict.fromkeys(("q", "game", "person", "time"), "")
    assert found(group, **blank) == ALL


def test_nothing_found_says_so_and_leads_to_all(group: Phone) -> None:
    page = group.get("/history?game=Bridge&q=nobody")
    assert "No matches like that." in words(page)
    (all_,) = [link for link in read(page).classed("btn") if link.words == "All matches"]
    assert all_.at["href"] == "/history"


def test_pages_keep_what_is_asked_for(group: Phone) -> None:
    for day in range(25):
        played(won(group, "Ana", "Pau"), EVENING - timedelta(days=400 + day))
    (older,) = [link for link in read(group.get("/history?game=Mojo&q=ana")).all("a") if link.at.get("rel") == "next"]
    assert "game=Mojo" in older.at["href"]
    assert "q=ana" in older.at["href"]
    assert len(lines(group, older.at["href"])) == 7


def test_whose_evening_it_was_is_said_of_all_its_matches_only(group: Phone) -> None:
    for minutes in (80, 130):
        played(won(group, "Ana", "Pau"), EVENING + timedelta(minutes=minutes))
    assert "Ana’s evening: 3 of 3" in evenings(group)[0]
    assert "’s evening" not in evenings(group, "/history?game=Mojo")[0]


def test_somebody_of_another_group_is_nobody_here(app: Flask, group: Phone) -> None:
    Phone(app).begin("Ida", "Kai")
    page = group.get(f"/history?person={person(app, 'Ida')}")
    assert "Ida" not in words(page)
    assert found(group, person=person(app, "Ida")) == ALL


def test_somebody_out_of_the_lists_can_still_be_looked_for(app: Flask, group: Phone) -> None:
    zoe = person(app, "Zoé")
    with app.app_context():
        db.session.query(Player).filter_by(id=zoe).update({"listed": False})
        db.session.commit()
    page = read(group.get("/history"))
    assert "Zoé" not in [option.words for option in page.id("person").all("option")]
    assert found(group, person=zoe) == found(group, q="zoe") == [ALL[1]]
    assert "Zoé" in [chip.words for chip in read(group.get(f"/history?person={zoe}")).classed("chip")]


def test_another_name_of_somebody_finds_all_their_matches(app: Flask, group: Phone) -> None:
    marta, ana = person(app, "Marta"), person(app, "Ana")
    with app.app_context():
        db.session.query(Player).filter_by(id=marta).update({"stands_for": ana, "nickname": "Oma"})
        db.session.query(SeatResult).filter_by(person_id=marta).update({"person_id": ana})
        db.session.commit()
    assert found(group, person=marta) == found(group, person=ana) == found(group, q="oma") == ALL
    names = [option.words for option in read(group.get(f"/history?person={marta}")).id("person").all("option")]
    assert "Marta" not in names
    assert "Ana" in [chip.words for chip in read(group.get(f"/history?person={marta}")).classed("chip")]


def test_a_note_and_a_place_stand_beside_their_match(group: Phone) -> None:
    (line,) = lines(group, "/history?q=grandma")
    assert "At Grandma’s" in line.words
    assert "Teo cheated" in line.words


def test_a_match_that_left_for_another_group_is_found_there(app: Flask, group: Phone) -> None:
    family = Phone(app)
    family.begin("Ida", "Kai")
    link = read(family.get("/group")).id("link").at["value"]
    group.join(f"/{link.split('/', 3)[3]}")
    (line,) = lines(group, "/history?q=grandma")
    table = Table(group, line.at["href"])
    assert group.send(f"{table.url}/menu/group", f"{table.url}/menu/group", group="2").status_code == 303
    assert lines(group, "/history?group=1&q=grandma") == []
    assert [line.at["href"] for line in lines(group, "/history?group=2&q=grandma")] == [table.url]
