"""The story behind one number: why it is so, the cards, the trail, house rules, and taking it back."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.games.game import Entry
from companion.ledger import decisions, matches
from companion.ledger.matches import Conflict, Refused
from companion.ledger.records import adjust_cell, closer_cell
from companion.ledger.state import MatchState

from .conflict import conflict_page
from .forms import AdjustForm, ClientForm, seen_number
from .phone import token_for_writing
from .place import PREFIX, Place, place_of
from .words import cell_title, cell_value, gettext, say, whose

cell = Blueprint("cell", __name__, url_prefix=PREFIX)


@cell.get("")
def page(public_id: str, round_: int, seat: int) -> str:
    """The number, why, the cards, and what was written there before."""
    return _story(place_of(public_id, round_, seat), AdjustForm(formdata=None))


@cell.post("/withdraw")
def withdraw(public_id: str, round_: int, seat: int) -> Response | tuple[str, int]:
    """Take the hand back: the seat waits again."""
    place = place_of(public_id, round_, seat)
    form = ClientForm()
    token_for_writing()
    try:
        closer_seen = place.state.trails.number(closer_cell(round_))
        seen = seen_number(request.form.get("seen"))
        phone, client = place.found.phone, form.client()
        matches.enter(place.found.id, phone, client, round_, seat, None, False, seen, closer_seen)
    except Refused as refused:
        return _story(place, AdjustForm(formdata=None), say(refused.why)), 409
    except Conflict as conflict:
        fields = {"seen": place.state.trails.number(place.cell)}
        return conflict_page(place.state, place.found.phone, conflict, request.path, fields)
    flash(gettext("%(cell)s waits again", cell=cell_title(place.state, place.cell)), public_id)
    return redirect(url_for("pad.page", public_id=public_id), 303)


@cell.post("/adjust")
def adjust(public_id: str, round_: int, seat: int) -> Response | str | tuple[str, int]:
    """A house rule: points added or taken away, with a note."""
    place = place_of(public_id, round_, seat)
    form = AdjustForm()
    token_for_writing()
    if not form.validate_on_submit():
        return _story(place, form), 422
    seen = seen_number(form.seen.data)
    try:
        decisions.adjust(
            place.found.id,
            place.found.phone,
            form.client(),
            round_,
            seat,
            form.points.value,
            form.note.data or "",
            seen,
        )
    except Refused as refused:
        form.refuse(refused)
        return _story(place, form), 422
    except Conflict as conflict:
        newest = place.state.trails.number(adjust_cell(round_, seat))
        fields = {"points": form.points.data, "note": form.note.data, "seen": newest}
        return conflict_page(place.state, place.found.phone, conflict, request.path, fields)
    flash(gettext("%(cell)s saved", cell=cell_title(place.state, adjust_cell(round_, seat))), public_id)
    return redirect(url_for("pad.page", public_id=public_id), 303)


def _story(place: Place, form: AdjustForm, refusal: str = "") -> str:
    state, trails = place.state, place.state.trails
    sheet_cell = state.sheet.rounds[place.round - 1].cells[place.seat]
    score = sheet_cell.score or sheet_cell.count
    adjusting = adjust_cell(place.round, place.seat)
    counted = state.game.counted(sheet_cell.entry) if sheet_cell.entry else ()
    if not form.is_submitted():
        value = trails.value(adjusting) or {"points": 0, "note": ""}
        form = AdjustForm(formdata=None, points=value["points"], note=value["note"], seen=trails.number(adjusting))
    cells = (place.cell, closer_cell(place.round), adjusting)
    return render_template(
        "cell/page.html",
        place=place,
        form=form,
        name=state.name(place.seat),
        final=sheet_cell.score is not None,
        points=score.points if score else None,
        mark=sheet_cell.score.mark if sheet_cell.score else "",
        why=say(score.why) if score else "",
        cards=_faces(state, sheet_cell.entry, counted),
        trail=[line for where in cells for line in _trail(place, where)],
        note=(trails.value(adjusting) or {}).get("note", ""),
        seen=trails.number(place.cell),
        refusal=refusal,
    )


def _faces(state: MatchState, held: Entry | None, counted: tuple[int, ...]) -> list[dict[str, Any]]:
    """The hand's cards; each value that counts stands out once."""
    left = list(counted)
    faces = []
    for card in (held.cards or ()) if held else ():
        counts = card in left
        if counts:
            left.remove(card)
        faces.append({"value": card, "suit": state.game.suit_number(card), "counts": counts})
    return faces


def _trail(place: Place, cell: str) -> list[dict[str, Any]]:
    records = place.state.trails.of(cell)
    title = "" if cell == place.cell else cell_title(place.state, cell)
    return [
        {
            "title": title,
            "said": cell_value(place.state, cell, record.value),
            "who": whose(record, place.found.phone),
            "at": record.at,
            "undo": record.undoes is not None,
            "current": record is records[-1],
        }
        for record in records
    ]
