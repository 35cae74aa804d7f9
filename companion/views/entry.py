"""One seat in one round: entering the hand, correcting it, and the story behind its number."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.games.cards import spell
from companion.games.changes import SheetChange, changes
from companion.games.game import BadEntry, Entry
from companion.ledger import matches
from companion.ledger.matches import Conflict, Refused
from companion.ledger.records import closer_cell
from companion.ledger.state import MatchState

from .conflict import conflict_page
from .forms import EntryForm, seen_number
from .pad import prepare
from .phone import opened, token_for_writing
from .place import PREFIX, Place, missing_after, place_of
from .words import gettext, names, short

entry = Blueprint("entry", __name__, url_prefix=PREFIX)


@entry.get("/edit")
def edit(public_id: str, round_: int, seat: int) -> str:
    """The entry sheet."""
    place = place_of(public_id, round_, seat)
    return _sheet(place, _filled(place))


@entry.post("/edit")
def write(public_id: str, round_: int, seat: int) -> Response | str | tuple[str, int]:
    """Save the hand; a correction of settled points is shown first."""
    place = place_of(public_id, round_, seat)
    form = EntryForm()
    token_for_writing()
    try:
        change = _consequence(place, form)
        if change.matters and form.confirmed.data != _token(place, form):
            return _sheet(place, form, _preview(place, form, change))
        after = matches.enter(place.found.id, place.found.phone, form.client(), round_, seat, *_wanted(place, form))
    except (BadEntry, Refused) as refused:
        form.refuse(refused)
        return _sheet(place, form), 422
    except Conflict as conflict:
        return _conflict(place, form, conflict)
    prepare(after, place.found.phone)
    flash(_saved(place, form, after), public_id)
    return redirect(_next_url(place, after), 303)


@entry.post("/preview")
def preview(public_id: str, round_: int, seat: int) -> str:
    """What saving would change, for the line above the save button; empty when nothing settled changes."""
    place = place_of(public_id, round_, seat)
    form = EntryForm()
    try:
        change = _consequence(place, form)
    except (BadEntry, Refused):
        return ""
    return render_template("entry/_preview.html", preview=_preview(place, form, change)) if change.matters else ""


def _wanted(place: Place, form: EntryForm) -> tuple[Entry, bool, int, int]:
    return form.entry(), bool(form.closed.data), seen_number(form.seen.data), seen_number(form.seen_closer.data)


def _consequence(place: Place, form: EntryForm) -> SheetChange:
    """What saving the form would change. Raises BadEntry and Refused."""
    planned = matches.entry_changes(place.state, place.round, place.seat, *_wanted(place, form))
    after = place.state.with_changes({change.cell: change.value for change in planned})
    return changes(place.state.sheet, after.sheet, place.round)


def _token(place: Place, form: EntryForm) -> str:
    """What a confirmed form carries: it fits this hand on this version of the match only."""
    return matches.client_key("", place.state.id, place.state.version, place.cell, *_wanted(place, form))


def _preview(place: Place, form: EntryForm, change: SheetChange) -> dict[str, Any]:
    def shown(points: int | None) -> str:
        return "–" if points is None else str(points)

    lines = [
        {
            "name": place.state.name(seat.seat),
            "points": tuple(map(shown, seat.points)) if seat.points[0] != seat.points[1] else None,
            "total": tuple(map(shown, seat.total)) if seat.total[0] != seat.total[1] else None,
        }
        for seat in change.seats
    ]
    return {"lines": lines, "end": _end_said(place.state, change), "confirmed": _token(place, form)}


def _end_said(state: MatchState, change: SheetChange) -> str:
    before, after = change.ends
    if after is None:
        return gettext("the match goes on")
    winners = names(state.name(seat) for seat in change.winners[1])
    if before is None:
        return gettext("the match ends in round %(round)s, winner: %(names)s", round=after, names=winners)
    if before != after:
        return gettext("the match now ends in round %(round)s, winner: %(names)s", round=after, names=winners)
    if change.winners[0] != change.winners[1]:
        return gettext("the winner changes: %(names)s", names=winners)
    return gettext("the winner stays: %(names)s", names=winners)


def _filled(place: Place) -> EntryForm:
    """The form with what is written in the cell now."""
    trails = place.state.trails
    held: Entry | None = trails.value(place.cell)
    cards = spell(held.cards) if held and held.cards is not None else ""
    points = "" if held is None or held.points is None else str(held.points)
    closer = closer_cell(place.round)
    return EntryForm(
        formdata=None,
        cards=cards,
        points=points,
        closed=trails.value(closer) == place.seat,
        seen=trails.number(place.cell),
        seen_closer=trails.number(closer),
    )


def _sheet(place: Place, form: EntryForm, preview: dict[str, Any] | None = None) -> str:
    state, round_ = place.state, place.state.sheet.rounds[place.round - 1]
    ring = [seat for seat in state.order if seat in round_.playing]
    at = ring.index(place.seat)
    before, after = ring[at - 1], ring[(at + 1) % len(ring)]
    waiting = place.seat in round_.missing
    coming = [seat for seat in missing_after(state, place.round, place.seat) if seat != place.seat]
    return render_template(
        "entry/page.html",
        place=place,
        form=form,
        preview=preview,
        game=state.game,
        name=state.name(place.seat),
        before=(before, state.name(before)),
        after=(after, state.name(after)),
        save_text=_save_text(state.name(coming[0]) if coming and waiting else ""),
        took_text=gettext("%(name)s took the Mojo", name=short(state.name(place.seat))),
        correcting=not waiting,
        holder="" if round_.closer in (None, place.seat) else state.name(round_.closer or 0),
    )


def _save_text(next_name: str) -> str:
    """The label of the save button, with a place for the sum that the script fills."""
    if next_name:
        return gettext("Save %(n)s · next: %(name)s", n="%(n)s", name=short(next_name))
    return gettext("Save %(n)s", n="%(n)s")


def _conflict(place: Place, form: EntryForm, conflict: Conflict) -> tuple[str, int]:
    """Ask, with a form that wins if it is sent: it has seen what stands now and needs no further confirming."""
    state = opened(place.state.public_id)[1]
    newest = Place(place.found, state, place.round, place.seat)
    form.seen.data = str(state.trails.number(place.cell))
    form.seen_closer.data = str(state.trails.number(closer_cell(place.round)))
    fields = {name: form[name].data or "" for name in ("cards", "points", "seen", "seen_closer")}
    fields |= {"closed": "1"} if form.closed.data else {}
    fields["confirmed"] = _token(newest, form)
    return conflict_page(state, place.found.phone, conflict, place.url, fields)


def _saved(place: Place, form: EntryForm, after: MatchState) -> str:
    count = after.game.count(form.entry(), after.options)
    return gettext("%(name)s: %(points)s saved", name=after.name(place.seat), points=count.points)


def _next_url(place: Place, after: MatchState) -> str:
    """The sheet of the next player who is missing, else the pad; a correction goes back to the pad."""
    public_id = after.public_id
    missing = missing_after(after, place.round, place.seat)
    trail = after.trails.of(place.cell)
    correction = len(trail) > 1 and trail[-2].value is not None
    if not missing or correction:
        return url_for("pad.page", public_id=public_id)
    return url_for("entry.edit", public_id=public_id, round_=place.round, seat=missing[0])
