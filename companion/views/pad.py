"""The pad: the sheet of a match, who is missing, who starts, how it ended."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from flask import (
    Blueprint,
    abort,
    copy_current_request_context,
    redirect,
    render_template,
    request,
    url_for,
)
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.app_state import app_state
from companion.games import by_key, house
from companion.games.why import Refusal
from companion.ledger import hands
from companion.ledger.access import Found
from companion.ledger.hidden import HIDDEN
from companion.ledger.pen import Conflict
from companion.ledger.state import MatchState

from . import heads, paper, pieces
from .act import Answer, act
from .cellwords import cell_title, cell_value, what
from .entry_sheet import parts_of
from .forms import NOBODY, seen_number
from .notice import saved, take, tell
from .once_sent import quietly
from .phone import allowed, opened, state_of, writes_for_all
from .pieces import CLIENT_HOLE, CSRF_HOLE, finish, hole, piece, unless_known
from .seat_round import entered_elsewhere
from .sheet import where
from .words import gettext, phone_name, say

VERSION_HOLE, HEAD_HOLE, SHEET_HOLE = (hole(name) for name in ("version", "head", "sheet"))

pad = Blueprint("pad", __name__, url_prefix="/m/<public_id>")


@pad.get("")
def page(public_id: str) -> str:
    """The whole pad."""
    return show(_writer(public_id))


@pad.get("/sheet")
def sheet(public_id: str) -> Response:
    """What changes on the pad when somebody writes; nothing new costs a 304."""
    found = _writer(public_id)
    own = _own(found)
    facts = (found.public_id, found.version, own.asks, *sorted(own.elsewhere))
    return unless_known(facts, lambda: finish(pieces.page(_fragment, found, own)))


@pad.post("/r/<int:round_>/closer")
def closer(public_id: str, round_: int) -> Answer:
    """Who ended the round, when all hands are in and nobody said so."""
    found, state = opened(public_id)
    said = request.form.get("closer")
    seat = house.NOBODY if said == "nobody" else seen_number(said, NOBODY)

    def done(after: MatchState) -> Answer:
        nobody = gettext("Nobody ended round %(round)s", round=round_)
        saved(nobody if said == "nobody" else gettext(after.game.words.closed, name=after.name(seat)), after)
        return _to_pad(found, after)

    return act(found, lambda pen: hands.close_round(pen, round_, seat), done, partial(_again, found, state))


@pad.post("/undo")
def undo(public_id: str) -> Answer:
    """Take back this phone's last write; the form says which one that was."""
    found, state = opened(public_id)
    version = seen_number(request.form.get("version"))
    taken = what(state, (r for cell in state.trails.cells for r in state.trails.of(cell) if r.version == version))

    def done(after: MatchState) -> Answer:
        tell(gettext("Undone: %(what)s", what=taken))
        return _to_pad(found, after)

    def conflict(both: Conflict) -> Answer:
        change, theirs = both.pairs[0]
        if theirs.value is HIDDEN:
            title = cell_title(state, change.cell)
            said = gettext("%(cell)s has been changed on another phone. Nothing was undone.", cell=title)
            return show(_writer(public_id), said), 409
        said = gettext(
            "%(cell)s has been changed on another phone: it’s now %(theirs)s, and was %(mine)s before your "
            "entry. Nothing was undone.",
            cell=cell_title(state, change.cell),
            theirs=cell_value(state, change.cell, theirs.value),
            mine=cell_value(state, change.cell, change.value),
        )
        return show(_writer(public_id), said), 409

    return act(found, lambda pen: hands.undo(pen, version), done, partial(_again, found, state), conflict)


def _to_pad(found: Found, after: MatchState) -> Response:
    pad_url = url_for("pad.page", public_id=found.public_id)
    return prepared(redirect(pad_url, 303), found, after, pad_url)


def _again(found: Found, state: MatchState, refused: Refusal) -> str:
    return show(found, say(refused.why, state.name))


def _writer(public_id: str) -> Found:
    """The match for a phone that may write there, without reading it; else 404."""
    found = allowed(public_id)
    if not found.writes:
        abort(404)
    return found


def show(found: Found, refusal: str = "") -> str:
    """The pad as HTML; `refusal` is a sentence above the sheet."""
    said = Markup(render_template("_refusal.html", said=refusal)) if refusal else ""
    return finish(pieces.page(_page, found, _own(found)), said + take())


