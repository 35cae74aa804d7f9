"""The pad over HTTP: the sheet, the ranking, who is missing and who starts."""

from __future__ import annotations

import pytest

from tests.conftest import Phone, Table
from tests.views.reading import Node, cell, heads, read, totals, words


def columns(table: Table) -> list[Node]:
    return read(table.pad()).all("thead")[0].all("th")[1:]


def standing(table: Table) -> list[str]:
    """What the heads show: the name, the total, and the place, or how far it is when that is little."""
    shown = ("name", "total", "standing")
    return [" ".join(part.words for kind in shown for part in one.classed(kind)) for one in columns(table)]


def leaders(table: Table) -> list[str]:
    """Whose heads have the crown."""
    crowned = [one for one in columns(table) if any("crown" in use.at.get("href", "") for use in one.all("use"))]
    return [one.classed("name")[0].words for one in crowned]


def marked(table: Table) -> list[str]:
    """Whose columns are marked as one's own."""
    return [
        one.classed("name")[0].words for one in columns(table) if [you.words for you in one.classed("you")] == ["you"]
    ]


def link(page: str, href: str) -> Node:
    return next(node for node in read(page).all("a") if node.at.get("href") == href)


def test_the_example_of_the_book_stands_on_the_pad(table: Table) -> None:
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    for seat, said in enumerate(("9 + 1 = 10", "0 + 4 = 4", "10 + 11 + 3 = 24; Mojo +10 makes 34")):
        assert said in words(table.phone.get(table.cell(1, seat)))
    assert [cell(table.pad(), table.cell(1, seat)) for seat in range(3)] == ["10", "4", "34 +10"]
    assert totals(table.pad()) == ["10", "4", "34"]


def test_a_strange_phone_finds_nothing(table: Table, stranger: Phone) -> None:
    assert stranger.get(table.url).status_code == 404
    assert stranger.get(f"{table.url}/sheet").status_code == 404


def test_a_new_match_waits_for_the_first_hand(table: Table) -> None:
    pad = table.pad()
    assert heads(pad) == ["Ana", "Pau", "Zoé"]
    assert "Enter Ana’s cards" in words(pad)
    assert "Ana starts clockwise" in words(pad)


def test_a_cell_leads_to_its_sheet_while_it_waits_and_to_its_story_after(table: Table) -> None:
    assert cell(table.pad(), f"{table.cell(1, 1)}/edit") == ""
    table.enter(1, 1, "0 4")
    assert cell(table.pad(), table.cell(1, 1)) == "4"


def test_blank_is_not_zero(table: Table) -> None:
    table.enter(1, 0, "0")
    pad = table.pad()
    assert cell(pad, table.cell(1, 0)) == "0"
    assert cell(pad, f"{table.cell(1, 1)}/edit") == ""
    assert "enter the cards" in link(pad, f"{table.cell(1, 1)}/edit").at["aria-label"]


def test_a_hand_shows_its_count_before_the_round_is_scored(table: Table) -> None:
    table.enter(1, 2, "10 11 3", mojo=True)
    pad = table.pad()
    assert cell(pad, table.cell(1, 2)) == "24 M"
    assert "not scored yet" in link(pad, table.cell(1, 2)).at["aria-label"]
    assert totals(pad) == ["0", "0", "0"]


def test_the_mojo_marks_its_cell_and_every_cell_says_its_points(table: Table) -> None:
    table.round(1, "9 1", "0 4", "2", mojo=2)
    pad = table.pad()
    assert cell(pad, table.cell(1, 2)) == "0 0"
    assert "0 (points)" in link(pad, table.cell(1, 2)).at["aria-label"]
    assert "Ana, round 1: 10 (points)" in link(pad, table.cell(1, 0)).at["aria-label"]
    assert "2; nobody is lower, so Mojo 0" in words(table.phone.get(table.cell(1, 2)))


def test_the_pad_says_who_is_missing_once_somebody_is_in(table: Table) -> None:
    assert "Still to come" not in words(table.pad())
    table.enter(1, 1, "0 4")
    assert "Still to come: A Ana Z Zoé" in words(table.pad())
    assert "Enter Ana’s cards" in words(table.pad())
    table.enter(1, 0, "9")
    assert "Still to come: Z Zoé" in words(table.pad())
    assert "Enter Zoé’s cards" in words(table.pad())


def test_the_heads_tell_totals_and_places_and_keep_their_seats(table: Table) -> None:
    assert standing(table) == ["Ana 0", "Pau 0", "Zoé 0"]
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    assert standing(table) == ["Ana 10 2", "Pau 4 1", "Zoé 34 3"]
    assert leaders(table) == ["Pau"]
    assert columns(table)[0].words.startswith("Ana total 10, 40 to go to 50, place 2")
    assert [one.at["value"] for head in columns(table) for one in head.all("progress")] == ["20", "8", "68"]


