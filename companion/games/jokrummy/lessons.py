"""What a table of Jok-R-ummy jr tells whoever plays for the first time, one sentence for each kind of decision."""

from __future__ import annotations

from ..look import Lesson
from ..why import N_, Why
from .observe import Observation
from .stages import DRAW, KEEP

KEEPING = Lesson("jokrummy:keep", Why(N_("Your mission isn’t done yet: keep it, or swap it for another one.")))
"""The mission of the round before (jokrummy J14)."""
DRAWING = Lesson("jokrummy:draw", Why(N_("First take one card: a hidden one from the draw pile, or the face-up one.")))
"""Where the card comes from (jokrummy J5)."""
MISSION = Lesson(
    "jokrummy:mission",
    Why(N_("Lay your mission if you have its cards, a monkey for any of them; a discard ends your turn.")),
)
"""Whether the mission is laid (jokrummy J6, J8, J10)."""
LAYING = Lesson(
    "jokrummy:lay",
    Why(N_("Now lay three or more equal numbers, or add cards to what is on the table; a discard ends your turn.")),
)
"""What is laid beside it (jokrummy J7, J8)."""


def lesson(seen: Observation) -> Lesson | None:
    """What the observer is to decide; None when it is not asked."""
    if seen.seat not in seen.to_move:
        return None
    if seen.stage in (KEEP, DRAW):
        return KEEPING if seen.stage == KEEP else DRAWING
    return LAYING if seen.done[seen.turn] else MISSION
