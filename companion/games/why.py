"""Reasons: why a number is so and why something is refused, in sentences that can be shown in any language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


def N_(msgid: str) -> str:
    """Mark a sentence for the translators and return it unchanged; views translate it when it is shown."""
    return msgid


Msgid = str | tuple[str, str]
"""A text for the translators, or the two of one that depends on a number."""
CONTEXT = "\x04"
"""What stands between a context and its text where translations are looked up, as GNU gettext has it."""


def NC_(context: str, msgid: str) -> str:
    """Mark a text that means something else elsewhere for the translators, and return it with its context."""
    return f"{context}{CONTEXT}{msgid}"


def NN_(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence that depends on a number for the translators, and return it unchanged."""
    return one, many


@dataclass(frozen=True, slots=True)
class Why:
    """A reason that can be shown in any language.

    `msgid` is an English sentence with `%(name)s` places; `values` fills them. What depends on a number is two (`NN_`),
    chosen by the value `num`. A value is an int, a str, another Why, a Who or Whos, or a tuple of ints, which is shown
    as a sum: (10, -2, 3) reads `10 − 2 + 3`.
    """

    msgid: Msgid
    values: Mapping[str, object] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        said = self.msgid if isinstance(self.msgid, str) else self.msgid[self.values["num"] != 1]
        return said.rpartition(CONTEXT)[2] % {key: plain(value) for key, value in self.values.items()}


@dataclass(frozen=True, slots=True)
class Who:
    """A seat in a reason, by its number in the match; pages show the name of who sits there."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat}"


@dataclass(frozen=True, slots=True)
class Whos:
    """Several seats in a reason, by their numbers; pages show the names, joined as the language does."""

    seats: tuple[int, ...]

    def __str__(self) -> str:
        return ", ".join(str(Who(seat)) for seat in self.seats)


def plain(value: object) -> str:
    """A value of a Why as English text, for logs and tests; pages translate nested reasons instead."""
    if isinstance(value, tuple):
        said = "".join(f" + {number}" if number >= 0 else f" − {-number}" for number in value)
        return f"−{said[3:]}" if said.startswith(" − ") else said[3:]
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)


class Refusal(ValueError):
    """A "no". `why` is the sentence to show, `field` the part of a form it is about, empty for all of it. `code`: the
    status of the answer, 422 where what was sent cannot be, 409 where the match has moved on.
    """

    code = 422

    def __init__(self, msgid: Msgid, field: str = "", **values: object) -> None:
        self.why = Why(msgid, values)
        self.field = field
        super().__init__(str(self.why))


class BadEntry(Refusal):
    """An entry that cannot be. `field`: the part it is about (cards, points, closed)."""

    def __init__(self, msgid: Msgid, field: str = "cards", **values: object) -> None:
        super().__init__(msgid, field, **values)


class IllegalMove(Refusal):
    """A move that the rules refuse."""
