"""The television in the middle of the table: large totals, who is missing, who starts, the code to come in."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request

from companion.ledger import links
from companion.ledger.access import Found

from .chart import chart_html
from .end import end_of
from .kept import kept
from .phone import allowed, state_of
from .phones import link_url, qr
from .sheet import near_text, ranking, reminder, start_text
from .words import language, seat_names

tv = Blueprint("tv", __name__, url_prefix="/tv/<public_id>")


@tv.get("")
def page(public_id: str) -> str:
    """The whole screen."""
    found = allowed(public_id)
    return render_template("tv/page.html", state=state_of(found), board=_board(found))


@tv.get("/board")
def board(public_id: str) -> str:
    """What changes on it."""
    return _board(allowed(public_id))


def _board(found: Found) -> str:
    # The code to join holds the address that this screen was opened at.
    return kept(("tv", found.public_id, found.version, language(), request.host_url), lambda: _render(found))


def _render(found: Found) -> str:
    state = state_of(found)
    open_ = state.sheet.rounds[state.sheet.open_round - 1] if state.sheet.open_round and not state.stopped else None
    missing = [seat for seat in state.order if open_ and open_.begun and seat in open_.missing]
    said, icon = start_text(state, open_.start) if open_ else ("", "")
    ranks = ranking(state)
    near, last_round = near_text(state, ranks)
    invited: dict[str, Any] = {}
    if state.joining and open_:
        shown = links.links_of(found.id)
        invited = {"qr": qr(link_url(shown.match)), "code": f"{shown.code[:3]} {shown.code[3:]}"}
    return render_template(
        "tv/_board.html",
        state=state,
        ranks=ranks,
        end=end_of(state),
        waiting=seat_names(state, missing) if missing else "",
        start_said=said,
        start_icon=icon,
        reminded=reminder(state),
        near=near,
        last_round=last_round,
        chart=chart_html(state),
        **invited,
    )
