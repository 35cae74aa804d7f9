"""How what the rules and the ledger say reads in the language of the page."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from babel.lists import format_list
from flask import g, request
from flask_babel import format_datetime, get_locale, get_translations

from companion.games.cards import spell
from companion.games.game import Entry, Who, Why, plain
from companion.ledger.records import Record
from companion.ledger.state import MatchState

LANGUAGES = ("en",)


def language() -> str:
    """The language of this request, one of LANGUAGES."""
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def _catalogue() -> Any:
    """The translations of this request; asking Flask-Babel for them once a text would be half the cost of a page."""
    if "catalogue" not in g:
        g.catalogue = get_translations()
    return g.catalogue


def gettext(msgid: str, /, **values: object) -> str:
    """A text in the language of the page, its places filled when values are given."""
    said: str = _catalogue().gettext(msgid)
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
    said = gettext(why.msgid) if why.msgid else ""
    return said % {key: _value(value, name) for key, value in why.values.items()}


def _value(value: object, name: Named | None) -> str:
    if isinstance(value, Why):
        return say(value, name)
    if isinstance(value, Who):
        return name(value.seat) if name else str(value)
    return plain(value)


def signed(number: object) -> str:
    """A number, or a text of numbers, with true minus signs."""
    return str(number).replace("-", "−")


def names(people: Iterable[str]) -> str:
    """`Ana, Pau and Zoé`, as the language joins them."""
    return str(format_list(list(people), locale=get_locale()))


def seat_names(state: MatchState, seats: Iterable[int]) -> str:
    """The names of these seats, joined."""
    return names(state.name(seat) for seat in seats)


def hand(state: MatchState, entry: Entry) -> str:
    """An entry in short: its cards, or what was typed."""
    if entry.cards is None:
        return say(state.game.count(entry, state.options).why)
    return signed(spell(entry.cards)) or gettext("no cards")


def cell_value(state: MatchState, cell: str, value: Any) -> str:
    """What a cell of a match holds, in words; for trails, conflicts and undo."""
    kind = cell.split("/")[0]
    if kind == "entry":
        if value is None:
            return gettext("waiting")
        count = state.game.count(value, state.options)
        said = hand(state, value)
        return said if value.cards is None else f"{said} = {signed(count.points)}"
    if kind == "closer":
        return gettext("nobody yet") if value is None else state.name(value)
    if kind == "adjust":
        return "±0" if value is None else f"{signed(format(value['points'], '+d'))} {value['note']}".strip()
    if kind == "limit":
        return str(value if value is not None else state.game.limit_of(state.agreed))
    if kind == "order":
        return names(state.name(seat) for seat in (value or range(len(state.seats))))
    if kind == "name":
        return str(value or "–")
    return gettext("no") if value is None else gettext("yes")


def cell_title(state: MatchState, cell: str) -> str:
    """What a cell is called on pages: `Pau, round 2`."""
    kind, *where = cell.split("/")
    if kind in ("entry", "adjust"):
        title = gettext("%(name)s, round %(round)s", name=state.name(int(where[1])), round=where[0])
        return gettext("%(cell)s, house rule", cell=title) if kind == "adjust" else title
    if kind == "closer":
        return gettext(state.game.words.closer, round=where[0])
    if kind == "name":
        return gettext("The name of %(name)s", name=state.name(int(where[0])))
    if kind == "span":
        return gettext("%(name)s’s place", name=state.name(int(where[0])))
    if kind == "holder":
        return gettext("%(name)s’s phone", name=state.name(int(where[0])))
    titles = {
        "limit": gettext("The limit"),
        "stop": gettext("Stopped"),
        "archive": gettext("Archived"),
        "order": gettext("The seats"),
    }
    return titles[kind]


def what(state: MatchState, records: Iterable[Record]) -> str:
    """The records of one write in short, for the undo button: `Zoé, round 2`."""
    return names(dict.fromkeys(cell_title(state, record.cell) for record in sorted(records, key=_entries_first)))


def _entries_first(record: Record) -> tuple[bool, str]:
    return not record.cell.startswith("entry/"), record.cell


def whose(state: MatchState, record: Record, phone: int) -> str:
    """Which phone wrote a record, seen from this one."""
    return gettext("this phone") if record.phone == phone else phone_name(state, record.phone)


def phone_name(state: MatchState, phone: int) -> str:
    """What a phone is called: by the people it enters for."""
    seats = state.seats_of(phone)
    if seats:
        return gettext("%(names)s’s phone", names=seat_names(state, seats))
    return gettext("the host’s phone") if phone == state.host else gettext("another phone")


def short(name: str, most: int = 18) -> str:
    """A name that fits into a sentence on a button."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def initial(name: str) -> str:
    """What stands in an avatar: the first letter, or a whole emoji with its joiners and skin tones."""
    end = 1
    while end < len(name) and (_continues(name[end]) or name[end - 1] == "\u200d"):
        end += 1
    return name[:end].upper()


def _continues(mark: str) -> bool:
    return mark == "\u200d" or unicodedata.category(mark) in ("Mn", "Me") or "\U0001f3fb" <= mark <= "\U0001f3ff"


def ordinal(place: int) -> str:
    """`1st`, in the language of the page."""
    words = {1: gettext("1st"), 2: gettext("2nd"), 3: gettext("3rd")}
    return words.get(place) or gettext("%(place)sth", place=place)


def moment(at: datetime, style: str) -> str:
    """A moment as text, in UTC; the script puts the phone's own time zone in its place."""
    formats = {"date": "EEE d MMM y", "time": "HH:mm", "daytime": "EEE d MMM, HH:mm"}
    return str(format_datetime(at, formats[style]))
