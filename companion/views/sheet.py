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
    """A place in the ranking strip. `share`: 0 to 100, how much of the way to the limit is gone; `tally`: a card for
    every point of the limit, "done", "bonus" or "" for one that is still to come; empty where points are many.
    """

    seat: int
    place: int
    name: str
    total: int
    left: int
    share: int
    leads: bool
    near: bool
    label: str
    tally: tuple[str, ...]


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
    said, bonus = gettext(state.game.words.standing), bonuses(state)
    ranks = []
    for seat in state.playing:
        place, total, left = sheet.places[seat], sheet.totals[seat], sheet.to_limit[seat]
        if place is None or left is None:
            continue
        label = said % {"total": signed(total), "left": max(left, 0), "limit": sheet.limit}
        share = max(0, min(100, round(100 * total / sheet.limit)))
        near = begun and left <= state.game.near
        tally = _tally(total, bonus[seat], sheet.limit) if bonus else ()
        leads = begun and place == 1
        ranks.append(Rank(seat, place, state.name(seat), total, max(left, 0), share, leads, near, label, tally))
    return tuple(sorted(ranks, key=lambda rank: rank.place))


def bonuses(state: MatchState) -> tuple[int, ...]:
    """How many of its points each seat was given for free; empty for a game that shows no points as cards."""
    if not state.game.tallies:
        return ()
    counted = [round_ for round_ in state.sheet.rounds if round_.complete and round_.counted]
    cells = zip(*(round_.cells for round_ in counted), strict=True) if counted else [()] * len(state.seats)
    return tuple(sum(cell.entry.bonus for cell in column if cell.entry) for column in cells)


def _tally(total: int, bonus: int, limit: int) -> tuple[str, ...]:
    done = max(0, min(total, limit))
    free = min(bonus, done)
    return (*["done"] * (done - free), *["bonus"] * free, *[""] * (limit - done))


def start_text(state: MatchState, start: Start) -> tuple[str, str]:
    """Who begins a round and which way round it goes, as a sentence and the name of its icon."""
    if start.seat is None:
        return (gettext("The cards decide who starts"), "layers-2") if start.why else ("", "")
    ways = {1: gettext("clockwise"), -1: gettext("counter-clockwise")}
    icon = "rotate-ccw" if start.direction == -1 else "rotate-cw"
    said = gettext(
        state.game.words.starts,
        name=state.name(start.seat),
        dealer=state.name(_before(state, start.seat)),
        way=ways.get(start.direction or 1),
        why=say(start.why, state.name),
    )
    return said, icon


def _before(state: MatchState, seat: int) -> int:
    """Who sits before that seat, clockwise: the dealer, where the seat on the dealer's left begins."""
    ring = [other for other in state.order if other in state.playing or other == seat]
    return ring[ring.index(seat) - 1]


def reminder(state: MatchState) -> str:
    """What somebody should do before the next deal, as long as nothing of it is written; mostly nothing."""
    number = state.sheet.open_round
    if state.stopped or not number or number == 1 or state.on_screens or state.sheet.rounds[number - 1].begun:
        return ""
    last = enumerate(state.sheet.rounds[number - 2].cells)
    seats = state.game.reminded({seat: cell.entry for seat, cell in last if cell.entry and seat in state.playing})
    return gettext(state.game.words.reminder, names=seat_names(state, seats)) if seats else ""


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
