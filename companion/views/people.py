"""The people of the phone's groups, and how they did in each game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from flask import Blueprint, render_template, request, url_for
from flask_babel import format_decimal

from companion.games import by_key
from companion.games.game import Game
from companion.ledger.avatars import Avatar
from companion.ledger.persons import Person, remembered_people
from companion.ledger.statistics import Career, Played, careers_of, games_of

from .phone import token
from .words import gettext, names, ngettext, signed

people = Blueprint("people", __name__, url_prefix="/people")
FIRST = 3
"""So many names tell one group from another."""
MANY = 200
"""How many people without a finished match are named at most."""


@dataclass(frozen=True, slots=True)
class CareerText:
    """A person, in words. `said`: how many of the matches were won; `facts`: what the rounds were like."""

    player: int
    name: str
    avatar: Avatar
    matches: int
    won: int
    said: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CareerGroup:
    """Those who play together, whoever won most first."""

    title: str
    people: tuple[CareerText, ...]


@people.get("")
def page() -> str:
    """Who won how often, and what their rounds were like; `game`, and where one game has several names `called`, say
    which of those in which a match has ended.
    """
    phone = token()
    games = games_of(phone)
    game = _wanted(games)
    careers = careers_of(phone, game) if game else []
    known = {person.id: person for person in remembered_people(phone, most=MANY)}
    told = {career.player for career in careers}
    return render_template(
        "people/page.html",
        game=game,
        choice=_choice(games, game) if len(games) > 1 else [],
        groups=_groups(game, careers, known) if game else [],
        others=[person for person in known.values() if person.id not in told],
    )


def _wanted(games: tuple[Played, ...]) -> Played | None:
    """The game that the address names, else the one played last; None before the first end."""
    key, called = request.args.get("game"), request.args.get("called")
    named = [one for one in games if one.game == key]
    return next((one for one in named if one.called == called), next(iter((*named, *games)), None))


def _choice(games: tuple[Played, ...], chosen: Played | None) -> list[tuple[str, str, bool]]:
    """The games to choose from: address, name, and whether it is the one that is shown."""
    return [(url_for("people.page", game=one.game, called=one.called), one.called, one == chosen) for one in games]


def _groups(played: Played, careers: list[Career], known: Mapping[int, Person]) -> list[CareerGroup]:
    game = by_key(played.game)
    groups = [list(those) for _, those in groupby(careers, key=lambda career: career.group)]
    # One group needs no name: who is in it is plain to see.
    titles = (
        [gettext("With %(names)s", names=names(one.name for one in those[:FIRST])) for those in groups]
        if len(groups) > 1
        else [played.called]
    )
    return [
        CareerGroup(title, tuple(_shown(game, career, known) for career in those))
        for title, those in zip(titles, groups, strict=False)
    ]


def _shown(game: Game[Any], career: Career, known: Mapping[int, Person]) -> CareerText:
    words = game.words
    # Adding nothing makes −0 a 0.
    average = signed(format_decimal(round(career.average, 1) + 0.0, "0.0"))
    won = ngettext("%(won)s of %(num)s match won", "%(won)s of %(num)s matches won", career.matches, won=career.won)
    extremes = {"best": signed(career.best), "worst": signed(career.worst)}
    facts = (
        gettext(words.average, points=average),
        gettext("best round %(best)s, worst %(worst)s", **extremes) if career.rounds > 1 and not game.tallies else "",
        ngettext(*words.closings, career.closings) if career.closings else "",
    )
    avatar = known[career.player].avatar if career.player in known else career.avatar
    who = (career.player, career.name, avatar)
    return CareerText(*who, career.matches, career.won, won, tuple(filter(None, facts)))
