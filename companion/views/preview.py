"""What saving would change, shown before it is saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import request

from companion.games.changes import SheetChange, changes
from companion.games.why import Refusal
from companion.ledger.pen import Change, Pen, client_key, unseen
from companion.ledger.state import MatchState

from .words import gettext, names, signed


class Unconfirmed(Refusal):
    """Nothing is done yet: `preview` tells what would change, and has to be confirmed first."""

    code = 200

    def __init__(self, preview: dict[str, Any]) -> None:
        super().__init__("")
        self.preview = preview


def asking(pen: Pen, round_: int, *content: Any, only_end: bool = False) -> Pen:
    """The pen, which stops (Unconfirmed) before it changes settled points, or with `only_end` before it changes how a
    match ended, unless the form says that this was shown.
    """

    def ask(before: MatchState, after: MatchState) -> None:
        change, confirmed = changes(before.sheet, after.sheet, round_), confirmation(before, *content)
        if (change.reopens if only_end else change.matters) and request.form.get("confirmed") != confirmed:
            raise Unconfirmed(lines(before, change, confirmed))

    return replace(pen, ask=ask)


def consequence(state: MatchState, round_: int, planned: Sequence[Change], pen: Pen) -> SheetChange:
    """What the planned values would change on the sheet. Raises Conflict when somebody wrote there in between."""
    unseen(state, planned, pen.phone, pen.seen)
    after = state.what_if({change.cell: change.value for change in planned})
    return changes(state.sheet, after.sheet, round_)


def confirmation(state: MatchState, *content: Any) -> str:
    """What a confirmed form carries: it fits this content on this version of the match only."""
    return client_key("", state.id, state.version, *content)


def lines(state: MatchState, change: SheetChange, confirmed: str) -> dict[str, Any]:
    """The change in words, for `_preview.html`, with what the form has to carry to be confirmed. Hands that are hidden
    until all are in (house H4) cannot be read from it before that.
    """
    if state.agreement.hides and not all(round_.complete for round_ in state.sheet.rounds[: state.current - 1]):
        return {"lines": [], "end": gettext("Totals and the end of the match can change."), "confirmed": confirmed}
    seats = [
        {
            "name": state.name(seat.seat),
            "points": _shown(seat.points) if seat.points[0] != seat.points[1] else None,
            "total": _shown(seat.total) if seat.total[0] != seat.total[1] else None,
        }
        for seat in change.seats
    ]
    return {"lines": seats, "end": _end_said(state, change), "confirmed": confirmed}


def _shown(pair: tuple[int | None, int | None]) -> tuple[str, ...]:
    return tuple("–" if points is None else signed(points) for points in pair)


def _end_said(state: MatchState, change: SheetChange) -> str:
    before, after = change.ends
    if after is None:
        return gettext("The match continues.")
    winners = names(state.name(seat) for seat in change.winners[1])
    if before is None:
        return gettext("The match ends in round %(round)s, won by %(names)s.", round=after, names=winners)
    if before != after:
        return gettext("The match now ends in round %(round)s, won by %(names)s.", round=after, names=winners)
    if change.winners[0] != change.winners[1]:
        return gettext("New winner: %(names)s.", names=winners)
    return gettext("Still won by %(names)s.", names=winners)
