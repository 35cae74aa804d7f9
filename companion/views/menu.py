"""The match menu: limit, seats, who leaves and joins, stopping, the archive."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for

from companion.games.why import Refusal
from companion.ledger import decisions
from companion.ledger.access import Found
from companion.ledger.cells import ARCHIVE, FINISH, LIMIT, STOP, Cell
from companion.ledger.pen import Conflict, Pen
from companion.ledger.persons import people_at
from companion.ledger.state import MatchState

from .act import Answer, act
from .agreed import agreed
from .cellwords import cell_value
from .forms import NOBODY, ClientForm, JoinForm, LeaveForm, NameForm, limit_form, seen_in_form, seen_number
from .notice import saved
from .phone import opened
from .signs import Sign
from .words import gettext

menu = Blueprint("menu", __name__, url_prefix="/m/<public_id>/menu")

ALL_MATCHES = ("home.page", "history.page")
"""Pages that are about no single match."""


@menu.get("")
def page(public_id: str) -> str:
    """Everything the group can decide about the match."""
    return _menu(*opened(public_id))


@menu.post("/limit")
def limit(public_id: str) -> Answer:
    """Play to another limit."""
    form = limit_form(opened(public_id)[1].agreement.length, seen=seen_in_form())
    return _decide(public_id, "limit", form, lambda pen: decisions.decide(pen, LIMIT, form.limit.data))


@menu.post("/leave")
def leave(public_id: str) -> Answer:
    """Somebody leaves after a round."""
    form = LeaveForm()
    return _decide(public_id, "leave", form, lambda pen: decisions.leave(pen, form.seat.value, form.last_round.value))


@menu.post("/join")
def join(public_id: str) -> Answer:
    """Somebody joins from a round on."""
    form = JoinForm()

    def verb(pen: Pen) -> MatchState:
        return decisions.join(pen, form.name.data or "", form.first_round.value, form.points.value)

    return _decide(public_id, "join", form, verb)


@menu.post("/rename")
def rename(public_id: str) -> Answer:
    """Put a name right, or say that somebody else sits there."""
    form = NameForm()

    def verb(pen: Pen) -> MatchState:
        changed = decisions.replace if form.what.data == "other" else decisions.rename
        return changed(pen, form.seat.value, form.new_name.data or "")

    return _decide(public_id, "rename", form, verb, back="menu.page")


@menu.post("/order")
def order(public_id: str) -> Answer:
    """Move a seat one place; `move` says `up-2` or `down-2` by seat number."""
    way, _, number = (request.form.get("move") or "").partition("-")
    seat, steps = seen_number(number, NOBODY), {"up": -1, "down": 1}.get(way, 0)
    return _decide(public_id, "order", ClientForm(), lambda pen: decisions.move(pen, seat, steps), back="menu.page")


@menu.post("/stop")
def stop(public_id: str) -> Answer:
    """Stop here, or open the match again."""
    value = None if request.form.get("again") == "1" else True
    return _decide(public_id, "stop", ClientForm(), lambda pen: decisions.decide(pen, STOP, value))


@menu.post("/finish")
def finish(public_id: str) -> Answer:
    """The group ends a match that has no limit, after the round that the form names; or it goes on."""
    after = seen_number(request.form.get("round")) or None
    return _decide(public_id, "finish", ClientForm(), lambda pen: decisions.decide(pen, FINISH, after))


@menu.post("/archive")
def archive(public_id: str) -> Answer:
    """Put the match into the archive, or bring it back."""
    value = None if request.form.get("again") == "1" else True
    back = "history.page" if request.form.get("back") == "history" else "home.page" if value else "pad.page"
    return _decide(public_id, "archive", ClientForm(), lambda pen: decisions.decide(pen, ARCHIVE, value), back)


def _decide(
    public_id: str, name: str, form: ClientForm, verb: Callable[[Pen], MatchState], back: str = "pad.page"
) -> Answer:
    """Check the form, do the verb, say so; or show the menu again with what is wrong."""
    found, state = opened(public_id)
    if not form.validate_on_submit():
        return _menu(found, state, **{name: form}), 422

    def done(after: MatchState) -> Answer:
        if after.version != state.version:
            saved(_said(name, state, after), after, undo=name != "rename")
        return redirect(url_for(back) if back in ALL_MATCHES else url_for(back, public_id=public_id), 303)

    def again(refused: Refusal) -> str:
        form.refuse(refused)
        return _menu(found, state, **{name: form})

    def conflict(both: Conflict) -> Answer:
        change, theirs = both.pairs[0]
        now = cell_value(state, change.cell, theirs.value)
        newest = opened(public_id)
        fresh = _forms(newest[1])[name]
        fresh.form_errors.append(
            gettext("Another phone has changed this: it’s now %(now)s. Check it, then decide.", now=now)
        )
        return _menu(*newest, **{name: fresh}), 409

    return act(found, verb, done, again, conflict)


def _said(name: str, before: MatchState, after: MatchState) -> str:
    texts = {
        "limit": _limit_said(after),
        "order": gettext("Seating order changed"),
        "finish": gettext("The match has ended") if after.sheet.over else gettext("Match resumed"),
        "stop": gettext("Match stopped") if after.stopped else gettext("Match resumed"),
        "archive": gettext("Match archived") if after.archived else gettext("Match taken out of the archive"),
        "rename": _renamed(before, after),
        "leave": gettext("Someone left the match"),
        "join": gettext("%(name)s joined", name=after.seats[-1].name),
    }
    changed = [new.name for old, new in zip(before.seats, after.seats, strict=False) if old.span != new.span]
    return gettext("%(name)s left the match", name=changed[0]) if name == "leave" and changed else texts[name]


def _how_long(state: MatchState) -> int | None:
    return state.agreement.limit or state.agreement.rounds


def _limit_said(state: MatchState) -> str:
    if state.sheet.limit is None:
        return gettext("The match has %(rounds)s rounds", rounds=state.agreement.rounds)
    return gettext("The match now goes to %(limit)s", limit=state.sheet.limit)


def _menu(found: Found, state: MatchState, **sent: ClientForm) -> str:
    forms = {**_forms(state), **sent}
    round_, rounds = gettext("Round %(round)s", round=state.current), state.sheet.unknown is None
    return render_template(
        "menu/page.html",
        match=state.public_id,
        where=f"{state.called} · {round_}" if rounds else state.called,
        rounds=rounds,
        status=state.status,
        archived=state.archived,
        delete=url_for("deleting.match", public_id=state.public_id) if found.keeps else "",
        forms=forms,
        people=people_at([player for seat in state.seats if not seat.absent for player in seat.players]),
        there=[state.seats[seat] for seat in state.order if state.seats[seat].span.last_round is None],
        seats=[state.seats[seat] for seat in state.order if not state.seats[seat].absent],
        starts_with=_starts_with(state),
        errors=[pair for form in sent.values() for pair in form.all_errors()],
        last_rounds=range(state.current, -1, -1),
        first_rounds=_first_rounds(state, forms["join"]),
        names_change=_names_change(),
        keeps=gettext(state.game.words.keeps),
        agreed=agreed(state),
        rules=gettext(state.game.words.rules, game=state.called),
        rules_url=url_for("rules.page", key=state.game.key, match=state.public_id),
        length=_length(state),
        ending=_ending(state),
    )


def _renamed(before: MatchState, after: MatchState) -> str:
    moved = [new.name for old, new in zip(before.seats, after.seats, strict=False) if old.players != new.players]
    return gettext("%(name)s sits there now", name=moved[0]) if moved else gettext("Name changed")


def _names_change() -> list[tuple[str, str, str]]:
    """The two things that another name can mean: for the form, in words, and what follows."""
    everywhere = gettext("The same person is called so in all matches, also in old ones.")
    apart = gettext("That person has this column from now on. Whoever sat there keeps their old matches and wins.")
    return [("spelt", gettext("The name was wrong"), everywhere), ("other", gettext("Someone else sits there"), apart)]


def _first_rounds(state: MatchState, form: ClientForm) -> list[tuple[int, bool]]:
    """The rounds from which somebody may play, and which of them is chosen."""
    rounds = (state.current, state.current + 1)
    wanted = form["first_round"].data
    return [(number, number == (wanted if wanted in rounds else state.current)) for number in rounds]


def _starts_with(state: MatchState) -> str:
    """What a joiner may start with, as examples."""
    return gettext(
        "For example 0, the middle score (%(middle)s) or the highest (%(highest)s)",
        middle=_average(state),
        highest=max((state.sheet.totals[seat] for seat in state.playing), default=0),
    )


def _length(state: MatchState) -> str:
    """What the option is called that says how long the match is; empty where the group ends it."""
    option = state.agreement.length
    return gettext(option.label) if option else ""


@dataclass(frozen=True, slots=True)
class Ending:
    """A form that ends a match after a round, or with round 0 goes on with it."""

    title: str
    said: str
    round: int
    sign: Sign
    button: str


def _ending(state: MatchState) -> Ending | None:
    """How the group ends a match that has no limit, or goes on with it; None where there is nothing to say."""
    if state.agreement.length or not state.last_complete:
        return None
    if state.sheet.over:
        title, said = gettext("The match has ended"), gettext("You can go on: then nobody has won yet.")
        return Ending(title, said, 0, "play", gettext("Keep playing"))
    said = gettext("You end it after round %(round)s: the ranking decides who has won.", round=state.last_complete)
    return Ending(gettext("Played enough?"), said, state.last_complete, "flag", gettext("End the match"))


def _average(state: MatchState) -> int:
    """What a joiner might start with: the middle of the table."""
    totals = [state.sheet.totals[seat] for seat in state.playing]
    return round(sum(totals) / len(totals)) if totals else 0


def _forms(state: MatchState) -> dict[str, ClientForm]:
    """The forms of the menu as they stand at first."""
    return {
        "limit": limit_form(
            state.agreement.length, formdata=None, limit=_how_long(state), seen=state.trails.numbers(Cell(LIMIT))
        ),
        "rename": NameForm(formdata=None),
        "leave": LeaveForm(formdata=None, last_round=state.last_complete),
        "join": JoinForm(formdata=None, first_round=state.current, points=_average(state)),
        **{name: ClientForm(formdata=None) for name in ("order", "stop", "finish", "archive")},
    }
