"""Better bots win more often."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES
from companion.games.game import Game
from tests.conftest import as_many

from .case import Series, table_case

SERIES = [
    pytest.param(game, series, id=f"{game.key} {series.one} {series.others}")
    for game in GAMES
    if game.table
    for series in table_case(game).series
]


@pytest.mark.parametrize(("game", "series"), as_many(SERIES[::2], SERIES))
def test_a_better_bot_wins_more_often(game: Game[Any], series: Series) -> None:
    assert series.play(game).interval[0] > 0.5
