"""The animal cards of Jok-R-ummy jr: a house pack of our own (jokrummy J2), and how its cards are spelled.

A card is an int: 0 is a monkey, then ten numbers of the first animal, ten of the second, and so on: 1 … 40.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..cards import Cards, full
from ..why import N_, Why

MONKEY = 0
NUMBERS = range(1, 11)
HAND = 9
COPIES = 2
MONKEYS = 8


class Animal(NamedTuple):
    """One kind of cards. `letter` spells it; `icon` is the key of its picture."""

    letter: str
    name: str
    icon: str


ANIMALS = (
    Animal("a", N_("axolotl"), "axolotl"),
    Animal("b", N_("bear"), "bear"),
    Animal("c", N_("cat"), "cat"),
    Animal("d", N_("duck"), "duck"),
)
MONKEY_FACE = Animal("m", N_("monkey"), "monkey")


def card(animal: int, number: int) -> int:
    """The card of an animal, by its place in ANIMALS, with a number from 1 to 10."""
    return animal * len(NUMBERS) + number


# Looked up, for they are asked for all the time; those of the monkey mean nothing.
_NUMBER_OF = (0, *(number for _ in ANIMALS for number in NUMBERS))
_ANIMAL_OF = (-1, *(row for row in range(len(ANIMALS)) for _ in NUMBERS))


def number_of(value: int) -> int:
    """The number on a card, from 1 to 10. Not for monkeys."""
    return _NUMBER_OF[value]


def animal_of(value: int) -> int:
    """The animal on a card, by its place in ANIMALS. Not for monkeys."""
    return _ANIMAL_OF[value]


SUITS = {animal.icon: tuple(card(row, number) for number in NUMBERS) for row, animal in enumerate(ANIMALS)}
SUITS[MONKEY_FACE.icon] = (MONKEY,)
PACK = {MONKEY: MONKEYS, **{card(row, number): COPIES for row in range(len(ANIMALS)) for number in NUMBERS}}
FULL_PACK = full(PACK)

SPELLING = {value: f"{ANIMALS[animal_of(value)].letter}{number_of(value)}" for value in PACK if value != MONKEY}
SPELLING[MONKEY] = MONKEY_FACE.letter
_CARDS = {text: value for value, text in SPELLING.items()}


def spell(cards: Iterable[int]) -> str:
    """Cards as text, `a5 m c10`; the twin of `read`."""
    return " ".join([SPELLING[value] for value in cards])


def read(text: str) -> Cards | None:
    """The cards of a text made by `spell`, at least one; None for any other text."""
    words = text.split(" ")
    if len(words) > len(FULL_PACK) or not all(word in _CARDS for word in words):
        return None
    return tuple([_CARDS[word] for word in words])


def named(value: int) -> Why:
    """A card in words: `axolotl 5`, `a monkey`."""
    if value == MONKEY:
        return Why(N_("a monkey"))
    values = {"animal": Why(ANIMALS[animal_of(value)].name), "number": number_of(value)}
    return Why(N_("%(animal)s %(number)s"), values)


def listed(cards: Cards) -> Why:
    """Cards in words, at least one, in the order in which they lie."""
    said = named(cards[0])
    for value in cards[1:]:
        said = Why(N_("%(cards)s, %(card)s"), {"cards": said, "card": named(value)})
    return said
