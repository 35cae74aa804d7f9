"""The form for a new match, ready to print: a row for each person, a field for each option, in groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.games.options import Option
from companion.ledger.avatars import Avatar, apart
from companion.ledger.persons import Person
from companion.ledger.players import name_key

from .new import NewMatch
from .seating import strength_name
from .words import gettext

HIGH = 3
"""So many rows have room for a menu below them."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """One of several values; `here`: the one that is chosen."""

    value: str
    said: str
    here: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A person. `avatar`: of one whom the group knows; `called`: the name, or the seat while there is none; `wrong`:
    what is wrong; `first`: the match starts there; `moved`: it was moved just now; `total`: from paper; `plays`: for a
    bot how well it may play, empty for a person; `top`, `bottom`: it moves no further; `low`: its menu opens upwards.
    """

    at: int
    number: int
    name: str
    avatar: Avatar | None
    called: str
    wrong: str
    first: bool
    focus: bool
    moved: bool
    total: str
    total_wrong: str
    plays: tuple[Chosen, ...]
    top: bool
    bottom: bool
    low: bool


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


def rows(form: NewMatch, people: Sequence[Person]) -> tuple[Row, ...]:
    """The people, as they stand in the form; who is known has the avatar of the match that is to begin."""
    known = {name_key(person.name): person for person in people}
    found = [known.get(name_key(name)) for name in form.names]
    there = iter(apart([(person.name, person.avatar) for person in found if person]))
    first = form.first if form.game.asks_starter else None
    return tuple(
        _row(form, at, name, next(there) if person else None, at == first)
        for at, (name, person) in enumerate(zip(form.names, found, strict=True))
    )


def _row(form: NewMatch, at: int, name: str, avatar: Avatar | None, first: bool) -> Row:
    plays = form.plays[at]
    strengths = form.game.strengths if plays else ()
    return Row(
        at=at,
        number=at + 1,
        name=name,
        avatar=avatar,
        called=name or gettext("player %(number)s", number=at + 1),
        wrong=form.errors.get(f"name-{at}", ""),
        first=first,
        focus=at == form.focus,
        moved=at == form.moved,
        total=form.paper.at(at),
        total_wrong=form.errors.get(f"total-{at}", ""),
        plays=tuple(
            Chosen(key, gettext("Bot, %(strength)s", strength=strength_name(key)), key == plays) for key in strengths
        ),
        top=at == 0,
        bottom=at == len(form.names) - 1,
        low=at >= HIGH,
    )


def fields(form: NewMatch, wanted: Callable[[Option], bool]) -> tuple[Field, ...]:
    """Those of the options that are wanted."""
    return tuple(_field(form, option) for option in form.game.options if wanted(option))


def named(option: Option) -> bool:
    """Whether it says what is played: it is asked before the people are."""
    return option.kind == "text"


def set_here(option: Option) -> bool:
    """Whether it is asked under what the match is set to."""
    return not named(option)


def settings(form: NewMatch) -> str:
    """What the match is set to, in a line: all that is asked at once, and what is not as usual."""
    asked = [option for option in form.game.options if set_here(option) and form.asks(option)]
    typed = {option.key: str(form.typed[option.key]).strip() for option in asked}
    said = [option for option in asked if typed[option.key] not in (("", "0") if option.none else ())]
    shown = [option for option in said if option.everyday or typed[option.key] != str(option.default)]
    return " · ".join(_setting(option, typed[option.key]) for option in shown)


def _setting(option: Option, typed: str) -> str:
    said = dict(option.choices).get(typed)
    if said:
        return gettext(said)
    if option.line:
        return gettext(option.line, value=typed[:8])
    return gettext("%(label)s: %(value)s", label=gettext(option.label), value=typed[:8])


def settings_open(form: NewMatch) -> bool:
    """Whether what the match is set to must be seen: something there is wrong, or nobody ever set this game."""
    new = any(named(option) for option in form.game.options) and not form.known
    return new or any(option.key in form.errors for option in form.game.options if set_here(option))


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
