"""What a table of Skyjo tells whoever plays for the first time, one sentence for each kind of decision."""

from __future__ import annotations

from ..look import Lesson
from ..why import N_, Why
from .observe import Observation
from .stages import DRAWN, PICKING, TAKEN

PICK = Lesson("skyjo:pick", Why(N_("Tap any two of your cards to turn them up; low numbers are good.")))
"""Two cards to turn (skyjo S3)."""
TURN = Lesson("skyjo:turn", Why(N_("Take the face-up card if you want it, or draw a hidden one and look at it first.")))
"""Where the next card comes from (skyjo S4, S5)."""
TAKEN_CARD = Lesson("skyjo:taken", Why(N_("Tap one of your cards: it goes away, and the card you took goes there.")))
"""Which card it is swapped for (skyjo S4)."""
DRAWN_CARD = Lesson(
    "skyjo:drawn", Why(N_("Swap it for a card of yours, or tap the discard to put it away and turn a card up."))
)
"""Whether it is swapped, or a card turned (skyjo S5)."""
LAST = Lesson("skyjo:last", Why(N_("Someone has only face-up cards: you have one more turn, then everyone counts.")))
"""The last turn (skyjo S8)."""


def lesson(seen: Observation) -> Lesson | None:
    """What the observer is to decide; None when it is not asked."""
    if seen.seat not in seen.to_move:
        return None
    if seen.stage == PICKING:
        return PICK
    if seen.stage in (TAKEN, DRAWN):
        return TAKEN_CARD if seen.stage == TAKEN else DRAWN_CARD
    return TURN if seen.closer is None else LAST
