"""Coming in: a link or a code is noted, a tap makes it real. A GET lets nobody in: chat previews open links."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion.ledger import links, phones
from companion.ledger.links import Link
from companion.ledger.matches import Refused

from . import limits
from .forms import ClientForm, seen_number
from .phone import opened, token, token_for_writing
from .words import gettext, say

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
def enter() -> Response | tuple[str, int]:
    """Let this phone in by the link it came with."""
    link = _pending()
    if link is None:
        return _page(gettext("This link is used up: scan it again, or type the code.")), 409
    try:
        links.enter_by(link, token_for_writing())
    except Refused as refused:
        return _page(say(refused.why)), 409
    session.pop("pending", None)
    where = {"match": "join.who", "watch": "tv.page"}.get(link.kind)
    return redirect(url_for(where, public_id=link.public_id) if where else url_for("home.page"), 303)


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
def i_am(public_id: str) -> Response | tuple[str, int]:
    """Take seats for this phone: "I am Pau", several for a parent, none for one who writes for everybody."""
    found, state = opened(public_id)
    form = ClientForm()
    token_for_writing()
    seats = [seen_number(seat, len(state.seats)) for seat in request.form.getlist("seat")[: len(state.seats) + 1]]
    try:
        phones.hold(found.id, found.phone, form.client(), sorted(set(seats)))
    except Refused as refused:
        return _who(public_id, say(refused.why)), 409
    if request.form.get("watch"):
        return redirect(url_for("tv.page", public_id=public_id), 303)
    return redirect(url_for("join.go", public_id=public_id), 303)


@join.get("/m/<public_id>/go")
def go(public_id: str) -> Response:
    """Straight to what this phone has to do: its own hand when a round has ended, else the pad."""
    found, state = opened(public_id)
    number = state.sheet.open_round
    mine = state.seats_of(found.phone)
    if state.on_screens or (state.bots and number and not state.sheet.rounds[number - 1].begun):
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
    return render_template("join/page.html", link=_pending(), refusal=refusal, typed=typed, known=token() is not None)


def _who(public_id: str, refusal: str = "") -> str:
    found, state = opened(public_id)
    seats = [{"number": seat, "name": state.name(seat), "holder": state.holders.get(seat)} for seat in state.playing]
    return render_template(
        "join/who.html",
        state=state,
        seats=seats,
        me=found.phone,
        refusal=refusal,
        form=ClientForm(formdata=None),
    )
