"""A file that a phone brought: looked at, kept until somebody says what is to be done with it, and what came of it."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import defer

from companion.games.why import N_, Refusal
from companion.interchange.companionfile import CompanionFile
from companion.interchange.plays import Plays

from .base import db
from .brought_people import PersonInFile, Somebody, known_here, wanted_in
from .chronicle import Deed, Import
from .groups import groups_of, phone_and_group, phone_of
from .locks import OfFile, OfGroups, OfPhone
from .models import Player, new_public_id, now
from .pen import Late, settle, writing
from .players import PEOPLE
from .sifting import ERASED, Item, items_of, left_out_of, sifted
from .transaction import hold

KEPT = timedelta(days=1)
"""So long a file is kept that nobody has brought in."""
MOST_KEPT = 5
"""So many files of one phone are looked at at once."""
EXAMPLES = 3
LOOKED, RUNNING, DONE, UNDOING, UNDONE, FAILED = "preview", "running", "done", "undoing", "undone", "failed"


@dataclass(frozen=True, slots=True)
class Brought:
    """A file that was brought, as pages show it; `report`: what it tells, and what came of it."""

    public_id: str
    group: int
    at: datetime
    name: str
    form: str
    state: str
    choices: Mapping[str, Any]
    report: Mapping[str, Any]
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Guess:
    """Somebody in a file, and who that is here. `known`: None for somebody new; `sure`: that needs no question."""

    number: int
    name: str
    matches: int
    known: Somebody | None
    sure: bool


def look(phone_token: str, group: int | None, name: str, form: str, told: CompanionFile | Plays, data: bytes) -> str:
    """Keep a file with what it tells, and return what it is called in addresses. Nothing of it comes in yet.

    `group`: for which of the phone's groups; one that is in none has one from now on. `data`: the file.
    """
    mine = db.session.scalars(groups_of(phone_token).order_by("group_id")).all()
    there = group if group in mine else next(iter(mine), None)
    report, packed = report_of(there, told), zlib.compress(data)
    with writing(OfPhone(phone_token)):
        phone, group_id = phone_and_group(phone_token, there)
        hold(OfGroups((group_id,)))
        _forget_old(phone.id)
        row = Import(public_id=new_public_id(), group_id=group_id, phone_id=phone.id, name=name[:120], form=form)
        row.state, row.data, row.report, row.total = LOOKED, packed, report, len(items_of(told))
        row.choices = {}
        db.session.add(row)
        settle()
        return row.public_id


def file_in(row: Import) -> bytes:
    """The file itself, empty when it is not kept any more. Raises zlib.error for one that is damaged."""
    return zlib.decompress(row.data) if row.data else b""


def _forget_old(phone: int) -> None:
    """Forget files that nobody brought in: old ones, and all but the newest of this phone."""
    waits = Import.state == LOOKED
    db.session.execute(delete(Import).where(waits, Import.at < now() - KEPT))
    mine = select(Import.id).where(waits, Import.phone_id == phone).order_by(Import.id.desc())
    for number in db.session.scalars(mine.offset(MOST_KEPT - 1)).all():
        db.session.execute(delete(Import).where(Import.id == number))


def report_of(group: int | None, told: CompanionFile | Plays) -> dict[str, Any]:
    """What a file tells, as it is kept: `games` that would come in, what is `left` out and why, and the `people`."""
    items = sifted(group, told)
    return {
        "games": _games([item for item in items if not item.why]),
        "left": _left(items, told),
        "erased": sum(item.why == ERASED for item in items),
        "new": sum(not item.why for item in items),
        "people": [[one.key, one.name, one.bot, one.matches] for one in wanted_in(told)],
    }


def _games(items: Sequence[Item]) -> list[list[Any]]:
    days: dict[str, list[str]] = defaultdict(list)
    for item in items:
        days[item.called].append(item.at.isoformat())
    most_first = sorted(days.items(), key=lambda one: (-len(one[1]), one[0]))
    return [[called, len(at), min(at), max(at)] for called, at in most_first]


def _left(items: Sequence[Item], told: CompanionFile | Plays) -> list[list[Any]]:
    """What stays out, by reason: how many, and the first of them."""
    found: dict[str, list[str]] = defaultdict(list)
    for item in items:
        if item.why:
            found[item.why].append(f"{item.called}, {item.at.date().isoformat()}")
    for one in left_out_of(told):
        found[one.why].append(one.which)
    return [[why, len(which), which[:EXAMPLES]] for why, which in found.items()]


def brought(phone_token: str | None, public_id: str) -> Brought | None:
    """A file that somebody of this phone's groups brought; None for any other."""
    row = _row(phone_token, public_id)
    return None if row is None else _shown(row)


