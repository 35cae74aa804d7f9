"""The rules. Each game is one folder here and one line in GAMES."""

from typing import Any

from .game import Game
from .jokrummy import GAME as JOKRUMMY
from .mojo import GAME as MOJO
from .points import GAME as POINTS
from .skyjo import GAME as SKYJO

GAMES: tuple[Game[Any], ...] = (MOJO, SKYJO, JOKRUMMY, POINTS)


def by_key(key: str) -> Game[Any]:
    """The game called `key`. Raises KeyError for a game that is not in the house."""
    for game in GAMES:
        if game.key == key:
            return game
    raise KeyError(key)
