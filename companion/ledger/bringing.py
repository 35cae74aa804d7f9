"""A file comes in, or goes again: a few matches in each transaction, so that everybody else goes on meanwhile.

How far it is stands in the database: after a crash it goes on from there.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo

from sqlalchemy import delete, exists, func, select

from companion.games.why import N_
from companion.interchange.companionfile import CompanionFile
from companion.interchange.plays import Plays
from companion.interchange.reading import Damaged

from .abroad import Names
from .base import db
from .brought_match import BROUGHT, write_match
from .brought_people import keys_of, seat_people, wanted_in
from .brought_play import write_play
from .busy import give_way
from .chronicle import Import
from .derived import mark
from .erasing import delete_all
from .importing import DONE, FAILED, RUNNING, UNDOING, UNDONE, file_in
from .locks import OfFile, OfHouse
from .models import Match, Phone, Player, Seat, Write
from .pen import settle, writing
from .sifting import ERASED, SAME, sifted
from .state import read_afresh
from .summaries import Stale

AT_ONCE = 8
"""So many matches come in in one transaction, or go: meanwhile nobody else writes."""
ONE_PERSON = N_("Two of its people are the same person here.")
Read = Callable[[bytes], CompanionFile | Plays]
"""Reads a file again, which was looked at before."""


@dataclass(slots=True)
class _Coming:
    """A file on its way in: its number here, whose it is, how its people and phones are called here."""

    id: int
    group: int
    phone: int
    told: CompanionFile | Plays
    zone: tzinfo
    people: dict[str, int] = field(default_factory=dict)
    phones: dict[str, int] = field(default_factory=dict)
    persons: dict[int, int] = field(default_factory=dict)


def run(public_id: str, read: Read, zone: tzinfo) -> None:
    """Bring a file in, or let it go again, as was said of it; from where that was left, if it was. `zone`: that of its
    clock. Raises Busy when another program holds the database for long.
    """
    state = db.session.scalar(select(Import.state).where(Import.public_id == public_id))
    if state == RUNNING:
        _bring_in(public_id, read, zone)
    if state == UNDOING:
        _take_back(public_id)


def _bring_in(public_id: str, read: Read, zone: tzinfo) -> None:
    row = db.session.scalars(select(Import).where(Import.public_id == public_id)).one()
    try:
        told = read(file_in(row))
    except (Damaged, zlib.error):
        _fail(public_id)
        return
    coming = _Coming(row.id, row.group_id, row.phone_id, told, zone)
    whys = [item.why for item in sifted(row.group_id, told)]
    db.session.rollback()
    try:
        while _some(public_id, coming, whys):
            give_way()
    except Damaged:
        _fail(public_id)


def _of(public_id: str) -> Import:
    return db.session.scalars(select(Import).where(Import.public_id == public_id)).one()


def _fail(public_id: str) -> None:
    """Say that nothing more of a file comes in, unless that is said already."""
    db.session.rollback()
    with writing(OfFile(public_id)):
        row = _of(public_id)
        if row.state == RUNNING:
            row.state = FAILED
            settle()


def _some(public_id: str, coming: _Coming, whys: Sequence[str]) -> bool:
    """Bring some matches in; returns whether there are more."""
    # What files of ours call matches and people is so once in the house.
    with writing(OfFile(public_id), *([OfHouse()] if isinstance(coming.told, CompanionFile) else [])):
        row = _of(public_id)
        if row.state != RUNNING:
            return False
        # Another process may bring the same file in, and was here in between.
        coming.phones, coming.persons = dict(row.choices.get("phones", {})), {}
        _seat(row, coming)
        end = min(row.done + AT_ONCE, row.total)
        report = dict(row.report)
        for number in range(row.done, end):
            why = "" if whys[number] == ERASED and row.choices.get("erased") else whys[number]
            why = why or _late(coming, number)
            if not why:
                _one(coming, number)
                give_way()
                report["in"] = report.get("in", 0) + 1
            elif why == ONE_PERSON:
                report["late"] = report.get("late", 0) + 1
        row.done, row.report = end, report
        row.choices = {**row.choices, "phones": coming.phones}
        if end == row.total:
            row.state, row.data = DONE, None
        settle()
        return end < row.total


def _seat(row: Import, coming: _Coming) -> None:
    """Find its people, or add them, at first; and again when some are gone: with another file, which was taken back."""
    players = coming.people.values()
    there = select(func.count(Player.id)).where(Player.id.in_(players))
    if not players or db.session.scalar(there) != len(set(players)):
        coming.people, new = seat_people(coming.group, wanted_in(coming.told), row.choices.get("who", {}))
        row.choices = {**row.choices, "new": [*row.choices.get("new", []), *new]}


def _late(coming: _Coming, number: int) -> str:
    """Why a match does not come in after all: it is here by now, or two of its people are one here."""
    if isinstance(coming.told, CompanionFile):
        file = coming.told.matches[number]
        here, keys = Match.public_id == file.public_id, [key for seat in file.seats for key in seat.people]
    else:
        play = coming.told.plays[number]
        here = (Match.group_id == coming.group) & (Match.source == play.source)
        keys = [key for seat in keys_of(play) for key in seat]
    if db.session.scalar(select(Match.id).where(here).limit(1)) is not None:
        return SAME
    persons = [_person(coming, coming.people[key]) for key in keys]
    return ONE_PERSON if len(set(persons)) < len(persons) else ""


def _person(coming: _Coming, player: int) -> int:
    """Whom a player stands for."""
    if player not in coming.persons:
        its = db.session.get_one(Player, player)
        coming.persons[player] = its.stands_for or its.id
    return coming.persons[player]


def _one(coming: _Coming, number: int) -> None:
    if isinstance(coming.told, Plays):
        play = coming.told.plays[number]
        # Nobody's own undo takes back what came with a file.
        phones = coming.phone, _phone(coming, 1)
        write_play(play, coming.group, coming.id, phones, coming.people, coming.zone)
        return
    names = Names(lambda phone: _phone(coming, phone), lambda key: coming.people.get(key or ""))
    write_match(coming.told.matches[number], coming.group, coming.id, names, coming.people)


def _phone(coming: _Coming, number: int) -> int:
    """A phone of the file: one of its own, which nobody here has."""
    if str(number) not in coming.phones:
        phone = Phone(token=f"{_token(coming.id)}{secrets.token_urlsafe(12)}")
        db.session.add(phone)
        db.session.flush()
        coming.phones[str(number)] = phone.id
    return coming.phones[str(number)]


def _token(import_id: int) -> str:
    """What the tokens of phones begin with that came with a file; no cookie has one."""
    return f"{BROUGHT}{import_id} "


def changed_since(public_id: str, most: int) -> list[Match]:
    """Matches that came with a file in which somebody has written since, the newest first."""
    here = select(Match).join(Import, Import.id == Match.import_id).where(Import.public_id == public_id)
    return list(db.session.scalars(here.where(_WRITTEN).order_by(Match.played_at.desc()).limit(most)))


_WRITTEN = exists().where(Write.match_id == Match.id, Write.client_id.not_like(f"{BROUGHT}%"))


def _take_back(public_id: str) -> None:
    while _some_back(public_id):
        give_way()


def _some_back(public_id: str) -> bool:
    """Let some matches go that came with a file; returns whether there are more."""
    with writing(OfFile(public_id)):
        row = _of(public_id)
        if row.state != UNDOING:
            return False
        here = select(Match.id).where(Match.import_id == row.id, ~_WRITTEN).order_by(Match.id).limit(AT_ONCE)
        ids = list(db.session.scalars(here))
        for match_id in ids:
            mark(read_afresh(match_id), row.group_id)
        delete_all(Match.__table__, ids)
        row.done += len(ids)
        if not ids:
            row.state, row.data = UNDONE, None
            _let_people_go(row)
        settle()
        return bool(ids)


def _let_people_go(row: Import) -> None:
    """Whoever came with a file that was taken back, and sits nowhere any more, goes, too; and the phones of this."""
    db.session.flush()
    gone = select(Import.choices).where(Import.group_id == row.group_id, Import.state == UNDONE)
    new = sorted({number for choices in db.session.scalars(gone) for number in choices.get("new", [])})
    for player in (db.session.get(Player, number) for number in new):
        if player is not None and not _needed(player.id):
            db.session.execute(delete(Stale).where(Stale.person_id == player.id))
            delete_all(Player.__table__, [player.id])
    own = Phone.token.startswith(_token(row.id), autoescape=True)
    used = exists().where(Write.phone_id == Phone.id) | exists().where(Match.phone_id == Phone.id)
    db.session.execute(delete(Phone).where(own, ~used).execution_options(synchronize_session=False))


def _needed(player: int) -> bool:
    """Whether somebody sits in a match, or others stand for them."""
    sits = select(Seat.match_id).where(Seat.player_id == player).limit(1)
    stands = select(Player.id).where(Player.stands_for == player).limit(1)
    return db.session.scalar(sits) is not None or db.session.scalar(stands) is not None
