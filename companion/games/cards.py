"""A card's spelling, and counting hands against the pack."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from .game import N_, BadEntry

_MINUS = str.maketrans({"−": "-", "–": "-"})
_BETWEEN = re.compile(r"[\s,;+]+")
_NUMBER = re.compile(r"-?[0-9]{1,4}", re.ASCII)
_LONGEST = 200


def spell(cards: Iterable[int]) -> str:
    """Cards as text, `10 11 3`; the twin of `read`."""
    return " ".join(map(str, cards))


def read(text: str) -> tuple[int, ...]:
    """The cards of `10 11 3`; commas, semicolons and plus signs part cards too. Raises BadEntry on anything else."""
    if len(text) > _LONGEST:
        raise BadEntry(N_("That is too long for one hand: write the cards with a space between, like 10 11 3."))
    return tuple(number(word, "cards") for word in _BETWEEN.split(text.translate(_MINUS).strip()) if word)


def number(text: str, field: str) -> int:
    """A whole number as people type it (a true minus sign, spaces around). Raises BadEntry for `field`."""
    word = text.translate(_MINUS).strip()
    if not _NUMBER.fullmatch(word):
        raise BadEntry(N_("Write whole numbers only: “%(text)s” is not one."), field, text=word[:20])
    return int(word)


def over_pack(cards: Iterable[int], pack: Mapping[int, int]) -> list[int]:
    """The values of which there are more copies in `cards` than in `pack`, lowest first."""
    return sorted(value for value, copies in Counter(cards).items() if copies > pack.get(value, 0))
