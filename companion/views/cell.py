"""The story behind one number: why it is so, the cards, the trail, house rules, and taking it back."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from companion.games.why import Refusal
from companion.ledger import decisions, hands
from companion.ledger.cells import ADJUST, CLOSER, Cell
from companion.ledger.hidden import HIDDEN
from companion.ledger.pen import Pen
from companion.ledger.state import MatchState

from .act import Answer, act, two_values
from .cellwords import cell_title
from .forms import AdjustForm, seen_in_form, sent_fields
from .notice import saved
from .preview import Unconfirmed, asking
from .seat_round import PREFIX, SeatRound, seat_round_of
from .trail import trail
from .words import gettext, say, signed

cell = Blueprint("cell", __name__, url_prefix=PREFIX)

Asked = dict[str, Any]
"""What is shown before it is done."""


@cell.get("")
def page(public_id: str, round_: int, seat: int) -> str:
    """The number, why, the cards, and what was written there before."""
    return _story(seat_round_of(public_id, round_, seat))


@cell.post("/withdraw")
def withdraw(public_id: str, round_: int, seat: int) -> Answer:
    """Take the hand back: the seat waits again. If settled points change, that is shown first."""
    here = seat_round_of(public_id, round_, seat)

    def verb(pen: Pen) -> MatchState:
        return hands.enter(asking(pen, round_, *content), round_, seat, None, False)

    def done(after: MatchState) -> Answer:
        saved(gettext(after.game.words.reopened, cell=cell_title(after, here.cell)), after)
        return redirect(url_for("pad.page", public_id=public_id), 303)

    def again(refused: Refusal) -> str:
        if isinstance(refused, Unconfirmed):
            return _story(here, asked=_asked(refused))
        return _story(here, refusal=say(refused.why, here.state.name))

    content = ("withdraw", here.cell)
    return act(here.found, verb, done, again, lambda both: two_values(here.found, both, content))


@cell.post("/adjust")
def adjust(public_id: str, round_: int, seat: int) -> Answer:
    """A house rule: points added or taken away, with a note. If that changes how the match ended, it is shown first."""
    here = seat_round_of(public_id, round_, seat)
    form, name = AdjustForm(seen_in_form()), Cell(ADJUST, round_, seat)
    if not form.validate_on_submit():
        return _story(here, form), 422
    points, note = form.points.value, form.note.data or ""

    def verb(pen: Pen) -> MatchState:
        asked = asking(pen, round_, *content, only_end=True)
        return decisions.adjust(asked, round_, seat, points, note)

    def done(after: MatchState) -> Answer:
        saved(gettext("Saved: %(cell)s", cell=cell_title(after, name)), after)
        return redirect(url_for("pad.page", public_id=public_id), 303)

    def again(refused: Refusal) -> str:
        if isinstance(refused, Unconfirmed):
            return _story(here, form, asked=_asked(refused))
        form.refuse(refused)
        return _story(here, form)

    content = ("adjust", here.cell, points, note)
    return act(here.found, verb, done, again, lambda both: two_values(here.found, both, content))


def _asked(unconfirmed: Unconfirmed) -> Asked:
    """What to show before it is done, with the fields of a form that does it."""
    return {"preview": unconfirmed.preview, "action": request.path, "fields": sent_fields()}


def _story(here: SeatRound, form: AdjustForm | None = None, refusal: str = "", asked: Asked | None = None) -> str:
    state, trails = here.state, here.state.trails
    sheet_cell = state.sheet.rounds[here.round - 1].cells[here.seat]
    score = sheet_cell.score or sheet_cell.count
    adjusting = Cell(ADJUST, here.round, here.seat)
    if form is None:
        value = trails.value(adjusting) or {"points": 0, "note": ""}
        form = AdjustForm(trails.numbers(adjusting), formdata=None, points=value["points"], note=value["note"])
    cells = (here.cell, Cell(CLOSER, here.round), adjusting)
    return render_template(
        "cell/page.html",
        match=state.public_id,
        words=state.game.words,
        here=here,
        form=form,
        name=state.name(here.seat),
        reported=score is not None,
        points=signed(score.points) if score else "–",
        mark=sheet_cell.score.mark if sheet_cell.score else "",
        why=say(score.why, state.name) if score else _hidden(here),
        cards=() if sheet_cell.entry is None else state.game.faces(sheet_cell.entry),
        column=state.game.pack.column if state.game.pack else 0,
        trail=[line for where in cells for line in trail(state, where, here.found.phone, here.cell)],
        note=(trails.value(adjusting) or {}).get("note", ""),
        seen=trails.numbers(here.cell, Cell(CLOSER, here.round)),
        refusal=refusal,
        asked=asked,
        unscored=_unscored(here) if score and not sheet_cell.score else "",
    )


def _hidden(here: SeatRound) -> str:
    """That a hand is in and cannot be seen yet (house H4); empty for any other."""
    hidden = here.state.trails.value(here.cell) is HIDDEN
    return gettext("In. It is hidden until all hands of the round are.") if hidden else ""


def _unscored(here: SeatRound) -> str:
    """Why a hand that is reported has no score yet."""
    words = here.state.game.words
    asked = here.state.sheet.rounds[here.round - 1].needs_closer
    return gettext(words.unscored if asked else words.pending)
