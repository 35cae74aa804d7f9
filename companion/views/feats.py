"""What a group remembers of one game, in words: lowest and highest rounds, comebacks, wins in a row, long matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from flask import url_for

from companion.ledger.careers import Feat
from companion.ledger.persons import Person

from .signs import Sign
from .words import gettext, ngettext, signed

KINDS = ("lowest", "highest", "comeback", "best_streak", "longest")
"""In which order they are told."""
POINTS = KINDS[:3]
"""What there is in a game that has points only."""
ROW = 2
"""One win is no row of wins."""


def worth_telling(found: Iterable[Feat]) -> Iterator[Feat]:
    """Those that are more than a round of nothing or a single win, in the order in which they are told."""
    kinds = {feat.kind: feat for feat in found}
    there = (kinds[kind] for kind in KINDS if kind in kinds)
    return (feat for feat in there if (feat.value >= ROW if feat.kind == "best_streak" else feat.value != 0))


@dataclass(frozen=True, slots=True)
class FeatText:
    """Something that is remembered, in words, and a note on it; `url` leads to its match; `holders` stand beside it."""

    sign: Sign
    said: str
    note: str
    url: str
    holders: tuple[Person, ...]


def feat_text(feat: Feat, note: str, holders: tuple[Person, ...] = ()) -> FeatText:
    """What was done, in words."""
    return FeatText(*_said(feat), note, url_for("pad.page", public_id=feat.match), holders)


def _said(feat: Feat) -> tuple[Sign, str]:
    """The icon and the words of what was done."""
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
