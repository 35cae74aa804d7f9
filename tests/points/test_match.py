"""A match of any other game over HTTP: its name, its length, its end, and people who play together."""

from __future__ import annotations

import pytest

from tests.conftest import Phone, Table
from tests.views.playing import now
from tests.views.reading import beside, heads, read, totals, words

UNO = {"game": "points", "called": "Uno"}


def play(table: Table, *rounds: tuple[int, ...]) -> None:
    """Enter whole rounds, a number a column, after those that are there."""
    first = now(table).current
    for number, points in enumerate(rounds, first):
        for seat, each in enumerate(points):
            answer = table.enter(number, seat, points=str(each))
            assert answer.status_code == 303, answer.text


def finish(table: Table, round_: int, page: str = "") -> str:
    """Tap the button that ends the match after that round; returns the page that follows."""
    form = table.phone.form(table.url + page, f"{table.url}/menu/finish")
    answer = table.phone.client.post(f"{table.url}/menu/finish", data={**form, "round": str(round_)})
    return table.phone.get(answer.location).text if answer.status_code == 303 else answer.text


def test_the_highest_total_wins_at_the_limit(phone: Phone) -> None:
    table = phone.begin("Ana", "Pau", limit="60", **UNO)
    play(table, (30, 12), (25, 40))
    assert now(table).status == "open"
    assert "Closest to 60: Ana, 5 points to go. This could be the last round." in words(table.pad())
    play(table, (5, 8))
    page = words(table.pad())
    assert "Uno" in page
    assert "Share the result" in page
    assert "Ana and Pau share the win" in page
    assert totals(table.pad()) == ["60", "60"]


def test_the_lowest_total_wins_where_the_group_says_so(phone: Phone) -> None:
    table = phone.begin("Ana", "Pau", limit="20", winner="lowest", **UNO)
    play(table, (20, 3))
    assert "Pau wins" in words(table.pad())
    assert "Ana reached 20 in round 1" in words(table.pad())


def test_a_match_of_some_rounds_says_which_is_the_last(phone: Phone) -> None:
    table = phone.begin("Ana", "Pau", length="rounds", rounds="2", **UNO)
    assert "Round 1 of 2" in words(table.pad())
    play(table, (1, 2))
    assert "This is the last round." in words(table.pad())
    play(table, (1, 2))
    page = words(table.pad())
    assert "Pau wins" in page
    assert "All 2 rounds are played" in page


def test_the_number_of_rounds_can_be_changed_on_the_way(phone: Phone) -> None:
    table = phone.begin("Ana", "Pau", length="rounds", rounds="2", **UNO)
    play(table, (1, 2), (1, 2))
    menu = f"{table.url}/menu"
    assert read(phone.get(menu)).values("limit") == ["2"]
    assert phone.send(menu, f"{menu}/limit", limit="3").status_code == 303
    assert now(table).status == "open"
    assert "The match has 3 rounds" in words(phone.get(table.url))
    assert phone.send(menu, f"{menu}/limit", limit="100").status_code == 422


def test_the_group_ends_a_match_without_a_limit_and_has_winners(phone: Phone) -> None:
    table = phone.begin("Ana", "Pau", length="group", **UNO)
    assert "End the match" not in words(table.pad())
    play(table, (10, 20))
    page = finish(table, 1)
    assert "Pau wins" in words(page)
    assert "You ended it after round 1" in words(page)
    assert now(table).status == "over"
    assert "Pau" in words(phone.get("/people"))
    assert "1 of 1 match won" in words(phone.get("/people"))


def test_what_the_group_ended_can_go_on_and_be_undone(phone: Phone) -> None:
    table = phone.begin("Ana", "Pau", length="group", **UNO)
    play(table, (10, 20))
    finish(table, 1, "/menu")
    assert now(table).status == "over"
    finish(table, 0)
    assert now(table).status == "open"
    finish(table, 1)
    assert phone.send(table.url, f"{table.url}/undo").status_code == 303
    assert now(table).status == "open"


def test_a_round_that_was_completed_meanwhile_is_not_cut_off(phone: Phone) -> None:
    table = phone.begin("Ana", "Pau", length="group", **UNO)
    play(table, (10, 20))
    form = phone.form(table.url, f"{table.url}/menu/finish")
    play(table, (5, 5))
    answer = phone.client.post(f"{table.url}/menu/finish", data=form)
    assert answer.status_code in (409, 422)
    assert "Round 2 is complete meanwhile" in words(answer)
    assert now(table).status == "open"


