"""A second, plain reading of what may be laid in Jok-R-ummy jr, to hold the rules against (jokrummy J3, J6 to J10).

It tries every order of every choice of cards, and reads a mission from its key alone. Cards are texts: `a5`, `m`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations, permutations

Row = tuple[str, ...]


def ways(key: str, hand: Row) -> set[Row]:
    """All rows of cards that do the mission."""
    if key[0] == "g":
        return {row for row in groups(hand) if group_does(key, row)}
    rows = {row for size in range(3, len(hand) + 1) for row in permutations(hand, size)}
    return {row for row in rows if suite_does(key, row)}


def groups(hand: Row) -> set[Row]:
    """All new groups, from low to high with the monkeys last (J7)."""
    found = set()
    for size in range(3, len(hand) + 1):
        for choice in combinations(hand, size):
            real = sorted(each for each in choice if each != "m")
            if real and len({each[1:] for each in real}) == 1:
                found.add((*real, *["m"] * (size - len(real))))
    return found


def group_does(key: str, row: Row) -> bool:
    """Whether a group does a mission like g4, g3x8 or g4d."""
    size, number, different = re.fullmatch(r"g(\d)(?:x(\d+))?(d?)", key).groups()  # type: ignore[union-attr]
    if number and row[0][1:] != number:
        return False
    return any(some_real(part) and (not different or all_different(part)) for part in combinations(row, int(size)))


def suite_does(key: str, row: Row) -> bool:
    """Whether a suite does a mission like s3a, s5, x6, x2-7 or x4d; more cards at its ends may go with it (J6)."""
    if not follows(row):
        return False
    first = first_number(row)
    if fixed := re.fullmatch(r"x(\d+)-(\d+)", key):
        low, high = map(int, fixed.groups())
        at = low - first
        part = row[at : at + high - low + 1] if at >= 0 else ()
        return len(part) == high - low + 1 and some_real(part) and mixed(part)
    kind, size, more = re.fullmatch(r"([sx])(\d)([abcd]?)", key).groups()  # type: ignore[union-attr]
    parts = [row[at : at + int(size)] for at in range(len(row) - int(size) + 1)]
    if kind == "s":
        animals = {each[0] for each in row if each != "m"}
        return any(map(some_real, parts)) and len(animals) == 1 and (not more or animals == {more})
    judge = all_different if more else mixed
    return any(some_real(part) and judge(part) for part in parts)


def follows(row: Row) -> bool:
    """Whether the numbers follow each other upwards, from 1 to 10 (J9)."""
    if not some_real(row):
        return False
    first = first_number(row)
    last = first + len(row) - 1
    return first >= 1 and last <= 10 and all(each == "m" or int(each[1:]) == first + at for at, each in enumerate(row))


def first_number(row: Row) -> int:
    """The number of the first card, a monkey's too."""
    at = next(at for at, each in enumerate(row) if each != "m")
    return int(row[at][1:]) - at


def some_real(row: Iterable[str]) -> bool:
    """Whether a card is no monkey (J10)."""
    return any(each != "m" for each in row)


def mixed(row: Row) -> bool:
    """Whether two animals are to be seen; a monkey is one (J9)."""
    return len({each[0] for each in row}) >= 2


def all_different(row: Row) -> bool:
    """Whether no animal is there twice, but monkeys."""
    animals = [each[0] for each in row if each != "m"]
    return len(set(animals)) == len(animals)
