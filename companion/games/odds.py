"""How likely a seat wins the match after a round, as bots reckon it in games where the lowest total wins."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from .table import Frame

CALM = 0.35
"""How much a lead shrinks in worth with every point that is left to play."""
SURE = 50.0
"""A lead beyond this, in spreads, is a won match."""


class Odds(NamedTuple):
    """What leads are worth in a game. `tense`: how many points of lead are as good as certain to win, nearly, at the
    very end of a match; `usual`: how many points a round brings whoever has most.
    """

    tense: float
    usual: int

    def spread(self, to_go: int, rounds: int | None) -> float:
        """How many points of lead are as good as certain to win, nearly: the more, the more points are left to play,
        `to_go` up to the limit. `rounds`: how many can come, where they are counted (house H1).
        """
        return self.tense + CALM * (to_go if rounds is None else min(to_go, rounds * self.usual))

    def chances(self, frame: Frame, gained: Sequence[int], me: int) -> float:
        """How likely `me` wins after a round that brings this: certain once the match is over (mojo M20, skyjo S12,
        house H1 and H2), before that the lower its total against the others', and the closer the end, the more so.
        """
        totals = [total + more for total, more in zip(frame.totals, gained, strict=True)]
        to_go = frame.limit - max(totals)
        if to_go <= 0 or frame.left == 0:
            worths = [(total, more if frame.breaks_ties else 0) for total, more in zip(totals, gained, strict=True)]
            least = min(worths)
            return (worths[me] == least) / worths.count(least)
        wide = self.spread(to_go, frame.left)
        return 1 / sum([exp(min(SURE, (totals[me] - total) / wide)) for total in totals])
