"""Cards: how they are spelled, where they lie, what a seat reports of them, and hands against the pack."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import NamedTuple, TypeVar

from .why import N_, BadEntry, Why

Cards = tuple[int, ...]
Row = TypeVar("Row")

_MINUS = str.maketrans({"−": "-", "–": "-"})
_BETWEEN = re.compile(r"[\s,;+]+")
_NUMBER = re.compile(r"-?[0-9]{1,6}", re.ASCII)
_LONGEST = 200


def spell(cards: Iterable[int]) -> str:
    """Cards as text, `10 11 3`; the twin of `read`."""
    return " ".join(map(str, cards))


def read(text: str) -> tuple[int, ...]:
    """The cards of `10 11 3`; commas, semicolons and plus signs part cards too. Raises BadEntry on anything else."""
    if len(text) > _LONGEST:
        raise BadEntry(N_("That’s too long for one hand: put a space between the cards, like 10 11 3."))
    return tuple(number(word, "cards") for word in _BETWEEN.split(text.translate(_MINUS).strip()) if word)


def number(text: str, field: str) -> int:
    """A whole number as people type it (a true minus sign, spaces around). Raises BadEntry for `field`."""
    word = text.translate(_MINUS).strip()
    if not _NUMBER.fullmatch(word):
        raise BadEntry(N_("Use whole numbers only: “%(text)s” isn’t one."), field, text=word[:20])
    return int(word)


def mixed(cards: Sequence[int], rng: Random) -> list[int]:
    """The cards in any order; three times as fast as `rng.shuffle`."""
    luck = [rng.random() for _ in cards]
    return [cards[at] for at in sorted(range(len(cards)), key=luck.__getitem__)]


def over_pack(cards: Iterable[int], pack: Mapping[int, int]) -> list[int]:
    """The values of which there are more copies in `cards` than in `pack`, lowest first."""
    return sorted(value for value, copies in Counter(cards).items() if copies > pack.get(value, 0))


def full(pack: Mapping[int, int]) -> Cards:
    """Every card of a pack, in its order."""
    return tuple(value for value, copies in pack.items() for _ in range(copies))


def copies(cards: Iterable[int], pack: Mapping[int, int]) -> Cards:
    """How many of each value of the pack there are, in its order."""
    counts = Counter(cards)
    return tuple([counts[value] for value in pack])


def unplaced(pack: Mapping[int, int], seen: Iterable[Cards], fresh: Cards) -> tuple[Cards, Cards]:
    """The cards that are `seen` nowhere, parted: those that cannot be in the stock, for too few of their value were
    shuffled into it (`fresh`, in the order of the pack), and all others.
    """
    left = Counter(pack)
    for cards in seen:
        left.subtract(cards)
    held, loose = [], []
    for value, most in zip(pack, fresh, strict=True):
        sure = max(0, left[value] - most)
        held += [value] * sure
        loose += [value] * (left[value] - sure)
    return tuple(held), tuple(loose)


def put(rows: tuple[Row, ...], place: int, row: Row) -> tuple[Row, ...]:
    """The rows with another one at a place."""
    return (*rows[:place], row, *rows[place + 1 :])


def without(cards: Cards, *gone: int) -> Cards:
    """The cards less these, one for one. Raises ValueError for one that is not there."""
    for card in gone:
        at = cards.index(card)
        cards = cards[:at] + cards[at + 1 :]
    return cards


def too_many(hands: Mapping[int, Cards], pack: Mapping[int, int]) -> list[tuple[int, tuple[int, ...], Why]]:
    """Values of which the hands of several places hold more than the pack: each with those places, and the reason.

    More copies than the pack holds in *one* hand is that hand's own fault, and nothing is said of it here.
    """
    found = []
    for value in over_pack((card for cards in hands.values() for card in cards), pack):
        places = tuple(place for place, cards in hands.items() if value in cards)
        if value in pack and len(places) > 1:
            held = sum(cards.count(value) for cards in hands.values())
            said = N_("There can’t be %(held)s cards with %(value)s: the pack has only %(copies)s.")
            found.append((value, places, Why(said, {"held": held, "value": value, "copies": pack[value]})))
    return found


@dataclass(frozen=True, slots=True)
class Hand:
    """What a seat reports where cards are counted: those left before it, in the order they were given, *or* their
    counted sum (before 0/+10, before doubling). Raises ValueError unless it is one of the two.
    """

    cards: Cards | None = None
    points: int | None = None

    def __post_init__(self) -> None:
        if (self.cards is None) == (self.points is None):
            raise ValueError("a hand is its cards or its points, one of the two")


class Counted(NamedTuple):
    """A card of an entry as pages show it. `suit`: its colour row from 0; `counts`: whether it counts."""

    value: int
    suit: int
    counts: bool


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards that a seat reports. `copies` of every value; `suits`: the values of every colour, in the order the
    entry sheet shows them; `most`: how many a hand has; `column`: how many lie in a column, 0 where none do; `hues`:
    the number of each suit's hue on pages, where it is not 0, 1, 2 and so on.
    """

    copies: Mapping[int, int]
    suits: Mapping[str, Cards]
    most: int
    column: int = 0
    hues: Sequence[int] = ()

    def suit_number(self, card: int) -> int:
        """Which colour a card has, as the number of its hue on pages. Raises KeyError for no card."""
        for hue, values in zip(self.hues or count(), self.suits.values(), strict=False):
            if card in values:
                return hue
        raise KeyError(card)
