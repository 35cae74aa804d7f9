"""Coming in: a link or a code is noted, a tap makes it real. A GET lets nobody in: chat previews open links."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic, sleep

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion.games.why import N_, Refusal
from companion.ledger import links, phones
from companion.ledger.access import Found, find
from companion.ledger.links import Link
from companion.ledger.state import MatchState

from . import limits
from .act import Answer, act, tried
from .avatars import seat_at
from .forms import NOBODY, ClientForm, seen_number
from .notice import tell
from .phone import opened, sent_client_id, token, token_for_writing, write_for_all
from .seat_round import way_to_enter
from .unnamed import in_match
from .words import gettext, say, seat_names

join = Blueprint("join", __name__)
WRONG_SECONDS = 0.05
"""What a wrong code takes, whatever is wrong with it."""
MOST = 100
"""So many seats are read from a form: more than any match has."""


@join.get("/j/<secret>")
@join.get("/J/<secret>")
def follow(secret: str) -> Response:
    """Note what the link opens and show a clean address: the secret is gone from it at once."""
    opened_, wrong = limits.of_address("LINKS_AN_ADDRESS"), limits.of_address("WRONG_LINKS_AN_ADDRESS")
    limits.check(limits.LINKS, opened_, wrong)
    limits.spend(opened_)
    if links.follow(secret) is None:
        limits.spend(wrong)
        abort(404)
    session["pending"] = secret.upper()
    return redirect(url_for("join.page"), 303)


@join.get("/join")
def page() -> str:
    """What a link opens: "I am Ana, Pau, Zoé", or a button; or a field for the code that somebody reads aloud."""
    return _page()


@join.post("/join")
def enter() -> Answer:
    """Let this phone in by the link it came with, for the seats that were tapped: one tap joins and says who it is."""
    link = _pending()
    if link is None:
        return _page(gettext(links.USED_UP)), 409
    if request.form.get("watch"):
        link = replace(link, kind="watch")
    client = sent_client_id()
    return tried(
        lambda: links.enter_by(link, token_for_writing(), _ticked() if link.kind == "match" else None, client),
        lambda: _entered(link),
        lambda no: _page(say(no.why)),
    )


def _seats() -> list[int]:
    """The seats that a form names: one that was tapped, those that were ticked, or none for all or for nobody."""
    if request.form.get("everybody") or request.form.get("watch"):
        return []
    return [seen_number(seat, NOBODY) for seat in request.form.getlist("seat")[:MOST]]


def _ticked() -> list[int]:
    """The seats of a form. Raises Refusal where several were to be ticked, and none is."""
    seats = _seats()
    if request.form.get("several") and not seats and not request.form.get("everybody"):
        raise Refusal(N_("Tick who this phone enters for, or tap “For everyone”."))
    return seats


def _entered(link: Link) -> Response:
    session.pop("pending", None)
    if link.kind == "match":
        return _seated(link.public_id)
    where = {"watch": "tv.page", "keeper": "group.page"}.get(link.kind, "home.page")
    return redirect(url_for(where, public_id=link.public_id or None), 303)


def _seated(public_id: str) -> Response:
    """On to what this phone has to do; the pad says who it is now, and can take that back."""
    found, state = opened(public_id)
    mine = state.seats_of(found.phone)
    write_for_all(public_id, not mine)
    where = _next(found, state)
    if mine and where == url_for("pad.page", public_id=public_id):
        tell(gettext("This phone enters for %(names)s.", names=seat_names(state, mine)), f"{public_id} who")
    return redirect(where, 303)


@join.post("/join/code")
def code() -> Response | tuple[str, int]:
    """Find the match whose code was typed."""
    typed, began = (request.form.get("code") or "")[:40], monotonic()
    budgets = limits.guessing()
    limits.check(limits.GUESSED, *budgets)
    secret = links.by_code(typed)
    link = links.follow(secret) if secret else None
    if link is None or links.shown_by(link, token()) is None:
        # One that lets nobody in is answered as one that there is not, and as late.
        limits.guessed(typed, budgets)
        sleep(max(0.0, WRONG_SECONDS - (monotonic() - began)))
        said = gettext("There’s no open match with this code. A code has six letters and digits: check it again.")
        return _page(said, typed), 422
    session["pending"] = link.secret
    return redirect(url_for("join.page"), 303)


@join.get("/m/<public_id>/who")
def who(public_id: str) -> str:
    """Who this phone is at the table."""
    return _who(public_id)


@join.post("/m/<public_id>/who")
def i_am(public_id: str) -> Answer:
    """Take seats for this phone: "I am Pau", several for a parent, none for one who writes for everybody."""
    found, _ = opened(public_id)

    def done(_: MatchState) -> Answer:
        write_for_all(public_id, not _seats())
        where = "tv.page" if request.form.get("watch") else "join.go"
        return redirect(url_for(where, public_id=public_id), 303)

    return act(found, lambda pen: phones.hold(pen, _ticked()), done, lambda no: _who(public_id, say(no.why)))


@join.get("/m/<public_id>/go")
def go(public_id: str) -> Response:
    """Straight to what this phone has to do: its own hand when a round has ended, else the pad."""
    return redirect(_next(*opened(public_id)), 303)


def _next(found: Found, state: MatchState) -> str:
    number, public_id = state.sheet.open_round, state.public_id
    mine = state.seats_of(found.phone)
    if state.dealing or (state.bots and number and not state.sheet.rounds[number - 1].begun):
        return url_for("table.page", public_id=public_id)
    if number and not state.stopped:
        round_ = state.sheet.rounds[number - 1]
        waiting = [seat for seat in mine if seat in round_.missing]
        if waiting and round_.begun:
            return way_to_enter(state, number, waiting)
    return url_for("pad.page", public_id=public_id)


def _pending() -> Link | None:
    secret = session.get("pending")
    return links.follow(secret) if secret else None


def _page(refusal: str = "", typed: str = "") -> str:
    link = _pending()
    shown = links.shown_by(link, token()) if link else None
    state = in_match(shown) if shown else None
    if link is not None and link.public_id and state is None:
        link, refusal = None, refusal or gettext(links.CLOSED)
    if link is not None and state is not None and link.kind == "match":
        found = find(link.public_id, token())
        return _asked(state, found.phone if found else None, url_for("join.enter"), refusal)
    text = _text(link, state) if link else None
    return render_template("join/page.html", link=text, refusal=refusal, typed=typed)


@dataclass(frozen=True, slots=True)
class LinkText:
    """What a link opens, and the button that opens it; `people`: who plays in the match."""

    title: str
    people: str
    said: str
    button: str


def _text(link: Link, state: MatchState | None) -> LinkText:
    if link.kind == "group":
        said = gettext("It will see all the group’s matches and players, and can start new matches.")
        return LinkText(gettext("Add this phone to the group?"), "", said, gettext("Join"))
    if link.kind == "keeper":
        said = gettext("It will be in the group and keep it: it can remove other phones. The link works once.")
        return LinkText(gettext("Let this phone keep the group?"), "", said, gettext("Keep the group"))
    said = gettext("This screen only shows the totals. It can’t change anything.")
    people = seat_names(state, state.playing) if state else ""
    return LinkText(gettext("Watch this match?"), people, said, gettext("Watch"))


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """A seat that somebody may say is theirs. `mine`: this phone enters for it, `taken`: another one does."""

    number: int
    name: str
    mine: bool
    taken: bool


def _who(public_id: str, refusal: str = "") -> str:
    found, state = opened(public_id)
    return _asked(state, found.phone, url_for("join.i_am", public_id=public_id), refusal)


def _asked(state: MatchState, phone: int | None, where: str, refusal: str) -> str:
    """Who this phone is, asked by one tap on a name, or with `several=1` by ticks; `where`: what that is sent to."""
    seat_at(state)
    offers = []
    for seat in state.playing:
        holder = state.holders.get(seat)
        mine = phone is not None and holder == phone
        offers.append(SeatOffer(seat, state.name(seat), mine, holder is not None and not mine))
    return render_template(
        "join/who.html",
        match=state.public_id if where != url_for("join.enter") else "",
        called=state.called,
        round=state.current,
        seats=[offer for offer in offers if not offer.taken],
        taken=[offer for offer in offers if offer.taken],
        several=request.values.get("several") == "1",
        where=where,
        refusal=refusal,
        form=ClientForm(formdata=None),
    )
