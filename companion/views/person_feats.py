"""What a group remembers of one of its people: the records that this person holds."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games import by_key
from companion.ledger.careers import CareerFigures, Feat
from companion.ledger.persons import Person
from companion.ledger.summaries import ALL

from .feats import POINTS, FeatText, feat_text, worth_telling
from .words import moment


def held(its: Person, career: CareerFigures, of_group: Iterable[Feat]) -> tuple[FeatText, ...]:
    """Those of the group's records that this person holds, alone or with others, each with its day."""
    points = career.called != ALL and not by_key(career.game).tallies
    mine = [feat for feat in worth_telling(of_group) if any(one.id == its.id for one in feat.people)]
    return tuple(feat_text(feat, moment(feat.played_at, "date")) for feat in mine if points or feat.kind not in POINTS)
