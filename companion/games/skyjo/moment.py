"""What the end of a round of Skyjo says: whether whoever closed it pays double."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import Hand
from ..game import Round, Score
from ..moment import Moment
from ..why import N_, Who, Why


def doubled(product: Why, other: int, lower: bool) -> Why:
    """Why points are doubled: another seat has less or (not `lower`) the same (skyjo S11)."""
    said = N_("%(product)s, because %(who)s is lower") if lower else N_("%(product)s, because %(who)s has the same")
    return Why(said, {"product": product, "who": Who(other)})


def moment(round_: Round[Hand], place: int, scores: Sequence[Score], counts: Sequence[int]) -> Moment:
    """What became of the points of the closer, at `place` (skyjo S11). `counts`: the grids before it."""
    mine, score, closer = counts[place], scores[place], Who(round_.seats[place])
    others = {seat: count for seat, count in zip(round_.seats, counts, strict=True) if seat != closer.seat}
    opening = Why(N_("%(who)s ends the round with %(points)s…"), {"who": closer, "points": mine})
    asks = Why(N_("Is that the lowest of all?"))
    if score.mark != "×2":
        alone = mine < min(others.values(), default=mine + 1)
        lowest, stays = N_("%(who)s is the lowest: %(points)s"), N_("%(who)s stays at %(points)s")
        said = Why(lowest if alone else stays, {"who": closer, "points": score.points})
        return Moment(said, opening, (closer.seat,), asks, face=str(score.points))
    other = min(others, key=others.__getitem__)
    product = Why("%(count)s × 2 = %(points)s", {"count": mine, "points": score.points})
    said = doubled(product, other, others[other] < mine)
    because = Why(N_("%(who)s has %(points)s"), {"who": Who(other), "points": others[other]})
    told = Why(N_("%(who)s ends the round: %(said)s"), {"who": closer, "said": said})
    return Moment(said, opening, (closer.seat,), asks, because, "×2", "double", told=told)
