"""One seat in one round: entering the hand, correcting it, and the story behind its number."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.games.changes import SheetChange
from companion.games.game import BadEntry, Entry
from companion.ledger import matches
from companion.ledger.matches import Conflict, Refused
from companion.ledger.records import closer_cell
from companion.ledger.state import MatchState

from .conflict import conflict_page
from .forms import EntryForm, code_of, seen_number
from .notice import saved
from .pad import prepare
from .phone import fresh_id, opened, token_for_writing
from .place import PREFIX, Place, missing_after, place_of
from .preview import confirmation, consequence, lines
from .words import cell_value, gettext, say, short, signed

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
        hand = form.entry(place.state.game)
        if not matches.answered(place.found.id, matches.entry_key(form.client(), round_, seat, hand, form.took)):
            change = _consequence(place, form)
            if change.matters and form.confirmed.data != _confirmation(place, form):
                return _sheet(place, form, lines(place.state, change, _confirmation(place, form)))
        after = matches.enter(place.found.id, place.found.phone, form.client(), round_, seat, *_wanted(place, form))
    except (BadEntry, Refused) as refused:
        form.refuse(refused)
        if refused.field == "closed":
            _show_closer(place, form)
        return _sheet(place, form), code_of(refused)
    except Conflict as conflict:
        return _conflict(place, form, conflict)
    prepare(after, place.found.phone)
    wrong = _wrong(place, after)
    saved(_said(place, hand, after, wrong), after)
    return redirect(url_for("pad.page", public_id=public_id) if wrong else _next_url(place, after), 303)


@entry.post("/preview")
def preview(public_id: str, round_: int, seat: int) -> str:
    """What saving would change, for the line above the save button; empty when nothing settled changes."""
    place = place_of(public_id, round_, seat)
    form = EntryForm()
    try:
        change = _consequence(place, form)
    except (BadEntry, Refused, Conflict):
        return ""
    if not change.matters:
        return ""
    return render_template("entry/_preview.html", preview=lines(place.state, change, _confirmation(place, form)))


def _wanted(place: Place, form: EntryForm) -> tuple[Entry, bool, int, int, bool]:
    seen, seen_closer = seen_number(form.seen.data), seen_number(form.seen_closer.data)
    return form.entry(place.state.game), form.took, seen, seen_closer, form.release.data == "1"


def _consequence(place: Place, form: EntryForm) -> SheetChange:
    """What saving the form would change. Raises BadEntry and Refused."""
    planned = matches.entry_changes(place.state, place.round, place.seat, *_wanted(place, form))
    return consequence(place.state, place.round, planned)


def _confirmation(place: Place, form: EntryForm) -> str:
    return confirmation(place.state, place.cell, *_wanted(place, form))


def _show_closer(place: Place, form: EntryForm) -> None:
    """Tick the box that another phone ticked meanwhile, so that it can be cleared here."""
    closer = closer_cell(place.round)
    if place.state.trails.value(closer) == place.seat:
        form.closed.data = True
        form.seen_closer.data = str(place.state.trails.number(closer))


def _filled(place: Place) -> EntryForm:
    """The form with what is written in the cell now."""
    trails = place.state.trails
    held: Entry | None = trails.value(place.cell)
    cards = place.state.game.spell(held.cards) if held and held.cards is not None else ""
    points = "" if held is None or held.points is None else str(held.points)
    closer = closer_cell(place.round)
    return EntryForm(
        formdata=None,
        cards=cards,
        points=points,
        bonus=str(held.bonus) if held else "",
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
    coming = [seat for seat in _to_enter(place, state) if seat != place.seat]
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
        took_text=gettext(state.game.words.took, name=short(state.name(place.seat))),
        correcting=not waiting,
        abandon_id=fresh_id(),
        holder="" if round_.closer in (None, place.seat) else state.name(round_.closer or 0),
    )


def _save_text(next_name: str) -> str:
    """The label of the save button, with a place for the sum that the script fills."""
    if next_name:
        return gettext("Save %(n)s · next: %(name)s", n="%(n)s", name=short(next_name))
    return gettext("Save %(n)s", n="%(n)s")


def _conflict(place: Place, form: EntryForm, conflict: Conflict) -> tuple[str, int]:
    """Ask, with a form that wins if it is sent: it has seen what stands now in the cells in question, and no others."""
    state = opened(place.state.public_id)[1]
    newest = Place(place.found, state, place.round, place.seat)
    asked = {change.cell: change for change, _ in conflict.pairs}
    closer = closer_cell(place.round)
    if place.cell in asked:
        form.seen.data = str(state.trails.number(place.cell))
    if closer in asked:
        form.seen_closer.data = str(state.trails.number(closer))
        form.release.data = "1" if asked[closer].value is None else ""
    fields = {name: form[name].data or "" for name in ("cards", "points", "bonus", "seen", "seen_closer", "release")}
    fields |= {"closed": "1"} if form.closed.data else {}
    fields["confirmed"] = _confirmation(newest, form)
    return conflict_page(state, place.found.phone, conflict, place.url, fields)


def _said(place: Place, hand: Entry, after: MatchState, wrong: list[str]) -> str:
    """What stands in the cell now, and what is `wrong` with it on the table, if anything is."""
    held: Entry | None = after.trails.value(place.cell)
    name = after.name(place.seat)
    if held is None or not after.game.same(held, hand):
        # The form was sent before, and somebody has written there since.
        return gettext("%(name)s: %(value)s stands there now", name=name, value=cell_value(after, place.cell, held))
    score = after.sheet.rounds[place.round - 1].cells[place.seat].score or after.game.count(held, after.options)
    said = gettext("%(name)s: %(points)s saved", name=name, points=signed(score.points))
    return " ".join([f"{said}.", *wrong]) if wrong else said


def _wrong(place: Place, after: MatchState) -> list[str]:
    """What cannot be about this hand, beside those of others or of earlier rounds: the pad says so."""
    problems = after.sheet.rounds[place.round - 1].problems
    return [say(problem.why, after.name) for problem in problems if place.seat in problem.seats]


def _next_url(place: Place, after: MatchState) -> str:
    """The sheet of the next player who is missing, else the pad; a correction goes back to the pad."""
    public_id = after.public_id
    missing = _to_enter(place, after)
    trail = after.trails.of(place.cell)
    correction = len(trail) > 1 and trail[-2].value is not None
    if not missing or correction:
        return url_for("pad.page", public_id=public_id)
    return url_for("entry.edit", public_id=public_id, round_=place.round, seat=missing[0])


def _to_enter(place: Place, state: MatchState) -> list[int]:
    """Whose hands this phone still has to enter: those of its own seats, or everybody's when it holds none."""
    mine = state.seats_of(place.found.phone)
    return [seat for seat in missing_after(state, place.round, place.seat) if not mine or seat in mine]
