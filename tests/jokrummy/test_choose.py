"""Which move is meant by the cards that were chosen (jokrummy J6 to J8)."""

from __future__ import annotations

import pytest

from companion.games.jokrummy.choose import find
from companion.games.why import IllegalMove
from tests.games.cast import ANA, PAU

from .tabletop import laid, meld

SOME = "a1 b3 c6 d9 a10"
LYING = [meld("s3a", "a5 a6 a7", PAU)]


def test_cards_mean_the_move_with_exactly_these_cards() -> None:
    seen = laid("a8 c8 d8 m b1", SOME, done=[ANA], melds=LYING).observe(ANA)
    assert find(seen, "lay", ["d8", "a8", "c8"]) == "group a8 c8 d8"
    assert find(seen, "lay", ["a8"]) == "add a8 to 1"
    assert find(seen, "discard", ["b1"]) == "discard b1"


def test_of_several_ways_the_plainest_is_meant() -> None:
    seen = laid("b1 b3 b4 b5 m m a9", SOME, missions=["x1-4", ""]).observe(ANA)
    assert find(seen, "lay", ["m", "b1", "b4", "b3"]) == "lay b1 m b3 b4"


@pytest.mark.parametrize("way", ["lay", "discard", "swallow"])
@pytest.mark.parametrize("chosen", [[], ["b1", "a9"], ["z9"], ["a9", "a9"]])
def test_what_cannot_be_done_is_refused(way: str, chosen: list[str]) -> None:
    seen = laid("b1 b3 b4 b5 m m a9", SOME, missions=["x1-4", ""]).observe(ANA)
    with pytest.raises(IllegalMove, match="choose others" if way == "lay" else "Choose one card"):
        find(seen, way, chosen)
