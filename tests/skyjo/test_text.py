"""A grid as one line of text."""

from __future__ import annotations

import random

import pytest

from companion.games.skyjo import GAME, text
from companion.games.skyjo.scoring import PACK
from companion.games.why import BadEntry


def test_every_grid_survives_its_text_and_back() -> None:
    chance = random.Random(3)
    pack = [card for card, copies in PACK.items() for _ in range(copies)]
    for size in (0, 3, 6, 9, 12):
        for _ in range(50):
            cards = tuple(chance.sample(pack, size))
            assert text.read(text.spell(cards)) == cards


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("-2 0 5 x 3 3 1 x", (-2, 0, 5, 3, 3, 1)),
        ("x −2, 0; 5 X ×", (-2, 0, 5)),
        ("x x x x", ()),
        ("1 2 3", (1, 2, 3)),
        ("", ()),
    ],
)
def test_an_x_stands_for_a_column_that_is_gone(typed: str, cards: tuple[int, ...]) -> None:
    assert GAME.read_cards(typed) == cards


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1 2 x 3", "An x means a whole column"),
        ("x x x x x", "A grid has 4 columns"),
        ("1 2 3 4 5 6 7 8 9 10 11 12 x", "A grid has 4 columns"),
        ("1 2 y", "“y” isn’t one"),
        ("1x2", "“1x2” isn’t one"),
    ],
)
def test_what_is_no_grid_is_refused(typed: str, said: str) -> None:
    with pytest.raises(BadEntry, match=said):
        GAME.read_cards(typed)
