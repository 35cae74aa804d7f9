"""Which game a new match is of."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from companion.games.game import Game
from tests.conftest import Phone
from tests.views.reading import read, words


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_another_game_brings_its_own_options_and_leaves_the_people(phone: Phone, game: Game) -> None:
    key, limit = game.key, [str(option.default) for option in game.options if option.key == "limit"]
    page = phone.send("/new", "/new", name=["Ana", "Pau"], limit="77", act=f"game-{key}")
    tree = read(page)
    assert page.status_code == 200
    assert (tree.values("game"), tree.values("limit"), tree.values("name")) == ([key], limit, ["Ana", "Pau"])
    pressed = [one.at["value"] for one in tree.all("button") if one.at.get("aria-pressed") == "true"]
    assert pressed == [f"game-{key}"]


def test_a_game_that_is_not_in_the_house_changes_nothing(phone: Phone) -> None:
    page = phone.send("/new", "/new", name=["Ana", "Pau"], limit="77", act="game-bridge")
    assert (read(page).values("game"), read(page).values("limit")) == (
        [GAMES[0].key],
        [str(GAMES[0].agreement({}).limit)],
    )


def test_where_the_cards_decide_nobody_is_asked_for_the_youngest(phone: Phone) -> None:
    page = phone.get("/new?game=skyjo")
    assert read(page).values("youngest") == []
    assert "The cards decide who starts." in words(page)
    assert "Youngest" not in words(page)
    assert read(phone.get("/new?game=mojo")).values("youngest") == [""]
