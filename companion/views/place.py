"""A cell of the sheet that a request is about: one seat in one round."""

from __future__ import annotations

from dataclasses import dataclass

from flask import abort, url_for

from companion.ledger.access import Found
from companion.ledger.records import entry_cell
from companion.ledger.state import MatchState

from .phone import opened

PREFIX = "/m/<public_id>/r/<int:round_>/s/<int:seat>"


@dataclass(frozen=True, slots=True)
class Place:
    """The cell a request is about."""

    found: Found
    state: MatchState
    round: int
    seat: int

    @property
    def cell(self) -> str:
        """The name of the entry's cell."""
        return entry_cell(self.round, self.seat)

    @property
    def url(self) -> str:
        """The address of the entry sheet."""
        return url_for("entry.edit", public_id=self.state.public_id, round_=self.round, seat=self.seat)


def place_of(public_id: str, round_: int, seat: int) -> Place:
    """The cell, or 404 when there is no such round, or the seat does not play in it."""
    found, state = opened(public_id)
    if not 1 <= round_ <= len(state.sheet.rounds) or seat not in state.sheet.rounds[round_ - 1].playing:
        abort(404)
    return Place(found, state, round_, seat)


def missing_after(state: MatchState, round_: int, seat: int) -> list[int]:
    """The seats that the round still waits for, clockwise from the one after `seat`, which comes last; none when it is
    decided already (jokrummy J16).
    """
    there = state.sheet.rounds[round_ - 1]
    if there.complete:
        return []
    at = state.order.index(seat)
    return [other for other in state.order[at + 1 :] + state.order[: at + 1] if other in there.missing]