def test_few_points_before_the_limit_a_flag_says_how_many(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", limit="36")
    match.round(1, "9 1", "12 10 7 4 1", mojo=0)
    flags = [use.at["href"] for use in columns(match)[1].all("use")]
    assert standing(match)[1] == "Pau 34 2"
    assert any("flag" in href for href in flags)


def test_a_head_opens_the_whole_name_and_what_its_column_says(phone: Phone) -> None:
    whole = "Maximiliana-Theodora von und zu Weissach"
    match = phone.begin(whole, "Pau")
    match.round(1, "9 1", "0 4", mojo=1)
    card = read(match.pad()).id(columns(match)[0].all("button")[0].at["popovertarget"])
    assert "popover" in card.at
    assert card.all("h2")[0].words == whole
    assert "total 10, 40 to go to 50, place 2" in card.words


def test_a_phone_marks_the_columns_of_those_it_enters_for(table: Table) -> None:
    assert marked(table) == []
    guest = table.guest(1, 2)
    assert marked(guest) == ["Pau", "Zoé"]
    assert marked(table) == []
    table.enter(1, 0, "9")
    assert marked(guest) == ["Pau", "Zoé"]


def test_equal_totals_share_a_place_and_the_next_is_skipped(table: Table) -> None:
    table.round(1, "4", "4", "10 2", mojo=2)
    assert standing(table) == ["Ana 4 1", "Pau 4 1", "Zoé 22 3"]
    assert leaders(table) == ["Ana", "Pau"]


def test_nobody_leads_before_a_round_is_complete(table: Table) -> None:
    table.enter(1, 0, "9")
    assert leaders(table) == []


@pytest.mark.parametrize(("hand", "way"), [("10 11 3", "anticlockwise"), ("2", "clockwise")])
def test_whoever_took_the_mojo_starts_and_its_face_says_which_way_round(table: Table, hand: str, way: str) -> None:
    table.round(1, "9 1", "0 4", hand, mojo=2)
    assert f"Zoé starts {way} · took the Mojo in round 1" in words(table.pad())


def test_the_pad_says_how_far_the_highest_is_from_the_limit(table: Table) -> None:
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    said = words(table.pad())
    assert "Closest to 50: Zoé, 16 points to go" in said
    assert "last round" not in said


def test_near_the_limit_it_may_be_the_last_round(phone: Phone) -> None:
    match = phone.begin("Ana", "Pau", limit="35")
    match.round(1, "9 1", "12 10 7 4 1", mojo=0)
    assert "Closest to 35: Pau, 1 point to go. This could be the last round." in words(match.pad())


def test_a_fifth_zero_is_kept_and_names_the_people_and_the_value(table: Table) -> None:
    table.round(1, "0 0 0", "0 0 5", "2", mojo=2)
    pad = table.pad()
    assert "There can’t be 5 cards with 0: the pack has only 4." in words(pad)
    alert = next(node for node in read(pad) if node.at.get("role") == "alert")
    assert [(one.words, one.at["href"]) for one in alert.all("a")] == [
        ("Ana", f"{table.cell(1, 0)}/edit"),
        ("Pau", f"{table.cell(1, 1)}/edit"),
    ]
    assert totals(pad) == ["0", "0", "0"]


def test_the_cells_of_a_problem_stand_out_and_the_alert_reads_as_a_sentence(table: Table) -> None:
    table.round(1, "0 0 0", "0 0 5", "2", mojo=2)
    tree = read(table.pad())
    row = tree.all("tbody")[0].all("tr")[0]
    bad = [node.words for node in row.all("td") if any("bad" in inner.at.get("class", "").split() for inner in node)]
    assert bad == ["0", "5"]
    alert = next(node for node in tree if node.at.get("role") == "alert")
    assert alert.words.startswith(
        "Round 1: There can’t be 5 cards with 0: the pack has only 4. Check: Ana and Pau. If the cards"
    )


@pytest.mark.parametrize("right", [{"cards": "0 5"}, {"points": "5"}])
def test_a_problem_goes_when_the_hand_is_put_right_or_typed_as_a_sum(table: Table, right: dict[str, str]) -> None:
    table.round(1, "0 0 0", "0 0 5", "2", mojo=2)
    assert table.enter(1, 1, right.get("cards", ""), points=right.get("points", "")).status_code == 303
    assert "cannot be" not in words(table.pad())
    assert totals(table.pad()) == ["0", "5", "12"]


def test_a_house_rule_shows_on_the_cell(table: Table) -> None:
    table.round(1, "9 1", "0 4", "2", mojo=2)
    table.phone.sure(table.cell(1, 0), f"{table.cell(1, 0)}/adjust", points="-3", note="")
    pad = table.pad()
    assert cell(pad, table.cell(1, 0)) == "7 ±"
    assert "house rule −3, makes 7" in words(table.phone.get(table.cell(1, 0)))
    assert totals(pad) == ["7", "4", "0"]


def test_whoever_left_keeps_the_total_out_of_the_ranking(table: Table) -> None:
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/leave", seat="1", last_round="1")
    pad = table.pad()
    assert heads(pad) == ["Ana", "Pau left", "Zoé"]
    assert totals(pad) == ["10", "4", "34"]
    assert standing(table) == ["Ana 10 1", "Pau 4", "Zoé 34 2"]
    assert table.phone.get(f"{table.cell(2, 1)}/edit").status_code == 404


def test_whoever_joined_has_a_column_from_that_round(table: Table) -> None:
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    table.phone.send(f"{table.url}/menu", f"{table.url}/menu/join", name="Teo", first_round="2", points="16")
    pad = table.pad()
    assert heads(pad) == ["Ana", "Pau", "Zoé", "Teo from 2, with 16"]
    assert totals(pad) == ["10", "4", "34", "16"]
    assert "Teo, round 1: not playing" in words(pad)
    assert table.phone.get(f"{table.cell(1, 3)}/edit").status_code == 404
    assert table.phone.get(f"{table.cell(2, 3)}/edit").status_code == 200


def test_the_line_chart_tells_the_totals_in_words(table: Table) -> None:
    table.round(1, "9 1", "0 4", "10 11 3", mojo=2)
    chart = next(node for node in read(table.pad()).all("svg") if node.at.get("role") == "img")
    assert all(said in chart.words for said in ("Ana 10", "Pau 4", "Zoé 34"))
