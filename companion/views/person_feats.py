"""What a group remembers of one of its people: the records that this person holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask import url_for

from companion.games import by_key
from companion.ledger.careers import Career, Feat
from companion.ledger.persons import Person
from companion.ledger.summaries import ALL

from .feats import POINTS, feat_said, worth_telling
from .signs import Sign
from .words import moment


@dataclass(frozen=True, slots=True)
class HeldText:
    """A record of the group that somebody holds, in words; `url` leads to its match."""

    sign: Sign
    said: str
    day: str
    url: str


def held(its: Person, career: Career, of_group: Iterable[Feat]) -> tuple[HeldText, ...]:
    """Those of the group's records that this person holds, alone or with others."""
    points = career.called != ALL and not by_key(career.game).tallies
    mine = [feat for feat in worth_telling(of_group) if any(one.id == its.id for one in feat.people)]
    return tuple(_text(feat) for feat in mine if points or feat.kind not in POINTS)


def _text(feat: Feat) -> HeldText:
    sign, said = feat_said(feat)
    return HeldText(sign, said, moment(feat.played_at, "date"), url_for("pad.page", public_id=feat.match))
