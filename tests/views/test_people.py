"""The people of a group, and how they did."""

from __future__ import annotations

from flask import Flask
from sqlalchemy import select

from companion.ledger.base import db
from companion.ledger.models import Player
from tests.conftest import Phone, Table
from tests.views.reading import Node, read, words


def told(phone: Phone, url: str = "/people") -> list[str]:
    """What is said of each person, in order."""
    return [line.words for line in careers(read(phone.get(url)))]


def careers(page: Node) -> list[Node]:
    """The lines of the people."""
    return [line for group in page.all("ol") for line in group.all("li")]


def join_group(guest: Phone, member: Phone) -> None:
    """A phone comes into the group of another one by its link."""
    link = read(member.get("/group")).id("link").at["value"]
    guest.join("/J/" + link.rsplit("/", 1)[1])


def test_before_the_first_end_there_is_a_way_to_begin_and_the_people_are_named(phone: Phone) -> None:
    assert "No match has ended yet" in words(phone.get("/people"))
    phone.begin("Ana", "Pau")
    page = words(phone.get("/people"))
    assert "People you have played with" in page
    assert "Pau" in page


def test_people_are_told_with_wins_rounds_and_what_they_ended(phone: Phone) -> None:
    for hands in (("3", "4", "10 12"), ("3", "9", "11 12")):
        match = phone.begin("Ana", "Pau", "Zoé", limit="20")
        match.round(1, *hands, mojo=2)
    phone.begin("Ana", "Lou")
    page = words(phone.get("/people"))
    first, second, third = told(phone)
    assert "Ana 2 of 2 matches won 3.0 points a round · best round 3, worst 3" in first
    assert "took the Mojo" not in first
    assert "Pau 0 of 2 matches won 6.5 points a round · best round 4, worst 9" in second
    assert third.endswith("took the Mojo 2 times")
    assert "No finished match of Mojo yet L Lou" in page
    assert "Which game" not in page


def test_a_single_round_is_neither_best_nor_worst(phone: Phone) -> None:
    phone.begin("Ana", "Pau", limit="20").round(1, "3", "12 11", mojo=1)
    assert [("best" in line, "1 match won" in line) for line in told(phone)] == [(False, True), (False, True)]
    assert told(phone)[1].endswith("took the Mojo once")


def test_every_game_that_ended_has_its_page_and_its_words(phone: Phone) -> None:
    phone.begin("Ana", "Pau", limit="20").round(1, "3", "12 11", mojo=1)
    match = phone.begin("Ana", "Pau", game="skyjo", limit="20")
    match.round(1, "-2 -2 -1 x x x", "12 11 10 9 8 7", mojo=0)
    match = phone.begin("Ana", "Pau", game="jokrummy", limit="1")
    match.enter(1, 0, points="1", bonus="0", mojo=True)
    ways = {a.words: a.at["href"] for a in read(phone.get("/people")).all("a") if "game=" in a.at["href"]}
    assert list(ways) == ["Jok-R-ummy jr", "Skyjo", "Mojo"]
    assert "1.0 missions a round · ended 1 round" in told(phone)[0]
    assert "−5.0 points a round · closed 1 round" in told(phone, ways["Skyjo"])[0]
    assert told(phone, "/people?game=skyjo") == told(phone, ways["Skyjo"])
    for nonsense in ("chess", "", "%00", "x" * 300):
        assert told(phone, f"/people?game={nonsense}") == told(phone)


def bots(phone: Phone, *rows: tuple[str, str]) -> Table:
    """A match begun with these names, each with how well a bot of that name plays, empty for a person."""
    typed = {"name": [name for name, _ in rows], "plays": [plays for _, plays in rows]}
    answer = phone.send("/new", "/new", youngest="0", limit="20", **typed)
    assert answer.status_code == 303, answer.text
    table = Table(phone, answer.location.removesuffix("/table"))
    # Dealt at once, and then played with cards.
    given_up = {"csrf_token": phone.csrf(), "round": "1", "sure": "1"}
    assert phone.client.post(f"{table.url}/table/abandon", data=given_up).status_code in (303, 409)
    return table


def chips(phone: Phone) -> list[str]:
    """Who is offered for a new match."""
    acts = [button.at.get("value", "") for button in read(phone.get("/new")).all("button")]
    return [act.removeprefix("add-") for act in acts if act.startswith("add-")]


