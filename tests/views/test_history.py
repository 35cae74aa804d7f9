"""The list of matches and the archive."""

from __future__ import annotations

import pytest

from tests.conftest import Phone, Table
from tests.views.reading import Node, read, words


def lines(phone: Phone, url: str = "/history") -> list[Node]:
    """The matches of a page, each as its link to the pad."""
    return [link for link in read(phone.get(url)).all("a") if link.at.get("href", "").startswith("/m/")]


def test_there_is_nothing_yet_and_a_way_to_begin(phone: Phone) -> None:
    assert "No matches yet: start one." in words(phone.get("/history"))
    assert "The archive is empty." in words(phone.get("/history?archived=1"))


def test_a_match_in_the_list_says_who_played_and_who_won(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", "Zoé", limit="20")
    match.round(1, "3", "4", "10 12", mojo=1)
    (line,) = lines(phone)
    assert line.at["href"] == match.url
    assert "Ana won 3" in line.words
    assert "Mojo · Ana, Pau, Zoé" in line.words
    (when,) = line.all("time")
    assert when.at["datetime"].endswith("+00:00")


def test_a_shared_victory_names_everybody_who_shares_it(phone: Phone) -> None:
    phone.begin("Ana", "Pau", "Zoé", limit="20").round(1, "5", "5", "12 10", mojo=2)
    assert "Ana and Pau share it" in lines(phone)[0].words


def test_an_open_and_a_stopped_match_say_where_they_are(phone: Phone) -> None:
    first = phone.begin("Ana", "Pau")
    first.round(1, "3", "4", mojo=0)
    second = phone.begin("Ana", "Pau")
    phone.send(f"{second.url}/menu", f"{second.url}/menu/stop")
    said = {line.at["href"]: line.words for line in lines(phone)}
    assert "Round 2" in said[first.url]
    assert "Stopped in round 1" in said[second.url]


def test_a_correction_after_the_end_changes_the_winner_of_the_list(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", "Zoé", limit="20")
    match.round(1, "3", "4", "10 12", mojo=2)
    match.enter(1, 0, "9")
    assert "Pau won 4" in lines(phone)[0].words


def test_opening_a_match_of_the_list_shows_its_full_sheet(phone: Phone) -> None:
    phone.begin("Ana", "Pau", limit="20").round(1, "3", "10 12", mojo=0)
    page = phone.get(lines(phone)[0].at["href"])
    assert "Ana wins" in words(page)
    assert read(page).all("table")


def test_a_page_has_twenty_matches_and_leads_to_the_older_ones(phone: Phone) -> None:
    begun = [phone.begin("Ana", "Pau").url for _ in range(21)]
    assert [line.at["href"] for line in lines(phone)] == begun[:0:-1]
    assert [line.at["href"] for line in lines(phone, "/history?page=2")] == begun[:1]
    ways = {link.at["rel"]: link.at["href"] for link in read(phone.get("/history")).all("a") if "rel" in link.at}
    assert list(ways) == ["next"]
    assert len(lines(phone, ways["next"])) == 1
    back = {link.at["rel"]: link.at["href"] for link in read(phone.get(ways["next"])).all("a") if "rel" in link.at}
    assert list(back) == ["prev"]


def test_twenty_matches_need_no_second_page(phone: Phone) -> None:
    for _ in range(20):
        phone.begin("Ana", "Pau")
    assert not [link for link in read(phone.get("/history")).all("a") if link.at.get("rel") == "next"]


@pytest.mark.parametrize("page", ["0", "-1", "x", "", "9" * 30, "2²"])
def test_a_page_number_that_is_none_shows_a_page(table: Table, page: str) -> None:
    assert table.phone.get("/history", query_string={"page": page}).status_code == 200


def test_a_page_far_behind_the_last_is_empty(table: Table) -> None:
    assert lines(table.phone, "/history?page=99999999") == []


def test_the_list_archives_with_one_tap_and_the_archive_brings_back(table: Table) -> None:
    action = f"{table.url}/menu/archive"
    answer = table.phone.send("/history", action)
    assert answer.location.startswith("/history")
    assert lines(table.phone) == []
    assert [line.at["href"] for line in lines(table.phone, "/history?archived=1")] == [table.url]
    assert table.phone.send("/history?archived=1", action).status_code == 303
    assert [line.at["href"] for line in lines(table.phone)] == [table.url]
    assert lines(table.phone, "/history?archived=1") == []


def test_a_stranger_sees_an_empty_list(table: Table, stranger: Phone) -> None:
    for url in ("/history", "/history?archived=1"):
        assert lines(stranger, url) == []
        assert "Ana" not in words(stranger.get(url))
