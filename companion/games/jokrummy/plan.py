"""How far a hand is from doing a mission. Rough on purpose: a mixed run of one animal counts as mixed here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from ..cards import Cards
from .missions import ANY, MISSIONS, MIXED, SET, Mission
from .pack import ANIMALS, MONKEY, NUMBERS, PACK, card

ROWS = range(len(ANIMALS))
Offer = tuple[int, int]
"""What a turn brings: a card from the stock and one from the discard, of which one can be taken."""


class Target(NamedTuple):
    """One way to do a mission: `size` cards. `slot`: by card, the bit of the slot that it fills, 0 for none. In a set
    every card fills any slot, so that `slot` is 1 for all that belong.
    """

    size: int
    slot: tuple[int, ...]
    is_set: bool

    def missing(self, hand: Cards) -> int:
        """How many cards are missing, when monkeys fill the rest; 0 or less when none is."""
        slot, monkeys, filled, number = self.slot, 0, 0, 0
        for value in hand:
            if value == MONKEY:
                monkeys += 1
            elif slot[value]:
                filled |= slot[value]
                number += 1
        return self.size - monkeys - (number if self.is_set else filled.bit_count())

    def turns(self, hand: Cards, offers: Sequence[Offer], patience: int) -> int:
        """After how many turns of these offers the target is held, at most `patience`."""
        missing = self.missing(hand)
        if missing <= 0:
            return 0
        slot, filled = self.slot, 0
        if not self.is_set:
            for value in hand:
                filled |= slot[value]
        for turn, offer in enumerate(offers[: patience - 1], 1):
            for value in offer:
                if value == MONKEY or slot[value] & ~filled:
                    if not self.is_set:
                        filled |= slot[value]
                    missing -= 1
                    break
            if not missing:
                return turn
        return patience


@lru_cache(maxsize=64)
def targets(mission: int) -> tuple[Target, ...]:
    """All ways to do a regular mission."""
    wanted = MISSIONS[mission]
    if wanted.kind == SET:
        numbers = NUMBERS if not wanted.low else (wanted.low,)
        if wanted.all_different:
            return tuple(_run([[card(row, number)] for row in ROWS]) for number in numbers)
        return tuple(_set(wanted.size, number) for number in numbers)
    lows = range(1, len(NUMBERS) - wanted.size + 2) if not wanted.low else (wanted.low,)
    return tuple(target for low in lows for target in _runs(wanted, range(low, low + wanted.size)))


def _runs(wanted: Mission, numbers: range) -> list[Target]:
    if wanted.all_different:
        return [_run([[card(*one)] for one in zip(rows, numbers, strict=True)]) for rows in permutations(ROWS)]
    if wanted.animal == MIXED:
        return [_run([[card(row, number) for row in ROWS] for number in numbers])]
    rows = ROWS if wanted.animal == ANY else (wanted.animal,)
    return [_run([[card(row, number)] for number in numbers]) for row in rows]


def _run(slots: list[list[int]]) -> Target:
    bits = {value: 1 << at for at, cards in enumerate(slots) for value in cards}
    return Target(len(slots), tuple(bits.get(value, 0) for value in PACK), False)


def _set(size: int, number: int) -> Target:
    cards = {card(row, number) for row in ROWS}
    return Target(size, tuple(int(value in cards) for value in PACK), True)


def nearest(mission: int, hand: Cards) -> int:
    """How many cards the hand misses at least."""
    return min(target.missing(hand) for target in targets(mission))


EASE = (
    0.83,
    0.83,
    0.83,
    0.83,
    0.67,
    0.67,
    0.67,
    0.67,
    0.81,
    0.65,
    0.96,
    0.93,
    0.84,
    0.91,
    0.91,
    0.91,
    0.91,
    0.91,
    0.83,
    0.93,
    0.99,
    0.9,
    0.71,
    0.71,
    0.71,
    0.71,
    0.71,
    0.71,
    0.51,
    0.8,
)
"""How often two normal bots do each regular mission in a round, by measuring."""
AVERAGE = sum(EASE) / len(EASE)
