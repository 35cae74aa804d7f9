"""The digital table: dealing, moving, who plays for whom. The phone sees what its seat sees, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.app_state import app_state
from companion.games.game import table_of
from companion.games.table import Move
from companion.games.why import Refusal
from companion.ledger import deals, phones
from companion.ledger.access import Found
from companion.ledger.pen import Pen
from companion.ledger.state import MatchState

from . import late_bots, pieces
from .act import Answer, act
from .agreed import agreed
from .away import Away, away_of
from .end import next_of
from .forms import NOBODY, seen_number
from .notes import Note, given_up_note, open_round, start_note, start_of, who_gave_up
from .phone import allowed, at_table, state_of
from .pieces import CLIENT_HOLE, CSRF_HOLE, finish, piece, unless_known
from .seating import Seated, heads, my_head, people_of, person_row, stand_ins, ways_of
from .sheet import where
from .table_view import view_of
from .taken import Taken
from .told import told
from .words import gettext, say, seat_names

table = Blueprint("table", __name__, url_prefix="/m/<public_id>/table")


@table.get("")
def page(public_id: str) -> Response | str:
    """The whole table."""
    found = allowed(public_id)
    if request.headers.get("HX-Request") == "true":
        # The table has styles and a script of its own: it comes as a whole page.
        answer = Response("", mimetype="text/html")
        answer.headers["HX-Redirect"] = request.full_path.rstrip("?")
        return answer
    if state_of(found).game.table is None:
        return redirect(url_for("pad.page", public_id=public_id))
    return _page(found)


@table.get("/board")
def board(public_id: str) -> Response:
    """What changes on the table; nothing new costs a 304."""
    found, state = at_table(public_id)
    late_bots.call(state)
    own = _own(found, state)
    mine = (own.phone, own.taken, own.writes, own.away and own.away[:2], own.hurried)
    facts = (public_id, found.version, *mine, *sorted(own.here))
    return unless_known(facts, lambda: _board(found, own))


@table.get("/log")
def log(public_id: str) -> str:
    """Every move of the round on screens in words, the newest first."""
    _, state = at_table(public_id)
    dealt = state.dealt
    moves = told(state, dealt) if dealt else []
    said = [move for move in reversed(moves) if move.said]
    return render_template("table/log.html", state=state, round=state.current, moves=said)


@table.post("/deal")
def deal(public_id: str) -> Answer:
    """Deal the round on screens; this phone is handed round for whoever has none."""
    found, _ = at_table(public_id, writes=True)
    round_ = seen_number(request.form.get("round"))
    return _do(found, lambda pen: deals.begin(pen, round_, handed_round=True))


@table.post("/move")
def move(public_id: str) -> Answer:
    """One move of one seat."""
    found, _ = at_table(public_id, writes=True)
    seat, seen_line = seen_number(request.form.get("seat"), NOBODY), seen_number(request.form.get("seen"))
    state = state_of(found)
    return _do(found, lambda pen: deals.move(pen, seat, _move_sent(state, found, seat), seen_line))


def _move_sent(state: MatchState, found: Found, seat: int) -> Move:
    """The move itself, or the one that is meant by the cards that were chosen. Raises Refusal where there is none."""
    text, way, dealt = request.form.get("move"), request.form.get("act"), state.dealt
    if text or not way or dealt is None or seat not in state.seats_of(found.phone) or seat not in dealt.deal.seats:
        return (text or "")[:400]
    find = table_of(state.game).find
    return find(dealt.deal.observe(seat), way, request.form.getlist("card")) if find else ""


@table.post("/seat")
def seat(public_id: str) -> Answer:
    """Who plays for a seat: `plays` is a bot's strength, "person", or "me" for this phone."""
    found, state = at_table(public_id, writes=True)
    number, plays = seen_number(request.form.get("seat"), NOBODY), request.form.get("plays") or ""

    def verb(pen: Pen) -> MatchState:
        if plays == "me":
            return phones.hold(pen, [*_held(state, found.phone), number])
        gone_for = app_state().hub.gone_for(public_id, state.holders.get(number, 0))
        return deals.hand_over(pen, number, None if plays == "person" else plays, gone_for)

    return _do(found, verb)


def _do(found: Found, verb: Callable[[Pen], MatchState]) -> Answer:
    """One verb of the ledger; then the table again, or with the sentence that refused it. Nothing is lost: the form on
    the page has a client id of its own.
    """
    in_place = request.headers.get("HX-Request") == "true" and request.headers.get("HX-Boosted") != "true"

    def done(after: MatchState) -> Answer:
        if in_place:
            return _beside_notice(replace(found, version=after.version))
        return redirect(url_for("table.page", public_id=found.public_id, eyes=_taken()), 303)

    def again(refused: Refusal) -> str:
        said = Markup(render_template("_refusal.html", said=say(refused.why, state_of(found).name)))
        newest = allowed(found.public_id)
        return _beside_notice(newest, said) if in_place else _page(newest, said)

    return act(found, verb, done, again)


def _beside_notice(found: Found, said: Markup | str = "") -> str:
    """The table, and beside it what is said: there it stays while others move. What was said before is forgotten."""
    return f'{_board(found)}<hx-partial hx-target="#notice" hx-swap="innerHTML">{said}</hx-partial>'


def _held(state: MatchState, phone: int) -> list[int]:
    return [seat for seat, holder in state.holders.items() if holder == phone]


