"""Deleting a match for good: gone at once from all that anybody sees, and back as it was for thirty days."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from companion.app_state import app_state
from companion.games.why import Refusal
from companion.ledger import access, decisions, erasing, links, pen
from companion.ledger.base import db
from companion.ledger.cells import STOP
from companion.ledger.models import Group

from .cast import MARTAS, begin, stored
from .gone import ANAS, LATER, PAUS, again, delete, figures_of, lists, played, restore, without_turns


def test_a_match_that_is_deleted_is_gone_from_lists_and_statistics_at_once(app: Flask) -> None:
    played(app, "first")
    before, counted = lists(app), figures_of(app)
    pad = played(app, "second", ("Ana", "Pau", "Iris"))
    assert lists(app) != before
    assert figures_of(app) != counted
    delete(app, pad)
    assert lists(app) == before
    assert figures_of(app) == counted
    assert pad.found(ANAS) is None


def test_it_is_found_by_no_link_and_no_code(app: Flask) -> None:
    pad = begin(app)
    its = pad.links()
    delete(app, pad)
    with app.app_context():
        assert (links.follow(its.match), links.follow(its.watch), links.by_code(its.code)) == (None, None, None)


def test_this_process_remembers_nothing_of_it(app: Flask) -> None:
    pad, other = played(app), begin(app, client="other")
    other.now()
    app_state(app).pieces.put(("piece of", "Zoé"), "Zoé", 3)
    delete(app, pad)
    states = app_state(app).states
    assert (pad.public_id, 6) not in states
    assert not any(key[0] == pad.public_id for key in states._kept if isinstance(key, tuple))
    assert any(key[0] == other.public_id for key in states._kept if isinstance(key, tuple))
    assert len(app_state(app).pieces) == 0


def test_whoever_writes_in_it_at_that_moment_is_refused(app: Flask) -> None:
    pad = begin(app)
    delete(app, pad)
    before = stored(app)
    with app.app_context(), pytest.raises(pen.Deleted) as refused:
        decisions.decide(pen.Pen(pad.id, pad.phones[0], "late"), STOP, True)
    assert refused.value.code == 410
    assert stored(app) == before


def test_it_comes_back_as_it_was(app: Flask) -> None:
    played(app, "other")
    pad = played(app)
    pad.decide("archive", True)
    before, shown, counted = without_turns(stored(app)), lists(app), figures_of(app)
    delete(app, pad)
    assert without_turns(stored(app)) != before
    figures_of(app)
    restore(app, pad)
    assert without_turns(stored(app)) == before
    assert figures_of(app) == counted
    assert lists(app) == shown
    assert [deed[4] for deed in stored(app)["deeds"]] == ["delete match", "restore match"]


def test_only_the_keeper_deletes_and_restores(app: Flask) -> None:
    pad = begin(app)
    for token in (PAUS, MARTAS):
        with pytest.raises(Refusal):
            delete(app, pad, token)
    assert pad.found(ANAS) is not None
    delete(app, pad)
    with pytest.raises(Refusal):
        restore(app, pad, PAUS)
    with app.app_context(), pytest.raises(Refusal):
        erasing.erase_match(pad.id, PAUS)
    assert pad.found(ANAS) is None


def test_what_was_deleted_is_not_deleted_twice_nor_restored_twice(app: Flask) -> None:
    pad = begin(app)
    with pytest.raises(Refusal):
        restore(app, pad)
    delete(app, pad)
    with pytest.raises(Refusal):
        delete(app, pad)
    restore(app, pad)
    with app.app_context(), pytest.raises(Refusal):
        erasing.erase_match(pad.id, ANAS)


def test_whose_match_it_was_is_told_so_and_nobody_else(app: Flask) -> None:
    pad = begin(app)
    pad.let_in(MARTAS)
    delete(app, pad)
    with app.app_context():
        assert [access.was_deleted(pad.public_id, token) for token in (ANAS, PAUS, MARTAS)] == [True] * 3
        assert not access.was_deleted(pad.public_id, "the token of a stranger's phone")
        assert not access.was_deleted(pad.public_id, None)
        erasing.erase_due(LATER)
        assert [access.was_deleted(pad.public_id, token) for token in (ANAS, PAUS, MARTAS)] == [True, True, False]


def test_the_match_before_it_leads_to_it_no_more_and_can_have_another_rematch(app: Flask) -> None:
    first = played(app)
    second = again(app, first)
    delete(app, second)
    assert first.now().next is None
    new = again(app, first)
    assert new.public_id != second.public_id
    assert first.now().next == new.public_id
    restore(app, second)
    assert first.now().next == new.public_id, "what was begun meanwhile stays"
    assert second.found(ANAS) is not None


def test_the_match_before_it_leads_to_it_again_when_it_is_back(app: Flask) -> None:
    first = played(app)
    second = again(app, first)
    delete(app, second)
    restore(app, second)
    assert first.now().next == second.public_id


def test_a_group_without_a_keeper_deletes_nothing(app: Flask) -> None:
    pad = begin(app)
    with app.app_context():
        db.session.scalars(select(Group)).one().keeper_id = None
        db.session.commit()
    with pytest.raises(Refusal):
        delete(app, pad)
