"""Home, and the start of a match."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.games import GAMES, by_key
from companion.games.game import Game
from companion.games.options import Options
from companion.ledger.history import matches_of, named_games
from companion.ledger.members import kept_by
from companion.ledger.opening import Opening, create
from companion.ledger.players import remembered

from .group import is_new
from .history import listed
from .new import NewMatch
from .new_fields import everyday, fields, named, rare, rows
from .phone import fresh_id, token, token_for_writing
from .words import gettext

home = Blueprint("home", __name__)


@home.get("/")
def page() -> str:
    """Start a match, go on with the open one, the last matches; or what this is, at the first visit."""
    going = [listed(row) for row in matches_of(token(), states=["open"], most=3)]
    last = [listed(row) for row in matches_of(token(), states=["over", "stopped"], most=5)]
    kept = kept_by(token())
    new = next((one.id for one in kept if is_new(one)), None)
    return render_template("home/page.html", going=going, last=last, games=GAMES, member=bool(kept), new=new)


@home.get("/new")
def new() -> str:
    """The form for a new match, with the people who played last."""
    names = remembered(token())
    lines = matches_of(token(), most=1)
    there = [person for person in lines[0].people if person.place and not person.bot] if lines else []
    game = _game(request.args.get("game"))
    rows = [name for person in there for name in ([person.name] if game.sides else person.names)]
    return _form(NewMatch(game, rows or ["", "", ""]), names)


@home.post("/new")
def begin() -> Response | str | tuple[str, int]:
    """Begin a match; or do what a button beside a row says, and show the form again."""
    game = _game(request.form.get("game"))
    form = NewMatch.from_request(game, request.form, _known(game))
    names = remembered(token())
    act = request.form.get("act")
    if act:
        form.act(act)
        return _form(form, names)
    if not form.validate():
        return _form(form, names), 422
    client_id = request.form.get("client_id") or fresh_id()
    phone = token_for_writing()
    public_id = create(phone, client_id, Opening(form.game, form.people, form.options, form.starter, form.bots))
    return redirect(url_for("table.page" if form.bots else "pad.page", public_id=public_id), 303)


def _game(key: str | None) -> Game[Any]:
    try:
        return by_key(key or GAMES[0].key)
    except KeyError:
        return GAMES[0]


def _known(game: Game[Any]) -> dict[str, Options]:
    """What the group called the game, with what it was set to; nothing is asked for one that has a name of its own."""
    return named_games(token(), game.key) if any(option.kind == "text" for option in game.options) else {}


def _form(form: NewMatch, names: tuple[str, ...]) -> str:
    client_id = request.form.get("client_id") or fresh_id()
    form.known = form.known or _known(form.game)
    return render_template(
        "home/new.html",
        client_id=client_id,
        form=form,
        games=GAMES,
        people=_people(form.game),
        offered=form.offered(names),
        rows=rows(form),
        full=len(form.names) >= form.game.seats.stop - 1,
        named=fields(form, named),
        everyday=fields(form, everyday),
        rare=fields(form, rare),
    )


def _people(game: Game[Any]) -> str:
    """For how many people a game is, and who wins it."""
    seats = {"least": game.seats.start, "most": game.seats.stop - 1}
    return gettext("%(least)s to %(most)s people, %(goal)s", goal=gettext(game.words.goal), **seats)
