"""Starting any other game: its name is asked, kept, and offered the next time."""

from __future__ import annotations

from tests.conftest import Phone
from tests.views.playing import now
from tests.views.reading import beside, read, words


def act(phone: Phone, page: str, button: str, **typed: str) -> str:
    """Press a button of the form for a new match; returns the form as it is then."""
    answer = phone.send(page, "/new", act=button, **typed)
    assert answer.status_code == 200
    return answer.text


def test_a_game_without_a_name_is_asked_for_one(phone: Phone) -> None:
    answer = phone.send("/new?game=points", "/new", name=["Ana", "Pau"], youngest="0", called=" ")
    assert answer.status_code == 422
    assert "Enter what you play" in beside(answer, "called")
    assert read(answer).values("name") == ["Ana", "Pau"]


def test_a_name_has_forty_characters_at_most(phone: Phone) -> None:
    answer = phone.send("/new?game=points", "/new", name=["Ana", "Pau"], youngest="0", called="U" * 41)
    assert "Keep it to 40 characters: this has 41." in beside(answer, "called")
    phone.begin("Ana", "Pau", game="points", called="U" * 40)


def test_the_name_is_offered_the_next_time_with_what_was_chosen(phone: Phone) -> None:
    phone.begin("Ana", "Pau", game="points", called="Phase 10", winner="lowest", length="rounds", rounds="10")
    phone.begin("Ana", "Pau", game="points", called="Uno", limit="500")
    form = read(act(phone, "/new?game=points", "call-Phase 10"))
    assert form.values("called") == ["Phase 10"]
    assert (form.values("winner"), form.values("length"), form.values("rounds")) == (["lowest"], ["rounds"], ["10"])
    assert "Uno" in words(phone.get("/new?game=points"))


def test_another_spelling_is_the_same_game(phone: Phone) -> None:
    phone.begin("Ana", "Pau", game="points", called="Uno")
    table = phone.begin("Ana", "Pau", game="points", called="UNO ")
    assert now(table).called == "Uno"


def test_a_number_that_is_not_asked_for_is_not_in_the_way(phone: Phone) -> None:
    table = phone.begin("Ana", "Pau", game="points", called="Uno", length="group", limit="x", rounds="")
    assert now(table).sheet.limit is None


def test_the_rows_are_parted_when_a_game_without_sides_is_chosen(phone: Phone) -> None:
    page = act(phone, "/new?game=points", "game-mojo", name=["Ana + Zoé", "Pau"])
    assert read(page).values("name") == ["Ana", "Zoé", "Pau"]


def test_lists_and_people_part_matches_by_their_names(phone: Phone) -> None:
    for called, points in (("Uno", ("20", "5")), ("Rummy", ("1", "30"))):
        table = phone.begin("Ana", "Pau", game="points", called=called, limit="20")
        for seat, each in enumerate(points):
            table.enter(1, seat, points=each)
    history = words(phone.get("/history"))
    assert "Uno" in history
    assert "Rummy" in history
    for called, said in (("Uno", "1 of 1 match won"), ("Rummy", "0 of 1 match won")):
        lists = read(phone.get(f"/people?called={called}")).classed("ranks")
        lines = [line.words for list_ in lists for line in list_.all("li")]
        assert [said in line for line in lines if " Ana " in line] == [True]
    assert "best round 30" not in words(phone.get("/people?game=points&called=Uno"))