def test_bots_are_not_among_the_people_whatever_they_are_called(phone: Phone) -> None:
    bots(phone, ("Ana", ""), ("Robo", "easy"), ("Hal", "strong")).round(1, "3", "12 11", "4", mojo=1)
    assert [line.partition(" ")[2].split()[0] for line in told(phone)] == ["Ana"]
    for url in ("/people", "/new"):
        assert not {"Robo", "Hal"} & set(words(phone.get(url)).split())


def test_a_person_who_is_called_like_a_bot_is_a_person(phone: Phone) -> None:
    bots(phone, ("Ana", ""), ("Pixel", "easy")).round(1, "12 11", "3", mojo=0)
    for name in ("Pixel", "Robo"):
        phone.begin("Ana", name, limit="20").round(1, "12 11", "3", mojo=0)
    phone.begin("Ana", "Zoé")
    wins = {line.split()[1]: line.split()[2] for line in told(phone)}
    assert wins == {"Pixel": "1", "Robo": "1", "Ana": "0"}
    assert chips(phone) == ["Robo", "Pixel"]


def test_the_bots_of_a_rematch_are_the_same_bots(app: Flask, phone: Phone) -> None:
    match = bots(phone, ("Ana", ""), ("Robo", "easy"))
    match.round(1, "3", "12 11", mojo=1)
    again = phone.send(match.url, f"{match.url}/menu/rematch").location
    Table(phone, again).round(1, "3", "12 11", mojo=1)
    with app.app_context():
        players = db.session.execute(select(Player.name, Player.bot).order_by(Player.id)).all()
    assert [tuple(player) for player in players] == [("Ana", False), ("Robo", True)]
    assert [line.split()[1] for line in told(phone)] == ["Ana"]


def test_a_phone_in_two_groups_sees_them_apart(app: Flask, phone: Phone) -> None:
    phone.begin("Ana", "Pau", limit="20").round(1, "3", "12 11", mojo=1)
    guest = Phone(app)
    guest.begin("Ana", "Kim", limit="20").round(1, "3", "12 11", mojo=1)
    join_group(guest, phone)
    titles = {title.words for title in read(guest.get("/people")).all("h2")}
    assert titles == {"With Ana and Pau", "With Ana and Kim"}
    assert len(told(guest)) == 4
    assert [title.words for title in read(phone.get("/people")).all("h2")] == ["Mojo"]


def test_a_phone_that_was_put_out_by_who_keeps_the_group_is_told_of_nobody(app: Flask, phone: Phone) -> None:
    first, second = (phone.begin("Ana", "Pau", limit="20") for _ in range(2))
    guest = second.guest(1)
    join_group(guest.phone, phone)
    for match in (first, second):
        match.round(1, "3", "12 11", mojo=1)
    assert "2 matches won" in told(guest.phone)[0]
    assert phone.send(f"{second.url}/phones", f"{second.url}/phones/remove").status_code == 303
    assert told(guest.phone) == []
    assert guest.phone.get(first.url).status_code == 404
    assert "2 matches won" in told(phone)[0]


def test_after_a_match_of_bots_alone_the_page_does_not_say_that_none_has_ended(phone: Phone) -> None:
    bots(phone, ("Robo", "easy"), ("Gizmo", "easy")).round(1, "3", "12 11", mojo=1)
    assert told(phone) == []
    assert "No match has ended yet" not in words(phone.get("/people"))


def test_the_link_of_a_match_does_not_open_the_people_of_the_group(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", "Zoé", limit="20")
    match.round(1, "3", "4", "10 12", mojo=2)
    for visitor in (match.guest(1).phone, match.watcher().phone):
        assert told(visitor) == []
        assert "Zoé" not in words(visitor.get("/people"))


def test_matches_people_and_archive_lead_to_each_other_and_home_leads_there(phone: Phone) -> None:
    phone.begin("Ana", "Pau", limit="20").round(1, "3", "12 11", mojo=1)
    ways = ["/history", "/people", "/history?archived=1"]
    for url in ways:
        (nav,) = (nav for nav in read(phone.get(url)).all("nav") if nav.at.get("aria-label") == "What is remembered")
        assert [a.at["href"] for a in nav.all("a")] == ways
        assert [a.at["href"] for a in nav.all("a") if a.at.get("aria-current") == "page"] == [url]
    for url in ("/", "/group"):
        assert "/people" in [a.at.get("href") for a in read(phone.get(url)).all("a")]
