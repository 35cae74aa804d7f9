"""The phones of a match: who enters for which seat, who hosts, who has to leave."""

from __future__ import annotations

from sqlalchemy import select

from companion.games.game import N_

from . import db
from .matches import Change, Refused, client_key, put
from .models import Grant, Membership
from .records import holder_cell
from .state import MatchState

HOST_AWAY = 300.0
"""Seconds after which another phone may take over from a host that is gone."""


def phones_of(match_id: int) -> dict[int, str]:
    """The phones that came by a link, with what they may do: "write" or "watch"."""
    there = select(Grant.phone_id, Grant.role).where(Grant.match_id == match_id, Grant.role != "gone")
    return {row.phone_id: row.role for row in db.session.execute(there)}


def hold(match_id: int, phone: int, client_id: str, seats: list[int]) -> MatchState:
    """Write that this phone enters for these seats, and for no others any more. Seats of other phones are refused."""
    wanted = sorted(set(seats))

    def plan(state: MatchState) -> list[Change]:
        for seat in wanted:
            if not 0 <= seat < len(state.seats) or state.holders.get(seat, phone) != phone:
                raise Refused(N_("Another phone enters for this seat: the host can free it."), "seat")
        mine = [seat for seat, holder in state.holders.items() if holder == phone and seat not in wanted]
        return [*(Change(holder_cell(seat), phone) for seat in wanted), *(Change(holder_cell(s), None) for s in mine)]

    return put(match_id, phone, client_key(client_id, "hold", wanted), plan)


def free(match_id: int, phone: int, client_id: str, seat: int) -> MatchState:
    """Write that no phone enters for a seat; for the host. Raises Refused from others."""

    def plan(state: MatchState) -> list[Change]:
        _only_host(state, phone)
        return [Change(holder_cell(seat), None)] if 0 <= seat < len(state.seats) else []

    return put(match_id, phone, client_key(client_id, "free", seat), plan)


def set_joining(match_id: int, phone: int, client_id: str, open_: bool) -> MatchState:
    """Write whether new phones may come in; for the host. Raises Refused from others."""

    def plan(state: MatchState) -> list[Change]:
        _only_host(state, phone)
        return [Change("joining", None if open_ else "closed")]

    return put(match_id, phone, client_key(client_id, "joining", open_), plan)


def take_over(match_id: int, phone: int, client_id: str, gone_for: float) -> MatchState:
    """Write that this phone is the host now. `gone_for`: seconds since the host's phone was seen.

    Raises Refused while the host is there, or was a moment ago.
    """

    def plan(state: MatchState) -> list[Change]:
        if not state.seats_of(phone) and state.host != phone:
            raise Refused(N_("Say who you are first: only somebody who plays can host."))
        if state.host != phone and gone_for < HOST_AWAY:
            raise Refused(N_("The host’s phone is here. Ask it, or try again when it has been gone for five minutes."))
        return [Change("host", phone)]

    return put(match_id, phone, client_key(client_id, "host"), plan)


def remove(match_id: int, phone: int, client_id: str, other: int) -> MatchState:
    """Put a phone out of the match and free its seats; for the host. Raises Refused from others, and for itself."""

    def plan(state: MatchState) -> list[Change]:
        _only_host(state, phone)
        if other == state.host:
            raise Refused(N_("The host cannot be removed."))
        grant = db.session.get(Grant, (match_id, other))
        member = db.session.get(Membership, (other, state.group_id))
        if grant is None and member is None:
            raise Refused(N_("Choose a phone from the list."))
        if grant is None:
            grant = Grant(match_id=match_id, phone_id=other, role="gone")
            db.session.add(grant)
        grant.role = "gone"
        freed = [Change(holder_cell(seat), None) for seat, holder in state.holders.items() if holder == other]
        return [Change(f"gone/{other}", True), *freed]

    return put(match_id, phone, client_key(client_id, "remove", other), plan)


def _only_host(state: MatchState, phone: int) -> None:
    if state.host != phone:
        raise Refused(N_("Only the host’s phone can do that."))
