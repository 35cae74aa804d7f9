"""The form for a new match, ready to print: a row for each person, a field for each option, in groups."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.options import Option

from .new import NewMatch
from .seating import strength_name
from .words import gettext


@dataclass(frozen=True, slots=True)
class Chosen:
    """One of several values; `here`: the one that is chosen."""

    value: str
    said: str
    here: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A person. `called`: the name, or the seat while there is none; `wrong`: what is wrong with it; `first`: the match
    starts there; `plays`: for a bot how well it may play, empty for a person; `top`, `bottom`: it moves no further.
    """

    at: int
    number: int
    name: str
    called: str
    wrong: str
    first: bool
    focus: bool
    plays: tuple[Chosen, ...]
    top: bool
    bottom: bool


@dataclass(frozen=True, slots=True)
class Field:
    """An option, a choice or something to type. `css`: for which value of another option it is asked at all."""

    key: str
    css: str
    label: str
    help: str
    wrong: str
    value: str
    number: bool
    choices: tuple[Chosen, ...]


def rows(form: NewMatch) -> tuple[Row, ...]:
    """The people, as they stand in the form."""
    return tuple(_row(form, at, name) for at, name in enumerate(form.names))


def _row(form: NewMatch, at: int, name: str) -> Row:
    plays = form.plays[at]
    strengths = form.game.strengths if plays else ()
    return Row(
        at=at,
        number=at + 1,
        name=name,
        called=name or gettext("seat %(number)s", number=at + 1),
        wrong=form.errors.get(f"name-{at}", ""),
        first=at == form.youngest,
        focus=at == form.focus,
        plays=tuple(
            Chosen(key, gettext("Bot, %(strength)s", strength=strength_name(key)), key == plays) for key in strengths
        ),
        top=at == 0,
        bottom=at == len(form.names) - 1,
    )


def fields(form: NewMatch, wanted: Callable[[Option], bool]) -> tuple[Field, ...]:
    """Those of the options that are wanted."""
    return tuple(_field(form, option) for option in form.game.options if wanted(option))


def named(option: Option) -> bool:
    """Whether it says what is played: it is asked before the people are."""
    return option.kind == "text"


def everyday(option: Option) -> bool:
    """Whether it is asked at once."""
    return option.everyday and not named(option)


def rare(option: Option) -> bool:
    """Whether it is asked under "More"."""
    return not option.everyday and not named(option)


def _help(option: Option) -> str:
    said = gettext(option.help) if option.help else ""
    return (
        gettext("%(said)s Leave it blank for %(none)s.", said=said, none=gettext(option.none)) if option.none else said
    )


def _field(form: NewMatch, option: Option) -> Field:
    typed = str(form.typed[option.key])
    return Field(
        key=option.key,
        css=f" only-{'-'.join(option.only)}" if option.only else "",
        label=gettext(option.label),
        help=_help(option),
        wrong=form.errors.get(option.key, ""),
        value="" if option.none and typed == "0" else typed,
        number=option.kind == "int",
        choices=tuple(Chosen(value, gettext(said), value == typed) for value, said in option.choices),
    )
