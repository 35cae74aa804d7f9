"""The phones of a match: who enters for which seat, who hosts, who has to leave."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select

from companion.games.why import N_, Refusal

from .base import db
from .cells import HOLDER, HOST, JOINING, SCREENS, Cell
from .door import put_out_beside, renew_beside
from .models import Grant, Membership
from .pen import Change, Late, Pen
from .state import MatchState

AWAY = 30.0
"""Seconds after which a phone is gone, and others may do what it is waited for."""
HOST_AWAY = 300.0
"""Seconds after which another phone may take over from a host that is gone."""
REMOVED = N_("The host removed this phone from the match.")


def phones_of(match_id: int) -> dict[int, str]:
    """The phones that came by a link, with what they may do: "write" or "watch"."""
    there = select(Grant.phone_id, Grant.role).where(Grant.match_id == match_id, Grant.role != "gone")
    return {row.phone_id: row.role for row in db.session.execute(there)}


def hold(pen: Pen, seats: Collection[int]) -> MatchState:
    """Write that this phone enters for these seats, and for no others any more. Seats of other phones are refused."""

    def plan(state: MatchState) -> list[Change]:
        check_in(state, pen.phone)
        return taken(state, pen.phone, seats)

    return pen.write(plan, "hold", sorted(set(seats)))


def check_in(state: MatchState, phone: int) -> None:
    """Raise Late for a phone that was put out, or signed out, since it asked: it would keep its seats for ever."""
    grant = db.session.get(Grant, (state.id, phone))
    member = db.session.get(Membership, (phone, state.group_id))
    if member is None and (grant is None or grant.role != "write"):
        raise Late(REMOVED)


def taken(state: MatchState, phone: int, seats: Collection[int]) -> list[Change]:
    """The changes after which a phone enters for these seats alone. Raises Refusal when one is another phone's."""
    wanted = sorted(set(seats))
    for seat in wanted:
        if not 0 <= seat < len(state.seats) or state.holders.get(seat, phone) != phone:
            raise Late(N_("Another phone enters the cards for this player. The host can change that."), "seat")
    freed = [seat for seat, holder in state.holders.items() if holder == phone and seat not in wanted]
    held = [Change(Cell(HOLDER, seat=seat), phone) for seat in wanted]
    return held + [Change(Cell(HOLDER, seat=seat), None) for seat in freed]


def free(pen: Pen, seat: int, gone_for: float = 0.0) -> MatchState:
    """Write that no phone enters for a seat: by the host, by the phone that did, or when that is gone by anybody who
    sits at the table. `gone_for`: seconds since the seat's phone was seen. Raises Refusal from others.
    """

    def plan(state: MatchState) -> list[Change]:
        if pen.phone not in (state.host, state.holders.get(seat)):
            if seat not in state.holders or not state.seats_of(pen.phone):
                raise Late(N_("Only the host’s phone can do that."))
            if gone_for < AWAY:
                said = N_("%(name)s’s phone was here a moment ago: wait a little.")
                raise Late(said, "seat", name=state.name(seat))
        return [Change(Cell(HOLDER, seat=seat), None)] if 0 <= seat < len(state.seats) else []

    return pen.write(plan, "free", seat)


def set_joining(pen: Pen, open_: bool) -> MatchState:
    """Write whether new phones may come in; for the host. Raises Refusal from others."""

    def plan(state: MatchState) -> list[Change]:
        _only_host(state, pen)
        return [Change(Cell(JOINING), None if open_ else "closed")]

    return pen.write(plan, "joining", open_)


def set_on_table(pen: Pen, other: int, stands: bool) -> MatchState:
    """Write whether a phone that only looks stands on the table, where its screen may show the code to come in; for the
    host. Raises Refusal from others, and for a phone that does not look.
    """

    def plan(state: MatchState) -> list[Change]:
        _only_host(state, pen)
        if phones_of(pen.match).get(other) != "watch":
            raise Refusal(N_("Choose a phone from the list."))
        screens = state.screens | {other} if stands else state.screens - {other}
        return [Change(Cell(SCREENS), sorted(screens) or None)]

    return pen.write(plan, "on table", other, stands)


def take_over(pen: Pen, gone_for: float) -> MatchState:
    """Write that this phone is the host now. `gone_for`: seconds since the host's phone was seen.

    Raises Refusal while the host is there, or was a moment ago.
    """

    def plan(state: MatchState) -> list[Change]:
        if not state.seats_of(pen.phone) and state.host != pen.phone:
            raise Late(N_("First say who you are: only a player can be host."))
        if state.host != pen.phone and not gone_for:
            raise Late(
                N_(
                    "The host’s phone is connected. Ask the host, or try again when that phone has been "
                    "away for five minutes."
                )
            )
        if state.host != pen.phone and gone_for < HOST_AWAY:
            raise Late(N_("The host’s phone was here a moment ago: try again when it has been gone for five minutes."))
        return [Change(Cell(HOST), pen.phone)]

    return pen.write(plan, "host")


def remove(pen: Pen, other: int) -> MatchState:
    """Put a phone out of the match, with all that it could know; for the host. Raises Refusal from others, for itself,
    and for a phone of the group unless the host keeps that.
    """

    def plan(state: MatchState) -> list[Change]:
        _only_host(state, pen)
        if other == state.host:
            raise Refusal(N_("The host can’t be removed."))
        return put_out_beside(state, pen.phone, other)

    return pen.write(plan, "remove", other, whole=True)


def renew(pen: Pen) -> MatchState:
    """Make the links and the code of the match open nothing any more; for the host. Raises Refusal from others."""

    def plan(state: MatchState) -> list[Change]:
        _only_host(state, pen)
        return renew_beside(state)

    return pen.write(plan, "renew")


def _only_host(state: MatchState, pen: Pen) -> None:
    if state.host != pen.phone:
        raise Late(N_("Only the host’s phone can do that."))
