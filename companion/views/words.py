"""How what the rules and the ledger say reads in the language of the page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from babel.lists import format_list
from flask import g, request
from flask_babel import format_date, format_datetime, get_locale, get_translations
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.games.why import CONTEXT, Who, Whos, Why, plain
from companion.ledger.models import now
from companion.ledger.state import MatchState
from companion.ledger.trails import Record

from .zone import local

LANGUAGES = {"en": "English", "fr": "Français", "pl": "Polski"}
"""The languages that pages speak, each with its own name; the first one is that of the texts in the code."""
CHOSEN = "language"
"""The cookie in which a phone keeps the language that was chosen on it."""

FIRST_STRONG, POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
"""What stands around a name in a text, so that its direction is its own affair."""


def language() -> str:
    """The language of this request, one of LANGUAGES: the one that was chosen on this phone, else that of the phone."""
    said: str | None = g.get("language")
    if said is None:
        chosen = request.cookies.get(CHOSEN)
        said = g.language = chosen if chosen in LANGUAGES else _spoken(request.headers.get("Accept-Language", ""))
    return said


@lru_cache(512)
def _spoken(header: str) -> str:
    """The best of our languages for a browser that says this, as it does with every request."""
    return parse_accept_header(header, LanguageAccept).best_match(LANGUAGES) or "en"


def _catalogue() -> Any:
    """The translations of this request; asking Flask-Babel for them once a text would be half the cost of a page."""
    catalogue = g.get("catalogue")
    if catalogue is None:
        catalogue = g.catalogue = get_translations()
    return catalogue


def gettext(msgid: str, /, **values: object) -> str:
    """A text in the language of the page, its places filled when values are given; `NC_` gives it a context."""
    said: str = _catalogue().gettext(msgid)
    if CONTEXT in said:  # Nobody has translated it.
        said = said.partition(CONTEXT)[2]
    return said % values if values else said


def ngettext(one: str, many: str, num: int, /, **values: object) -> str:
    """A text that depends on a number, which fills `%(num)s`."""
    said: str = _catalogue().ngettext(one, many, num)
    return said % {"num": num, **values}


Named = Callable[[int], str]
"""What a seat is called, by its number."""


def say(why: Why | None, name: Named | None = None) -> str:
    """A reason in the language of the page; a tuple of numbers reads as a sum, a Who by its name."""
    if why is None:
        return ""
    if isinstance(why.msgid, tuple):
        said = _catalogue().ngettext(*why.msgid, why.values["num"])
    else:
        said = gettext(why.msgid) if why.msgid else ""
    return str(said % {key: _value(value, name) for key, value in why.values.items()})


def _value(value: object, name: Named | None) -> str:
    if isinstance(value, Why):
        return say(value, name)
    if isinstance(value, Who):
        return isolated(name(value.seat)) if name else str(value)
    if isinstance(value, Whos):
        return names([_value(Who(seat), name) for seat in value.seats])
    return plain(value)


def signed(number: object) -> str:
    """A number, or a text of numbers, with true minus signs."""
    return str(number).replace("-", "−")


def names(people: Iterable[str]) -> str:
    """`Ana, Pau and Zoé`, as the language joins them."""
    return str(format_list([isolated(name) for name in people], locale=get_locale()))


def linked(said: str, links: Iterable[Markup]) -> Markup:
    """A sentence with `%(links)s`, which are joined as the language joins names."""
    return escape(said) % {"links": Markup(format_list(list(links), locale=get_locale()))}


def isolated(name: str) -> str:
    """A name in a sentence: one that is written from right to left moves no number that stands beside it."""
    if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name):
        return f"{FIRST_STRONG}{name}{POP}"
    return name


def seat_names(state: MatchState, seats: Iterable[int]) -> str:
    """The names of these seats, joined."""
    return names(state.name(seat) for seat in seats)


def whose(state: MatchState, record: Record, phone: int) -> str:
    """Which phone wrote a record, seen from this one."""
    return gettext("this phone") if record.phone == phone else phone_name(state, record.phone)


def phone_name(state: MatchState, phone: int) -> str:
    """What a phone is called: by the people it enters for."""
    seats = state.seats_of(phone)
    if seats:
        return gettext("%(names)s’s phone", names=seat_names(state, seats))
    return gettext("the host’s phone") if phone == state.host else gettext("another phone")


def who_did(state: MatchState, phone: int) -> str:
    """Who did something on a phone, at the beginning of a sentence: its people, or the phone that it is."""
    seats = state.seats_of(phone)
    return seat_names(state, seats) if seats else sentence(phone_name(state, phone))


def sentence(said: str) -> str:
    """A name or a text as a sentence begins."""
    return said[:1].upper() + said[1:]


def short(name: str, most: int = 18) -> str:
    """A name that fits into a sentence on a button."""
    return isolated(name if len(name) <= most else f"{name[: most - 1].rstrip()}…")


def ordinal(place: int) -> str:
    """`1st`, in the language of the page."""
    words = {1: gettext("1st"), 2: gettext("2nd"), 3: gettext("3rd")}
    return words.get(place) or gettext("%(place)sth", place=place)


def moment(at: datetime, style: str) -> str:
    """A moment as text, in the zone of the phone: a `day` or, shorter, a `date`, with the year if that is another one
    than now; its `time`; or both, as `daytime`.
    """
    formats = {"day": "EEEE, d MMMM", "date": "EEE d MMM", "time": "HH:mm", "daytime": "EEE d MMM, HH:mm"}
    year = " y" if style in ("day", "date") and local(at).year != local(now()).year else ""
    return str(format_datetime(at, _written(formats[style] + year, local(at).day)))


def dated(at: date, pattern: str) -> str:
    """A day, or its month or year alone, by a pattern of the CLDR, as the language of the page writes it; of a moment,
    the day where this request's phone is.
    """
    there = local(at) if isinstance(at, datetime) else at
    return str(format_date(at, _written(pattern, there.day)))


def _written(pattern: str, day: int) -> str:
    """A pattern as a language has it: the first of a month is "1er" in French, and days of the week are followed by a
    comma in Polish only where they are short, in French never.
    """
    spoken = get_locale().language
    if spoken == "fr":
        pattern = pattern.replace("EEEE,", "EEEE")
        return re.sub(r"\bd\b", "d'er'", pattern) if day == 1 else pattern
    return re.sub(r"\bEEE\b", "EEE,", pattern) if spoken == "pl" else pattern
