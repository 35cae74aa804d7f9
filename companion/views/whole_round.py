"""One page for a whole round: who enters for several tells there what each of them did, and saves all of it at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from wtforms import HiddenField

from companion.app_state import app_state
from companion.games.why import N_, BadEntry, Refusal
from companion.ledger import hands
from companion.ledger.access import Found
from companion.ledger.cells import CLOSER, ENTRY, Cell
from companion.ledger.pen import Conflict, Pen
from companion.ledger.state import MatchState

from .act import Answer, act, two_values
from .entry_sheet import beside_of
from .forms import NOBODY, ClientForm, seen_in_form, seen_number
from .notice import saved
from .pad import prepared
from .phone import opened
from .preview import Unconfirmed, asking
from .seat_round import entered_elsewhere, entered_here
from .waited import had_waited
from .words import gettext, names, say, short

whole_round = Blueprint("whole_round", __name__, url_prefix="/m/<public_id>/r/<int:round_>/edit")


@dataclass(frozen=True, slots=True)
class Here:
    """A round of a match, on a phone that may write there."""

    found: Found
    state: MatchState
    round: int

    @property
    def url(self) -> str:
        """The address of the page."""
        return url_for("whole_round.page", public_id=self.state.public_id, round_=self.round)

    @property
    def closer(self) -> Cell:
        """The cell of who ended the round."""
        return Cell(CLOSER, self.round)

    def cell(self, seat: int) -> Cell:
        """The cell of an entry."""
        return Cell(ENTRY, self.round, seat)

    @property
    def fields(self) -> Mapping[str, str]:
        """The fields of a seat of which nothing is said yet."""
        return self.state.game.together or {}


def _here(public_id: str, round_: int) -> Here:
    """What the request is about; 404 where there is no such round, or each seat has a sheet of its own only."""
    found, state = opened(public_id)
    if state.game.together is None or not 1 <= round_ <= len(state.sheet.rounds):
        abort(404)
    return Here(found, state, round_)


class RoundForm(ClientForm):
    """What was sent: the fields of each seat it tells of, by number, and which of them have a flag. `wrong`: what is
    wrong with them, by seat and field; `without`: cells that are not told after all.
    """

    release = HiddenField()
    without = HiddenField()
    also = HiddenField()

    def __init__(self, here: Here) -> None:
        super().__init__(seen_in_form())
        form = request.form
        told = [seen_number(name[5:], NOBODY) for name in form if name.startswith("told/")]
        self.name = here.state.name
        self.told = {
            seat: {field: form.get(f"{field}/{seat}") or blank for field, blank in here.fields.items()} for seat in told
        }
        self.flags = {seat: f"closed/{seat}" in form for seat in told}
        self.wrong: dict[int, dict[str, str]] = {}
        self.without.data = " ".join((self.without.data or "", self.also.data or "")).strip()

    def entries(self, here: Here) -> dict[int, Any]:
        """What each seat did, as the game reads it. Raises BadEntries, Refusal for who does not play."""
        for seat in self.told:
            hands.check_open(here.state, here.round, seat)
        game = here.state.game
        told = [seat for seat in self.told if str(here.cell(seat)) not in self._without]
        entries = hands.each(told, lambda seat: game.read(self.told[seat], self.flags[seat]))
        if not self.told:
            raise BadEntry(game.words.blank, "")
        return entries

    def closes(self, here: Here) -> dict[int, bool]:
        """What is said of the end of the round, by seat. Raises BadEntries when several have a flag."""
        if not here.state.agreement.closes or str(here.closer) in self._without:
            return {}
        flagged = [seat for seat, flag in self.flags.items() if flag]
        if len(flagged) > 1:
            said = N_("Only one player ended the round: take the other flags away.")
            raise hands.BadEntries({seat: BadEntry(said, "closed") for seat in flagged[1:]})
        return self.flags

    @property
    def _without(self) -> list[str]:
        return (self.without.data or "").split()

    def refuse(self, refused: Refusal) -> None:
        """Put what is wrong beside each line, or above all."""
        if isinstance(refused, hands.BadEntries):
            for seat, bad in refused.by_seat.items():
                self.wrong.setdefault(seat, {})[bad.field] = say(bad.why)
        else:
            super().refuse(refused)

    def all_errors(self) -> list[tuple[str, str]]:
        """Each with the id of its field, and whom it is about."""
        beside = [
            (f"{field}-{seat}", gettext("%(label)s: %(value)s", label=self.name(seat), value=said))
            for seat, by in self.wrong.items()
            for field, said in by.items()
        ]
        return [*super().all_errors(), *beside]


@dataclass(frozen=True, slots=True)
class SeatFields:
    """One person: what is filled in, and what is wrong with it. `closed`: the words for who ended the round."""

    seat: int
    name: str
    cell: str
    typed: Mapping[str, str]
    flag: bool
    closed: str
    wrong: Mapping[str, str]


@whole_round.get("")
def page(public_id: str, round_: int) -> str:
    """A line for everybody whom this phone enters for."""
    return _page(_here(public_id, round_))


@whole_round.post("")
def write(public_id: str, round_: int) -> Answer:
    """Save the round; a correction of settled points is shown first."""
    here = _here(public_id, round_)
    form = RoundForm(here)
    pad_url = url_for("pad.page", public_id=public_id)

    def verb(pen: Pen) -> MatchState:
        entries, closes = form.entries(here), form.closes(here)
        asker = asking(pen, round_, *_content(entries, closes))
        return hands.enter_all(asker, round_, entries, closes, bool(form.release.data))

    if request.accept_mimetypes.best == "application/json":
        return had_waited(here.found, verb, lambda after: _told(here, form, after, pad_url))

    def done(after: MatchState) -> Answer:
        saved(_said(here), after)
        return prepared(redirect(pad_url, 303), here.found, after, pad_url)

    def again(refused: Refusal) -> str:
        if isinstance(refused, Unconfirmed):
            return _page(here, form, refused.preview)
        form.refuse(refused)
        _show_closer(here, form)
        return _page(here, form)

    return act(here.found, verb, done, again, lambda both: _conflict(here, form, both))


def _content(entries: Mapping[int, Any], closes: Mapping[int, bool]) -> tuple[Any, ...]:
    """What a confirmation is about."""
    return sorted(entries.items()), sorted(closes.items())


def _said(here: Here) -> str:
    return gettext("Round %(round)s saved", round=here.round)


def _told(here: Here, form: RoundForm, after: MatchState, pad_url: str) -> dict[str, Any]:
    now = after.trails.numbers(*(here.cell(seat) for seat in form.told), here.closer)
    return {"saved": _said(here), "next": pad_url, "now": {str(cell): number for cell, number in now.items()}}


def _conflict(here: Here, form: RoundForm, both: Conflict) -> Answer:
    """Both values of each cell that differs; mine are confirmed with the tap."""
    content = _content(form.entries(here), form.closes(here))
    return two_values(here.found, both, content, whole=here.url, without=str(form.without.data))


def _show_closer(here: Here, form: RoundForm) -> None:
    """Show the flag that another phone set meanwhile where something is wrong with it, so that it can be taken away."""
    seat = here.state.trails.value(here.closer)
    if "closed" in form.wrong.get(seat, {}) and not any(form.flags.values()):
        form.flags[seat] = True
        form.seen |= here.state.trails.numbers(here.closer)


def _page(here: Here, form: RoundForm | None = None, preview: Mapping[str, Any] | None = None) -> str:
    """The page, with what stands there or as it was sent."""
    state = here.state
    title = gettext("Round %(round)s", round=here.round)
    return render_template(
        "entry/round.html",
        title=gettext("Error: %(title)s", title=title) if form and form.all_errors() else title,
        heading=title,
        match=state.public_id,
        version=state.version,
        game=state.game,
        round=here.round,
        url=here.url,
        form=form or RoundForm(here),
        **_lines(here, form),
        closer=here.closer if state.agreement.closes else "",
        fresh=form is None,
        preview=preview,
        beside=beside_of(state, here.round),
        on_screens=gettext(state.game.words.on_screens, round=here.round) if state.dealing == here.round else "",
        pad_url=url_for("pad.page", public_id=state.public_id),
        rules_url=url_for("rules.page", key=state.game.key, match=state.public_id),
        all_rules=gettext("All %(game)s rules", game=state.called),
    )


def _lines(here: Here, form: RoundForm | None) -> dict[str, Any]:
    """The lines of whom this phone enters for, what they had seen, and what is said of the others."""
    state, round_ = here.state, here.state.sheet.rounds[here.round - 1]
    elsewhere = entered_elsewhere(state, here.found.phone, app_state().hub.present(state.public_id))
    playing = [seat for seat in state.order if seat in round_.playing]
    mine = entered_here(state, here.found.phone, elsewhere, playing) or playing
    seats = [seat for seat in playing if seat in mine or (form and seat in form.told)]
    numbers = state.trails.numbers(*map(here.cell, seats), here.closer)
    closer = next((seat for seat in playing if seat == round_.closer and seat not in seats), None)
    return {
        "lines": [_line(here, seat, form) for seat in seats],
        "seen": numbers | ({cell: n for cell, n in form.seen.items() if cell in numbers} if form else {}),
        "others": names(state.name(seat) for seat in playing if seat not in seats),
        "holder": "" if closer is None else gettext(state.game.words.closed, name=state.name(closer)),
    }


def _line(here: Here, seat: int, form: RoundForm | None) -> SeatFields:
    """A line as it was sent, or with what stands there."""
    state, held = here.state, here.state.trails.value(here.cell(seat))
    sent = form is not None and seat in form.told
    stands = here.fields if held is None else {**here.fields, **state.game.fields(held)}
    return SeatFields(
        seat,
        state.name(seat),
        str(here.cell(seat)),
        form.told[seat] if form and sent else stands,
        form.flags[seat] if form and sent else state.trails.value(here.closer) == seat,
        gettext(state.game.words.closed, name=short(state.name(seat))),
        form.wrong.get(seat, {}) if form else {},
    )
