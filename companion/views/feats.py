"""What a group remembers of one game, in words: lowest and highest rounds, comebacks, wins in a row, long matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.ledger.careers import Feat

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


def feat_said(feat: Feat) -> tuple[Sign, str]:
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
