"""What the end of a round of Jok-R-ummy jr says: the mission that was laid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..game import Round, Score
from ..moment import Moment
from ..why import N_, Who, Whos, Why


def moment(
    round_: Round[Any], scores: Sequence[Score | None], totals: Sequence[int], limit: int, laid: Sequence[bool]
) -> Moment:
    """How many missions whoever ended the round has done now, or else who did most (jokrummy J12 to J16). `laid`:
    whether a seat did its own mission, for all it may have are surprises.
    """
    points = [0 if score is None else score.points for score in scores]
    if not any(points):
        said = Why(N_("Nobody did a mission this time"))
        return Moment(said, Why(N_("Round %(round)s is over…"), {"round": round_.number}), face="–")
    place = points.index(max(points)) if round_.closer is None else round_.closer
    who, total = Who(round_.seats[place]), totals[place]
    opening = N_("%(who)s lays the mission…") if laid[place] else N_("%(who)s has a surprise…")
    too = [seat for at, seat in enumerate(round_.seats) if points[at] and at != place]
    because = Why(N_("Done, too: %(who)s"), {"who": Whos(tuple(too))}) if too else None
    if because is None and total == limit - 1:
        because = Why(N_("One more to win"))
    said = Why(N_("%(who)s: %(total)s of %(limit)s!"), {"who": who, "total": total, "limit": limit})
    told = Why(N_("%(who)s: missions done: %(total)s of %(limit)s"), said.values)
    return Moment(said, Why(opening, {"who": who}), (who.seat,), None, because, "✓", "done", told=told)
