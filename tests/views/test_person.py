"""The page of a person: figures, how they developed, who was ahead of whom; for phones of the group."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from flask import Flask
from sqlalchemy import update

from companion.app_state import app_state
from companion.ledger.base import db
from companion.ledger.models import Player
from companion.ledger.rebuilding import rebuild
from companion.ledger.summaries import SeatResult
from tests.conftest import Phone, Table
from tests.views.reading import Node, read, words
from tests.views.test_people import bots
from tests.views.test_person_change import home_of, merge
from tests.views.test_queries import asked

MOST = 7


def mojo(phone: Phone, *hands: str, taken: int = 0, names: Sequence[str] = ("Ana", "Pau", "Zoé")) -> Table:
    """A match of Mojo that ends with its first round."""
    match = phone.begin(*names, limit="20")
    match.round(1, *hands, mojo=taken)
    return match


def told(phone: Phone, url: str) -> list[str]:
    """The figures of a page."""
    return [one.words for one in read(phone.get(url)).classed("told-of")[0].all("li")]


def ways(phone: Phone, url: str, label: str) -> dict[str, str]:
    """The chips of a row, with where they lead; none where there is nothing to choose."""
    navs = [nav for nav in read(phone.get(url)).all("nav") if nav.at.get("aria-label") == label]
    return {a.words: a.at["href"] for nav in navs for a in nav.all("a")}


def met(page: Node) -> list[str]:
    """Who was ahead of whom, in sentences."""
    return [one.words for one in page.classed("vh") if "was ahead of" in one.words]


@pytest.fixture
def played(phone: Phone) -> list[Table]:
    """Ana won two matches of Mojo and lost one in between; she took the Mojo in all of them."""
    return [
        mojo(phone, "3", "4", "10 12", taken=0),
        mojo(phone, "9", "4", "10 12", taken=0),
        mojo(phone, "1", "4", "10 12", taken=0, names=("Ana", "Zoé", "Pau")),
    ]


def test_before_the_first_end_there_is_a_way_to_begin(app: Flask, table: Table) -> None:
    page = words(table.phone.get(home_of(app, "Ana")))
    assert "No finished matches yet. This page fills up after your first one." in page
    assert "What these numbers mean" not in page


def test_a_bot_and_nobody_have_no_page(app: Flask, phone: Phone) -> None:
    bots(phone, ("Ana", ""), ("Robo", "easy"))
    assert phone.get(home_of(app, "Ana")).status_code == 200
    for nobody in (home_of(app, "Robo"), "/people/999", "/people/0"):
        for page in ("", "/edit", "/merge", "/avatar"):
            assert phone.get(f"{nobody}{page}").status_code == 404


def test_a_guest_by_the_link_of_a_match_sees_nobodys_page(app: Flask, table: Table) -> None:
    for visitor in (table.guest(1).phone, table.watcher().phone, Phone(app)):
        assert visitor.get(home_of(app, "Ana")).status_code == 404


def test_a_person_is_told_in_figures(app: Flask, phone: Phone, played: list[Table]) -> None:
    home = home_of(app, "Ana")
    won, place, mojo_, best, worst, streak, pace = told(phone, home)
    assert won == "2 of 3 matches won, 67%"
    assert place == "1.3 average place of 3"
    assert mojo_ == "The Mojo paid off 2 of 3 times"
    assert best.startswith("0 best round, ")
    assert worst.startswith("19 worst round, ")
    assert streak == "1 win in a row now; best 1"
    assert pace == "6.3 points a round; the group: 10.8"
    ends = {a.words.split(",")[0]: a.at["href"] for a in read(phone.get(home)).classed("told-of")[0].all("a")}
    assert (ends["best round"], ends["worst round"]) == (played[0].url, played[1].url)


def test_every_figure_is_explained_in_a_sentence(app: Flask, phone: Phone, played: list[Table]) -> None:
    page = read(phone.get(home_of(app, "Ana")))
    (meanings,) = page.classed("means")
    terms = [one.words for one in meanings.all("dt")]
    assert len(terms) == len(told(phone, home_of(app, "Ana"))) + 3
    assert all(one.words.endswith(".") for one in meanings.all("dd"))


def test_how_often_the_mojo_paid_off_is_drawn_as_squares_and_many_as_a_bar(app: Flask, phone: Phone) -> None:
    match, home = phone.begin("Ana", "Pau", limit="90"), home_of(app, "Ana")
    for number in range(1, 11):
        match.round(number, "3" if number % 2 else "9", "4 5", mojo=0)
    page = read(phone.get(home))
    assert "The Mojo paid off 10 of 10 times" in page.words
    assert len(page.classed("tally")[0].all("i")) == len(page.classed("done")) == 10
    match = phone.begin("Ana", "Pau", limit="99")
    for number in range(1, 12):
        match.round(number, "3", "4 5", mojo=0)
    page = read(phone.get(home))
    assert "The Mojo paid off 21 of 21 times" in page.words
    assert [(bar.at["value"], bar.at["max"]) for bar in page.all("progress")] == [("21", "21")]


def test_each_game_has_its_own_words(app: Flask, phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", game="skyjo", limit="20")
    match.round(1, "5 5 1 x x x", "1 1 1 2 2 2", mojo=0)
    home = home_of(app, "Ana")
    assert "Doubled: 1 of 1 round ended" in told(phone, home)
    assert "Doubled" not in words(phone.get(home_of(app, "Pau")))
    phone.begin("Ana", "Pau", game="jokrummy", limit="1").enter(1, 0, points="1", bonus="0", mojo=True)
    mojo(phone, "3", "10 12", names=("Ana", "Pau"))
    games = ways(phone, home, "Which game")
    assert list(games) == ["All", "Mojo", "Jok-R-ummy jr", "Skyjo"]
    missions = told(phone, games["Jok-R-ummy jr"])
    assert missions[-1] == "1.0 missions a match; the group: 0.5"
    assert not any("best round" in one for one in missions)
    assert told(phone, games["All"]) == told(phone, home)
    assert len(told(phone, home)) == 4


def test_nonsense_in_the_address_is_as_if_nobody_had_asked(app: Flask, phone: Phone, played: list[Table]) -> None:
    home = home_of(app, "Ana")
    for nonsense in ("called=Chess", "called=%00", "season=1999", "season=x", "season=-1", "called=" + "x" * 300):
        assert told(phone, f"{home}?{nonsense}") == told(phone, home)


def test_the_line_shows_the_totals_and_its_table_the_same_numbers(
    app: Flask, phone: Phone, played: list[Table]
) -> None:
    page = read(phone.get(home_of(app, "Ana")))
    assert page.id("line").words == "Final totals, lower is better"
    assert page.id("line-story").words == ("The last 3 matches; won: 2. The same numbers stand in the table below.")
    assert (len(page.classed("star")), len(page.classed("dot-of"))) == (2, 1)
    rows = [row for row in page.classed("matches-of")[0].all("tr") if row.all("td")]
    assert [[cell.words for cell in row.all("td")] for row in rows] == [
        ["0", "1 of 3", "★ won"],
        ["19", "2 of 3", ""],
        ["0", "1 of 3", "★ won"],
    ]
    assert [row.all("a")[0].at["href"] for row in rows] == [match.url for match in reversed(played)]


def test_one_match_has_no_line_and_its_round_is_neither_best_nor_worst(app: Flask, phone: Phone) -> None:
    mojo(phone, "3", "4", "10 12")
    page = read(phone.get(home_of(app, "Ana")))
    assert "The line starts with the second match." in page.words
    assert not page.classed("chart")
    assert "best round" not in page.words
    assert len(page.classed("matches-of")[0].all("tr")) == 2


def test_places_of_unlike_games_are_a_line(app: Flask, phone: Phone, played: list[Table]) -> None:
    phone.begin("Ana", "Pau", game="jokrummy", limit="1").enter(1, 0, points="1", bonus="0", mojo=True)
    page = read(phone.get(home_of(app, "Ana")))
    assert page.id("line").words == "Places, the first at the top"
    assert "Game" in [head.words for head in page.classed("matches-of")[0].all("th")]


def test_a_person_is_ahead_of_others_as_often_as_matches_say(app: Flask, phone: Phone, played: list[Table]) -> None:
    said = met(read(phone.get(home_of(app, "Ana"))))
    assert "Matches in which Ana was ahead of Zoé: 3; behind: 0; level: 0." in said
    assert "Matches in which Ana was ahead of Pau: 2; behind: 1; level: 0." in said


def test_those_met_less_often_are_behind_a_line(app: Flask, phone: Phone) -> None:
    mojo(phone, *("3", "4", "10 12", "5", "6", "7", "8", "2"), names=("Ana", *"BCDEFGH"))
    page = read(phone.get(home_of(app, "Ana")))
    assert len(met(page)) == 7
    (more,) = [one for one in page.all("details") if "Everyone else" in one.words]
    assert len(met(more)) == 1


def test_the_records_of_the_group_stand_with_who_holds_them(app: Flask, phone: Phone, played: list[Table]) -> None:
    assert "Records of the group" in words(phone.get(home_of(app, "Zoé")))
    assert "Highest round: 22" in words(phone.get(home_of(app, "Zoé")))
    assert "Highest round" not in words(phone.get(home_of(app, "Ana")))


def test_years_can_be_chosen(app: Flask, phone: Phone, played: list[Table]) -> None:
    home = home_of(app, "Ana")
    assert list(ways(phone, home, "When")) == ["All time", "This year"]
    assert told(phone, ways(phone, home, "When")["This year"]) == told(phone, home)


def listed(phone: Phone, url: str) -> set[str]:
    """The matches on a page of the history."""
    return {a.at["href"] for a in read(phone.get(url)).all("a") if a.at["href"].startswith("/m/")}


def test_all_matches_of_a_person_are_one_tap_away_also_those_under_another_name(
    app: Flask, phone: Phone, played: list[Table]
) -> None:
    other = mojo(phone, "3", "10 12", names=("Annie", "Teo"))
    going = phone.begin("Ana", "Pau", game="skyjo")
    mojo(phone, "3", "10 12", names=("Pau", "Teo"))
    home = home_of(app, "Ana")
    (way,) = [a.at["href"] for a in read(phone.get(home)).all("a") if a.words == "All matches"]
    assert listed(phone, way) == {match.url for match in (*played, going)}
    assert listed(phone, f"{way}&game=Mojo") == {match.url for match in played}
    merge(app, phone, "Ana", "Annie")
    assert listed(phone, way) == {match.url for match in (*played, other, going)}


def test_after_a_merge_all_matches_count_for_the_person(app: Flask, phone: Phone, played: list[Table]) -> None:
    mojo(phone, "3", "10 12", names=("Annie", "Teo"))
    home = home_of(app, "Ana")
    merge(app, phone, "Ana", "Annie")
    assert told(phone, home)[0] == "3 of 4 matches won, 75%"
    assert any("Teo" in one for one in met(read(phone.get(home))))
    phone.send(f"{home}/edit", f"{home_of(app, 'Annie')}/part")
    assert told(phone, home)[0] == "2 of 3 matches won, 67%"
    assert told(phone, home_of(app, "Annie"))[0] == "1 of 1 match won, 100%"


def test_who_is_out_of_the_lists_has_figures_and_stands_on_nobodys_page(
    app: Flask, phone: Phone, played: list[Table]
) -> None:
    home = home_of(app, "Zoé")
    phone.send(f"{home}/edit", f"{home}/out")
    assert told(phone, home)[0] == "0 of 3 matches won, 0%"
    assert not any("Zoé" in one for one in met(read(phone.get(home_of(app, "Ana")))))
    assert "Highest round" not in words(phone.get(home))


def test_a_match_of_which_only_places_are_known_has_a_place_and_no_total(
    app: Flask, phone: Phone, played: list[Table]
) -> None:
    with app.app_context():
        nothing = {"total": None, "rounds": 0, "points": 0, "lowest": None, "highest": None}
        db.session.execute(update(SeatResult).where(SeatResult.match_id == 3).values(**nothing))
        db.session.commit()
    page = read(phone.get(home_of(app, "Ana")))
    newest = page.classed("matches-of")[0].all("tr")[1]
    assert [cell.words for cell in newest.all("td")] == ["–", "1 of 3", "★ won"]
    assert len(page.classed("star")) + len(page.classed("dot-of")) == 2


def test_the_figures_are_those_of_a_rebuild(app: Flask, phone: Phone, played: list[Table]) -> None:
    home = home_of(app, "Ana")
    before = told(phone, home)
    with app.app_context():
        rebuild()
    assert told(phone, home) == before


def test_a_page_asks_as_much_for_two_matches_as_for_twenty(app: Flask, phone: Phone, played: list[Table]) -> None:
    home = home_of(app, "Ana")
    phone.get(home)

    def cost() -> int:
        app_state(app).states.clear()
        with asked(app) as said:
            assert phone.get(home).status_code == 200
        return len(said)

    few = cost()
    for number in range(17):
        mojo(phone, "3", "4", "10 12", names=("Ana", "Pau", f"Zoé {number}"))
    phone.get(home)
    assert 0 < cost() == few <= MOST


@pytest.mark.parametrize("name", ["x" * 40, "👨‍👩‍👧‍👦", "شهرزاد", "<b>&\"'"])
def test_any_name_is_shown_whole(app: Flask, phone: Phone, name: str) -> None:
    mojo(phone, "3", "10 12", names=(name, "Pau"))
    with app.app_context():
        player = db.session.query(Player.id).filter_by(name=name).scalar()
    page = read(phone.get(f"/people/{player}"))
    assert page.all("h1")[0].words == name
    assert len(met(page)) == 1
