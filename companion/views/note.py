"""The note and the place of a match: what there is to tell of it, and where it was."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, redirect, render_template, request, url_for

from companion.games.why import Refusal
from companion.ledger import decisions
from companion.ledger.access import Found
from companion.ledger.cells import NOTE, PLACE, Cell
from companion.ledger.match_words import places_of
from companion.ledger.state import MatchState

from .act import Answer, act
from .forms import NoteForm, seen_in_form
from .notice import saved
from .phone import opened
from .trail import trail
from .words import gettext

note = Blueprint("note", __name__, url_prefix="/m/<public_id>/note")
CELLS = (Cell(NOTE), Cell(PLACE))


@note.get("")
def page(public_id: str) -> str:
    """What is written, to be changed; and where the group played before."""
    found, state = opened(public_id)
    form = NoteForm(state.trails.numbers(*CELLS), formdata=None, note=state.note, place=state.place)
    return _page(found, state, form)


@note.post("")
def write(public_id: str) -> Answer:
    """Write both down; `at` is a place that was tapped, which only fills it in."""
    found, state = opened(public_id)
    form = NoteForm(seen_in_form())
    if "at" in request.form:
        form.place.data = request.form["at"]
        return _page(found, state, form)

    def done(after: MatchState) -> Answer:
        if after.version != state.version:
            saved(gettext("Note and place saved"), after)
        return redirect(url_for("pad.page", public_id=public_id), 303)

    verb = partial(decisions.describe, note=form.note.data or "", place=form.place.data or "")
    return act(found, verb, done, partial(_again, found, state, form))


def _again(found: Found, state: MatchState, form: NoteForm, refused: Refusal) -> str:
    form.refuse(refused)
    return _page(found, state, form)


def _page(found: Found, state: MatchState, form: NoteForm) -> str:
    return render_template(
        "menu/note.html",
        match=state.public_id,
        called=state.called,
        form=form,
        most=decisions.LONGEST_NOTE,
        errors=form.all_errors(),
        # A phone that came by the link of a match sees that match and nothing else of the group.
        places=places_of(state.group_id) if found.member else (),
        trail=[line for cell in CELLS for line in trail(state, cell, found.phone)],
        # A note is often written on another day.
        told_by="daytime",
    )
