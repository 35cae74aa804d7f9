"""The sheet as HTML, put together from pieces. A piece is rendered anew only when what it shows has changed."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from flask import render_template
from markupsafe import Markup

from companion.games.game import Problem
from companion.games.scoresheet import SheetRound
from companion.ledger.records import closer_cell, entry_cell
from companion.ledger.state import MatchState

from .chart import chart_html
from .end import end_of
from .kept import ACT_MARK, CLIENT_MARK, CSRF_MARK, kept
from .rows import rows
from .sheet import bonuses, columns, near_text, ranking, reminder, start_text
from .words import gettext, language, phone_name, say, seat_names


def sheet_html(state: MatchState) -> str:
    """Everything on the pad that changes when somebody writes, the same for every phone of one language.

    ACT_MARK stands where each phone has its own next thing to do.
    """
    sheet, standing = state.sheet, _standing(state)
    open_ = sheet.rounds[sheet.open_round - 1] if sheet.open_round and not state.stopped else None
    seats = [seat for seat in state.order if not state.seats[seat].absent]
    return render_template(
        "pad/_sheet.html",
        top=_piece("top", standing, lambda: _top(state)),
        alerts=_alerts(state, open_),
        head=_piece("head", standing, lambda: {"columns": columns(state)}),
        rows=rows(state, seats),
        foot=_piece("foot", standing, lambda: {"columns": columns(state)}),
        notes=_notes(state, open_, standing),
        chart=chart_html(state),
        share=_piece("share", standing, lambda: {"end": end_of(state)}) if state.status != "open" else "",
        act=ACT_MARK,
    )


def _piece(name: str, key: Hashable, facts: Any) -> Markup:
    """The template `pad/_<name>.html` with `facts()`, kept under its name and `key`."""
    return Markup(kept((name, key), lambda: render_template(f"pad/_{name}.html", **facts())))


def _top(state: MatchState) -> dict[str, Any]:
    marks = {"csrf": CSRF_MARK, "client_id": CLIENT_MARK}
    return {"state": state, "ranks": ranking(state), "end": end_of(state), **marks}


def _standing(state: MatchState) -> Hashable:
    """What the ranking, the totals and the end depend on."""
    sheet = state.sheet
    people = tuple((seat.name, seat.span) for seat in state.seats)
    done = sum(round_.complete for round_ in sheet.rounds)
    facts = (language(), state.public_id, state.status, state.order, state.current, sheet.limit, done)
    return (*facts, people, sheet.totals, sheet.places, sheet.winners, sheet.over_seats, bonuses(state))


def _alerts(state: MatchState, open_: SheetRound | None) -> Markup:
    """What is wrong with a round, and the question who ended the round; mostly nothing."""
    problems = [_problem(state, round_.number, p) for round_ in state.sheet.rounds for p in round_.problems]
    asked = [seat for seat in state.order if seat in open_.playing] if open_ and open_.needs_closer else []
    gaps = [_gap(state, round_) for round_ in state.sheet.rounds[: state.current - 1] if _is_gap(round_)]
    if not problems and not asked and not gaps:
        return Markup("")
    html = render_template(
        "pad/_alerts.html",
        state=state,
        problems=problems,
        gaps=gaps,
        question=gettext(state.game.words.asked),
        asked=[(seat, state.name(seat)) for seat in asked],
        open=open_,
        closer_seen=state.trails.number(closer_cell(open_.number)) if open_ else 0,
        csrf=CSRF_MARK,
        client_id=CLIENT_MARK,
    )
    return Markup(html)


def _is_gap(round_: SheetRound) -> bool:
    """A round that others were played after, and that is not complete (any more)."""
    return round_.counted and not round_.complete and not round_.problems


def _gap(state: MatchState, round_: SheetRound) -> dict[str, Any]:
    return {"round": round_.number, "seats": [(seat, state.name(seat)) for seat in round_.missing]}


def _problem(state: MatchState, round_: int, problem: Problem) -> dict[str, Any]:
    seats = [(seat, state.name(seat)) for seat in problem.seats]
    trails = (state.trails.of(entry_cell(round_, seat)) for seat in problem.seats)
    by = [phone_name(state, trail[-1].phone) if trail else "" for trail in trails]
    return {"round": round_, "said": say(problem.why, state.name), "seats": seats, "by": by}


def _notes(state: MatchState, open_: SheetRound | None, standing: Hashable) -> Markup:
    """Who starts, what to do before that, who is missing, who is close to the limit, what does not count."""
    missing = () if open_ is None or len(open_.missing) == len(open_.playing) else open_.missing
    uncounted = tuple(round_.number for round_ in state.sheet.rounds if not round_.counted)
    number = open_.number if open_ else 0
    start = (open_.start.seat, open_.start.direction, str(open_.start.why)) if open_ else ()
    reminded = reminder(state)

    def facts() -> dict[str, Any]:
        said, icon = start_text(state, open_.start) if open_ else ("", "")
        near, last_round = near_text(state, ranking(state))
        waiting = seat_names(state, [seat for seat in state.order if seat in missing]) if missing else ""
        return {
            "start_said": said,
            "start_icon": icon,
            "reminded": reminded,
            "waiting": waiting,
            "round": number,
            "near": near,
            "last_round": last_round,
            "uncounted": uncounted,
        }

    return _piece("notes", (standing, number, start, reminded, missing, uncounted), facts)


def act_html(state: MatchState, phone: int) -> str:
    """The one thing to do next on this phone: the table if it is played on, else its own hand first, then others'."""
    number = state.sheet.open_round
    round_ = state.sheet.rounds[number - 1] if number and not state.stopped else None
    if round_ is None or not round_.missing:
        return ""
    if state.on_screens == number:
        return _piece("table", (language(), state.public_id, number), lambda: {"state": state, "number": number})
    mine = state.seats_of(phone)
    own = [seat for seat in mine if seat in round_.missing]
    seat = own[0] if own else next(seat for seat in state.order if seat in round_.missing)
    screens = bool(state.game.strengths) and not round_.begun
    first = screens and bool(state.bots)
    key = (language(), state.public_id, round_.number, seat, state.name(seat), bool(mine), bool(own), round_.begun)
    facts = {
        "state": state,
        "round": round_,
        "seat": seat,
        "quiet": first or (bool(mine) and not own),
        "own": bool(own),
    }
    return _piece("act", (*key, screens, first), lambda: {**facts, "screens": screens, "first": first})
