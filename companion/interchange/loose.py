"""An object of another program's file: what is missing is blank, but what is there has to be of its kind."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.why import N_

from .reading import At

MOST = 10**15
"""No number that such a file tells is further from 0."""


@dataclass(frozen=True, slots=True)
class Fields:
    """An object and where it stands. Each method returns a field as its kind, or raises Damaged."""

    at: At

    def has(self, key: str) -> bool:
        """Whether the field is there and says something."""
        return isinstance(self.at.value, dict) and self.at.value.get(key) is not None

    def field(self, key: str) -> At:
        """The field; its value is None where it is missing."""
        if not isinstance(self.at.value, dict):
            self.at.wrong(N_("Here should be an object."))
        return At(f"{self.at.place}.{key}".removeprefix("."), self.at.value.get(key))

    def text(self, key: str, longest: int = 100_000) -> str:
        """A text; a number is taken as it is spelled."""
        there = self.field(key)
        if isinstance(there.value, int | float) and not isinstance(there.value, bool):
            return str(there.value)
        return there.maybe(lambda at: at.text(longest)) or ""

    def number(self, key: str) -> int:
        """A whole number, 0 where it is missing."""
        return self.field(key).maybe(lambda at: at.number(-MOST, MOST)) or 0

    def flag(self, key: str) -> bool:
        """True or false, also as 1 or 0; false where it is missing."""
        there = self.field(key)
        if there.value in (0, 1) and not isinstance(there.value, float):
            return bool(there.value)
        return bool(there.maybe(At.flag))

    def many(self, key: str) -> tuple[Fields, ...]:
        """A list of objects, empty where it is missing."""
        return self.field(key).maybe(lambda at: at.many(_object)) or ()


def _object(at: At) -> Fields:
    if not isinstance(at.value, dict):
        at.wrong(N_("Here should be an object."))
    return Fields(at)
