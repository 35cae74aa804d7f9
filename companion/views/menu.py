"""The match menu: limit, seats, who leaves and joins, stopping, the archive, the rematch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.ledger import decisions, opening
from companion.ledger.access import Found
from companion.ledger.matches import Conflict, Refused
from companion.ledger.state import MatchState

from . import kept
from .forms import NOBODY, ClientForm, JoinForm, LeaveForm, LimitForm, NameForm, seen_number
from .notice import saved
from .phone import opened, token_for_writing
from .words import cell_value, gettext, say

menu = Blueprint("menu", __name__, url_prefix="/m/<public_id>/menu")


@menu.get("")
def page(public_id: str) -> str:
    """Everything the group can decide about the match."""
    return _menu(*opened(public_id))


@menu.post("/limit")
def limit(public_id: str) -> Response | tuple[str, int]:
    """Play to another limit."""
    form = LimitForm()
    seen = seen_number(form.seen.data)
    return _decide(public_id, "limit", form, lambda found: _fact(found, form, "limit", form.limit.data, seen))


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


@menu.post("/rename")
def rename(public_id: str) -> Response | tuple[str, int]:
    """Put a name right."""
    form = NameForm()

    def verb(found: Found) -> MatchState:
        return decisions.rename(found.id, found.phone, form.client(), form.seat.value, form.new_name.data or "")

    answer = _decide(public_id, "rename", form, verb, back="menu.page")
    kept.forget()
    return answer


@menu.post("/order")
def order(public_id: str) -> Response | tuple[str, int]:
    """Move a seat one place; `move` says `up-2` or `down-2` by seat number."""
    form = ClientForm()
    verb_, _, number = (request.form.get("move") or "").partition("-")
    steps = {"up": -1, "down": 1}.get(verb_, 0)
    seat = seen_number(number, NOBODY)

    def verb(found: Found) -> MatchState:
        return decisions.move(found.id, found.phone, form.client(), seat, steps)

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
    back = "history.page" if request.form.get("back") == "history" else "pad.page" if again else "home.page"
    value = None if again else True
    return _decide(public_id, "archive", form, lambda found: _fact(found, form, "archive", value), back)


@menu.post("/rematch")
def rematch(public_id: str) -> Response:
    """The same people again, on the same phones."""
    found, state = opened(public_id)
    try:
        new = opening.rematch(token_for_writing(), ClientForm().client(), state, found.phone)
    except Refused as refused:
        flash(say(refused.why), "")
        return redirect(url_for("home.new"), 303)
    return redirect(url_for("pad.page", public_id=new), 303)


Verb = Callable[[Found], MatchState]


def _fact(found: Found, form: ClientForm, cell: str, value: Any, seen: int | None = None) -> MatchState:
    return decisions.decide(found.id, found.phone, form.client(), cell, value, seen)


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
    except Conflict as conflict:
        change, theirs = conflict.pairs[0]
        now = cell_value(state, change.cell, theirs.value)
        said = gettext("Another phone changed this meanwhile: it is %(now)s. Look again, then decide.", now=now)
        newest = opened(public_id)
        fresh = _forms(newest[1])[name]
        fresh.form_errors.append(said)
        return _menu(*newest, **{name: fresh}), 409
    if after.version != state.version:
        saved(_said(name, state, after), after, undo=name != "rename")
    where = url_for(back) if back in ("history.page", "home.page") else url_for(back, public_id=public_id)
    return redirect(where, 303)


def _said(name: str, before: MatchState, after: MatchState) -> str:
    texts = {
        "limit": gettext("The match is played to %(limit)s", limit=after.sheet.limit),
        "order": gettext("The seats are changed"),
        "stop": gettext("The match is stopped") if after.stopped else gettext("The match goes on"),
        "archive": gettext("The match is in the archive")
        if after.archived
        else gettext("The match is back in the list"),
        "rename": gettext("The name is changed"),
        "leave": gettext("Somebody left the match"),
        "join": gettext("%(name)s joined", name=after.seats[-1].name),
    }
    changed = [new.name for old, new in zip(before.seats, after.seats, strict=False) if old.span != new.span]
    return gettext("%(name)s left the match", name=changed[0]) if name == "leave" and changed else texts[name]


def _menu(found: Found, state: MatchState, **sent: ClientForm) -> str:
    there = [state.seats[seat] for seat in state.order if state.seats[seat].span.last_round is None]
    return render_template(
        "menu/page.html",
        state=state,
        forms={**_forms(state), **sent},
        there=there,
        seats=[state.seats[seat] for seat in state.order if not state.seats[seat].absent],
        middle=_average(state),
        highest=max((state.sheet.totals[seat] for seat in state.playing), default=0),
        errors=[pair for form in sent.values() for pair in form.all_errors()],
        last_rounds=range(state.current, -1, -1),
        first_rounds=(state.current, state.current + 1),
    )


def _average(state: MatchState) -> int:
    """What a joiner might start with: the middle of the table."""
    totals = [state.sheet.totals[seat] for seat in state.playing]
    return round(sum(totals) / len(totals)) if totals else 0


def _forms(state: MatchState) -> dict[str, ClientForm]:
    """The forms of the menu as they stand at first."""
    done = max((r.number for r in state.sheet.rounds if r.complete and r.counted), default=0)
    return {
        "limit": LimitForm(formdata=None, limit=state.sheet.limit, seen=state.trails.number("limit")),
        "rename": NameForm(formdata=None),
        "leave": LeaveForm(formdata=None, last_round=done),
        "join": JoinForm(formdata=None, first_round=state.current, points=_average(state)),
        **{name: ClientForm(formdata=None) for name in ("order", "stop", "archive")},
    }
