"""What a table of Mojo tells whoever plays for the first time, one sentence for each kind of decision."""

from __future__ import annotations

from ..look import Lesson
from ..why import N_, Why
from .moves import NO_PILE
from .observe import Observation
from .stages import CHOOSE

PLAY = Lesson(
    "mojo:play", Why(N_("A lower card ends your turn, the same number plays again, a higher one brings a new card."))
)
"""A card on the only discard (mojo M5 to M8)."""
CHOICE = Lesson(
    "mojo:choice",
    Why(N_("Tap a discard, then a card: lower ends your turn, the same plays again, higher brings a new one.")),
)
"""A card on one of two discards (mojo M22)."""
AGAIN = Lesson(
    "mojo:again", Why(N_("The same number, so play one more card: lower ends your turn, higher brings a new one."))
)
"""A card after an equal one (mojo M8)."""
DRAW = Lesson(
    "mojo:draw",
    Why(N_("Your card was higher, so take a new one: a hidden one from the draw pile, or the face-up one.")),
)
"""Where to draw from (mojo M23)."""
REVEAL = Lesson(
    "mojo:reveal", Why(N_("Mojo Time: turn one card up each turn; whoever turns the last one ends the round."))
)
"""A card that lies face down (mojo M11, M13)."""


def lesson(seen: Observation) -> Lesson | None:
    """What the observer is to decide; None when it is not asked."""
    if seen.seat not in seen.to_move:
        return None
    if seen.stage == CHOOSE:
        return DRAW
    if seen.down:
        return REVEAL
    if seen.pile != NO_PILE:
        return AGAIN
    return CHOICE if len(seen.piles) > 1 else PLAY
