"""The story behind one number: why it is so, the cards, the trail, house rules, and taking it back."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.games.game import Entry, Game
from companion.ledger import decisions, matches
from companion.ledger.matches import Change, Conflict, Refused
from companion.ledger.records import adjust_cell, closer_cell

from .conflict import conflict_page
from .forms import AdjustForm, ClientForm, code_of, seen_number
from .notice import saved
from .phone import opened, token_for_writing
from .place import PREFIX, Place, place_of
from .preview import confirmation, consequence, lines
from .words import cell_title, cell_value, gettext, say, whose

cell = Blueprint("cell", __name__, url_prefix=PREFIX)


@cell.get("")
def page(public_id: str, round_: int, seat: int) -> str:
    """The number, why, the cards, and what was written there before."""
    return _story(place_of(public_id, round_, seat))


@cell.post("/withdraw")
def withdraw(public_id: str, round_: int, seat: int) -> Response | str | tuple[str, int]:
    """Take the hand back: the seat waits again. If settled points change, that is shown first."""
    place = place_of(public_id, round_, seat)
    form = ClientForm()
    token_for_writing()
    seen = seen_number(request.form.get("seen"))
    closer_seen = place.state.trails.number(closer_cell(round_))
    wanted = (round_, seat, None, False, seen, closer_seen)
    try:
        asked = _asked(place, matches.entry_changes(place.state, *wanted), "withdraw", seen)
        if asked:
            return _story(place, asked=asked)
        after = matches.enter(place.found.id, place.found.phone, form.client(), *wanted)
    except Refused as refused:
        return _story(place, refusal=say(refused.why, place.state.name)), 409
    except Conflict as conflict:
        state = opened(public_id)[1]
        number = state.trails.number(place.cell)
        fields = {"seen": number, "confirmed": confirmation(state, "withdraw", place.cell, number)}
        return conflict_page(state, place.found.phone, conflict, request.path, fields)
    saved(gettext(after.game.words.reopened, cell=cell_title(after, place.cell)), after)
    return redirect(url_for("pad.page", public_id=public_id), 303)


@cell.post("/adjust")
def adjust(public_id: str, round_: int, seat: int) -> Response | str | tuple[str, int]:
    """A house rule: points added or taken away, with a note. If settled points change, that is shown first."""
    place = place_of(public_id, round_, seat)
    form = AdjustForm()
    token_for_writing()
    if not form.validate_on_submit():
        return _story(place, form), 422
    seen, name = seen_number(form.seen.data), adjust_cell(round_, seat)
    rule = (form.points.value, form.note.data or "", seen)
    value = {"points": rule[0], "note": rule[1]} if rule[0] else None
    try:
        asked = _asked(place, [Change(name, value, seen)], "adjust", *rule)
        if asked:
            return _story(place, form, asked=asked)
        after = decisions.adjust(place.found.id, place.found.phone, form.client(), round_, seat, *rule)
    except Refused as refused:
        form.refuse(refused)
        return _story(place, form), code_of(refused)
    except Conflict as conflict:
        state = opened(public_id)[1]
        number = state.trails.number(name)
        confirmed = confirmation(state, "adjust", place.cell, *rule[:2], number)
        fields = {"points": rule[0], "note": rule[1], "seen": number, "confirmed": confirmed}
        return conflict_page(state, place.found.phone, conflict, request.path, fields)
    saved(gettext("%(cell)s saved", cell=cell_title(after, name)), after)
    return redirect(url_for("pad.page", public_id=public_id), 303)


def _asked(place: Place, planned: list[Change], what: str, *content: object) -> dict[str, Any] | None:
    """What to show before it is done, with the fields of a form that does it; None when nothing settled changes."""
    change = consequence(place.state, place.round, planned)
    if not change.matters:
        return None
    confirmed = confirmation(place.state, what, place.cell, *content)
    if request.form.get("confirmed") == confirmed:
        return None
    kept = ("points", "note", "seen", "client_id")
    fields = {name: request.form[name] for name in kept if name in request.form}
    return {"preview": lines(place.state, change, confirmed), "action": request.path, "fields": fields}


def _story(place: Place, form: AdjustForm | None = None, refusal: str = "", asked: dict[str, Any] | None = None) -> str:
    state, trails = place.state, place.state.trails
    sheet_cell = state.sheet.rounds[place.round - 1].cells[place.seat]
    score = sheet_cell.score or sheet_cell.count
    adjusting = adjust_cell(place.round, place.seat)
    if form is None:
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
        why=say(score.why, state.name) if score else "",
        cards=_faces(state.game, sheet_cell.entry),
        column=state.game.column,
        trail=[line for where in cells for line in _trail(place, where)],
        note=(trails.value(adjusting) or {}).get("note", ""),
        seen=trails.number(place.cell),
        refusal=refusal,
        asked=asked,
        unscored=gettext(state.game.words.unscored) if state.sheet.rounds[place.round - 1].needs_closer else "",
    )


def _faces(game: Game, held: Entry | None) -> list[dict[str, Any]]:
    """The hand's cards; those that count stand out."""
    if held is None or not held.cards:
        return []
    pairs = zip(held.cards, game.counts(held), strict=True)
    return [{"value": card, "suit": game.suit_number(card), "counts": counts} for card, counts in pairs]


def _trail(place: Place, cell: str) -> list[dict[str, Any]]:
    records = place.state.trails.of(cell)
    title = "" if cell == place.cell else cell_title(place.state, cell)
    return [
        {
            "title": title,
            "said": cell_value(place.state, cell, record.value),
            "who": whose(place.state, record, place.found.phone),
            "at": record.at,
            "undo": record.undoes is not None,
            "current": record is records[-1],
        }
        for record in records
    ]
