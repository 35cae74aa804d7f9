"""What a file tells, in words: which matches would come in, whose names are whose, what stays out and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import request

from companion.ledger.brought_people import Somebody
from companion.ledger.importing import Brought, Guess, guesses, people_here

from .forms import FieldChoice, seen_number
from .words import dated, gettext, names, ngettext
from .zone import local

MOST_ASKED = 60
"""Of so many people it is asked who they are: of those who are in most matches."""


@dataclass(frozen=True, slots=True)
class AskedFor:
    """Somebody in a file, and who that may be here. `said`: in how many matches they are."""

    number: int
    name: str
    said: str
    choices: tuple[FieldChoice, ...]


@dataclass(frozen=True, slots=True)
class PeopleText:
    """The people of a file: of whom it is asked, those `new` here first; the names of `all_new` where nobody else is
    here; how many are `sure`, and how many are more than fit on a page.
    """

    new: tuple[AskedFor, ...]
    known: tuple[AskedFor, ...]
    all_new: str
    sure: str
    more: str


def games_text(it: Brought) -> list[tuple[str, str, str]]:
    """Of each game what it is called, how many matches there are, and from when."""
    return [
        (called or gettext("Another game"), ngettext("%(num)s match", "%(num)s matches", count), _days(first, last))
        for called, count, first, last in it.report.get("games", ())
    ]


def _days(first: str, last: str) -> str:
    one, other = _day(first), _day(last)
    return one if one == other else gettext("%(first)s to %(last)s", first=one, last=other)


def _day(said: str) -> str:
    at = datetime.fromisoformat(said)
    return dated((local(at) if at.tzinfo else at).date(), "d MMM y")


def left_text(it: Brought) -> list[tuple[str, str, Sequence[str], int]]:
    """Of each reason to stay out: the reason, for how many matches it holds, the first of these, and how many more."""
    return [
        (gettext(why), ngettext("%(num)s match", "%(num)s matches", count), which, count - len(which))
        for why, count, which in it.report.get("left", ())
    ]


def people_text(it: Brought) -> PeopleText:
    """Whose names in a file match whom."""
    here, all_of_them = people_here(it.group), guesses(it)
    asked = [guess for guess in all_of_them if not guess.sure] if here else []
    shown = [(_asked(guess, here), guess.known) for guess in asked[:MOST_ASKED]]
    sure, more = sum(guess.sure for guess in all_of_them), len(asked) - len(shown)
    said = ngettext("%(num)s person is known by this file.", "%(num)s people are known by this file.", sure)
    rest = ngettext("%(num)s more is taken as they are called.", "%(num)s more are taken as they are called.", more)
    return PeopleText(
        tuple(asked for asked, known in shown if known is None),
        tuple(asked for asked, known in shown if known is not None),
        "" if here else names(guess.name for guess in all_of_them),
        said if sure else "",
        rest if more > 0 else "",
    )


def _asked(guess: Guess, here: Sequence[Somebody]) -> AskedFor:
    sent = request.form.get(f"who-{guess.number}")
    wanted = seen_number(sent) if sent else guess.known.id if guess.known and sent is None else 0
    choices = [] if guess.known else [FieldChoice("", gettext("someone new"), wanted == 0)]
    choices += [FieldChoice(str(one.id), one.name, one.id == wanted) for one in here]
    said = ngettext("%(num)s match", "%(num)s matches", guess.matches)
    return AskedFor(guess.number, guess.name, said, tuple(choices))
