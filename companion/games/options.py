"""What a match may be set to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Options = Mapping[str, int | str]
"""What a match was set to, by option key; a key that is missing stands for the option's default."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a match may set; forms are made from it."""

    key: str
    kind: str
    """"int", "choice" or "text"."""
    default: int | str
    label: str
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    """The values of a choice, each with its msgid."""
    least: int = 1
    most: int = 9999
    """The limits of a number; a text has `most` characters."""
    everyday: bool = True
    """Whether it is asked at once, or only under "More"."""
    only: tuple[str, str] | None = None
    """The key and the value of the choice for which it is asked at all."""
    none: str = ""
    """What 0 means, in words: a number that may be left blank."""
    line: str = ""
    """What a line of settings says of a number, with its place `%(value)s`; else its label and the number."""
    house: bool = False
    """Whether any other value than the default is a house rule, which no book knows."""

    def of(self, options: Options) -> int | str:
        """What the match says of it, else the default."""
        return options.get(self.key, self.default)

    def asked(self, options: Options) -> bool:
        """Whether it is asked at all, as the others stand in `options`, which has them all."""
        return self.only is None or str(options[self.only[0]]) == self.only[1]


FINISHED = "finished"
"""The key under which stands after which round the group ended a match; it is decided, never offered."""


def offered(options: Sequence[Option], key: str) -> Option:
    """The option that is offered under a key. Raises StopIteration for a key that is not."""
    return next(option for option in options if option.key == key)


def chosen(offered: Sequence[Option], options: Options, key: str) -> int | str:
    """What the match says of `key`, else the default of that option. Raises KeyError for a key that is not offered."""
    return options.get(key, {option.key: option.default for option in offered}[key])
