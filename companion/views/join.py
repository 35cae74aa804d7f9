"""Coming in: a link or a code is noted, a tap makes it real. A GET lets nobody in: chat previews open links."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion.ledger import links, phones
from companion.ledger.links import Link
from companion.ledger.state import MatchState

from . import limits
from .act import Answer, act, tried
from .forms import ClientForm, seen_number
from .phone import opened, token_for_writing, write_for_all
from .words import gettext, names, say

join = Blueprint("join", __name__)


@join.get("/j/<secret>")
@join.get("/J/<secret>")
def follow(secret: str) -> Response:
    """Note what the link opens and show a clean address: the secret is gone from it at once."""
    limits.check("links", limits.LINKS)
    limits.spend("links", limits.LINKS)
    if links.follow(secret) is None:
        abort(404)
    session["pending"] = secret.upper()
    return redirect(url_for("join.page"), 303)


@join.get("/join")
def page() -> str:
    """What a link opens, with a button; or a field for the code that somebody reads aloud."""
    return _page()


@join.post("/join")
def enter() -> Answer:
    """Let this phone in by the link it came with."""
    link = _pending()
    if link is None:
        return _page(gettext(links.USED_UP)), 409
    return tried(lambda: links.enter_by(link, token_for_writing()), lambda: _entered(link), _page)


def _entered(link: Link) -> Response:
    session.pop("pending", None)
    where = {"match": "join.who", "watch": "tv.page"}.get(link.kind)
    back = "group.page" if link.kind == "keeper" else "home.page"
    return redirect(url_for(where, public_id=link.public_id) if where else url_for(back), 303)


@join.post("/join/code")
def code() -> Response | tuple[str, int]:
    """Find the match whose code was typed."""
    typed = (request.form.get("code") or "")[:40]
    limits.check("codes", limits.WRONG_CODES)
    secret = links.by_code(typed)
    if secret is None:
        limits.spend("codes", limits.WRONG_CODES)
        said = gettext("No open match has this code. It has six letters and digits: ask for it again.")
        return _page(said, typed), 422
    session["pending"] = secret
    return redirect(url_for("join.page"), 303)


@join.get("/m/<public_id>/who")
def who(public_id: str) -> str:
    """Who this phone is at the table."""
    return _who(public_id)


@join.post("/m/<public_id>/who")
def i_am(public_id: str) -> Answer:
    """Take seats for this phone: "I am Pau", several for a parent, none for one who writes for everybody."""
    found, state = opened(public_id)
    seats = [seen_number(seat, len(state.seats)) for seat in request.form.getlist("seat")[: len(state.seats) + 1]]
    where = redirect(url_for("tv.page" if request.form.get("watch") else "join.go", public_id=public_id), 303)

    def done(_: MatchState) -> Answer:
        write_for_all(public_id, not seats)
        return where

    return act(found, lambda pen: phones.hold(pen, seats), done, lambda no: _who(public_id, say(no.why)))


@join.get("/m/<public_id>/go")
def go(public_id: str) -> Response:
    """Straight to what this phone has to do: its own hand when a round has ended, else the pad."""
    found, state = opened(public_id)
    number = state.sheet.open_round
    mine = state.seats_of(found.phone)
    if state.dealing or (state.bots and number and not state.sheet.rounds[number - 1].begun):
        return redirect(url_for("table.page", public_id=public_id), 303)
    if number and not state.stopped:
        round_ = state.sheet.rounds[number - 1]
        waiting = [seat for seat in mine if seat in round_.missing]
        if waiting and round_.begun:
            sheet = url_for("entry.edit", public_id=public_id, round_=number, seat=waiting[0])
            return redirect(sheet, 303)
    return redirect(url_for("pad.page", public_id=public_id), 303)


def _pending() -> Link | None:
    secret = session.get("pending")
    return links.follow(secret) if secret else None


def _page(refusal: str = "", typed: str = "") -> str:
    link = _pending()
    return render_template("join/page.html", link=_text(link) if link else None, refusal=refusal, typed=typed)


@dataclass(frozen=True, slots=True)
class LinkText:
    """What a link opens, and the button that opens it; `people`: who plays in the match."""

    title: str
    people: str
    said: str
    button: str


def _text(link: Link) -> LinkText:
    people = names(link.names)
    if link.kind == "group":
        said = gettext("It will see all matches and people of the group, and can start matches with them.")
        return LinkText(gettext("Add this phone to the group?"), "", said, gettext("Join"))
    if link.kind == "keeper":
        said = gettext("It will be in the group and keep it: it can put other phones out. The link works once.")
        return LinkText(gettext("Let this phone keep the group?"), "", said, gettext("Keep it"))
    if link.kind == "watch":
        said = gettext("This screen shows the totals and changes nothing.")
        return LinkText(gettext("Watch this match?"), people, said, gettext("Watch"))
    said = gettext("This phone can then enter hands. It sees this match only.")
    return LinkText(gettext("Join this match?"), people, said, gettext("Join"))


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """A seat that somebody may say is theirs. `mine`: this phone enters for it, `taken`: another one does."""

    number: int
    name: str
    mine: bool
    taken: bool


def _who(public_id: str, refusal: str = "") -> str:
    found, state = opened(public_id)
    seats = []
    for seat in state.playing:
        holder = state.holders.get(seat)
        mine = holder == found.phone
        seats.append(SeatOffer(seat, state.name(seat), mine, holder is not None and not mine))
    form = ClientForm(formdata=None)
    return render_template("join/who.html", match=public_id, seats=seats, refusal=refusal, form=form)
