"""The people of a group, and how they did."""

from __future__ import annotations

from datetime import datetime

from flask import Flask
from sqlalchemy import select, update

from companion.ledger import rebuilding
from companion.ledger.base import db
from companion.ledger.models import Match, Player, Write
from tests.conftest import Phone, Table
from tests.views.reading import Node, read, words


def told(phone: Phone, url: str = "/people") -> list[str]:
    """What is said of each person, in order."""
    return [line.words for line in lines(phone, url)]


def lines(phone: Phone, url: str = "/people") -> list[Node]:
    """The lines of the people."""
    return [line for ranks in read(phone.get(url)).classed("ranks") for line in ranks.all("li")]


def played_years_ago(app: Flask, years: int) -> None:
    """Move all that was played so many years back."""
    with app.app_context():
        for match in db.session.scalars(select(Match)):
            match.created_at = years_before(match.created_at, years)
        for write in db.session.scalars(select(Write)):
            write.at = years_before(write.at, years)
        db.session.commit()
        rebuilding.rebuild()


def years_before(at: datetime, years: int) -> datetime:
    """That day in another year, which may have no 29th of February."""
    return at.replace(year=at.year - years, day=min(at.day, 28))


def join_group(guest: Phone, member: Phone) -> None:
    """A phone comes into the group of another one by its link."""
    link = read(member.get("/group")).id("link").at["value"]
    guest.join("/J/" + link.rsplit("/", 1)[1])


def test_before_the_first_end_there_is_a_way_to_begin_and_the_people_are_named(phone: Phone) -> None:
    assert "No finished matches yet" in words(phone.get("/people"))
    phone.begin("Ana", "Pau")
    page = words(phone.get("/people"))
    assert "Players from earlier matches" in page
    assert "Pau" in page


def test_people_are_told_with_wins_place_and_a_lively_fact(phone: Phone) -> None:
    for hands in (("3", "4", "10 12"), ("3", "9", "11 12")):
        phone.begin("Ana", "Pau", "Zoé", limit="20").round(1, *hands, mojo=2)
    phone.begin("Ana", "Lou")
    page = words(phone.get("/people"))
    first, second, third = told(phone)
    assert first.startswith("A Ana Won last on")
    assert first.endswith("2 of 2 2 of 2 matches won place 1.0")
    assert second.startswith("P Pau Played last on")
    assert second.endswith("0 of 2 matches won place 2.0")
    assert third.endswith("0 of 2 matches won place 3.0")
    assert "1 evening, 2 matches" in page
    assert "No finished match yet L Lou" in page
    assert "Which game" not in page
    assert "Fewer than three matches" not in page


def test_whoever_is_first_wears_the_crown_and_so_do_others_who_are_as_good(phone: Phone) -> None:
    phone.begin("Ana", "Pau", "Zoé", limit="20").round(1, "3", "3", "10 12", mojo=2)
    crowned = [bool([use for use in line.all("use") if use.at["href"].endswith("#i-crown")]) for line in lines(phone)]
    assert crowned == [True, True, False]


def test_who_has_played_less_than_three_matches_stands_below_those_who_have(phone: Phone) -> None:
    for _ in range(3):
        phone.begin("Ana", "Pau", limit="20").round(1, "12 9", "3", mojo=0)
    phone.begin("Ana", "Lou", limit="20").round(1, "12 9", "3", mojo=0)
    page = read(phone.get("/people"))
    names = [[line.classed("name")[0].words for line in ol.all("li")] for ol in page.classed("ranks")]
    assert names == [["Pau", "Ana"], ["Lou"]]
    assert "Fewer than three matches so far" in page.words


def test_a_nickname_stands_beside_the_name_and_each_leads_to_the_page_of_the_person(app: Flask, phone: Phone) -> None:
    phone.begin("Ana", "Pau", limit="20").round(1, "3", "12 11", mojo=1)
    with app.app_context():
        db.session.execute(update(Player).where(Player.name == "Ana").values(nickname="the Fox"))
        db.session.commit()
    first = lines(phone)[0]
    assert "Ana the Fox" in first.words
    assert [phone.get(a.at["href"]).status_code for a in first.all("a")] == [200]


def test_people_out_of_the_lists_are_in_no_ranking_and_stay_to_be_brought_back(app: Flask, phone: Phone) -> None:
    phone.begin("Ana", "Pau", limit="20").round(1, "3", "12 11", mojo=1)
    with app.app_context():
        db.session.execute(update(Player).where(Player.name == "Ana").values(listed=False))
        db.session.commit()
    assert [line.split()[1] for line in told(phone)] == ["Pau"]
    (out,) = (one for one in read(phone.get("/people")).all("details") if "Out of the lists" in one.words)
    assert [phone.get(a.at["href"]).status_code for a in out.all("a")] == [200]
    assert "Ana" in out.words


