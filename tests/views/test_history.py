"""The evenings of a group and its archive."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from companion.ledger.base import db
from companion.ledger.models import Match
from companion.ledger.summaries import MatchWord, SeatResult
from tests.conftest import Phone, Table
from tests.views.reading import Node, read, words

EVENING = datetime(2026, 11, 27, 19, 14, tzinfo=UTC)
"""A Friday."""


def lines(phone: Phone, url: str = "/history") -> list[Node]:
    """The matches of a page, each as its link to the pad."""
    return [link for link in read(phone.get(url)).all("a") if link.at.get("href", "").rpartition("/")[0] == "/m"]


def evenings(phone: Phone, url: str = "/history") -> list[str]:
    """The evenings of a page, each as its words."""
    return [section.words for section in read(phone.get(url)).classed("evening")]


def played(table: Table, at: datetime, minutes: int = 30) -> Table:
    """The match as if it had been played then, and begun so many minutes before."""
    with table.phone.app.app_context():
        this = Match.public_id == table.public_id
        db.session.execute(update(Match).where(this).values(played_at=at, created_at=at - timedelta(minutes=minutes)))
        match = db.session.query(Match).filter(this).one()
        listed = match.created_at if match.state == "open" else at
        for rows in (SeatResult, MatchWord):
            db.session.execute(update(rows).where(rows.match_id == match.id).values(played_at=listed))
        db.session.commit()
    return table


def won(phone: Phone, *names: str, by: int = 0, **options: str) -> Table:
    """A match that one of them has won, of one round; the last of the others has 22."""
    table = phone.begin(*names, limit="20", **options)
    hands = [str(3 + seat) for seat in range(len(names))]
    hands[by], hands[(by - 1) % len(names)] = "2", "10 12"
    table.round(1, *hands, mojo=by)
    return table


@pytest.fixture
def friday(phone: Phone) -> Phone:
    """Three matches of an evening, of which Ana won two, and one of the week before."""
    played(won(phone, "Ana", "Pau", "Zoé"), EVENING)
    played(won(phone, "Ana", "Pau", "Zoé", by=1), EVENING + timedelta(minutes=70))
    played(won(phone, "Pau", "Ana", by=1), EVENING + timedelta(minutes=150))
    played(won(phone, "Zoé", "Marta"), EVENING - timedelta(days=7))
    phone.client.set_cookie("zone", "Europe/Warsaw")
    return phone


def test_there_is_nothing_yet_and_a_way_to_begin(phone: Phone) -> None:
    assert "No matches yet." in words(phone.get("/history"))
    assert "The archive is empty." in words(phone.get("/history?archived=1"))


def test_an_evening_says_when_it_was_who_was_there_who_won_what_and_whose_it_was(friday: Phone) -> None:
    last, first = evenings(friday)
    assert "Friday, 27 November" in last
    assert "19:44 to 22:44" in last
    assert "Ana, Pau, and Zoé" in last
    assert [" ".join(link.words.split()[:4]) for link in lines(friday)[:2]] == [
        "0 Mojo A Ana",
        "0 Mojo P Pau",
    ]
    assert "Zoé 5, Ana 22" in last
    assert "Ana’s evening: 2 of 3" in last
    assert "Friday, 20 November" in first
    assert "’s evening" not in first, "one match is no evening of anybody"


def test_who_was_never_last_is_praised(phone: Phone) -> None:
    for minutes in (0, 60):
        played(won(phone, "Ana", "Pau", "Zoé"), EVENING + timedelta(minutes=minutes))
    assert "Ana’s evening: 2 of 2, without once being last" in evenings(phone)[0]


def test_an_evening_of_two_who_are_equal_is_nobodys(phone: Phone) -> None:
    for by in (0, 1):
        played(won(phone, "Ana", "Pau", by=by), EVENING + timedelta(minutes=60 * by))
    assert "’s evening" not in evenings(phone)[0]


def test_four_hours_without_a_match_begin_another_evening(phone: Phone) -> None:
    played(won(phone, "Ana", "Pau"), EVENING)
    played(won(phone, "Ana", "Pau"), EVENING + timedelta(hours=4, minutes=29))
    assert len(evenings(phone)) == 1
    played(won(phone, "Ana", "Pau"), EVENING + timedelta(hours=8, minutes=59))
    assert len(evenings(phone)) == 2


def test_after_midnight_an_evening_keeps_the_day_on_which_it_began_at_the_table(friday: Phone) -> None:
    played(won(friday, "Ana", "Pau"), EVENING + timedelta(hours=5))
    assert "Friday, 27 November" in evenings(friday)[0]
    assert "19:44 to 01:14" in evenings(friday)[0]
    friday.client.set_cookie("zone", "Asia/Tokyo")
    assert "Saturday, 28 November" in evenings(friday)[0]


def test_a_shared_victory_names_everybody_who_shares_it(phone: Phone) -> None:
    phone.begin("Ana", "Pau", "Zoé", limit="20").round(1, "5", "5", "12 10", mojo=2)
    assert "Ana and Pau share the win" in lines(phone)[0].words


def test_an_open_and_a_stopped_match_say_where_they_are(phone: Phone) -> None:
    first = phone.begin("Ana", "Pau")
    first.round(1, "3", "4", mojo=0)
    second = phone.begin("Ana", "Pau")
    phone.send(f"{second.url}/menu", f"{second.url}/menu/stop")
    said = {line.at["href"]: line.words for line in lines(phone)}
    assert said[first.url] == "Mojo, round 2"
    assert "Stopped in round 1" in said[second.url]
    assert "One match is still open: Mojo, round 2 Ana and Pau" in " ".join(evenings(phone)[0].split())


def test_a_correction_after_the_end_changes_the_winner_of_the_list(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", "Zoé", limit="20")
    match.round(1, "3", "4", "10 12", mojo=2)
    match.enter(1, 0, "9")
    assert "Pau wins" in lines(phone)[0].words


def test_opening_a_match_of_the_list_shows_its_full_sheet(phone: Phone) -> None:
    phone.begin("Ana", "Pau", limit="20").round(1, "3", "10 12", mojo=0)
    page = phone.get(lines(phone)[0].at["href"])
    assert "Ana wins" in words(page)
    assert read(page).all("table")


def ways(phone: Phone, url: str) -> dict[str, str]:
    """The ways to the pages beside it."""
    return {link.at["rel"]: link.at["href"] for link in read(phone.get(url)).all("a") if "rel" in link.at}


def test_a_page_has_twenty_matches_and_leads_to_the_older_ones_and_back(phone: Phone) -> None:
    begun = [played(phone.begin("Ana", "Pau"), EVENING + timedelta(days=day)).url for day in range(21)]
    assert [line.at["href"] for line in lines(phone)] == begun[:0:-1]
    older = ways(phone, "/history")
    assert list(older) == ["next"]
    assert [line.at["href"] for line in lines(phone, older["next"])] == begun[:1]
    newer = ways(phone, older["next"])
    assert list(newer) == ["prev"]
    assert [line.at["href"] for line in lines(phone, newer["prev"])] == begun[:0:-1]


def test_twenty_matches_need_no_second_page(phone: Phone) -> None:
    for _ in range(20):
        phone.begin("Ana", "Pau")
    assert ways(phone, "/history") == {}


def test_the_pages_of_the_archive_lead_to_one_another(phone: Phone) -> None:
    for _ in range(21):
        table = phone.begin("Ana", "Pau")
        phone.send(f"{table.url}/menu", f"{table.url}/menu/archive")
    assert len(lines(phone, "/history?archived=1")) == 20
    older = ways(phone, "/history?archived=1")["next"]
    assert len(lines(phone, older)) == 1
    assert "archived=1" in ways(phone, older)["prev"]


NO_ADDRESSES = ["0", "-1", "x", "", "9" * 30, "2²", "~", "2026-01-01~1", "0001-01-01T00:00:00+23:59~1", "9999-12-31~9"]


@pytest.mark.parametrize("name", ["before", "after", "group", "person", "time", "game", "finished", "q", "archived"])
@pytest.mark.parametrize("said", NO_ADDRESSES)
def test_whatever_an_address_says_there_is_a_page(table: Table, name: str, said: str) -> None:
    assert table.phone.get("/history", query_string={name: said}).status_code == 200


def test_a_match_goes_into_the_archive_by_its_menu_and_comes_back_with_one_tap(table: Table) -> None:
    action = f"{table.url}/menu/archive"
    table.phone.send(f"{table.url}/menu", action)
    assert lines(table.phone) == []
    assert [line.at["href"] for line in lines(table.phone, "/history?archived=1")] == [table.url]
    answer = table.phone.send("/history?archived=1", action)
    assert answer.location.startswith("/history")
    assert [line.at["href"] for line in lines(table.phone)] == [table.url]
    assert lines(table.phone, "/history?archived=1") == []


def test_a_stranger_sees_an_empty_list(table: Table, stranger: Phone) -> None:
    for url in ("/history", "/history?archived=1"):
        assert lines(stranger, url) == []
        assert "Ana" not in words(stranger.get(url))


def test_a_phone_that_came_by_a_link_is_told_for_whom_the_evenings_are(table: Table) -> None:
    guest = table.guest(1).phone
    assert lines(guest, "/") != []
    for url in ("/history", "/history?archived=1", "/history?group=1&person=1&q=Ana"):
        assert lines(guest, url) == []
        assert "This phone came by the link of a match" in words(guest.get(url))


def test_who_is_in_two_groups_sees_one_at_a_time(app: Flask, phone: Phone) -> None:
    phone.begin("Ana", "Pau")
    other = Phone(app)
    other.begin("Ida", "Kai")
    link = read(other.get("/group")).id("link").at["value"]
    assert phone.join(f"/{link.split('/', 3)[3]}").status_code == 303
    assert [line.words for line in lines(phone)] == ["Mojo, round 1"]
    assert "Ida" not in " ".join(evenings(phone))
    choice = [link for link in read(phone.get("/history")).all("a") if "group=" in link.at.get("href", "")]
    assert len(choice) == 2
    (second,) = evenings(phone, choice[1].at["href"])
    assert "Ida and Kai" in second
    assert "Ana" not in second
    form = read(phone.get(choice[1].at["href"])).named("group")
    assert form.at["value"] == "2", "what is looked for is looked for there"


def test_home_lists_a_guests_match_and_the_groups_own(table: Table) -> None:
    guest = table.guest(1).phone
    own = guest.begin("Ida", "Kai")
    assert {line.at["href"] for line in lines(guest, "/")} == {table.url, own.url}
