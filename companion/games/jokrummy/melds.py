"""Suites and groups: what may be laid, and what may be added to what lies (jokrummy J6, J7, J9, J10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from .missions import ANY, GROUP, MISSIONS, MIXED, SUITE, Mission
from .pack import ANIMALS, MONKEY, NUMBERS, Cards, animal_of, card, number_of

LAST = NUMBERS[-1]


class Meld(NamedTuple):
    """What lies on the table. `kind`: suite or group; `animal`: the one of a suite, MIXED if any fits; `low`: its first
    number, or the number of a group; `cards`: a suite upwards, a group as it was laid. `owner`: the place that laid it.
    """

    owner: int
    kind: str
    animal: int
    low: int
    cards: Cards

    @property
    def high(self) -> int:
        """The last number of a suite."""
        return self.low + len(self.cards) - 1

    def fits(self, value: int, start: bool) -> bool:
        """Whether a card may be added, at the start of a suite or at its end (jokrummy J7, J9, J10)."""
        if self.kind == GROUP:
            return not start and (value == MONKEY or number_of(value) == self.low)
        number = self.low - 1 if start else self.high + 1
        if number not in NUMBERS:
            return False
        return value == MONKEY or (number_of(value) == number and self.animal in (MIXED, animal_of(value)))

    def added(self, value: int, start: bool) -> Meld:
        """The meld with a card that fits."""
        if start:
            return self._replace(low=self.low - 1, cards=(value, *self.cards))
        return self._replace(cards=(*self.cards, value))


def meld_of(owner: int, kind: str, animal: int, cards: Cards) -> Meld:
    """The meld that cards in order make; at least one is no monkey. A mixed suite has the animal MIXED."""
    at, first = next((at, value) for at, value in enumerate(cards) if value != MONKEY)
    if kind == GROUP:
        return Meld(owner, GROUP, MIXED, number_of(first), cards)
    return Meld(owner, SUITE, MIXED if animal == MIXED else animal_of(first), number_of(first) - at, cards)


@lru_cache(maxsize=8192)
def lays(mission: int, hand: Cards) -> tuple[Cards, ...]:
    """Every way to lay a mission, by its number, from a sorted hand: see `ways`."""
    return ways(MISSIONS[mission], hand)


def ways(wanted: Mission, hand: Cards) -> tuple[Cards, ...]:
    """Every way to lay a mission from a sorted hand, each once: suites upwards, groups from low to high with their
    monkeys last. More cards of the same suite or group may go with it (jokrummy J6).
    """
    if wanted.kind == GROUP:
        return tuple(cards for cards in groups(hand) if _does_group(wanted, cards))
    return tuple(_suites(wanted, Counter(hand))) if wanted.kind == SUITE else ()


@lru_cache(maxsize=8192)
def groups(hand: Cards) -> tuple[Cards, ...]:
    """Every group of three or more that a sorted hand can lay, each once (jokrummy J7, J10)."""
    held = Counter(hand)
    found = []
    for number in NUMBERS:
        choices: list[Cards] = [()]
        for row in range(len(ANIMALS)):
            value = card(row, number)
            choices = [(*some, *[value] * copies) for some in choices for copies in range(held[value] + 1)]
        for real in choices:
            for monkeys in range(held[MONKEY] + 1):
                if real and len(real) + monkeys >= 3:
                    found.append((*real, *[MONKEY] * monkeys))
    return tuple(found)


def _does_group(wanted: Mission, cards: Cards) -> bool:
    """Whether a group does a mission; its number is that of the first card."""
    if len(cards) < wanted.size or wanted.low not in (0, number_of(cards[0])):
        return False
    return not wanted.all_different or _variety(cards) >= wanted.size


def _variety(cards: Cards) -> int:
    """How many animals cards can show; every monkey stands for one more."""
    return len({animal_of(value) for value in cards if value != MONKEY}) + cards.count(MONKEY)


def _suites(wanted: Mission, held: Counter[int]) -> Iterator[Cards]:
    """Every suite that does a mission, with more cards at both ends where there are some."""
    rows = range(len(ANIMALS)) if wanted.animal in (ANY, MIXED) else (wanted.animal,)
    # A suite of one animal is looked for animal by animal; one with no card but monkeys cannot do a mission.
    ways = [tuple(rows)] if wanted.animal == MIXED else [(row,) for row in rows]
    for allowed in ways:
        for low in NUMBERS:
            for cards in _runs(low, allowed, held, ()):
                if len(cards) >= wanted.size and _does_suite(wanted, low, cards):
                    yield cards


def _runs(number: int, rows: tuple[int, ...], held: Counter[int], cards: Cards) -> Iterator[Cards]:
    """Every suite of these animals and monkeys that goes on from `cards` with `number`, the shortest first."""
    if cards:
        yield cards
    if number > LAST:
        return
    for value in (MONKEY, *(card(row, number) for row in rows)):
        if held[value]:
            held[value] -= 1
            yield from _runs(number + 1, rows, held, (*cards, value))
            held[value] += 1


def _does_suite(wanted: Mission, low: int, cards: Cards) -> bool:
    """Whether some part of a suite does the mission by itself (jokrummy J6, J10)."""
    starts = range(len(cards) - wanted.size + 1)
    return any(wanted.low in (0, low + at) and does_exactly(wanted, cards[at : at + wanted.size]) for at in starts)


def does_exactly(wanted: Mission, cards: Cards) -> bool:
    """Whether so many cards in a row show the animals that a mission asks for (jokrummy J9, J10)."""
    if all(value == MONKEY for value in cards):
        return False
    if wanted.all_different:
        return _variety(cards) >= wanted.size
    # A monkey may be the second animal of a mixed suite.
    return wanted.animal != MIXED or _variety(cards) >= 2
