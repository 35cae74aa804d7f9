"""The rules of every game, for everybody: no phone has to be known to read them."""

from __future__ import annotations

import re

from flask import Blueprint, abort, render_template, request, url_for

from companion.games import GAMES, by_key

rules = Blueprint("rules", __name__, url_prefix="/rules")


@rules.get("/<key>")
def page(key: str) -> str:
    """One game's rules. `match` is the public id of the match one came from: the way back leads there."""
    try:
        game = by_key(key)
    except KeyError:
        abort(404)
    came_from = request.args.get("match") or ""
    known = re.fullmatch(r"[\w-]{1,40}", came_from, re.ASCII)
    back = url_for("pad.page", public_id=came_from) if known else url_for("home.page")
    return render_template("rules/page.html", game=game, games=GAMES, back=back, came_from=came_from)
