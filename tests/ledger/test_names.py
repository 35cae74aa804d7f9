"""A name that changes: every match that shows it has another version, and its pads are told."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.app_state import app_state
from companion.games.why import Refusal
from companion.ledger import decisions

from .cast import ANA, ANAS_PHONE, PAU, ZOE, Pad, begin, hand


def rename(pad: Pad, seat: int, name: str) -> None:
    """Put the name right of whoever sits there."""
    pad.act(decisions.rename, ANAS_PHONE, None, seat, name)


@pytest.fixture
def other(app: Flask, pad: Pad) -> Pad:
    """Another match of the group, without Zoé."""
    return begin(app, ("Teo", "Pau"), client="other")


@pytest.fixture
def told(app: Flask, pad: Pad, other: Pad) -> list[tuple[str, int]]:
    """Which matches were told of, and whether the version was stored by then."""
    heard: list[tuple[str, int]] = []

    def hear(match: str, version: int) -> None:
        assert {pad.public_id: pad, other.public_id: other}[match].afresh().version == version
        heard.append((match, version))

    app_state(app).hub.on_publish(hear)
    return heard


def test_all_matches_of_that_person_have_one_version_more_and_are_told(
    pad: Pad, other: Pad, told: list[tuple[str, int]]
) -> None:
    rename(pad, PAU, "Paul")
    assert sorted(told) == sorted([(pad.public_id, 2), (other.public_id, 2)])
    assert (pad.now().name(PAU), other.now().name(1)) == ("Paul", "Paul")
    assert (pad.now(), other.now()) == (pad.afresh(), other.afresh())


def test_a_match_without_that_person_stays_as_it_is(pad: Pad, other: Pad, told: list[tuple[str, int]]) -> None:
    rename(pad, ZOE, "Zoë")
    assert told == [(pad.public_id, 2)]
    assert other.now().version == 1


def test_a_new_spelling_in_a_new_match_turns_the_old_ones(app: Flask, pad: Pad, other: Pad) -> None:
    begin(app, ("ANA", "Marta"), client="third")
    assert (pad.now().version, pad.now().name(ANA), other.now().version) == (2, "ANA", 1)


def test_the_same_spelling_turns_nothing(app: Flask, pad: Pad) -> None:
    begin(app, ("Ana", "Pau"), client="third")
    assert pad.now().version == 1


def test_a_name_that_is_refused_turns_nothing(pad: Pad, other: Pad, told: list[tuple[str, int]]) -> None:
    with pytest.raises(Refusal):
        rename(pad, PAU, "Ana")
    assert (pad.now().version, other.now().version, told) == (1, 1, [])


def test_writing_and_undo_go_on_over_the_gap(pad: Pad, other: Pad) -> None:
    other.enter(1, 0, hand(9))
    rename(pad, PAU, "Paul")
    assert other.now().version == 3
    assert other.enter(1, 1, hand(5)).version == 4
    other.undo()
    assert other.undo().trails.value(other.now().trails.of(next(iter(other.now().trails.cells)))[0].cell) is None


def test_a_name_comes_back_where_it_was_written_before(pad: Pad, other: Pad, told: list[tuple[str, int]]) -> None:
    rename(pad, PAU, "Paul")
    rename(other, 1, "Pau")
    rename(pad, PAU, "Paul")
    assert (pad.now().name(PAU), other.now().name(1)) == ("Paul", "Paul")
    assert (pad.now(), other.now()) == (pad.afresh(), other.afresh())
    assert [record.value for record in pad.trail("name/1")] == ["Paul"]
    assert dict(told) == {pad.public_id: 4, other.public_id: 4}
