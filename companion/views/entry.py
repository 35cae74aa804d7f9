"""One seat in one round: entering the hand, correcting it, and the story behind its number."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from companion.games.why import Refusal
from companion.ledger import hands
from companion.ledger.cells import CLOSER, Cell
from companion.ledger.deals import why_not_given_up
from companion.ledger.hidden import HIDDEN
from companion.ledger.pen import Conflict, Pen
from companion.ledger.state import MatchState, read_state

from .act import Answer, act, pen_of, two_values
from .cellwords import cell_value
from .entry_sheet import Facts, ahead_of, beside, facts_of, opened_sheet, parts_of, sent_sheet, to_enter
from .forms import EntryForm, seen_in_form
from .notice import saved
from .pad import prepared
from .pieces import finish
from .preview import Unconfirmed, asking, confirmation, consequence, lines
from .seat_round import PREFIX, SeatRound, seat_round_of
from .waited import had_waited
from .words import gettext, say, signed

entry = Blueprint("entry", __name__, url_prefix=PREFIX)


@entry.get("/edit")
def edit(public_id: str, round_: int, seat: int) -> str:
    """The entry sheet."""
    here = seat_round_of(public_id, round_, seat)
    return _sheet(here)


@entry.post("/edit")
def write(public_id: str, round_: int, seat: int) -> Answer:
    """Save the hand; a correction of settled points is shown first."""
    here = seat_round_of(public_id, round_, seat)
    form = EntryForm(seen_in_form())

    def verb(pen: Pen) -> MatchState:
        hand = form.entry(here.state.game)
        asker = asking(pen, round_, here.cell, hand, form.closes)
        return hands.enter(asker, round_, seat, hand, form.closes, bool(form.release.data))

    if request.accept_mimetypes.best == "application/json":
        return had_waited(here.found, verb, lambda after: _told(here, form, after))

    def done(after: MatchState) -> Answer:
        said, where = _outcome(here, form, after)
        saved(said, after)
        return prepared(redirect(where, 303), here.found, after, where)

    def again(refused: Refusal) -> str:
        if isinstance(refused, Unconfirmed):
            return _sheet(here, form, refused.preview)
        form.refuse(refused)
        if refused.field == "closed":
            _show_closer(here, form)
        return _sheet(here, form)

    return act(here.found, verb, done, again, lambda both: _conflict(here, form, both))


def _told(here: SeatRound, form: EntryForm, after: MatchState) -> dict[str, Any]:
    """What the script that sent a hand needs to know of it."""
    said, where = _outcome(here, form, after)
    return {"saved": said, "next": where, "now": after.trails.number(here.cell)}


def _outcome(here: SeatRound, form: EntryForm, after: MatchState) -> tuple[str, str]:
    """What is said of a hand that was saved, and where to go on."""
    wrong = _wrong(here, after)
    pad_url = url_for("pad.page", public_id=after.public_id)
    return _said(here, form.entry(after.game), after, wrong), pad_url if wrong else _next_url(here, after)


@entry.post("/preview")
def preview(public_id: str, round_: int, seat: int) -> str:
    """What saving would change, for the line above the save button; empty when nothing settled changes."""
    here = seat_round_of(public_id, round_, seat)
    form, pen, whole = EntryForm(seen_in_form()), pen_of(here.found), read_state(here.found)
    try:
        hand = form.entry(here.state.game)
        plan = hands.entering(pen, round_, seat, hand, form.closes, bool(form.release.data))
        change = consequence(whole, round_, plan(whole), pen)
    except (Refusal, Conflict):
        return ""
    if not change.matters:
        return ""
    confirmed = confirmation(here.state, here.cell, hand, form.closes)
    return render_template("entry/_preview.html", preview=lines(here.state, change, confirmed))


def _show_closer(here: SeatRound, form: EntryForm) -> None:
    """Tick the box that another phone ticked meanwhile, so that it can be cleared here."""
    closer = Cell(CLOSER, here.round)
    if here.state.trails.value(closer) == here.seat:
        form.closed.data = True
        form.seen |= here.state.trails.numbers(closer)


def _sheet(here: SeatRound, form: EntryForm | None = None, preview: dict[str, Any] | None = None) -> str:
    """The page with the sheet; `form`: as it was sent, if it was."""
    state, game = here.state, here.state.game
    facts = facts_of(here, to_enter(here, state))
    title = gettext(game.words.sheet, name=facts.name, round=here.round)
    wrong = form is not None and form.all_errors()
    rules = url_for("rules.page", key=game.key, match=state.public_id)
    page = render_template(
        "entry/page.html",
        title=gettext("Error: %(title)s", title=title) if wrong else title,
        heading=_heading(facts),
        match=state.public_id,
        version=state.version,
        round=here.round,
        seat=here.seat,
        game=game,
        parts=parts_of(game),
        sheet=opened_sheet(here, facts) if form is None else sent_sheet(here, facts, form, preview),
        ahead=ahead_of(here),
        beside=beside(here),
        on_screens=gettext(game.words.on_screens, round=here.round) if state.dealing == here.round else "",
        may_give_up=not why_not_given_up(state, here.found.phone, here.round),
        pad_url=url_for("pad.page", public_id=state.public_id),
        rules_url=rules,
        options=state.options,
        all_rules=gettext("All %(game)s rules", game=state.called),
    )
    return finish(page)


def _heading(facts: Facts) -> str:
    if facts.correcting:
        return gettext("Edit round %(round)s", round=facts.round)
    return gettext("Round %(round)s", round=facts.round)


def _conflict(here: SeatRound, form: EntryForm, both: Conflict) -> Answer:
    """Both values; mine is confirmed with the tap."""
    return two_values(here.found, both, (here.cell, form.entry(here.state.game), form.closes))


def _said(here: SeatRound, hand: Any, after: MatchState, wrong: list[str]) -> str:
    """What stands in the cell now, and what is `wrong` with it on the table, if anything is."""
    held = after.trails.value(here.cell)
    name = after.name(here.seat)
    if held is None or held is HIDDEN or not after.game.same(held, hand):
        # The form was sent before, and somebody has written there since.
        return gettext("%(name)s: %(value)s is saved now", name=name, value=cell_value(after, here.cell, held))
    score = after.sheet.rounds[here.round - 1].cells[here.seat].score or after.game.count(held, after.options)
    said = gettext("Saved: %(name)s, %(points)s", name=name, points=signed(score.points))
    return " ".join([f"{said}.", *wrong]) if wrong else said


def _wrong(here: SeatRound, after: MatchState) -> list[str]:
    """What cannot be about this hand, beside those of others or of earlier rounds: the pad says so."""
    problems = after.sheet.rounds[here.round - 1].problems
    return [say(problem.why, after.name) for problem in problems if here.seat in problem.seats]


def _next_url(here: SeatRound, after: MatchState) -> str:
    """The sheet of the next player who is missing, else the pad; a correction goes back to the pad."""
    public_id = after.public_id
    missing = to_enter(here, after)
    trail = after.trails.of(here.cell)
    correction = len(trail) > 1 and trail[-2].value is not None
    if not missing or correction:
        return url_for("pad.page", public_id=public_id)
    return url_for("entry.edit", public_id=public_id, round_=here.round, seat=missing[0])