def test_every_game_has_its_page_and_all_of_them_one_together(phone: Phone) -> None:
    phone.begin("Ana", "Pau", limit="20").round(1, "3", "12 11", mojo=1)
    match = phone.begin("Ana", "Pau", game="skyjo", limit="20")
    match.round(1, "-2 -2 -1 x x x", "12 11 10 9 8 7", mojo=0)
    match = phone.begin("Ana", "Pau", game="jokrummy", limit="1")
    match.enter(1, 1, points="1", bonus="0", mojo=True)
    page = read(phone.get("/people"))
    (games,) = (nav for nav in page.all("nav") if nav.at.get("aria-label") == "Which game")
    ways = {a.words: a.at["href"] for a in games.all("a")}
    assert list(ways) == ["All", "Jok-R-ummy jr", "Skyjo", "Mojo"]
    assert "2 of 3 matches won" in told(phone)[0]
    assert "1 of 1 match won" in told(phone, ways["Mojo"])[0]
    assert told(phone, ways["Jok-R-ummy jr"])[0].startswith("P Pau")
    for nonsense in ("chess", "", "%00", "x" * 300):
        for field in ("called", "season", "group", "days"):
            assert told(phone, f"/people?{field}={nonsense}") == told(phone)


def test_a_game_without_a_match_in_a_year_says_so(app: Flask, phone: Phone) -> None:
    phone.begin("Ana", "Pau", limit="20").round(1, "3", "12 11", mojo=1)
    played_years_ago(app, 2)
    match = phone.begin("Ana", "Pau", game="skyjo", limit="20")
    match.round(1, "-2 -2 -1 x x x", "12 11 10 9 8 7", mojo=0)
    page = read(phone.get("/people"))
    (seasons,) = (nav for nav in page.all("nav") if nav.at.get("aria-label") == "Which year")
    ever, new, old = seasons.all("a")
    assert (ever.words, int(new.words) - int(old.words)) == ("All time", 2)
    assert "2 of 2 matches won" in told(phone)[0]
    assert "1 of 1 match won" in told(phone, old.at["href"])[0]
    said = words(phone.get(f"/people?called=Skyjo&season={old.words}"))
    assert f"No match of Skyjo has ended in {old.words}." in said


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
    wins = {line.classed("name")[0].words: line.classed("score")[0].words for line in lines(phone)}
    assert wins == {"Pixel": "1 of 1", "Robo": "1 of 1", "Ana": "0 of 3"}
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


def test_a_phone_in_two_groups_chooses_which_it_sees(app: Flask, phone: Phone) -> None:
    phone.begin("Ana", "Pau", limit="20").round(1, "3", "12 11", mojo=1)
    guest = Phone(app)
    guest.begin("Ana", "Kim", limit="20").round(1, "3", "12 11", mojo=1)
    join_group(guest, phone)
    page = read(guest.get("/people"))
    (groups,) = (nav for nav in page.all("nav") if nav.at.get("aria-label") == "Which group")
    there = {a.words: [line.split()[1] for line in told(guest, a.at["href"])] for a in groups.all("a")}
    assert there == {"Ana and Pau": ["Ana", "Pau"], "Ana and Kim": ["Ana", "Kim"]}
    assert [line.split()[1] for line in told(guest)] == ["Ana", "Pau"]
    other = next(a.at["href"] for a in groups.all("a") if "Kim" in a.words)
    assert [line.split()[1] for line in told(phone, other)] == ["Ana", "Pau"]
    assert "Which group" not in phone.get("/people").text


def test_a_phone_that_was_put_out_by_who_keeps_the_group_is_told_of_nobody(app: Flask, phone: Phone) -> None:
    first, second = (phone.begin("Ana", "Pau", limit="20") for _ in range(2))
    guest = second.guest(1)
    join_group(guest.phone, phone)
    for match in (first, second):
        match.round(1, "3", "12 11", mojo=1)
    assert "2 of 2 matches won" in told(guest.phone)[0]
    assert phone.send(f"{second.url}/phones", f"{second.url}/phones/remove").status_code == 303
    assert told(guest.phone) == []
    assert guest.phone.get(first.url).status_code == 404
    assert "2 of 2 matches won" in told(phone)[0]


def test_after_a_match_of_bots_alone_the_page_does_not_say_that_none_has_ended(phone: Phone) -> None:
    bots(phone, ("Robo", "easy"), ("Gizmo", "easy")).round(1, "3", "12 11", mojo=1)
    assert told(phone) == []
    assert "No finished matches yet" not in words(phone.get("/people"))


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
        (nav,) = (nav for nav in read(phone.get(url)).all("nav") if nav.at.get("aria-label") == "History")
        assert [a.at["href"] for a in nav.all("a")] == ways
        assert [a.at["href"] for a in nav.all("a") if a.at.get("aria-current") == "page"] == [url]
    for url in ("/", "/group"):
        assert "/people" in [a.at.get("href") for a in read(phone.get(url)).all("a")]