def all_brought(phone_token: str | None, most: int = 20) -> tuple[Brought, ...]:
    """The files of this phone's groups that came in, or wait for it, newest first."""
    mine = _own(phone_token).where(Import.state != UNDONE).order_by(Import.id.desc()).limit(most)
    return tuple(map(_shown, db.session.scalars(mine)))


def _own(phone_token: str | None) -> Any:
    return select(Import).options(defer(Import.data)).where(Import.group_id.in_(groups_of(phone_token or "")))


def _row(phone_token: str | None, public_id: str) -> Import | None:
    found: Import | None = db.session.scalar(_own(phone_token).where(Import.public_id == public_id))
    return found


def _shown(row: Import) -> Brought:
    names = (row.public_id, row.group_id, row.at, row.name, row.form, row.state)
    return Brought(*names, row.choices, row.report, row.done, row.total)


def guesses(file: Brought) -> tuple[Guess, ...]:
    """Who everybody in a file may be: those who are named, and no bots, whoever is in most matches first."""
    people = [PersonInFile(*one) for one in file.report.get("people", ())]
    by_id = file.form == "json"
    known = known_here(file.group, people, by_id)
    found = [
        Guess(number, one.name, one.matches, known.get(one.key), by_id and one.key in known and known[one.key].sure)
        for number, one in enumerate(people)
        if one.name and not one.bot
    ]
    return tuple(sorted(found, key=lambda guess: (guess.sure, -guess.matches, guess.name)))


def people_here(group: int) -> tuple[Somebody, ...]:
    """Whom somebody in a file could be: everybody of a group, by name."""
    rows = db.session.execute(select(Player.id, Player.name).where(Player.group_id == group, *PEOPLE))
    return tuple(sorted((Somebody(*row) for row in rows), key=lambda one: one.name.casefold()))


def begin(phone_token: str, public_id: str, who: Mapping[int, int], with_erased: bool) -> None:
    """Let a file come in: `who` says who some of its people are, by number; `with_erased`: also what was deleted.

    Raises Late for a file that comes in already, or is not there any more; Refusal where two of its people are said to
    be one.
    """
    with writing(OfFile(public_id)):
        row = _changed(phone_token, public_id, LOOKED, FAILED)
        people, own = row.report["people"], {one.id for one in people_here(row.group_id)}
        chosen = {people[at][0]: player for at, player in who.items() if 0 <= at < len(people) and player in own}
        if len(set(chosen.values())) < len(chosen):
            raise Refusal(N_("Two names are matched to the same person: choose someone else for one of them."))
        row.state, row.choices = RUNNING, {"who": chosen, "erased": with_erased}
        _deed(row, phone_token, "bring in")
        settle()


def take_back(phone_token: str, public_id: str) -> None:
    """Let everything that came with a file go again. Raises Late for one that is not in."""
    with writing(OfFile(public_id)):
        row = _changed(phone_token, public_id, DONE, RUNNING, FAILED)
        row.state, row.done = UNDOING, 0
        _deed(row, phone_token, "take back")
        settle()


def forget(phone_token: str, public_id: str) -> None:
    """Forget a file that nobody brought in. Raises Late for one that is not there any more, or came in."""
    with writing(OfFile(public_id)):
        db.session.delete(_changed(phone_token, public_id, LOOKED))
        settle()


def _changed(phone_token: str, public_id: str, *states: str) -> Import:
    # An old file is forgotten by whoever brings another one, in any group.
    chosen = _own(phone_token).where(Import.public_id == public_id).with_for_update()
    row: Import | None = db.session.scalar(chosen)
    if row is None or row.state not in states:
        raise Late(N_("Someone has already done that: look again."))
    return row


def _deed(row: Import, phone_token: str, kind: str) -> None:
    phone = phone_of(phone_token).id
    db.session.add(Deed(group_id=row.group_id, phone_id=phone, kind=kind, subject=row.id))
