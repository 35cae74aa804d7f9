"""Somebody who was deleted, as their matches show them: no name, no colour, and a number where there are several."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from companion.games.why import N_, Why

from .avatars import UNNAMED, Avatar


def numbers_of(deleted: Sequence[Sequence[bool]]) -> tuple[tuple[int, ...], ...]:
    """For each person at each place of a match: 0, or the number of somebody who was deleted, from 1 on."""
    number = count(1)
    return tuple(tuple(next(number) if gone else 0 for gone in place) for place in deleted)


def somebody(number: int) -> Why:
    """What such a person is called; the first one needs no number."""
    return Why(N_("someone")) if number == 1 else Why(N_("someone (%(number)s)"), {"number": number})


def written(names: Sequence[str], numbers: Sequence[int]) -> tuple[str, ...]:
    """The names at one place as the ledger says them: pages say the word for somebody in their own language."""
    return tuple(str(somebody(number)) if number else name for name, number in zip(names, numbers, strict=True))


def avatar_of(avatar: Avatar, numbers: Sequence[int]) -> Avatar:
    """What stands for those at one place: nobody's colour where all of them were deleted."""
    if not all(numbers):
        return avatar
    return Avatar(UNNAMED, letters="?" if numbers[0] == 1 else f"?{numbers[0]}")
