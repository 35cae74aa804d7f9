"""Runs and sets: what may be laid, and what may be added to what lies (jokrummy J6, J7, J9, J10)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ..cards import Cards
from .missions import ANY, MISSIONS, MIXED, RUN, SET, Mission
from .pack import ANIMALS, MONKEY, NUMBERS, animal_of, number_of

LAST = NUMBERS[-1]
SOON = 64
"""So many answers are kept: the same hand is asked about again at once, and hardly ever later."""


class Meld(NamedTuple):
    """What lies on the table. `kind`: run or set; `animal`: the one of a run, MIXED if any fits; `low`: its first
    number, or the number of a set; `cards`: a run upwards, a set as it was laid. `owner`: the place that laid it.
    """

    owner: int
    kind: str
    animal: int
    low: int
    cards: Cards

    @property
    def high(self) -> int:
        """The last number of a run."""
        return self.low + len(self.cards) - 1

    @property
    def ends(self) -> tuple[int, int]:
        """The numbers that fit at the start and at the end, 0 where none does. A set has no start."""
        if self.kind == SET:
            return 0, self.low
        return self.low - 1, self.high + 1 if self.high < LAST else 0

    def fits(self, value: int, start: bool) -> bool:
        """Whether a card may be added, at the start of a run or at its end (jokrummy J7, J9, J10)."""
        number = self.ends[not start]
        return number > 0 and self.stands_for(value, number)

    def stands_for(self, value: int, number: int) -> bool:
        """Whether a card may lie where this number is wanted."""
        if value == MONKEY:
            return True
        return number_of(value) == number and self.animal in (MIXED, animal_of(value))

    def added(self, value: int, start: bool) -> Meld:
        """The meld with a card that fits."""
        if start:
            return self._replace(low=self.low - 1, cards=(value, *self.cards))
        return self._replace(cards=(*self.cards, value))


def meld_of(owner: int, kind: str, animal: int, cards: Cards) -> Meld:
    """The meld that cards in order make; at least one is no monkey. A mixed run has the animal MIXED."""
    at, first = next((at, value) for at, value in enumerate(cards) if value != MONKEY)
    if kind == SET:
        return Meld(owner, SET, MIXED, number_of(first), cards)
    return Meld(owner, RUN, MIXED if animal == MIXED else animal_of(first), number_of(first) - at, cards)


@lru_cache(maxsize=SOON)
def lays(mission: int, hand: Cards) -> tuple[Cards, ...]:
    """Every way to lay a mission, by its number, from a sorted hand: see `ways`."""
    return ways(MISSIONS[mission], hand)


def ways(wanted: Mission, hand: Cards) -> tuple[Cards, ...]:
    """Every way to lay a mission from a sorted hand, each once: runs upwards, sets from low to high with their
    monkeys last. More cards of the same run or set may go with it (jokrummy J6).
    """
    if wanted.kind == SET:
        return tuple(cards for cards in sets(hand) if _does_set(wanted, cards))
    return tuple(_runs(wanted, hand)) if wanted.kind == RUN else ()


@lru_cache(maxsize=SOON)
def sets(hand: Cards) -> tuple[Cards, ...]:
    """Every set of three or more that a sorted hand can lay, each once (jokrummy J7, J10)."""
    monkeys = hand.count(MONKEY)
    alike: dict[int, list[int]] = {}
    for value in hand[monkeys:]:
        alike.setdefault(number_of(value), []).append(value)
    found = []
    for _, cards in sorted(alike.items()):
        if len(cards) + monkeys < 3:
            continue
        for real in _choices(cards):
            for more in range(max(0, 3 - len(real)), monkeys + 1):
                found.append((*real, *[MONKEY] * more))
    return tuple(found)


def _choices(cards: list[int]) -> list[Cards]:
    """Every choice of one or more of sorted cards, each once: fewer of the lower ones first."""
    choices: list[Cards] = [()]
    for value in dict.fromkeys(cards):
        copies = range(cards.count(value) + 1)
        choices = [(*some, *[value] * number) for some in choices for number in copies]
    return choices[1:]


def _does_set(wanted: Mission, cards: Cards) -> bool:
    """Whether a set does a mission; its number is that of the first card."""
    if len(cards) < wanted.size or wanted.low not in (0, number_of(cards[0])):
        return False
    return not wanted.all_different or _variety(cards) >= wanted.size


def _variety(cards: Cards) -> int:
    """How many animals cards can show; every monkey stands for one more."""
    return len({animal_of(value) for value in cards if value != MONKEY}) + cards.count(MONKEY)


def _runs(wanted: Mission, hand: Cards) -> Iterator[Cards]:
    """Every run that does a mission, with more cards at both ends where there are some."""
    rows = range(len(ANIMALS)) if wanted.animal in (ANY, MIXED) else (wanted.animal,)
    # A run of one animal is looked for animal by animal; one with no card but monkeys cannot do a mission.
    ways = [tuple(rows)] if wanted.animal == MIXED else [(row,) for row in rows]
    monkeys, size = hand.count(MONKEY), wanted.size
    for allowed in ways:
        fitting: list[Cards] = [()] * LAST
        for value in dict.fromkeys(hand[monkeys:]):
            if animal_of(value) in allowed:
                number = number_of(value)
                fitting[number - 1] = (*fitting[number - 1], value)
        for low in range(LAST - size + 1):
            if fitting[low : low + size].count(()) <= monkeys:
                longer = _longer((), low, fitting, monkeys, size)
                yield from (cards for cards in longer if _does_run(wanted, low + 1, cards))


def _longer(cards: Cards, at: int, fitting: list[Cards], monkeys: int, size: int) -> Iterator[Cards]:
    """Every run of `size` or more that goes on from `cards`, the shortest first. `fitting`: the cards for each number,
    `at` the place of the next one in it; `monkeys`: how many are left.
    """
    missing = size - len(cards)
    if missing <= 0:
        yield cards
    elif at + missing > LAST or fitting[at : at + missing].count(()) > monkeys:
        return
    if at == LAST:
        return
    if monkeys:
        yield from _longer((*cards, MONKEY), at + 1, fitting, monkeys - 1, size)
    for value in fitting[at]:
        yield from _longer((*cards, value), at + 1, fitting, monkeys, size)


def _does_run(wanted: Mission, low: int, cards: Cards) -> bool:
    """Whether some part of a run does the mission by itself (jokrummy J6, J10)."""
    starts = range(len(cards) - wanted.size + 1)
    return any(wanted.low in (0, low + at) and does_exactly(wanted, cards[at : at + wanted.size]) for at in starts)


def does_exactly(wanted: Mission, cards: Cards) -> bool:
    """Whether so many cards in a row show the animals that a mission asks for (jokrummy J9, J10)."""
    if all(value == MONKEY for value in cards):
        return False
    if wanted.all_different:
        return _variety(cards) >= wanted.size
    # A monkey may be the second animal of a mixed run.
    return wanted.animal != MIXED or _variety(cards) >= 2
