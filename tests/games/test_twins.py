"""What a seat reports has two forms, in the fields of its sheet and on the disk; each is read back as it was."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.game import Game
from tests.games.case import case_of


def reports(game: Game[Any]) -> list[Any]:
    """What seats could report: one by one, of every number, and as their sheets are filled in."""
    case = case_of(game)
    typed = [game.read(fields, False) for fields in case.sheets]
    return [case.report, *map(case.numbered, range(31)), *typed]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_fields_of_a_report_are_read_as_it_was(game: Game[Any]) -> None:
    for report in reports(game):
        again = game.read(game.fields(report), False)
        assert game.same(again, report), report
        assert game.fields(again) == game.fields(report)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_is_stored_is_read_as_it_was(game: Game[Any]) -> None:
    for report in reports(game):
        assert game.parse(json.loads(json.dumps(game.spell(report)))) == report
