"""What somebody wants to see of a group's matches: as the address of the page says it, and as chips to take it back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from flask import request, url_for

from companion.ledger.bygone import Wanted
from companion.ledger.finding import (
    Meant,
    Named,
    Played,
    meant_by,
    people_of_group,
    played_by,
)
from companion.ledger.models import now
from companion.ledger.players import LONGEST, clean

from .forms import FieldChoice, seen_number
from .words import gettext
from .zone import local, new_year

LONGEST_SEARCH = 80
LATELY = "12m"
"""The last twelve months, among the years."""
MONTHS = timedelta(days=365)
FIRST_YEAR = 1970


@dataclass(frozen=True, slots=True)
class Chip:
    """Something that is chosen. `url`: the page without it; `undo`: what the chip does, in words."""

    said: str
    url: str
    undo: str


@dataclass(frozen=True, slots=True)
class AskedFor:
    """What the address says, as fields of a form. `games`, `people`, `times`: what there is to choose from; `whole`:
    the address of all matches.
    """

    fields: Mapping[str, str]
    games: tuple[FieldChoice, ...]
    people: tuple[FieldChoice, ...]
    times: tuple[FieldChoice, ...]
    chips: tuple[Chip, ...]
    whole: str

    def url(self, **key: object) -> str:
        """Another page of the same."""
        return _page(self.fields, **key)


def _page(fields: Mapping[str, str], **more: Any) -> str:
    return url_for("history.page", **{**fields, **more})


def asked_for(group: int, several: bool) -> tuple[AskedFor, Wanted]:
    """What this request asks for of a group, which is named in addresses if the phone is in `several`; what there is
    none of is as if nobody had asked for it. Two queries, and one for the words of a search.
    """
    people, played = people_of_group(group), played_by(group)
    number = seen_number(_said("person"))
    person = next((one for one in people if number in one.ids), None)
    times = [LATELY, *map(str, _years(played))]
    chosen = {
        "group": str(group) if several else "",
        "q": _said("q")[:LONGEST_SEARCH],
        "game": clean(_said("game"))[:LONGEST],
        "person": str(person.id) if person else "",
        "time": _said("time") if _said("time") in times else "",
        "finished": "1" if _said("finished") == "1" else "",
    }
    games, names = [(game, game) for game in played.games], [(str(one.id), one.name) for one in people if one.listed]
    fields = {name: value for name, value in chosen.items() if value}
    asked = AskedFor(
        fields,
        _choices(gettext("All games"), games, chosen["game"]),
        _choices(gettext("Everyone"), names, chosen["person"], person.name if person else ""),
        _choices(gettext("At any time"), [(value, time_said(value)) for value in times], chosen["time"]),
        tuple(_chips(fields, person)),
        _page({"group": chosen["group"]} if several else {}),
    )
    return asked, _wanted(group, chosen, meant_by(group, chosen["q"], people, played.games))


def _said(name: str) -> str:
    return request.args.get(name, "").strip()


def _wanted(group: int, chosen: Mapping[str, str], search: tuple[Meant, ...]) -> Wanted:
    since, until = _span(chosen["time"])
    person, finished = seen_number(chosen["person"]), bool(chosen["finished"])
    return Wanted(group, chosen["game"], person, since, until, finished, search=search)


def _years(played: Played) -> list[int]:
    """The years in which a group played, the last one first, as the phone's calendar has them."""
    if played.first is None or played.last is None:
        return []
    return list(range(local(played.last).year, max(local(played.first).year, FIRST_YEAR) - 1, -1))


def _span(time: str) -> tuple[datetime | None, datetime | None]:
    """From when on and until when that is."""
    if time == LATELY:
        return now() - MONTHS, None
    return (new_year(int(time)), new_year(int(time) + 1)) if time else (None, None)


def time_said(value: str) -> str:
    """A time to choose, in words."""
    if value == LATELY:
        return gettext("The last 12 months")
    return gettext("This year") if value == str(local(now()).year) else value


def _choices(none: str, those: list[tuple[str, str]], chosen: str, called: str = "") -> tuple[FieldChoice, ...]:
    """Nothing of it, and what there is; what was chosen is there in any case, as it is `called`."""
    known = those if not chosen or chosen in dict(those) else [*those, (chosen, called or chosen)]
    return tuple(FieldChoice(value, said, value == chosen) for value, said in [("", none), *known])


def _chips(fields: Mapping[str, str], person: Named | None) -> Iterator[Chip]:
    said = {
        "q": gettext("“%(words)s”", words=fields.get("q", "")),
        "game": fields.get("game", ""),
        "person": person.name if person else "",
        "time": time_said(fields.get("time", "")),
        "finished": gettext("Only finished"),
    }
    for name, one in said.items():
        if name in fields:
            others = {other: value for other, value in fields.items() if other != name}
            yield Chip(one, _page(others), gettext("Without: %(what)s", what=one))
