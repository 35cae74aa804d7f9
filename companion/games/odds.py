"""How likely a seat wins the match after a round, as bots reckon it in games where the lowest total wins."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

CALM = 0.35
"""How much a lead shrinks in worth with every point that is left to play."""
SURE = 50.0
"""A lead beyond this, in spreads, is a won match."""


def spread(tense: float, to_go: int) -> float:
    """How many points of lead are as good as certain to win, nearly: `tense` at the very end of the match, more the
    more points are left to play.
    """
    return tense + CALM * max(0, to_go)


def chances(totals: Sequence[int], limit: int, me: int, tense: float) -> float:
    """How likely `me` wins with these totals: certain once the match is over (mojo M20, skyjo S12), before that the
    lower its total against the others', and the closer the end, the more so.
    """
    to_go = limit - max(totals)
    if to_go <= 0:
        lowest = min(totals)
        return (totals[me] == lowest) / totals.count(lowest)
    wide = spread(tense, to_go)
    return 1 / sum([exp(min(SURE, (totals[me] - total) / wide)) for total in totals])
