"""What a match brings along: the totals that stood on paper before it, and the group whose it is."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.games.why import Refusal
from companion.ledger import decisions
from companion.ledger.access import Found
from companion.ledger.members import kept_by
from companion.ledger.moving import move_to
from companion.ledger.pen import Pen
from companion.ledger.seats import SeatState
from companion.ledger.state import MatchState

from .act import Answer, act, tried
from .forms import ClientForm, seen_number
from .group import title_of
from .new_paper import MOST, total_of
from .notice import saved, tell
from .phone import opened, sent_client_id, token, token_for_writing
from .words import gettext, say

brought = Blueprint("brought", __name__, url_prefix="/m/<public_id>/menu")


@brought.get("/paper")
def paper(public_id: str) -> str:
    """The totals that each seat had on paper before the first round."""
    return _paper(*opened(public_id))


@brought.post("/paper")
def begin_with(public_id: str) -> Answer:
    """Write these totals, or put them right."""
    found, state = opened(public_id)

    def done(after: MatchState) -> Answer:
        if after.version != state.version:
            saved(gettext("The totals from paper are saved"), after)
        return redirect(url_for("pad.page", public_id=public_id), 303)

    def verb(pen: Pen) -> MatchState:
        typed = {seat.number: request.form.get(f"total-{seat.number}") for seat in _from_the_start(state)}
        return decisions.begin_with(pen, {seat: _total(text) for seat, text in typed.items() if text is not None})

    return act(found, verb, done, lambda refused: _paper(found, state, refused))


def _total(text: str) -> int:
    total = total_of(text[:20])
    if total is None:
        raise Refusal(decisions.OUT_OF_RANGE, least=-MOST, most=MOST)
    return total


def _from_the_start(state: MatchState) -> list[SeatState]:
    return [seat for seat in state.seats if not seat.joined]


def _paper(found: Found, state: MatchState, refused: Refusal | None = None) -> str:
    seats = [
        (seat, request.form.get(f"total-{seat.number}", str(seat.span.start_points))) for seat in _from_the_start(state)
    ]
    said = say(refused.why) if refused else ""
    return render_template(
        "menu/paper.html", match=found.public_id, seats=seats, refusal=said, form=ClientForm(formdata=None)
    )


@brought.get("/group")
def group(public_id: str) -> str:
    """Whose match it is, for a phone that is in several groups."""
    found, state = opened(public_id)
    if not found.member:
        abort(404)
    return _group(found, state)


@brought.post("/group")
def move(public_id: str) -> Answer:
    """Write the match down for another group of this phone."""
    found, state = opened(public_id)
    if not found.member:
        abort(404)
    wanted, client = seen_number(request.form.get("group")), sent_client_id()
    return tried(
        lambda: move_to(found.id, token_for_writing(), found.phone, wanted, client),
        lambda: _moved(public_id),
        lambda refused: _group(found, state, say(refused.why)),
    )


def _moved(public_id: str) -> Response:
    tell(gettext("The match stands with the other group now"))
    return redirect(url_for("pad.page", public_id=public_id), 303)


def _group(found: Found, state: MatchState, refusal: str = "") -> str:
    groups = [(one.id, title_of(one), one.id == state.group_id) for one in kept_by(token())]
    return render_template(
        "menu/group.html", match=found.public_id, groups=groups, refusal=refusal, form=ClientForm(formdata=None)
    )
