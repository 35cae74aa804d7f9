"""Deleting who somebody was: nobody is told any more, their matches and everybody else's figures stay."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.games import by_key
from companion.games.why import Refusal
from companion.ledger import careers, decisions, deleting, erasing, figures, opening, rebuilding
from companion.ledger.careers import CareerFigures
from companion.ledger.history import matches_of
from companion.ledger.persons import person_for, remembered_people

from .cast import ANA, ANAS_PHONE, MARTAS, PAU, ZOE, begin, stored
from .gone import ANAS, GROUP, PAUS, again, delete_person, figures_of, lists, played, without_turns


def test_somebody_who_was_deleted_is_somebody_everywhere(app: Flask) -> None:
    pad = played(app)
    before = [seat.avatar for seat in pad.now().seats]
    number = delete_person(app, "Pau")
    seats = pad.now().seats
    assert [seat.name for seat in seats] == ["Ana", "someone", "Zoé"]
    assert [seat.unnamed for seat in seats] == [(0,), (1,), (0,)]
    assert seats[PAU].avatar.letters == "?"
    assert [seats[at].avatar for at in (ANA, ZOE)] == [before[at] for at in (ANA, ZOE)]
    with app.app_context():
        (row,) = matches_of(ANAS)
        assert [person.name for person in row.people] == ["Ana", "someone", "Zoé"]
        assert person_for(ANAS, number) is None
        assert [one.name for one in remembered_people(ANAS)] == ["Ana", "Zoé"]
    assert set(ranked(app)) == {"Ana", "Zoé"}


def ranked(app: Flask) -> dict[str, CareerFigures]:
    """The careers of those in the ranking of the group, by their names."""
    with app.app_context():
        figures.fresh(GROUP)
        return {one.person.name: one.career for one in careers.ranking(GROUP)}


def test_two_who_were_deleted_are_told_apart(app: Flask) -> None:
    pad = played(app)
    delete_person(app, "Pau")
    delete_person(app, "Zoé")
    seats = pad.now().seats
    assert [seat.name for seat in seats] == ["Ana", "someone", "someone (2)"]
    assert [seat.avatar.letters for seat in seats] == ["A", "?", "?2"]


def test_the_figures_of_others_stay(app: Flask) -> None:
    played(app)
    before = ranked(app)
    counted = figures_of(app)
    number = delete_person(app, "Pau")
    left = figures_of(app)
    assert not any(number in row[:3] for row in (*left["careers"], *left["rivalries"]))
    assert left["careers"] == [row for row in counted["careers"] if row[0] != number]
    assert ranked(app) == {name: one for name, one in before.items() if name != "Pau"}


def test_somebody_comes_back_as_they_were(app: Flask) -> None:
    played(app)
    played(app, "archived").decide("archive", True)
    before, shown, counted = without_turns(stored(app)), lists(app), figures_of(app)
    number = delete_person(app, "Pau")
    with app.app_context():
        rebuilding.rebuild()
    counting = {row[6] for row in stored(app)["seat_results"] if row[2] == number}
    assert counting == {False}
    with app.app_context():
        deleting.restore_person(ANAS, number)
    assert without_turns(stored(app)) == before
    assert lists(app) == shown
    assert figures_of(app) == counted


def test_who_plays_in_an_open_match_is_not_deleted(app: Flask) -> None:
    pad = begin(app, ("Ana", "Pau", "Zoé"))
    before = stored(app)
    with pytest.raises(Refusal, match="Pau plays in a match that is open"):
        delete_person(app, "Pau")
    assert stored(app) == before
    pad.leave(PAU, 0)
    delete_person(app, "Pau")
    assert pad.now().name(PAU) == "someone"


@pytest.mark.parametrize("token", [PAUS, MARTAS])
def test_only_the_keeper_deletes_people(app: Flask, token: str) -> None:
    played(app)
    with pytest.raises(Refusal):
        delete_person(app, "Zoé", token)
    number = delete_person(app, "Zoé")
    with app.app_context(), pytest.raises(Refusal):
        deleting.restore_person(token, number)
    with app.app_context(), pytest.raises(Refusal):
        erasing.erase_person(number, token)


def test_a_new_person_of_that_name_is_somebody_else(app: Flask) -> None:
    pad = played(app)
    number = delete_person(app, "Pau")
    new = begin(app, ("Ana", "Pau"), "new")
    assert new.now().seats[PAU].players != (number,)
    assert new.now().name(PAU) == "Pau"
    assert pad.now().name(PAU) == "someone"
    with app.app_context(), pytest.raises(Refusal, match="Someone else in the group is called Pau now"):
        deleting.restore_person(ANAS, number)
    new.act(decisions.rename, ANAS_PHONE, None, PAU, "Pau B.")
    with app.app_context():
        deleting.restore_person(ANAS, number)
    assert (pad.now().name(PAU), new.now().name(PAU)) == ("Pau", "Pau B.")


def test_nobody_gives_somebody_a_name_or_takes_them_into_a_rematch(app: Flask) -> None:
    pad = played(app)
    delete_person(app, "Pau")
    with pytest.raises(Refusal, match="was deleted"):
        pad.act(decisions.rename, ANAS_PHONE, None, PAU, "Paul")
    with pytest.raises(Refusal, match="was deleted"):
        again(app, pad)
    pad.act(decisions.replace, ANAS_PHONE, None, PAU, "Paul")
    assert pad.now().name(PAU) == "Paul"


def test_a_bot_is_no_person_to_delete(app: Flask) -> None:
    with app.app_context():
        opening.create(ANAS, "bots", opening.Opening(by_key("mojo"), ("Ana", "Robo"), {}, 0, {1: "easy"}))
    with pytest.raises(Refusal):
        delete_person(app, "Robo")
