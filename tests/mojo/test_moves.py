"""Every move of Mojo survives its text and back."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.mojo.moves import ACTS, Act, read, spell
from companion.games.mojo.setup import FULL_PACK, Leftovers

SHUFFLES = [Act(word, cards=tuple(FULL_PACK[:most])) for word in ("shuffle", "reshuffle") for most in (1, 2, 77, 78)]


@pytest.mark.parametrize("act", [*ACTS.values(), *SHUFFLES], ids=lambda act: spell(act)[:20])
def test_a_move_survives_its_text(act: Act) -> None:
    assert read(spell(act)) == act


def test_there_is_a_text_for_every_card_on_every_discard() -> None:
    assert len(ACTS) == 13 * 3 + 13 + 2
    assert {"play 0", "play 12 on 2", "reveal 7", "draw stock", "draw discard"} <= set(ACTS)


@pytest.mark.parametrize(
    "text",
    [
        *("", "play", "play 13", "play -1", "play 07", "play 7 ", "Play 7", "play 7 on 0", "play 7 on 3", "play 7 on"),
        *("reveal", "reveal 7 on 1", "draw", "draw 1", "draw hand", "shuffle", "shuffle 1  2", "shuffle 13"),
        *("shuffle ²", "reshuffle a", "shuffle " + "1 " * 78 + "1", "pass"),
    ],
)
def test_other_texts_are_no_moves(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize("stock", [0, 1, 40, 77])
def test_leftovers_survive_their_text(stock: int) -> None:
    cards = tuple(Random(stock).sample(FULL_PACK, 78))
    left = Leftovers(cards[:stock], cards[stock:])
    assert Leftovers.read(left.spell()) == left
