"""What the page of a group shows beside the ranking: records, who was ahead of whom, wins over time, the calendar."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from flask import Flask

from companion.ledger.avatars import Avatar
from companion.views.calendar import Calendar, Played, by_day, calendar_of
from companion.views.wins_chart import WinsChart, month_of, wins_chart
from tests.conftest import Phone
from tests.views.reading import Node, read, words

Asked = Callable[[Callable[[], Any]], Any]


@pytest.fixture
def asked(app: Flask) -> Asked:
    """Does something inside a request, where texts have a language and days a clock."""

    def ask(what: Callable[[], Any]) -> Any:
        with app.test_request_context():
            return what()

    return ask


def section(phone: Phone, title: str, url: str = "/people") -> Node:
    """The part of the page under that heading."""
    found = [one for one in read(phone.get(url)).all("section") if any(h.words == title for h in one.all("h2"))]
    assert len(found) == 1, title
    return found[0]


def test_a_record_says_what_who_and_when_and_leads_to_its_match(phone: Phone) -> None:
    first = phone.begin("Ana", "Pau", limit="20")
    first.round(1, "3", "12 11", mojo=1)
    phone.begin("Ana", "Pau", limit="20").round(1, "4", "12 11", mojo=1)
    told = section(phone, "Records of the group")
    lines = {line.all("b")[0].words: line for line in told.all("li")}
    assert list(lines) == ["Lowest round: 3", "Highest round: 22", "2 wins in a row", "Longest match: 1 round"]
    assert lines["Lowest round: 3"].all("small")[0].words.startswith("Ana · Mojo · ")
    assert lines["Longest match: 1 round"].all("small")[0].words.startswith("Mojo · ")
    assert [a.at["href"] for a in lines["Highest round: 22"].all("a")] == [first.url]


def test_over_all_games_a_game_without_points_has_no_lowest_round(phone: Phone) -> None:
    phone.begin("Ana", "Pau", limit="20").round(1, "3", "12 11", mojo=1)
    phone.begin("Ana", "Pau", game="jokrummy", limit="1").enter(1, 0, points="1", bonus="0", mojo=True)
    said = [line.all("b")[0].words for line in section(phone, "Records of the group").all("li")]
    assert said == ["Lowest round: 3", "Highest round: 22", "2 wins in a row", "Longest match: 1 round"]


def test_who_was_ahead_of_whom_stands_in_a_table_with_heads(phone: Phone) -> None:
    for hands in (("3", "4", "12 11"), ("3", "9", "12 11"), ("4", "3", "12 11")):
        phone.begin("Ana", "Pau", "Zoé", limit="20").round(1, *hands, mojo=2)
    (table,) = section(phone, "Who was ahead of whom").all("table")
    heads = [th.classed("vh")[0].words for th in table.all("th") if th.at["scope"] == "col"]
    rows = [[td.words for td in tr.all("td")] for tr in table.all("tbody")[0].all("tr")]
    assert heads == ["Ana", "Pau", "Zoé"]
    assert rows == [["", "2", "3"], ["1", "", "3"], ["0", "0", ""]]


def test_who_begins_and_who_ends_the_rounds_stands_with_numbers(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", limit="20")
    match.round(1, "1", "2", mojo=0)
    match.round(2, "1", "12 11", mojo=1)
    ends = [line.words for line in section(phone, "Who ends the rounds").all("li")]
    assert [line.split()[1] for line in ends] == ["Ana", "Pau"]
    assert all("1 of 2 rounds 50%" in line for line in ends)
    begins = section(phone, "Who starts the rounds").words
    assert begins.count("of 2 rounds") == 2


def test_wins_over_time_are_lines_and_the_same_numbers_a_table(phone: Phone) -> None:
    for _ in range(2):
        phone.begin("Ana", "Pau", limit="20").round(1, "3", "12 11", mojo=1)
    wins = section(phone, "Wins over time")
    assert "Ana 2; Pau 0;" in wins.all("desc")[0].words
    assert [[cell.words for cell in row.all("th", "td")] for row in wins.all("tbody")[0].all("tr")] == [
        ["Ana", "2"],
        ["Pau", "0"],
    ]


PEOPLE = [(1, "Ana", Avatar(0)), (2, "Pau", Avatar(1))]


def chart(asked: Asked, wins: dict[int, dict[int, int]], last: date) -> WinsChart | None:
    """The chart of Ana and Pau."""
    found: WinsChart | None = asked(lambda: wins_chart(PEOPLE, wins, month_of(last)))
    return found


def test_without_a_win_there_is_no_chart(asked: Asked) -> None:
    assert chart(asked, {}, date(2026, 3, 1)) is None


def test_every_win_is_in_the_chart_however_long_it_is(asked: Asked) -> None:
    last = date(2026, 11, 30)
    for months in (2, 12, 13, 24, 40, 120, 700):
        first = month_of(last) - months + 1
        made = chart(asked, {1: {first: 1, month_of(last): 2}, 2: {first: 1}}, last)
        assert made is not None
        assert len(made.steps) <= 12
        assert len(made.chart.rounds) >= 1
        assert [(name, numbers[-1]) for name, numbers in made.rows] == [("Ana", 3), ("Pau", 1)]
        assert all(numbers == tuple(sorted(numbers)) for _, numbers in made.rows)


def calendar(asked: Asked, year: int, days: dict[date, int]) -> Calendar:
    """The calendar of a year."""
    played = [Played(day, matches, "") for day, matches in days.items()]
    found: Calendar = asked(lambda: calendar_of(1, year, played))
    return found


@pytest.mark.parametrize("year", [2023, 2024, 2026, 2028])
def test_every_day_of_a_year_has_one_square_in_a_column_a_week(asked: Asked, year: int) -> None:
    drawn = calendar(asked, year, {date(year, 1, 1): 1, date(year, 12, 31): 9})
    days = (date(year + 1, 1, 1) - date(year, 1, 1)).days
    assert sum(strip.idle.count("z") + len(strip.squares) for strip in drawn.strips) == days
    first, last = (square for strip in drawn.strips for square in strip.squares)
    assert (first.level, last.level) == (1, 4)
    # Monday stands at the top.
    assert [(square.y - 16) // 12 for square in (first, last)] == [first.day.weekday(), last.day.weekday()]
    assert all(strip.width >= max(square.x for square in strip.squares) + 10 for strip in drawn.strips)
    assert [len(strip.months) for strip in drawn.strips] == [6, 6]


def test_a_day_says_how_many_matches_there_were(asked: Asked) -> None:
    drawn = calendar(asked, 2026, {date(2026, 3, 14): 3, date(2026, 3, 15): 1, date(2026, 7, 1): 2})
    assert [(month.name, [day.said for day in month.days]) for month in drawn.months] == [
        ("March", ["14 March: 3 matches", "15 March: 1 match"]),
        ("July", ["1 July: 2 matches"]),
    ]


def test_evenings_of_one_day_are_one_square() -> None:
    at = datetime(2026, 3, 14, 9, tzinfo=UTC)
    evenings = [(at, at.replace(hour=10), 1), (at.replace(hour=20), at.replace(hour=23), 2)]
    assert by_day(evenings) == ((date(2026, 3, 14), 3, "2026-03-14T23:00:00~999999999"),)


def test_a_square_leads_to_the_matches_of_its_day(phone: Phone) -> None:
    phone.begin("Ana", "Pau", limit="20").round(1, "3", "12 11", mojo=1)
    days = read(phone.get("/people")).classed("days")[0].all("a")
    (there,) = {link.at["href"] for link in days}
    assert "Ana" in words(phone.get(there))
    assert "before=" in there


def test_the_calendar_goes_by_the_clock_of_the_phone(phone: Phone) -> None:
    phone.begin("Ana", "Pau", limit="20").round(1, "3", "12 11", mojo=1)
    said = set()
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        phone.client.set_cookie("zone", zone)
        (days,) = read(phone.get("/people")).classed("days")
        said |= {day.words for day in days.all("li")}
    # 25 hours lie between these clocks: it is never the same day there.
    assert len(said) == 2
