"""The match menu: limit, seats, who leaves and joins, stopping, the archive, the rematch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.ledger import decisions, matches
from companion.ledger.matches import Found, Refused
from companion.ledger.state import MatchState

from .forms import NOBODY, ClientForm, JoinForm, LeaveForm, LimitForm, seen_number
from .phone import opened, state_of, token_for_writing
from .words import gettext

menu = Blueprint("menu", __name__, url_prefix="/m/<public_id>/menu")


@menu.get("")
def page(public_id: str) -> str:
    """Everything the group can decide about the match."""
    return _menu(*opened(public_id))


@menu.post("/limit")
def limit(public_id: str) -> Response | tuple[str, int]:
    """Play to another limit."""
    form = LimitForm()
    return _decide(public_id, "limit", form, lambda found: _fact(found, form, "limit", form.limit.data))


@menu.post("/leave")
def leave(public_id: str) -> Response | tuple[str, int]:
    """Somebody leaves after a round."""
    form = LeaveForm()

    def verb(found: Found) -> MatchState:
        return decisions.leave(found.id, found.phone, form.client(), form.seat.value, form.last_round.value)

    return _decide(public_id, "leave", form, verb)


@menu.post("/join")
def join(public_id: str) -> Response | tuple[str, int]:
    """Somebody joins from a round on."""
    form = JoinForm()

    def verb(found: Found) -> MatchState:
        name, first, points = form.name.data or "", form.first_round.value, form.points.value
        return decisions.join(found.id, found.phone, form.client(), name, first, points)

    return _decide(public_id, "join", form, verb)


@menu.post("/order")
def order(public_id: str) -> Response | tuple[str, int]:
    """Move a seat one place; `move` says `up-2` or `down-2` by seat number."""
    form = ClientForm()
    verb_, _, number = (request.form.get("move") or "").partition("-")

    def verb(found: Found) -> MatchState:
        return decisions.reorder(
            found.id, found.phone, form.client(), _moved(found, verb_, seen_number(number, NOBODY))
        )

    return _decide(public_id, "order", form, verb, back="menu.page")


@menu.post("/stop")
def stop(public_id: str) -> Response | tuple[str, int]:
    """Stop here, or open the match again."""
    form = ClientForm()
    again = request.form.get("again") == "1"
    return _decide(public_id, "stop", form, lambda found: _fact(found, form, "stop", None if again else True))


@menu.post("/archive")
def archive(public_id: str) -> Response | tuple[str, int]:
    """Put the match into the archive, or bring it back."""
    form = ClientForm()
    again = request.form.get("again") == "1"
    back = "history.page" if request.form.get("back") == "history" else "pad.page"
    value = None if again else True
    return _decide(public_id, "archive", form, lambda found: _fact(found, form, "archive", value), back)


@menu.post("/rematch")
def rematch(public_id: str) -> Response:
    """The same people again; the youngest starts, as the first time (mojo M3)."""
    _, state = opened(public_id)
    people = [state.name(seat) for seat in state.playing]
    starter = state.playing.index(state.first_starter) if state.first_starter in state.playing else 0
    client_id = ClientForm().client()
    new = matches.create(token_for_writing(), client_id, state.game, people, state.options, starter)
    return redirect(url_for("pad.page", public_id=new), 303)


Verb = Callable[[Found], MatchState]


def _fact(found: Found, form: ClientForm, cell: str, value: Any) -> MatchState:
    return decisions.decide(found.id, found.phone, form.client(), cell, value)


def _decide(
    public_id: str, name: str, form: ClientForm, verb: Verb, back: str = "pad.page"
) -> Response | tuple[str, int]:
    """Check the form, do the verb, say so; or show the menu again with what is wrong."""
    found, state = opened(public_id)
    token_for_writing()
    if not form.validate_on_submit():
        return _menu(found, state, **{name: form}), 422
    try:
        after = verb(found)
    except Refused as refused:
        form.refuse(refused)
        return _menu(found, state, **{name: form}), 422
    if after.version != state.version:
        flash(_said(name, state, after), public_id)
    where = url_for(back) if back == "history.page" else url_for(back, public_id=public_id)
    return redirect(where, 303)


def _said(name: str, before: MatchState, after: MatchState) -> str:
    texts = {
        "limit": gettext("The match is played to %(limit)s", limit=after.sheet.limit),
        "order": gettext("The seats are changed"),
        "stop": gettext("The match is stopped") if after.stopped else gettext("The match goes on"),
        "archive": gettext("The match is in the archive") if after.archived else gettext("The match is back"),
        "leave": gettext("Somebody left the match"),
        "join": gettext("%(name)s plays along", name=after.seats[-1].name),
    }
    changed = [new.name for old, new in zip(before.seats, after.seats, strict=False) if old.span != new.span]
    return gettext("%(name)s left the match", name=changed[0]) if name == "leave" and changed else texts[name]


def _moved(found: Found, verb: str, seat: int) -> list[int]:
    state = state_of(found)
    shown = [number for number in state.order if not state.seats[number].absent]
    if seat in shown:
        at = shown.index(seat)
        to = at - 1 if verb == "up" else at + 1
        if verb in ("up", "down") and 0 <= to < len(shown):
            shown[at], shown[to] = shown[to], shown[at]
    return shown + [number for number in state.order if state.seats[number].absent]


def _menu(found: Found, state: MatchState, **sent: ClientForm) -> str:
    there = [state.seats[seat] for seat in state.order if state.seats[seat].span.last_round is None]
    totals = sorted(state.sheet.totals[seat] for seat in state.playing)
    average = round(sum(totals) / len(totals)) if totals else 0
    done = max((r.number for r in state.sheet.rounds if r.complete and r.counted), default=0)
    forms: dict[str, ClientForm] = {
        "limit": LimitForm(formdata=None, limit=state.sheet.limit),
        "leave": LeaveForm(formdata=None, last_round=done),
        "join": JoinForm(formdata=None, first_round=state.current, points=average),
        **{name: ClientForm(formdata=None) for name in ("order", "stop", "archive")},
        **sent,
    }
    return render_template(
        "menu/page.html",
        state=state,
        forms=forms,
        there=there,
        seats=[state.seats[seat] for seat in state.order if not state.seats[seat].absent],
        starts=sorted({0, average, totals[-1] if totals else 0}),
        last_rounds=range(state.current, -1, -1),
        first_rounds=(state.current, state.current + 1),
    )
