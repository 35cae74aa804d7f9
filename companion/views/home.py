"""Home, and the start of a match."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.games import GAMES, by_key
from companion.games.game import Game
from companion.games.options import Options
from companion.games.why import Refusal
from companion.ledger import deals
from companion.ledger.history import matches_of, named_games
from companion.ledger.members import Kept, kept_by
from companion.ledger.models import now
from companion.ledger.opening import Opening, create
from companion.ledger.pen import Pen
from companion.ledger.persons import remembered_people
from companion.ledger.starters import Started, started

from . import limits
from .act import Answer, tried
from .forms import seen_number
from .group import is_new, title_of
from .history import listed
from .new import NewMatch
from .new_fields import fields, named, rows, set_here, settings, settings_open
from .phone import opened, sent_client_id, token, token_for_writing
from .seat_round import way_to_enter
from .words import gettext, say
from .zone import local

home = Blueprint("home", __name__)
OPEN, LAST = 12, 5
"""So many matches that are open, and that have ended, stand on the first page; there are more under "All matches"."""


@home.get("/")
def page() -> str:
    """Start a match, go on with the open one, the last matches; or what this is, at the first visit."""
    kept = kept_by(token())
    mine = [one.id for one in kept]
    going = [listed(row) for row in matches_of(token(), states=["open"], most=OPEN, groups=mine)]
    last = [listed(row) for row in matches_of(token(), states=["over", "stopped"], most=LAST, groups=mine)]
    new = next((one.id for one in kept if is_new(one)), None)
    return render_template("home/page.html", going=going, last=last, games=GAMES, member=bool(kept), new=new)


@home.get("/new")
def new() -> str:
    """The form for a new match, with the people who played last; the first name is typed at once where nobody has."""
    kept = kept_by(token())
    group = _group(kept)
    lines = matches_of(token(), most=1, groups=[] if group is None else [group], by_link=group is None)
    last = lines[0].people if lines else ()
    there = [person for person in last if person.place and not person.bot and not any(person.unnamed)]
    game = _game(request.args.get("game"))
    rows = [name for person in there for name in ([person.name] if game.sides else person.names)]
    form = NewMatch(game, rows or ["", "", ""])
    form.begun = _begun(game)
    form.focus = None if rows else 0
    return _form(form, kept)


@home.post("/new")
def begin() -> Answer:
    """Begin a match; or do what a button beside a row says, and show the form again."""
    game, act = _game(request.form.get("game")), request.form.get("act", "")
    if act.startswith("group-"):
        return redirect(url_for("home.new", group=act.removeprefix("group-"), game=game.key), 303)
    form = NewMatch.from_request(game, request.form, _known(game))
    if act:
        form.act(act)
    form.begun = _begun(form.game)
    if act:
        return _form(form, kept_by(token()))
    if not form.validate():
        return _form(form, kept_by(token())), 422
    limits.check_matches()
    client_id = sent_client_id()
    phone = token_for_writing()
    begun: list[str] = []

    def again(refused: Refusal) -> str:
        if not refused.field:
            # What is wrong with no field, such as a busy database, has a page of its own.
            raise refused
        form.errors["names"] = say(refused.why)
        return _form(form, kept_by(token()))

    return tried(
        lambda: begun.append(create(phone, client_id, _opening(form))),
        lambda: _begun_now(begun[0], client_id, form),
        again,
    )


def _begun_now(public_id: str, client_id: str, form: NewMatch) -> Response:
    limits.spend_match()
    return redirect(_first_of_all(public_id, client_id, form), 303)


def _opening(form: NewMatch) -> Opening:
    group = seen_number(request.form.get("group")) or None
    paper = form.paper
    said = (form.game, form.people, form.options, form.starter, form.bots)
    return Opening(*said, group, paper.totals, paper.played)


def _first_of_all(public_id: str, client_id: str, form: NewMatch) -> str:
    """Where a match begins: at the first sheet, or at the table, where the cards are dealt if nobody is to be asked."""
    found, state = opened(public_id)
    if form.paper.played:
        return url_for("pad.page", public_id=public_id)
    if not form.bots:
        return way_to_enter(state, 1, state.playing)
    if form.alone:
        deals.begin(Pen(found.id, found.phone, client_id), 1)
    return url_for("table.page", public_id=public_id)


def _group(kept: tuple[Kept, ...]) -> int | None:
    """The group that the new match is for, of those that this phone is in: the one that was chosen, else the first."""
    wanted, mine = seen_number(request.values.get("group")), [one.id for one in kept]
    return wanted if wanted in mine else next(iter(mine), None)


def _begun(game: Game[Any]) -> tuple[Started, ...]:
    """Who began before, where that is asked in the same words."""
    alike = [other.key for other in GAMES if other.asks_starter and other.words.starter == game.words.starter]
    return started(token(), alike)


def _game(key: str | None) -> Game[Any]:
    try:
        return by_key(key or GAMES[0].key)
    except KeyError:
        return GAMES[0]


def _known(game: Game[Any]) -> dict[str, Options]:
    """What the group called the game, with what it was set to; nothing is asked for one that has a name of its own."""
    return named_games(token(), game.key) if any(option.kind == "text" for option in game.options) else {}


def _form(form: NewMatch, kept: tuple[Kept, ...]) -> str:
    client_id = sent_client_id()
    group = _group(kept)
    people = remembered_people(token(), group)
    form.known = form.known or _known(form.game)
    return render_template(
        "home/new.html",
        client_id=client_id,
        form=form,
        games=GAMES,
        people=_people(form.game),
        offered=form.offered(people),
        rows=rows(form, people),
        full=len(form.names) >= form.game.seats.stop - 1,
        named=fields(form, named),
        options=fields(form, set_here),
        settings=settings(form),
        settings_open=settings_open(form) or not form.paper.blank,
        day_wrong=form.errors.get("day", ""),
        today=local(now()).date().isoformat(),
        groups=[(one.id, title_of(one)) for one in kept] if len(kept) > 1 else (),
        group=group,
        begins=gettext("Go to the table") if any(form.plays) and not form.alone else gettext(form.game.words.begin),
    )


def _people(game: Game[Any]) -> str:
    """For how many people a game is."""
    return gettext("%(least)s to %(most)s people", least=game.seats.start, most=game.seats.stop - 1)
