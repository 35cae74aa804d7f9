"""The pad: the sheet of a match, who is missing, who starts, how it ended."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.games.game import BadEntry
from companion.ledger import matches
from companion.ledger.matches import Conflict, Found, Refused
from companion.ledger.records import closer_cell
from companion.ledger.state import MatchState, Versioned, read_state

from .conflict import conflict_page
from .forms import NOBODY, ClientForm, seen_number
from .kept import CLIENT_MARK, CSRF_MARK, NOTICE_MARK, SHEET_MARK, finish, kept
from .notice import take
from .paper import sheet_html
from .phone import allowed, opened, token_for_writing
from .words import cell_title, cell_value, gettext, language, say, what

pad = Blueprint("pad", __name__, url_prefix="/m/<public_id>")


@pad.get("")
def page(public_id: str) -> str:
    """The whole pad."""
    return show(allowed(public_id))


@pad.get("/sheet")
def sheet(public_id: str) -> Response:
    """What changes on the pad when somebody writes; nothing new costs a 304."""
    found = allowed(public_id)
    answer = Response(mimetype="text/html")
    tag = f"{found.public_id}-{found.version}-{language()}"
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = "private, no-cache"
    # A compressed answer had the name of its compression behind the tag.
    if any(seen.partition(":")[0] == tag for seen in request.if_none_match.as_set()):
        answer.status_code = 304
    else:
        answer.set_data(finish(_sheet(found)))
    return answer


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
        matches.close_round(found.id, found.phone, form.client(), round_, seat, seen)
    except (Refused, BadEntry) as refused:
        return show(found, say(refused.why)), 422
    except Conflict as conflict:
        cell = closer_cell(round_)
        newest = opened(public_id)[1]
        fields = {"closer": seat, "seen": newest.trails.number(cell)}
        return conflict_page(newest, found.phone, conflict, request.path, fields)
    flash(gettext("%(name)s took the Mojo", name=state.name(seat)), public_id)
    return redirect(url_for("pad.page", public_id=public_id), 303)


@pad.post("/undo")
def undo(public_id: str) -> Response | tuple[str, int]:
    """Take back this phone's last write."""
    found, state = opened(public_id)
    taken = what(state, state.trails.last_write(found.phone))
    try:
        matches.undo(found.id, found.phone, ClientForm().client())
    except Refused as refused:
        return show(found, say(refused.why)), 409
    except Conflict as conflict:
        change, theirs = conflict.pairs[0]
        said = gettext(
            "%(cell)s was changed on another phone since: it is %(theirs)s now, and was %(mine)s before your write."
            " Nothing was taken back.",
            cell=cell_title(state, change.cell),
            theirs=cell_value(state, change.cell, theirs.value),
            mine=cell_value(state, change.cell, change.value),
        )
        return show(allowed(public_id), said), 409
    flash(gettext("Taken back: %(what)s", what=taken), "")
    return redirect(url_for("pad.page", public_id=public_id), 303)


def show(found: Found, refusal: str = "") -> str:
    """The pad as HTML; `refusal` is a sentence above the sheet."""
    said = Markup(render_template("_refusal.html", said=refusal)) if refusal else ""
    return finish(_page(found, found.phone), said + take())


def prepare(state: MatchState, phone: int) -> None:
    """Build the pad of a match that was just written to: this phone and all others ask for it in a moment."""
    _page(state, phone)


def _page(match: Versioned, phone: int) -> str:
    """The whole pad, kept per version and phone."""
    return kept(("page", match.public_id, match.version, language(), phone), lambda: _build(match, phone))


def _sheet(match: Versioned) -> str:
    """The part of the pad that is the same for all phones, kept per version."""
    return kept(("sheet", match.public_id, match.version, language()), lambda: sheet_html(read_state(match)))


def _build(match: Versioned, phone: int) -> str:
    state = read_state(match)
    undoable = what(state, state.trails.last_write(phone))
    # Around the sheet hardly anything changes from one write to the next.
    around = (state.public_id, state.current, state.sheet.limit, undoable)
    shell = kept(("shell", language(), around), lambda: _shell(state, undoable))
    return shell.replace(SHEET_MARK, _sheet(match))


def _shell(state: MatchState, undoable: str) -> str:
    marks = {"sheet": SHEET_MARK, "csrf": CSRF_MARK, "client_id": CLIENT_MARK, "notice_mark": NOTICE_MARK}
    return render_template("pad/page.html", state=state, undoable=undoable, **marks)
