"""Whom the table waits for while nobody is at their phone: it says so to all, and who plays may let a bot play. And
whose name may be freed because its phone is gone, for a flat battery ends no evening.
"""

from __future__ import annotations

from datetime import datetime
from math import ceil
from typing import NamedTuple

from companion.app_state import app_state
from companion.ledger.deals import sits_at, waited_for
from companion.ledger.phones import AWAY
from companion.ledger.state import MatchState

COURTESY = 10.0
"""Seconds that somebody has to come back in, from the moment at which it is both their turn and their phone is gone."""


class Away(NamedTuple):
    """Somebody who is missing in their turn. `left`: seconds until a bot is offered; `held`: a phone enters for them;
    `may`: this phone may let a bot play; `strength`: of that bot.
    """

    seat: int
    left: int
    name: str
    held: bool
    may: bool
    strength: str


def away_of(state: MatchState, phone: int, now: datetime) -> Away | None:
    """Who is missing, seen from a phone; None while everybody is here whom the round on screens waits for."""
    seat = next((seat for seat in waited_for(state) if _missing(state, seat, phone)), None)
    if seat is None or state.dealt is None:
        return None
    held, left = seat in state.holders, 0.0
    if held:
        since = (now - state.dealt.lines[-1].at).total_seconds()
        left = COURTESY - min(_gone_for(state, seat) - AWAY, since)
    may = phone == state.host or sits_at(state, phone)
    strengths = state.game.strengths
    strength = "normal" if "normal" in strengths else next(iter(strengths))
    return Away(seat, max(0, ceil(left)), state.name(seat), held, may, strength)


def freed_in(state: MatchState, phone: int) -> dict[int, int]:
    """The seats that a phone may free, with the seconds until then: the host and a seat's own phone at once, whoever
    sits at the table when the seat's phone is gone and has been counted out.
    """
    found = {}
    for seat in state.playing:
        if seat in state.holders and phone in (state.host, state.holders[seat]):
            found[seat] = 0
        elif seat in state.holders and state.seats_of(phone) and (gone := _gone_for(state, seat)) >= AWAY:
            found[seat] = max(0, ceil(COURTESY - (gone - AWAY)))
    return found


def _missing(state: MatchState, seat: int, phone: int) -> bool:
    """Whether nobody is at the phone of a seat, or it has none; whoever asks is here."""
    return state.holders.get(seat) != phone and (seat not in state.holders or _gone_for(state, seat) >= AWAY)


def _gone_for(state: MatchState, seat: int) -> float:
    return app_state().hub.gone_for(state.public_id, state.holders[seat])
