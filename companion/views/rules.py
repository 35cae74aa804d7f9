"""The rules of every game, for everybody: no phone has to be known to read them."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for

from companion.games import GAMES, by_key
from companion.games.game import Game
from companion.games.options import chosen
from companion.ledger.access import find

from .phone import state_of, token
from .words import gettext

rules = Blueprint("rules", __name__, url_prefix="/rules")


@rules.get("/<key>")
def page(key: str) -> str:
    """One game's rules. `match` is the public id of the match one came from: the way back leads to its pad, or to its
    table with `at=table`.
    """
    try:
        game = by_key(key)
    except KeyError:
        abort(404)
    came_from = request.args.get("match") or ""
    known = re.fullmatch(r"[\w-]{1,40}", came_from, re.ASCII)
    at = "table" if request.args.get("at") == "table" else "pad"
    back = url_for(f"{at}.page", public_id=came_from) if known else url_for("home.page")
    more = {"match": came_from or None, "at": at if at == "table" else None}
    agreed = _agreed(game, came_from) if known else []
    return render_template("rules/page.html", game=game, games=GAMES, back=back, more=more, agreed=agreed)


def _agreed(game: Game[Any], match: str) -> list[tuple[str, str]]:
    """What a match of that game is set to, for a phone that may look at it: what was asked, and the answer."""
    found = find(match, token())
    state = state_of(found) if found else None
    if state is None or state.game is not game:
        return []
    said = {option.key: str(chosen(game.options, state.options, option.key)) for option in game.options}
    asked = [option for option in game.options if option.only is None or said[option.only[0]] == option.only[1]]
    names = {option.key: dict(option.choices) for option in asked}
    return [
        (gettext(option.label), gettext(names[option.key].get(said[option.key], "")) or said[option.key])
        for option in asked
    ]
