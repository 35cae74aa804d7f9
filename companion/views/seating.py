"""Who sits at the table and who moves for them: beside their cards, and in the list in which that is changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.games.look import Look, SeatLook
from companion.ledger.state import MatchState

from .signs import Sign
from .words import gettext, ngettext, say, signed


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits there. `plays`: "me", "phone", "bot" or "nobody"; `here`: its phone is connected; `mine`: this phone
    holds the seat, also while a bot plays there.
    """

    seat: int
    name: str
    total: int
    plays: str
    strength: str
    here: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class SeatHead:
    """What stands above a seat's cards. `sign`, `meaning`: who moves for it, where that is worth an icon; `said`: how
    many cards it has, or what is special about it; `total`: empty where points are not shown.
    """

    seat: int
    name: str
    sign: Sign | Literal[""]
    meaning: str
    said: str
    total: str


@dataclass(frozen=True, slots=True)
class Way:
    """Somebody who could play for a seat; `plays` is what the form sends."""

    plays: str
    sign: Sign
    said: str


@dataclass(frozen=True, slots=True)
class SeatedRow:
    """A line of the list of who plays; `ways`: what this phone may change it to."""

    seat: int
    name: str
    sign: Sign
    said: str
    ways: tuple[Way, ...]


def people_of(state: MatchState, phone: int, here: frozenset[int], seats: Iterable[int]) -> dict[int, Seated]:
    """Who sits on these seats and who moves for them, in that order."""
    return {seat: _person(state, seat, phone, here) for seat in seats}


def _person(state: MatchState, seat: int, phone: int, here: frozenset[int]) -> Seated:
    holder, strength = state.holders.get(seat), state.bots.get(seat, "")
    plays = "bot" if strength else "nobody" if holder is None else "me" if holder == phone else "phone"
    there = plays != "phone" or holder in here
    return Seated(seat, state.name(seat), state.sheet.totals[seat], plays, strength, there, holder == phone)


def heads(state: MatchState, look: Look, people: Mapping[int, Seated]) -> tuple[tuple[SeatHead, SeatLook], ...]:
    """The other seats with what stands above their cards; who has left since then has no total."""
    return tuple((_head(state, place, people.get(place.seat)), place) for place in look.places)


def my_head(state: MatchState, look: Look, people: Mapping[int, Seated]) -> SeatHead | None:
    """The same for the seat that looks; None for who only watches."""
    return _head(state, look.mine, people.get(look.mine.seat)) if look.mine else None


def _head(state: MatchState, place: SeatLook, one: Seated | None) -> SeatHead:
    """What stands above a seat's cards."""
    sign: Sign | Literal[""]
    sign, meaning, total = "", "", ""
    if one is not None:
        if one.plays == "bot":
            sign, meaning = "bot", gettext("bot")
        elif not one.here:
            sign, meaning = "wifi-off", gettext("offline")
        total = "" if state.game.tallies else signed(one.total)
    said = say(place.note, state.name) if place.note else cards_said(place)
    return SeatHead(place.seat, state.name(place.seat), sign, meaning, said, total)


def cards_said(place: SeatLook) -> str:
    """How many cards a seat has."""
    return ngettext("%(num)s card", "%(num)s cards", place.cards)


def stand_ins(people: Iterable[Seated]) -> tuple[tuple[int, str], ...]:
    """The seats of this phone that bots play for, and what is said of it."""
    people = list(people)
    mine = [one for one in people if one.mine]
    alone = gettext("A bot plays for you.")
    return tuple(
        (one.seat, alone if len(mine) == 1 else gettext("A bot plays for %(name)s.", name=one.name))
        for one in mine
        if one.plays == "bot"
    )


def person_row(one: Seated, ways: Iterable[Way]) -> SeatedRow:
    """A line of the list of who plays."""
    sign: Sign
    if one.plays == "bot":
        sign, said = "bot", gettext("bot, %(strength)s", strength=strength_name(one.strength))
    elif one.plays == "nobody":
        sign, said = "hand", gettext("plays on this phone")
    else:
        sign, said = "smartphone", gettext("this phone") if one.plays == "me" else gettext("own phone")
    if not one.here:
        away = gettext("offline")
        said = f"{said} · {away}"
    return SeatedRow(one.seat, one.name, sign, said, tuple(ways))


def ways_of(one: Seated, hosts: bool, strengths: Iterable[str]) -> Iterator[Way]:
    """Who else could play there, as far as this phone may say so: the host's for everybody, others for themselves."""
    if one.plays == "bot" and (hosts or one.mine):
        yield Way("person", "hand", gettext("Take it back") if one.mine else gettext("Back to a person"))
    if one.plays == "nobody":
        yield Way("me", "smartphone", gettext("This phone"))
    if hosts or one.mine:
        for strength in strengths:
            if strength != one.strength:
                yield Way(strength, "bot", gettext("Bot, %(strength)s", strength=strength_name(strength)))


def strength_name(strength: str) -> str:
    """How well a bot plays, in words."""
    names = {"easy": gettext("easy"), "normal": gettext("normal"), "strong": gettext("hard")}
    return names.get(strength, strength)
