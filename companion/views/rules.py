"""The rules of every game, for everybody: no phone has to be known to read them."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for

from companion.games import GAMES, by_key
from companion.games.game import Game
from companion.ledger.access import find
from companion.ledger.state import MatchState

from .agreed import agreed
from .phone import state_of, token

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
    state = _match(game, came_from) if known else None
    told = {"agreed": agreed(state) if state else (), "options": state.options if state else {}}
    return render_template("rules/page.html", game=game, games=GAMES, back=back, more=more, **told)


def _match(game: Game[Any], match: str) -> MatchState | None:
    """A match of that game, for a phone that may look at it."""
    found = find(match, token())
    state = state_of(found) if found else None
    return state if state and state.game is game else None
