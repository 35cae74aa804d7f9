"""What the options of a match come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .house import NOBODY
from .options import Option


@dataclass(frozen=True, slots=True)
class Agreement:
    """What the options of a match come to: what it is called, how it ends, who wins, what is asked."""

    called: str
    """Its name in lists and statistics, at most 40 characters."""
    length: Option | None
    """The option that says how long it is, which the group may change; None where the group ends it."""
    limit: int | None = None
    """The total that ends it; None where no total does."""
    rounds: int | None = None
    """After how many rounds it ends at the latest; None where they are not counted beforehand."""
    lowest_wins: bool = True
    """Whether the lowest total wins, else the highest."""
    near: int = 0
    """From how many points before the limit the pad says that a round may be the last."""
    closes: bool = True
    """Whether it matters who ended a round, so that the group is asked."""
    unclosed: bool = False
    """Whether a round counts that nobody ended (house H3)."""
    breaks_ties: bool = False
    """Whether the last round parts those who have the same total (house H2)."""
    hides: bool = False
    """Whether hands are hidden until all are in (house H4)."""

    def ended_by(self, closer: int | None, playing: Sequence[int]) -> tuple[int | None, bool]:
        """The place of who ended a round, None where nobody in play did, and whether it was broken off (house H3).
        `closer`: what was written down.
        """
        if not self.closes:
            return None, False
        place = playing.index(closer) if closer in playing else None
        return place, self.unclosed and closer == NOBODY