def test_a_match_with_a_limit_is_not_the_groups_to_end(phone: Phone, table: Table) -> None:
    other = phone.begin("Ana", "Pau", limit="50", **UNO)
    play(other, (10, 20))
    assert "End the match" not in words(other.pad()) + words(phone.get(f"{other.url}/menu"))
    for one in (other, table):
        token = phone.csrf()
        answer = phone.client.post(f"{one.url}/menu/finish", data={"csrf_token": token, "round": "1"})
        assert answer.status_code == 422
        assert now(one).status == "open"


def test_stopping_is_something_else(phone: Phone) -> None:
    table = phone.begin("Ana", "Pau", length="group", **UNO)
    play(table, (10, 20))
    phone.send(f"{table.url}/menu", f"{table.url}/menu/stop")
    assert now(table).status == "stopped"
    assert "Not finished" in words(table.pad())
    assert "No finished matches yet" in words(phone.get("/people"))


def test_a_rematch_is_open_again(phone: Phone) -> None:
    table = phone.begin("Ana", "Pau", length="group", **UNO)
    play(table, (10, 20))
    finish(table, 1)
    new = Table(phone, phone.send(table.url, f"{table.url}/menu/rematch").location)
    assert (now(new).called, now(new).status) == ("Uno", "open")
    play(new, (1, 2))
    assert now(new).status == "open"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("-5", "This match has no points below zero"),
        ("100000", "Enter a whole number from 0 to 99999."),
        ("3 4", "Use whole numbers only"),
        ("", "Nothing is entered yet: type the points of this round."),
    ],
)
def test_points_that_cannot_be_are_refused_beside_the_field(phone: Phone, typed: str, said: str) -> None:
    table = phone.begin("Ana", "Pau", **UNO)
    answer = table.enter(1, 0, points=typed)
    assert answer.status_code == 422
    assert said in beside(answer, "points")
    assert read(answer).named("points").at["value"] == typed


def test_points_below_zero_where_the_group_wants_them(phone: Phone) -> None:
    table = phone.begin("Ana", "Pau", below_zero="yes", **UNO)
    play(table, (-15, 20))
    assert totals(table.pad()) == ["−15", "20"]


def test_who_ended_the_round_is_asked_only_where_the_group_wants_it(phone: Phone) -> None:
    plain = phone.begin("Ana", "Pau", **UNO)
    assert "ended the round" not in words(phone.get(f"{plain.cell(1, 0)}/edit"))
    asked = phone.begin("Ana", "Pau", closer="yes", **UNO)
    assert "Ana ended the round" in words(phone.get(f"{asked.cell(1, 0)}/edit"))
    play(asked, (3, 4))
    assert "All points are in: who ended the round?" in words(asked.pad())
    assert phone.send(asked.url, f"{asked.url}/r/1/closer", closer="1").status_code == 303
    assert now(asked).current == 2


def test_the_next_in_turn_starts(phone: Phone) -> None:
    table = phone.begin("Ana", "Pau", "Zoé", **UNO)
    assert "Ana starts" in words(table.pad())
    play(table, (1, 2, 3))
    assert "Pau starts" in words(table.pad())
    play(table, (1, 2, 3))
    assert "Zoé starts" in words(table.pad())


def test_two_against_two_share_a_column_and_the_victory(phone: Phone) -> None:
    table = phone.begin("Ana + Zoé", "Pau+Teo", length="group", **UNO)
    assert [one.strip() for one in heads(table.pad())][-2:] == ["Ana + Zoé", "Pau + Teo"]
    play(table, (82, 80))
    assert "Ana + Zoé win " in words(finish(table, 1))
    ranking = [line.words for list_ in read(phone.get("/people")).classed("ranks") for line in list_.all("li")]
    for name, said in (("Ana", "1 of 1"), ("Zoé", "1 of 1"), ("Pau", "0 of 1"), ("Teo", "0 of 1")):
        assert any(f" {name} " in line and f"{said} match won" in line for line in ranking)
    assert "Ana + Zoé" in words(phone.get("/history"))


def test_people_who_play_together_are_renamed_together(phone: Phone) -> None:
    table = phone.begin("Ana + Zoe", "Pau", **UNO)
    menu = f"{table.url}/menu"
    answer = phone.send(menu, f"{menu}/rename", seat="0", new_name="Zoé", what="spelt")
    assert (answer.status_code, "Enter all names of this column" in words(answer)) == (422, True)
    assert phone.send(menu, f"{menu}/rename", seat="0", new_name="Ana + Zoé", what="spelt").status_code == 303
    assert "Ana + Zoé" in words(table.pad())


def test_nobody_sits_in_two_columns(phone: Phone) -> None:
    answer = phone.send("/new", "/new", name=["Ana + Zoé", "Pau + ana"], youngest="0", **UNO)
    assert answer.status_code == 422
    assert "There’s already a Ana" in words(answer)
