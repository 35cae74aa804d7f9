"""What the end of a round of Mojo says: whether the Mojo paid off."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import Hand
from ..game import Round, Score
from ..moment import Moment
from ..why import N_, Who, Whos, Why


def moment(round_: Round[Hand], place: int, scores: Sequence[Score], counts: Sequence[int], way: int) -> Moment:
    """The face that the Mojo, taken at `place`, is left on, and why (mojo M16). `counts`: the hands before it; `way`:
    which way round play goes then.
    """
    mine, score, taker = counts[place], scores[place], Who(round_.seats[place])
    opening = Why(N_("%(who)s takes the Mojo…"), {"who": taker})
    asks = Why(N_("Left in the hand: %(points)s. Is anybody lower?"), {"points": mine})
    if score.mark != "+10":
        said = Why(N_("%(who)s takes the Mojo: 0!"), {"who": taker})
        because = Why(N_("Nobody is lower than %(points)s"), {"points": mine})
        return Moment(said, opening, (taker.seat,), asks, because, "0", "zero", way)
    lowest = min(count for at, count in enumerate(counts) if at != place)
    lower = [seat for seat, count in zip(round_.seats, counts, strict=True) if count == lowest]
    values = {"who": Whos(tuple(lower)), "points": lowest}
    because = Why("%(count)s + 10 = %(points)s", {"count": mine, "points": score.points})
    told = Why(N_("%(taker)s takes the Mojo and 10 more: %(who)s had %(points)s"), {"taker": taker, **values})
    said = Why(N_("+10! %(who)s had %(points)s"), values)
    return Moment(said, opening, (taker.seat,), asks, because, "+10", "ten", way, told)
