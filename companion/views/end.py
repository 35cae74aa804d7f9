"""How a match ended, or where it was stopped: winners, podium, why, and the result as text."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.why import NN_
from companion.ledger.cells import NEXT, Cell
from companion.ledger.opening import is_here
from companion.ledger.state import MatchState

from .sheet import NOT_KNOWN, RankText, rank_texts, ranking
from .signs import Sign
from .words import dated, gettext, names, ngettext, say, seat_names, signed, who_did


@dataclass(frozen=True, slots=True)
class End:
    """`podium` is the first three places in the order they stand in (second, first, third), `rest` the others; `shared`
    the result as text, with room to show it all in `rows`; `can_go_on`: the group ended it, and may take that back;
    `next`: the rematch, and who started it, in words.
    """

    title: str
    why: str
    sign: Sign
    podium: tuple[RankText, ...]
    rest: tuple[RankText, ...]
    shared: str
    rows: int
    over: bool
    can_go_on: bool
    next: Next | None


@dataclass(frozen=True, slots=True)
class Next:
    """The rematch of a match. `said`: who started it."""

    public_id: str
    said: str


def next_of(state: MatchState) -> Next | None:
    """The rematch of a match that has ended, for the phones that are still here."""
    if state.status == "open" or not is_here(state.next):
        return None
    who = who_did(state, state.trails.of(Cell(NEXT))[-1].phone)
    return Next(str(state.next), gettext("%(who)s started the rematch", who=who))


def end_of(state: MatchState) -> End | None:
    """The end of a match that is over or stopped, None for an open one."""
    if state.status == "open":
        return None
    ranks = tuple(rank_texts(ranking(state)))
    first, second, third = ranks[:1], ranks[1:2], ranks[2:3]
    shared, over = _shared(state, ranks), bool(state.sheet.over)
    sign: Sign = "crown" if over else "moon"
    can_go_on = over and state.agreement.length is None and state.sheet.unknown is None
    places, told = (second + first + third, ranks[3:]), (shared, shared.count("\n") + 2)
    return End(_title(state), _why(state), sign, *places, *told, over, can_go_on, next_of(state))


def _title(state: MatchState) -> str:
    winners = [state.name(seat) for seat in state.sheet.winners]
    if not winners and state.sheet.over:
        return gettext("Nobody won")
    if not winners:
        return gettext("Stopped in round %(round)s", round=state.current)
    if len(winners) == 1 and len(state.seats[state.sheet.winners[0]].players) > 1:
        return gettext("%(names)s win", names=winners[0])
    if len(winners) == 1:
        return gettext("%(name)s wins", name=winners[0])
    return gettext("%(names)s share the win", names=names(winners))


def _why(state: MatchState) -> str:
    if not state.sheet.over:
        return gettext("Not finished: these are the scores so far. You can carry on later.")
    seats, round_ = state.sheet.over_seats, state.current
    if not seats:
        said = say(state.sheet.over)
    elif len(seats) == 1:
        total, name = state.sheet.totals[seats[0]], state.name(seats[0])
        said = gettext("%(name)s reached %(total)s in round %(round)s", name=name, total=total, round=round_)
    else:
        who, limit = seat_names(state, seats), state.sheet.limit
        said = gettext("%(names)s reached %(limit)s in round %(round)s", names=who, limit=limit, round=round_)
    parted = "" if state.sheet.unknown is not None else _parted(state)
    return f"{said}. {parted}" if parted else said


def _parted(state: MatchState) -> str:
    """That the last round parted those who have the best total (house H2); empty where it did not."""
    winners, totals = state.sheet.winners, state.sheet.totals
    best = {totals[seat] for seat in winners}
    equal = [seat for seat in state.order if totals[seat] in best and state.sheet.places[seat]]
    if not state.agreement.breaks_ties or len(equal) == len(winners):
        return ""
    return gettext(
        "%(names)s have %(total)s each, and round %(round)s was best for %(who)s.",
        names=seat_names(state, equal),
        total=signed(best.pop()),
        round=state.current,
        who=seat_names(state, winners),
    )


def _shared(state: MatchState, ranks: tuple[RankText, ...]) -> str:
    rounds = len(state.complete)
    won = state.sheet.winners
    lines = [f"{state.called}, {dated(state.created_at, 'd MMMM y')}"]
    lines += [f"{rank.place}. {rank.name} {rank.total}{' 👑' if rank.seat in won else ''}" for rank in ranks]
    if state.sheet.unknown is not None:
        placed = {rank.seat for rank in ranks}
        lines += [f"{NOT_KNOWN} {state.name(seat)}" for seat in state.playing if seat not in placed]
        lines.append(f"{say(state.sheet.over)}.")
    elif state.sheet.limit is None:
        lines.append(ngettext("%(num)s round", "%(num)s rounds", rounds))
    else:
        one, many = NN_("%(num)s round, to %(limit)s", "%(num)s rounds, to %(limit)s")
        lines.append(ngettext(one, many, rounds, limit=state.sheet.limit))
    if not state.sheet.over:
        lines.append(gettext("Not finished"))
    return "\n".join(lines)
