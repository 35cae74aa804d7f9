"""Around the rows of the sheet: columns, ranking and notes, with every text ready. Templates only print."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.game import Start
from companion.ledger.state import MatchState, SeatState

from .words import gettext, ngettext, say, seat_names, signed


@dataclass(frozen=True, slots=True)
class Column:
    """A seat's column. `kind`: "in", "left" or "joined"; `note` says from or until when."""

    seat: int
    name: str
    kind: str
    note: str
    total: int
    best: bool


@dataclass(frozen=True, slots=True)
class Rank:
    """A place in the ranking strip. `share`: 0 to 100, how much of the way to the limit is gone."""

    seat: int
    place: int
    name: str
    total: int
    left: int
    share: int
    leads: bool
    near: bool
    label: str


def columns(state: MatchState) -> tuple[Column, ...]:
    """The columns clockwise; somebody whose joining was taken back has none."""
    begun = any(round_.complete for round_ in state.sheet.rounds)
    shown = [state.seats[seat] for seat in state.order if not state.seats[seat].absent]
    return tuple(_column(state, seat, begun and state.sheet.places[seat.number] == 1) for seat in shown)


def _column(state: MatchState, seat: SeatState, best: bool) -> Column:
    span, kind, note = seat.span, "in", ""
    if seat.number not in state.playing and span.last_round is not None:
        kind, note = "left", gettext("left")
    elif span.first_round > 1:
        kind, note = "joined", gettext("from %(round)s", round=span.first_round)
        if span.start_points:
            note = gettext("from %(round)s, with %(points)s", round=span.first_round, points=signed(span.start_points))
    return Column(seat.number, seat.name, kind, note, state.sheet.totals[seat.number], best)


def ranking(state: MatchState) -> tuple[Rank, ...]:
    """Everybody who is in the ranking, best first, equal places in the order of the seats."""
    sheet = state.sheet
    begun = any(round_.complete for round_ in sheet.rounds)
    said = gettext(state.game.words.standing)
    ranks = []
    for seat in state.playing:
        place, total, left = sheet.places[seat], sheet.totals[seat], sheet.to_limit[seat]
        if place is None or left is None:
            continue
        label = said % {"total": signed(total), "left": max(left, 0), "limit": sheet.limit}
        share = max(0, min(100, round(100 * total / sheet.limit)))
        near = begun and left <= state.game.near
        ranks.append(Rank(seat, place, state.name(seat), total, max(left, 0), share, begun and place == 1, near, label))
    return tuple(sorted(ranks, key=lambda rank: rank.place))


def start_text(state: MatchState, start: Start) -> tuple[str, str]:
    """Who begins a round and which way round it goes, as a sentence and the name of its icon."""
    if start.seat is None:
        return (gettext("The cards decide who starts"), "layers-2") if start.why else ("", "")
    ways = {1: gettext("clockwise"), -1: gettext("counter-clockwise")}
    icon = "rotate-ccw" if start.direction == -1 else "rotate-cw"
    said = gettext(
        "%(name)s starts, %(way)s (%(why)s)",
        name=state.name(start.seat),
        way=ways.get(start.direction or 1),
        why=say(start.why, state.name),
    )
    return said, icon


def near_text(state: MatchState, ranks: tuple[Rank, ...]) -> tuple[str, bool]:
    """Who is closest to the limit, in words, and whether this may be the last round."""
    if state.sheet.over or not any(rank.leads for rank in ranks):
        return "", False
    total = max(rank.total for rank in ranks)
    left = max(state.sheet.limit - total, 0)
    who = seat_names(state, [rank.seat for rank in ranks if rank.total == total])
    near = left <= state.game.near
    said = ngettext(*state.game.words.near, left, who=who, limit=state.sheet.limit)
    return (gettext("%(said)s. This may be the last round.", said=said) if near else said), near
