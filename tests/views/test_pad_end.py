"""The end of a match on its pad: winners, why, the rematch, the text to share, and what no longer counts."""

from __future__ import annotations

import pytest

from tests.conftest import Phone, Table
from tests.views.reading import Node, heads, read, totals, words


def podium(page: str) -> list[str]:
    """The first three places with their totals, as they stand in the list."""
    return [line.words for line in read(page).classed("podium")[0].all("li")]


def row(page: str, number: int) -> Node:
    """The line of a round on the sheet."""
    return read(page).all("tbody")[0].all("tr")[number - 1]


@pytest.fixture
def over(phone: Phone) -> Table:
    """A match to 30 that Pau won in its first round."""
    match = phone.begin("Ana", "Pau", "Zoé", "Teo", limit="30")
    match.round(1, "9 1", "0 4", "10 11 3", "8", mojo=2)
    return match


def test_the_end_names_the_winner_and_why_it_ended(over: Table) -> None:
    said = words(over.pad())
    assert "Pau wins" in said
    assert "Zoé reached 34 in round 1" in said
    assert "Enter" not in said


def test_the_podium_has_three_and_the_others_follow(over: Table) -> None:
    stands = podium(over.pad())
    assert sorted(line.split()[-1] for line in stands) == ["1st", "2nd", "3rd"]
    assert any("Pau" in line and "1st" in line for line in stands)
    assert "4th Zoé 34" in words(over.pad())


def test_several_who_reach_the_limit_are_all_named(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", "Zoé", limit="20")
    match.round(1, "12 10", "11 9", "2", mojo=2)
    assert "Ana and Pau reached 20 in round 1" in words(match.pad())


def test_a_tie_shares_the_victory(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", "Zoé", limit="20")
    match.round(1, "5", "5", "12 10", mojo=2)
    page = match.pad()
    assert "Ana and Pau share the win" in words(page)
    assert sum("1st" in line for line in podium(page)) == 2
    assert any("Zoé" in line and "3rd" in line for line in podium(page))


def test_the_result_can_be_shared_as_text(over: Table) -> None:
    box = read(over.pad()).all("textarea")[0]
    lines = "".join(map(str, box.inside)).strip().splitlines()
    assert lines[0].startswith("Mojo, ")
    assert lines[1:5] == ["1. Pau 4 👑", "2. Teo 8", "3. Ana 10", "4. Zoé 34"]
    assert lines[-1] == "1 round, to 30"


def test_the_rematch_is_one_tap_with_the_same_people(over: Table) -> None:
    answer = over.phone.send(over.url, f"{over.url}/menu/rematch")
    assert answer.status_code == 303
    again = Table(over.phone, answer.location)
    assert again.url != over.url
    assert heads(again.pad()) == heads(over.pad())
    assert totals(again.pad()) == ["0", "0", "0", "0"]


def test_a_round_after_the_end_is_greyed_and_does_not_count(table: Table) -> None:
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    table.round(2, "2", "5", "8", mojo=0)
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/limit", limit="30")
    page = table.pad()
    assert "Round 2 was entered after the end: it doesn’t count." in words(page)
    assert "doesn’t count" in row(page, 2).words
    assert "doesn’t count" not in row(page, 1).words
    assert row(page, 2).at.get("class") and row(page, 2).at.get("class") != row(page, 1).at.get("class")
    assert totals(page) == ["10", "4", "34"]
    assert "Pau wins" in words(page)


def test_a_higher_limit_counts_the_round_again(table: Table) -> None:
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    table.round(2, "2", "5", "8", mojo=0)
    for limit in ("30", "60"):
        table.phone.send(f"{table.url}/menu", f"{table.url}/menu/limit", limit=limit)
    assert totals(table.pad()) == ["10", "9", "42"]
    assert "wins" not in words(table.pad())


def test_a_gap_in_an_earlier_round_is_told_also_after_the_end(table: Table) -> None:
    table.round(1, "9 1", "0 4", "2", mojo=2)
    table.round(2, "12", "5", "8", mojo=1)
    table.phone.sure(table.cell(1, 0), f"{table.cell(1, 0)}/withdraw")
    gap = "Round 1 isn’t complete, so it doesn’t count yet. Still missing: Ana."
    assert gap in words(table.pad())
    assert "not certain" not in words(table.pad())
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/limit", limit="10")
    assert f"{gap} Until then the result may still change." in words(table.pad())


def test_a_stopped_match_is_ranked_as_it_stands_without_a_winner(table: Table) -> None:
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/stop")
    page = table.pad()
    assert "Stopped in round 2" in words(page)
    assert "Not finished" in words(page)
    assert "wins" not in words(page)
    assert "👑" not in page
    assert any("Pau" in line and "1st" in line for line in podium(page))
    assert table.phone.send(table.url, f"{table.url}/menu/stop").status_code == 303
    assert "Enter Ana’s cards" in words(table.pad())
