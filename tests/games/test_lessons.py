"""What a table tells whoever plays for the first time: a sentence for every decision of every game."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.game import Game, table_of
from companion.games.look import Lesson
from companion.games.table import DEALER

from .contract import TABLES, rounds, setups

LONGEST = 100
"""Letters of a sentence that fits beside its buttons."""
KINDS = {
    "mojo": {"play", "choice", "again", "draw", "reveal"},
    "skyjo": {"pick", "turn", "taken", "drawn", "last"},
    "jokrummy": {"keep", "draw", "mission", "lay"},
}


def lessons(game: Game) -> set[Lesson]:
    """All that comes up in some rounds, for few and for many seats; whoever is not asked is told nothing."""
    look, found, rng = table_of(game).look, set(), Random(7)
    every = list(setups(game))
    for setup in (setup for setup in every if len(setup.seats) in (2, 4)):
        for done in rounds(game, setup, rng):
            for deal in done.deals:
                told = {seat: look(deal.observe(seat)).lesson for seat in (None, *deal.seats)}
                assert {seat for seat, lesson in told.items() if lesson} == set(deal.to_move) - {DEALER}
                found |= {lesson for lesson in told.values() if lesson}
    return found


@pytest.mark.parametrize("game", TABLES, ids=lambda game: game.key)
def test_every_decision_has_a_short_sentence_of_its_own(game: Game) -> None:
    found = lessons(game)
    assert {lesson.key for lesson in found} == {f"{game.key}:{kind}" for kind in KINDS[game.key]}
    assert len({lesson.key for lesson in found}) == len({lesson.said.msgid for lesson in found}) == len(found)
    for lesson in found:
        assert not lesson.said.values
        assert lesson.said.msgid.endswith(".")
        assert lesson.said.msgid.count(".") == 1, "one sentence"
        assert len(lesson.said.msgid) <= LONGEST, lesson.key