def _taken() -> Taken | None:
    """Who said that the phone is in their hands."""
    return Taken.read(request.values.get("eyes"))


class Own(NamedTuple):
    """What one phone's table shows beside what all may see: whose hands it is in, which phones are `here`, who is
    missing, and that bots think less than they would.
    """

    phone: int
    writes: bool
    taken: Taken | None
    here: frozenset[int]
    away: Away | None
    hurried: bool


def _own(found: Found, state: MatchState) -> Own:
    away = away_of(state, found.phone, datetime.now(UTC))
    hurried = "strong" in state.bots.values() and app_state().hurried()
    return Own(found.phone, found.writes, _taken(), app_state().hub.present(found.public_id), away, hurried)


def _page(found: Found, refusal: Markup | str = "") -> str:
    state = state_of(found)
    facts = {"state": state, "wanted": _taken(), "writes": found.writes, "refusal": refusal, **_titles(state)}
    rules = {"game": state.game, "options": state.options, "agreed": agreed(state)}
    return finish(render_template("table/page.html", board=_board(found), **facts, **rules))


def _titles(state: MatchState) -> dict[str, str]:
    """What stands above the table and in the browser's tab: both change with the round."""
    called = gettext("%(game)s, round %(round)s", game=state.called, round=state.current)
    table = gettext("Table")
    return {"heading": where(state), "title": f"{table} · {called}"}


def _board(found: Found, own: Own | None = None) -> str:
    return finish(pieces.page(_render, found, own or _own(found, state_of(found))))


@dataclass(frozen=True, slots=True)
class TableForm:
    """What each form of a table sends along. `eyes`: who said that the phone is in their hands, None for nobody."""

    match: str
    eyes: Taken | None
    csrf: str = CSRF_HOLE
    client_id: str = CLIENT_HOLE


class WhoPlays(NamedTuple):
    """Who plays, and what a phone that `writes` may change there; `hosts`: it is the host's."""

    form: TableForm
    people: tuple[Seated, ...]
    hosts: bool
    strengths: tuple[str, ...]
    writes: bool


def _people(state: MatchState, own: Own, people: Iterable[Seated]) -> WhoPlays:
    form = TableForm(state.public_id, own.taken)
    return WhoPlays(form, tuple(people), state.host == own.phone, tuple(state.game.strengths), own.writes)


def _who(it: WhoPlays) -> str:
    """The list of who plays, which few moves change."""
    rows = [person_row(one, ways_of(one, it.hosts, it.strengths) if it.writes else ()) for one in it.people]
    return render_template("table/_who.html", rows=rows, form=it.form)


def _render(state: MatchState, own: Own) -> str:
    people = people_of(state, own.phone, own.here, state.playing)
    who = _people(state, own, people.values())
    facts = {
        "state": state,
        "form": who.form,
        "who": piece(_who, who),
        "stand_ins": stand_ins(people.values()) if own.writes else (),
        "next": next_of(state),
        **_titles(state),
    }
    dealt = state.dealt
    if dealt is None or not (dealt.running or _shows_result(state)):
        return render_template("table/_setup.html", writes=own.writes, **_setup(state, people), **facts)
    board = view_of(state, dealt, own.phone, own.taken, own.writes)
    return render_template(
        "table/_board.html",
        board=board,
        look=board.look,
        others=heads(state, board.look, people),
        me=my_head(state, board.look, people),
        live=own.writes,
        aside=True,
        away=own.away,
        hurried=own.hurried,
        may_give_up=not deals.why_not_given_up(state, own.phone, dealt.round),
        name=state.name,
        **_next_round(state, dealt.round),
        **facts,
    )


def _next_round(state: MatchState, round_: int) -> dict[str, Any]:
    """What comes after a round: its number, None at the end of the match, and who begins it, which way round; and who
    began this one.
    """
    open_ = open_round(state) if state.status == "open" else None
    begins = start_note(start_of(state, open_.start)) if open_ and open_.number == round_ + 1 else None
    began = start_note(start_of(state, state.sheet.rounds[round_ - 1].start))
    return {"next_round": round_ + 1 if state.status == "open" else None, "begins": begins, "began": began}


def _setup(state: MatchState, people: Mapping[int, Seated]) -> dict[str, Any]:
    """What is said while no deal is going on. `deals`: the round that can be dealt, None when there is none."""
    open_ = open_round(state)
    if open_ is None:
        said = gettext("This match is over or stopped: there’s nothing to deal.")
        return {"deals": None, "instead": Note("flag", said)}
    if open_.begun:
        return {"deals": None, "instead": Note("info", gettext(state.game.words.on_paper, round=open_.number))}
    idle = [one.seat for one in people.values() if one.plays == "nobody"]
    return {
        "deals": open_.number,
        "given_up": given_up_note(who_gave_up(state), open_.number),
        "begins": start_note(start_of(state, open_.start)),
        "pack": gettext(state.game.words.pack) if state.game.words.pack else "",
        "idle": seat_names(state, idle) if idle else "",
    }


def _shows_result(state: MatchState) -> bool:
    """Whether the last round on screens is the last thing that happened on the sheet."""
    dealt = state.dealt
    if dealt is None or not dealt.over:
        return False
    open_ = state.sheet.open_round
    if open_ is None:
        return dealt.round == state.sheet.over_round
    return open_ == dealt.round + 1 and not state.sheet.rounds[open_ - 1].begun
