"""The pad: the sheet of a match, who is missing, who starts, how it ended."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.games.game import BadEntry
from companion.ledger import matches
from companion.ledger.access import Found, find
from companion.ledger.matches import Conflict, Refused
from companion.ledger.records import closer_cell
from companion.ledger.state import MatchState, Versioned, read_state

from .conflict import conflict_page
from .forms import NOBODY, ClientForm, code_of, seen_number
from .kept import (
    ACT_MARK,
    CLIENT_MARK,
    CSRF_MARK,
    HEAD_MARK,
    NOTICE_MARK,
    SHEET_MARK,
    UNDO_MARK,
    VERSION_MARK,
    finish,
    kept,
    unless_known,
)
from .notice import saved, take
from .paper import act_html, sheet_html
from .phone import allowed, opened, token, token_for_writing
from .words import cell_title, cell_value, gettext, language, say, what

pad = Blueprint("pad", __name__, url_prefix="/m/<public_id>")


@pad.get("")
def page(public_id: str) -> str:
    """The whole pad."""
    return show(_writer(public_id))


@pad.get("/sheet")
def sheet(public_id: str) -> Response:
    """What changes on the pad when somebody writes; nothing new costs a 304."""
    found = _writer(public_id)
    return unless_known((found.public_id, found.version), lambda: finish(_fragment(found, found.phone)))


@pad.post("/r/<int:round_>/closer")
def closer(public_id: str, round_: int) -> Response | tuple[str, int]:
    """Who ended the round, when all hands are in and nobody said so."""
    found, state = opened(public_id)
    form = ClientForm()
    token_for_writing()
    seat, seen = seen_number(request.form.get("closer"), NOBODY), seen_number(request.form.get("seen"))
    if seat >= len(state.seats) or round_ > len(state.sheet.rounds):
        return show(found, gettext("Choose somebody from the list.")), 422
    try:
        after = matches.close_round(found.id, found.phone, form.client(), round_, seat, seen)
    except (Refused, BadEntry) as refused:
        return show(found, say(refused.why, state.name)), code_of(refused)
    except Conflict as conflict:
        cell = closer_cell(round_)
        newest = opened(public_id)[1]
        fields = {"closer": seat, "seen": newest.trails.number(cell)}
        return conflict_page(newest, found.phone, conflict, request.path, fields)
    saved(gettext(state.game.words.took, name=state.name(seat)), after)
    return redirect(url_for("pad.page", public_id=public_id), 303)


@pad.post("/undo")
def undo(public_id: str) -> Response | tuple[str, int]:
    """Take back this phone's last write; the form says which one that was."""
    found, state = opened(public_id)
    version = seen_number(request.form.get("version"))
    taken = what(state, (r for cell in state.trails.cells for r in state.trails.of(cell) if r.version == version))
    try:
        matches.undo(found.id, found.phone, ClientForm().client(), version)
    except Refused as refused:
        return show(found, say(refused.why, state.name)), 409
    except Conflict as conflict:
        change, theirs = conflict.pairs[0]
        said = gettext(
            "%(cell)s was changed on another phone since: it is %(theirs)s now, and was %(mine)s before your write."
            " Nothing was taken back.",
            cell=cell_title(state, change.cell),
            theirs=cell_value(state, change.cell, theirs.value),
            mine=cell_value(state, change.cell, change.value),
        )
        return show(_writer(public_id), said), 409
    flash(gettext("Taken back: %(what)s", what=taken), "")
    return redirect(url_for("pad.page", public_id=public_id), 303)


def _writer(public_id: str) -> Found:
    """The match for a phone that may write there, without reading it; else 404."""
    found = allowed(public_id)
    if not found.writes:
        abort(404)
    return found


def show(found: Found, refusal: str = "") -> str:
    """The pad as HTML; `refusal` is a sentence above the sheet."""
    said = Markup(render_template("_refusal.html", said=refusal)) if refusal else ""
    return finish(_page(found, found.phone), said + take())


def prepare(state: MatchState, phone: int) -> None:
    """Build the pad of a match that was just written to: this phone and all others ask for it in a moment."""
    try:
        _page(state, phone)
        _fragment(state, phone)
        find(state.public_id, token())
    except Exception:
        # What was written is written, whatever is wrong with the page; only tests want to hear of it loudly.
        if current_app.testing:
            raise
        current_app.logger.exception("the pad could not be prepared")


def _page(match: Versioned, phone: int) -> str:
    """The whole pad, kept per version and phone."""
    return kept(("page", match.public_id, match.version, language(), phone), lambda: _build(match, phone))


def _sheet(match: Versioned, phone: int) -> str:
    """The part of the pad that changes, with what this phone has to do next."""
    key = (match.public_id, match.version, language())

    def own() -> str:
        state = read_state(match)
        shared = kept(("shared", *key), lambda: sheet_html(state))
        return shared.replace(ACT_MARK, act_html(state, phone))

    return kept(("sheet", *key, phone), own)


def _fragment(match: Versioned, phone: int) -> str:
    """The sheet, and the pad's head beside it."""

    def both() -> str:
        head = _head(read_state(match), phone)
        partial = f'<hx-partial hx-target="#pad-head" hx-swap="innerHTML">{head}</hx-partial>'
        return _sheet(match, phone) + partial

    return kept(("fragment", match.public_id, match.version, language(), phone), both)


def _build(match: Versioned, phone: int) -> str:
    state = read_state(match)
    # Around the sheet hardly anything changes from one write to the next.
    key = ("shell", language(), state.public_id, state.game.key, state.current, state.status)
    shell = kept(key, lambda: _shell(state))
    page = shell.replace(HEAD_MARK, _head(state, phone)).replace(SHEET_MARK, _sheet(match, phone))
    return page.replace(VERSION_MARK, str(match.version))


def _head(state: MatchState, phone: int) -> str:
    """The line under the title and the undo button, which change with the sheet."""
    last = state.trails.last_write(phone)
    facts = {"state": state, "undoable": what(state, last), "csrf": CSRF_MARK, "client_id": CLIENT_MARK}
    key = (language(), state.public_id, state.current, state.sheet.limit, facts["undoable"])
    html = kept(("head", key), lambda: render_template("pad/_title.html", undo_mark=UNDO_MARK, **facts))
    return html.replace(UNDO_MARK, str(last[0].version if last else 0))


def _shell(state: MatchState) -> str:
    marks = {"head": HEAD_MARK, "sheet": SHEET_MARK, "notice_mark": NOTICE_MARK, "version": VERSION_MARK}
    return render_template("pad/page.html", state=state, **marks)