def prepared(answer: Response, found: Found, after: MatchState, leads_to: str) -> Response:
    """The answer to a write. Once it is sent, what phones ask for next is made if any are here: the sheet for all of
    them, and the whole pad for this one, where that is what the answer `leads_to`.
    """
    if not app_state().hub.present(found.public_id):
        return answer
    to_pad = leads_to == url_for("pad.page", public_id=found.public_id)

    @copy_current_request_context
    def prepare() -> None:
        # Who asks for a page waits for no more than this page, which this phone waits for, too.
        now = replace(found, version=after.version)
        with _ahead():
            pieces.page(_page, now, _own(now)) if to_pad else pieces.page(paper.sheet, now)

    answer.call_on_close(prepare)
    return answer


def make_ready(found: Found) -> None:
    """Make what a phone that shows the pad asks for once it has heard of this version."""
    if found.writes:
        with _ahead():
            pieces.page(_fragment, found, _own(found))


@contextmanager
def _ahead() -> Iterator[None]:
    """Make something before it is asked for: whoever is to be told the news goes first, and what was written is
    written, whatever is wrong with the page.
    """
    time.sleep(0)
    with quietly("the pad is not made ahead", "the pad could not be prepared"):
        yield


class Own(NamedTuple):
    """What one phone's pad shows beside what all show: which seats other phones enter for that are here, and whether it
    is asked who it is.
    """

    phone: int
    elsewhere: frozenset[int]
    asks: bool


def _own(found: Found) -> Own:
    elsewhere = entered_elsewhere(state_of(found), found.phone, app_state().hub.present(found.public_id))
    return Own(found.phone, elsewhere, not writes_for_all(found.public_id))


def _page(state: MatchState, own: Own) -> str:
    """The whole pad, as one phone sees it."""
    parts = {VERSION_HOLE: str(state.version), HEAD_HOLE: _head(state, own.phone), SHEET_HOLE: _sheet(state, own)}
    return pieces.filled(_frame(state), parts)


class FrameFacts(NamedTuple):
    """What the page around the sheet shows; it is another one only when a round begins. `round`: 0 where only the
    result is known.
    """

    match: str
    game: str
    called: str
    round: int
    open: bool


def _frame(state: MatchState) -> Markup:
    round_ = state.current if state.sheet.unknown is None else 0
    facts = FrameFacts(state.public_id, state.game.key, state.called, round_, state.status == "open")
    return piece(frame, facts)


def frame(it: FrameFacts) -> str:
    """The page without what changes by every write."""
    holes = {"version": VERSION_HOLE, "head": HEAD_HOLE, "sheet": SHEET_HOLE}
    return render_template("pad/page.html", **it._asdict(), parts=parts_of(by_key(it.game)), **holes)


def _fragment(state: MatchState, own: Own) -> str:
    """What changes of it: the sheet, and the head beside it."""
    beside = Markup('<hx-partial hx-target="#pad-head" hx-swap="innerHTML">{}</hx-partial>')
    return _sheet(state, own) + beside.format(_head(state, own.phone))


def _sheet(state: MatchState, own: Own) -> Markup:
    asked = _who_asks(state, own.phone) if own.asks else Markup("")
    sheet = heads.marked(pieces.page(paper.sheet, state), state, own.phone)
    return asked + sheet + paper.next_act(state, own.phone, own.elsewhere)


def _who_asks(state: MatchState, phone: int) -> Markup:
    """The host who enters for nobody is asked who they are, too, as soon as another phone enters for somebody."""
    free = [seat for seat in state.playing if seat not in state.holders and seat not in state.bots]
    others = [seat for seat in state.playing if state.holders.get(seat, phone) != phone]
    if state.status != "open" or state.host != phone or state.seats_of(phone) or not others or not free:
        return Markup("")
    came, *seats = [(seat, state.name(seat)) for seat in (others[0], *free)]
    them, where_to = phone_name(state, state.holders[came[0]]), url_for("join.i_am", public_id=state.public_id)
    holes = {"csrf": CSRF_HOLE, "client_id": CLIENT_HOLE}
    return Markup(render_template("pad/_who.html", them=them, came=came, seats=seats, where=where_to, **holes))


class TitleFacts(NamedTuple):
    """The line under the title, and what the undo button takes back: the write with that version, in words."""

    match: str
    called: str
    where: str
    undoable: str
    version: int


def _head(state: MatchState, phone: int) -> Markup:
    last = state.trails.last_write(phone)
    version = last[0].version if last else 0
    return piece(head, TitleFacts(state.public_id, state.called, where(state), what(state, last), version))


def head(it: TitleFacts) -> str:
    """The title of the pad and its undo button, which change with the sheet."""
    return render_template(
        "pad/_title.html",
        called=it.called,
        where=it.where,
        undo=gettext("Undo: %(what)s", what=it.undoable) if it.undoable else "",
        url=url_for("pad.undo", public_id=it.match),
        version=it.version,
        csrf=CSRF_HOLE,
        client_id=CLIENT_HOLE,
    )
