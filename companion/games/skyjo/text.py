"""A grid as one line of text: `-2 0 5 x 3 3 1 x`, column by column, an x for a column that is gone (skyjo S13)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .. import cards as words
from ..why import N_, BadEntry

COLUMN = 3
GRID = 12
GONE = "x"
COLUMNS = GRID // COLUMN
_GONE = re.compile(r"(?<![^\s,;+])[xX×](?![^\s,;+])")


def spell(cards: Sequence[int]) -> str:
    """The cards, and an x for each column that is not there; the twin of `read`."""
    gone = COLUMNS - -(-len(cards) // COLUMN)
    return " ".join([*map(str, cards), *[GONE] * gone])


def read(text: str) -> tuple[int, ...]:
    """The cards that lie there. Columns that are gone may also be left out. Raises BadEntry on anything else."""
    parts = [words.read(part) for part in _GONE.split(text)]
    if any(len(part) % COLUMN for part in parts[:-1]):
        raise BadEntry(N_("An x means a whole column: write it before or after three cards, not between them."))
    cards = sum(parts, ())
    if len(parts) - 1 + len(cards) / COLUMN > COLUMNS and len(parts) > 1:
        raise BadEntry(N_("A grid has %(columns)s columns, this one has more: remove some."), columns=COLUMNS)
    return cards
