"""Giving a deal on screens up: it is asked first, for it ends everybody's round."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.games.why import Refusal
from companion.ledger import deals
from companion.ledger.access import Found
from companion.ledger.pen import Pen
from companion.ledger.state import MatchState

from .act import Answer, act
from .forms import NOBODY, ClientForm, seen_number
from .phone import allowed, at_table, state_of
from .words import say, seat_names

give_up = Blueprint("give_up", __name__, url_prefix="/m/<public_id>/table/abandon")


@give_up.get("")
def page(public_id: str) -> str:
    """Ask whether the round on screens shall be given up (`seat`: somebody wants to enter that hand instead)."""
    found, state = at_table(public_id, writes=True)
    return _asked(found, state)


@give_up.post("")
def do(public_id: str) -> Answer:
    """Give it up, if the form says that it was asked: the round is dealt again, or played with cards."""
    found, state = at_table(public_id, writes=True)
    if request.form.get("sure") != "1":
        return _asked(found, state)

    def verb(pen: Pen) -> MatchState:
        return deals.abandon(pen, _round())

    def done(_: MatchState) -> Response:
        return redirect(_back(state), 303)

    def again(refused: Refusal) -> str:
        newest = allowed(public_id)
        return _asked(newest, state_of(newest), say(refused.why))

    return act(found, verb, done, again)


def _round() -> int:
    return seen_number(request.values.get("round"))


def _seat(state: MatchState) -> int | None:
    seat = seen_number(request.values.get("seat"), NOBODY)
    return seat if seat in state.playing else None


def _back(state: MatchState) -> str:
    """The sheet of the seat that wants to enter its hand, or the table."""
    seat = _seat(state)
    if seat is None:
        return url_for("table.page", public_id=state.public_id)
    return url_for("entry.edit", public_id=state.public_id, round_=_round(), seat=seat)


def _asked(found: Found, state: MatchState, refusal: str = "") -> str:
    why_not = deals.why_not_given_up(state, found.phone, _round())
    return render_template(
        "table/give_up.html",
        match=state.public_id,
        round=_round(),
        seat=_seat(state),
        people=seat_names(state, state.dealt.setup.seats) if state.dealt else "",
        refusal=refusal or say(why_not),
        back=_back(state),
        form=ClientForm(formdata=None),
    )
