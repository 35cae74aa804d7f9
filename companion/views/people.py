"""The people of the phone's groups, and how they did in each game."""

from __future__ import annotations

from itertools import groupby

from flask import Blueprint, render_template, request
from flask_babel import format_decimal

from companion.games import by_key
from companion.games.game import Game
from companion.ledger.players import remembered
from companion.ledger.statistics import Career, careers_of, games_of

from .new import BOT_NAMES
from .phone import token
from .words import gettext, names, ngettext, signed

people = Blueprint("people", __name__, url_prefix="/people")
FIRST = 3
"""So many names tell one group from another."""
MANY = 200
"""How many people without a finished match are named at most."""


@people.get("")
def page() -> str:
    """Who won how often, and what their rounds were like; `game` is one of those in which a match has ended."""
    phone, wanted = token(), request.args.get("game")
    games = [by_key(key) for key in games_of(phone)]
    game = next((one for one in games if one.key == wanted), games[0] if games else None)
    # Bots have names of their own, and no place here.
    careers = [one for one in careers_of(phone, game.key) if one.name not in BOT_NAMES] if game else []
    told = {*BOT_NAMES, *(career.name for career in careers)}
    others = [name for name in dict.fromkeys(remembered(phone, most=MANY)) if name not in told]
    groups = _groups(game, careers) if game else []
    return render_template("people/page.html", game=game, games=games, groups=groups, others=others)


def _groups(game: Game, careers: list[Career]) -> list[dict[str, object]]:
    groups = [list(those) for _, those in groupby(careers, key=lambda career: career.group)]
    titles = [gettext("With %(names)s", names=names(one.name for one in those[:FIRST])) for those in groups]
    return [
        {"title": title, "lines": [_line(game, career) for career in those]}
        for title, those in zip(titles, groups, strict=True)
    ]


def _line(game: Game, career: Career) -> dict[str, object]:
    """A person as it is shown."""
    words = game.words
    # Adding nothing makes −0 a 0.
    average = signed(format_decimal(round(career.average, 1) + 0.0, "0.0"))
    won = ngettext("%(won)s of %(num)s match won", "%(won)s of %(num)s matches won", career.matches, won=career.won)
    extremes = {"best": signed(career.best), "worst": signed(career.worst)}
    facts = [
        gettext(words.average, points=average),
        gettext("best round %(best)s, worst %(worst)s", **extremes) if career.rounds > 1 and not game.tallies else "",
        ngettext(*words.closings, career.closings) if career.closings else "",
    ]
    return {
        "name": career.name,
        "matches": career.matches,
        "won": career.won,
        "said": won,
        "facts": list(filter(None, facts)),
    }
