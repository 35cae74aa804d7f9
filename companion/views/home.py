"""Home, and the start of a match."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.games import GAMES, by_key
from companion.games.game import Game
from companion.ledger.history import matches_of
from companion.ledger.opening import create
from companion.ledger.players import remembered

from .board import strength_name
from .new import BOT_NAMES, NewMatch
from .phone import fresh_id, token, token_for_writing
from .words import gettext

home = Blueprint("home", __name__)


@home.get("/")
def page() -> str:
    """Start a match, go on with the open one, the last matches; or what this is, at the first visit."""
    going = matches_of(token(), states=["open"], most=3)
    last = matches_of(token(), states=["over", "stopped"], most=5)
    return render_template("home/page.html", going=going, last=last, first_visit=not going and not last, games=GAMES)


@home.get("/new")
def new() -> str:
    """The form for a new match, with the people who played last."""
    names = remembered(token())
    lines = matches_of(token(), most=1)
    people = (
        [person.name for person in lines[0].people if person.place and person.name not in BOT_NAMES] if lines else []
    )
    return _form(NewMatch(_game(request.args.get("game")), people or ["", "", ""]), names)


@home.post("/new")
def begin() -> Response | str | tuple[str, int]:
    """Begin a match; or do what a button beside a row says, and show the form again."""
    form = NewMatch.from_request(_game(request.form.get("game")), request.form)
    names = remembered(token())
    act = request.form.get("act")
    if act:
        form.act(act)
        return _form(form, names)
    if not form.validate():
        return _form(form, names), 422
    client_id = request.form.get("client_id") or fresh_id()
    phone = token_for_writing()
    public_id = create(phone, client_id, form.game, form.people, form.options, form.starter, bots=form.bots)
    return redirect(url_for("table.page" if form.bots else "pad.page", public_id=public_id), 303)


def _game(key: str | None) -> Game:
    try:
        return by_key(key or GAMES[0].key)
    except KeyError:
        return GAMES[0]


def _form(form: NewMatch, names: tuple[str, ...]) -> str:
    client_id = request.form.get("client_id") or fresh_id()
    offered = form.offered(names)
    strengths = [(key, strength_name(key)) for key in form.game.strengths]
    facts = {"form": form, "games": GAMES, "people": _people(form.game), "offered": offered}
    return render_template("home/new.html", client_id=client_id, strengths=strengths, **facts)


def _people(game: Game) -> str:
    """For how many people a game is, and who wins it."""
    seats = {"least": game.seats.start, "most": game.seats.stop - 1}
    return gettext("%(least)s to %(most)s people, %(goal)s", goal=gettext(game.words.goal), **seats)
