"""The digital table: dealing, moving, who plays for whom. The phone sees what its seat sees, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.ledger import deals, phones
from companion.ledger.access import Found
from companion.ledger.matches import Refused
from companion.ledger.state import MatchState
from companion.live import bell

from .board import board_of, people_of, strength_name
from .forms import NOBODY, ClientForm, code_of, seen_number
from .kept import CLIENT_MARK, CSRF_MARK, finish, kept, unless_known
from .phone import allowed, opened, state_of, token_for_writing
from .sheet import start_text
from .words import gettext, language, say, seat_names

table = Blueprint("table", __name__, url_prefix="/m/<public_id>/table")

LATE = 5.0
"""Seconds after which a bot that should have moved is rung for again."""


@table.get("")
def page(public_id: str) -> Response | str:
    """The whole table."""
    found = allowed(public_id)
    if request.headers.get("HX-Request") == "true":
        # The table has styles and a script of its own: it comes as a whole page.
        answer = Response("", mimetype="text/html")
        answer.headers["HX-Redirect"] = request.full_path.rstrip("?")
        return answer
    return _page(found)


@table.get("/board")
def board(public_id: str) -> Response:
    """What changes on the table; nothing new costs a 304."""
    found = allowed(public_id)
    _wake_bots(state_of(found))
    facts = (found.version, found.phone, _wanted(), found.writes, *sorted(bell.here(public_id)))
    return unless_known((public_id, *facts), lambda: _board(found))


@table.post("/deal")
def deal(public_id: str) -> Response | tuple[str, int]:
    """Deal the round on screens; this phone is handed round for whoever has none."""
    found, _ = opened(public_id)
    round_ = seen_number(request.form.get("round"))
    return _do(found, lambda client_id: deals.begin(found.id, found.phone, client_id, round_, handed_round=True))


@table.post("/move")
def move(public_id: str) -> Response | tuple[str, int]:
    """One move of one seat."""
    found, _ = opened(public_id)
    seat, seen = seen_number(request.form.get("seat"), NOBODY), seen_number(request.form.get("seen"))
    text = (request.form.get("move") or "")[:400]
    return _do(found, lambda client_id: deals.play(found.id, found.phone, client_id, seat, text, seen))


@table.post("/abandon")
def abandon(public_id: str) -> Response | tuple[str, int]:
    """Give the round on screens up: it is dealt again, or played with cards (`seat` wants to enter its hand)."""
    found, state = opened(public_id)
    round_, seat = seen_number(request.form.get("round")), seen_number(request.form.get("seat"), NOBODY)
    answer = _do(found, lambda client_id: deals.abandon(found.id, found.phone, client_id, round_))
    if seat in state.playing and not isinstance(answer, tuple):
        return redirect(url_for("entry.edit", public_id=public_id, round_=round_, seat=seat), 303)
    return answer


@table.post("/seat")
def seat(public_id: str) -> Response | tuple[str, int]:
    """Who plays for a seat: `plays` is a bot's strength, "person", or "me" for this phone."""
    found, state = opened(public_id)
    number, plays = seen_number(request.form.get("seat"), NOBODY), request.form.get("plays") or ""

    def verb(client_id: str) -> MatchState:
        if plays == "me":
            return phones.hold(found.id, found.phone, client_id, [*_held(state, found.phone), number])
        return deals.hand_over(found.id, found.phone, client_id, number, None if plays == "person" else plays)

    return _do(found, verb)


def _do(found: Found, verb: Callable[[str], MatchState]) -> Response | tuple[str, int]:
    """One verb of the ledger; then the table again, or with the sentence that refused it. Nothing is lost: the form on
    the page has a client id of its own.
    """
    token_for_writing()
    refusal, code = "", 200
    try:
        after = verb(ClientForm().client())
    except Refused as refused:
        refusal, code = say(refused.why, state_of(found).name), code_of(refused)
    said = Markup(render_template("_refusal.html", said=refusal)) if refusal else Markup("")
    if request.headers.get("HX-Request") == "true" and request.headers.get("HX-Boosted") != "true":
        newest = allowed(found.public_id) if refusal else replace(found, version=after.version)
        # Beside the table: there it stays while others move. What was refused before is forgotten.
        partial = f'<hx-partial hx-target="#notice" hx-swap="innerHTML">{said}</hx-partial>'
        return Response(_board(newest) + partial, code, mimetype="text/html")
    if refusal:
        return _page(allowed(found.public_id), said), code
    wanted = _wanted()
    return redirect(url_for("table.page", public_id=found.public_id, eyes=wanted), 303)


def _held(state: MatchState, phone: int) -> list[int]:
    return [seat for seat, holder in state.holders.items() if holder == phone]


def _wanted() -> int | None:
    """Who said that the phone is in their hands."""
    wanted = seen_number(request.values.get("eyes"), NOBODY)
    return None if wanted == NOBODY else wanted


def _wake_bots(state: MatchState) -> None:
    """Ring again for a bot that is late: the server was restarted, or another one was to see to it."""
    screen = state.screen
    if screen is None or state.bot_to_move is None:
        return
    if (datetime.now(UTC) - screen.lines[-1].at).total_seconds() > LATE:
        bell.ring(state.public_id, state.version)


def _page(found: Found, refusal: Markup | str = "") -> str:
    facts = {"state": state_of(found), "wanted": _wanted(), "writes": found.writes, "refusal": refusal}
    return finish(render_template("table/page.html", board=_board(found), **facts))


def _board(found: Found) -> str:
    state, here, wanted = state_of(found), bell.here(found.public_id), _wanted()
    key = ("table", found.public_id, found.version, found.phone, found.writes, wanted, language(), here)
    return finish(kept(key, lambda: _render(state, found, here, wanted)))


def _render(state: MatchState, found: Found, here: frozenset[int], wanted: int | None) -> str:
    people = people_of(state, found.phone, here, state.playing)
    facts = {
        "state": state,
        "people": people,
        "phone": found.phone,
        "writes": found.writes,
        "hosts": state.host == found.phone,
        "wanted": wanted,
        "strengths": [(key, strength_name(key)) for key in state.game.strengths],
        "strength_name": strength_name,
        "csrf": CSRF_MARK,
        "client_id": CLIENT_MARK,
    }
    screen = state.screen
    if screen is not None and (screen.running or _shows_result(state)):
        board = board_of(state, screen, found.phone, wanted)
        return render_template("table/_board.html", board=board, look=board.look, live=found.writes, **facts)
    open_ = state.sheet.open_round
    round_ = state.sheet.rounds[open_ - 1] if open_ and not state.stopped else None
    said, icon = start_text(state, round_.start) if round_ else ("", "")
    idle = [person.seat for person in people.values() if person.plays == "nobody"]
    return render_template(
        "table/_setup.html",
        round=round_,
        start_said=said,
        start_icon=icon,
        idle=seat_names(state, idle) if idle else "",
        others=gettext("Others can join with their own phones: show them the code."),
        **facts,
    )


def _shows_result(state: MatchState) -> bool:
    """Whether the last round on screens is the last thing that happened on the sheet."""
    screen = state.screen
    if screen is None or not screen.over:
        return False
    open_ = state.sheet.open_round
    if open_ is None:
        return screen.round == state.sheet.over_round
    return open_ == screen.round + 1 and not state.sheet.rounds[open_ - 1].begun
