"""Any other game, for the tests."""

from __future__ import annotations

from typing import Any

from companion.games.points.scoring import Typed
from tests.games.case import Case


def fill(finger: Any) -> None:
    """A number, and who ended the round."""
    finger.number(34)
    finger.mojo()


CASE = Case(
    report=Typed(7),
    numbered=Typed,
    long={"called": "Uno", "limit": "1000", "closer": "yes"},
    varied=(
        {"called": "Uno", "limit": 30},
        {"called": "Golf", "winner": "lowest", "limit": 20, "closer": "yes"},
        {"called": "Quiz", "length": "group", "below_zero": "yes"},
    ),
    sheets=({"points": "162"}, {"points": "8"}, {"points": "0"}),
    closer=0,
    limit="50",
    fill=fill,
    correct=lambda finger: finger.number(2),
)
