"""The one place where a verb of the ledger is done for a request: done, refused, or two values in one cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flask import render_template, request, url_for
from werkzeug.wrappers import Response

from companion.games.why import Refusal
from companion.ledger.access import Found
from companion.ledger.cells import CLOSER, ENTRY, Cell
from companion.ledger.hidden import as_seen, seen_by
from companion.ledger.pen import Change, Conflict, Pen
from companion.ledger.state import MatchState, read_state
from companion.ledger.trails import Record

from .cellwords import cell_title, cell_value, draft_of
from .forms import seen_in_form, sent_fields
from .phone import allowed, fresh_id, sent_client_id, state_of, token_for_writing
from .preview import confirmation
from .unnamed import in_match
from .words import gettext, names, phone_name, sentence

Answer = Response | str | tuple[str | Response, int]


def act(
    found: Found,
    verb: Callable[[Pen], MatchState],
    done: Callable[[MatchState], Answer],
    again: Callable[[Refusal], str | Response],
    conflict: Callable[[Conflict], Answer] | None = None,
) -> Answer:
    """Do a verb with this request's pen, and answer what `done` makes of the match after it.

    Refused: the page that `again` shows, with the refusal's code. Somebody wrote there in between: what `conflict`
    answers, else both values side by side.
    """
    token_for_writing()
    try:
        after = verb(pen_of(found))
    except Refusal as refused:
        return again(refused), refused.code
    except Conflict as raw:
        state = read_state(allowed(found.public_id))
        both = Conflict([(change, as_seen(state, found.phone, theirs)) for change, theirs in raw.pairs])
        return conflict(both) if conflict else two_values(found, both)
    return done(seen_by(in_match(after), found.phone))


def tried(verb: Callable[[], None], done: Callable[[], Response], again: Callable[[Refusal], str]) -> Answer:
    """Do a verb that is about no single match; refused, the page that `again` shows with the refusal, by its code."""
    try:
        verb()
    except Refusal as refused:
        return again(refused), refused.code
    return done()


def pen_of(found: Found) -> Pen:
    """The pen of this request: its phone, the form's client id, and what the form says that its page had seen."""
    return Pen(found.id, found.phone, sent_client_id(), seen_in_form())


def two_values(
    found: Found, both: Conflict, content: tuple[object, ...] = (), whole: str = "", **more: str
) -> tuple[str, int]:
    """Two pens on one cell: both values, one tap to keep either.

    Mine wins by the form as it was sent, which has seen now what stands in those cells, and in no others. `content`:
    what is confirmed with that tap, as for `confirmation`; nobody ended the round if that is what was sent. `whole`:
    the address of a page that tells of more cells; theirs wins there by the form without those in which they differ.
    """
    state = state_of(allowed(found.public_id))
    pairs = [_pair(state, change, theirs, found.phone) for change, theirs in both.pairs]
    seen = {f"seen/{change.cell}": state.trails.number(change.cell) for change, _ in both.pairs}
    released = any(change.cell.kind is CLOSER and change.value is None for change, _ in both.pairs)
    asked = {"confirmed": confirmation(state, *content), "release": "1" if released else ""} if content else {}
    page = render_template(
        "conflict.html",
        pairs=pairs,
        mine=_written(pair["mine"] for pair in pairs),
        theirs=_written(pair["theirs"] for pair in pairs),
        action=request.path,
        fields={**sent_fields(), **seen, **asked, **more, "client_id": fresh_id()},
        also=" ".join(str(change.cell) for change, _ in both.pairs) if whole else "",
        draft=next(filter(None, (draft_of(state, change.cell) for change, _ in both.pairs)), ""),
        back=url_for("pad.page", public_id=found.public_id),
    )
    return page, 409


def _pair(state: MatchState, change: Change, theirs: Record, phone: int) -> dict[str, Any]:
    return {
        "title": cell_title(state, change.cell),
        "mine": _side(state, change.cell, change.value),
        "theirs": _side(state, change.cell, theirs.value),
        "who": _theirs(state, theirs, phone),
        "at": theirs.at,
    }


def _side(state: MatchState, cell: Cell, value: Any) -> tuple[str, bool]:
    """What one of the two is, in words, and whether it leaves the cell empty."""
    return cell_value(state, cell, value), value is None and cell.kind in (ENTRY, CLOSER)


def _written(sides: Iterable[tuple[str, bool]]) -> str:
    """The values of one of the two that are more than an empty cell; none where it leaves all of them empty."""
    return names(said for said, empty in sides if not empty)


def _theirs(state: MatchState, theirs: Record, phone: int) -> str:
    """Whose value stands there; it may be this phone's own, from another window."""
    return gettext("This phone, before") if theirs.phone == phone else sentence(phone_name(state, theirs.phone))
