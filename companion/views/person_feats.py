"""What a group remembers of one of its people: the records that this person holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask import url_for

from companion.games import by_key
from companion.ledger.careers import Career, Feat
from companion.ledger.persons import Person
from companion.ledger.summaries import ALL

from .signs import Sign
from .words import gettext, moment, ngettext, signed

TOLD = ("lowest", "highest", "comeback", "best_streak", "longest")
"""In which order they are told."""
ROW = 2
"""One win is no row of wins."""


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
    found = {feat.kind: feat for feat in of_group if any(one.id == its.id for one in feat.people)}
    kinds = TOLD if points else TOLD[-2:]
    return tuple(_text(found[kind]) for kind in kinds if kind in found and _worth(found[kind]))


def _worth(feat: Feat) -> bool:
    return feat.value >= ROW if feat.kind == "best_streak" else feat.value != 0


def _text(feat: Feat) -> HeldText:
    sign, said = _said(feat)
    return HeldText(sign, said, moment(feat.played_at, "date"), url_for("pad.page", public_id=feat.match))


def _said(feat: Feat) -> tuple[Sign, str]:
    value = feat.value
    if feat.kind == "lowest":
        return "arrow-down", gettext("Lowest round: %(points)s", points=signed(value))
    if feat.kind == "highest":
        return "arrow-up", gettext("Highest round: %(points)s", points=signed(value))
    if feat.kind == "best_streak":
        return "sparkles", ngettext("%(num)s win in a row", "%(num)s wins in a row", value)
    if feat.kind == "longest":
        return "hourglass", ngettext("Longest match: %(num)s round", "Longest match: %(num)s rounds", value)
    return "repeat", ngettext("Won from %(num)s point behind", "Won from %(num)s points behind", value)
