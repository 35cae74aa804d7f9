"""How a match ended, or where it was stopped: winners, podium, why, and the result as text."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import format_date

from companion.ledger.state import MatchState

from .sheet import Rank, ranking
from .words import gettext, names, ngettext, seat_names, signed


@dataclass(frozen=True, slots=True)
class End:
    """`podium` is the first three places in the order they stand in (second, first, third), `rest` the others."""

    title: str
    why: str
    podium: tuple[Rank, ...]
    rest: tuple[Rank, ...]
    shared: str
    over: bool


def end_of(state: MatchState) -> End | None:
    """The end of a match that is over or stopped, None for an open one."""
    if state.status == "open":
        return None
    ranks = ranking(state)
    first, second, third = ranks[:1], ranks[1:2], ranks[2:3]
    shared, over = _shared(state, ranks), bool(state.sheet.over)
    return End(_title(state), _why(state), second + first + third, ranks[3:], shared, over)


def _title(state: MatchState) -> str:
    winners = [state.name(seat) for seat in state.sheet.winners]
    if not winners:
        return gettext("Stopped in round %(round)s", round=state.current)
    if len(winners) == 1:
        return gettext("%(name)s wins", name=winners[0])
    return gettext("%(names)s share the victory", names=names(winners))


def _why(state: MatchState) -> str:
    if not state.sheet.over:
        return gettext("Unfinished: this is how it stands, and it can go on.")
    seats, round_ = state.sheet.over_seats, state.current
    if len(seats) == 1:
        total, name = state.sheet.totals[seats[0]], state.name(seats[0])
        return gettext("%(name)s reached %(total)s in round %(round)s", name=name, total=total, round=round_)
    who = seat_names(state, seats)
    return gettext("%(names)s reached %(limit)s in round %(round)s", names=who, limit=state.sheet.limit, round=round_)


def _shared(state: MatchState, ranks: tuple[Rank, ...]) -> str:
    rounds = sum(round_.counted and round_.complete for round_ in state.sheet.rounds)
    crown = " 👑" if state.sheet.over else ""
    lines = [f"{state.game.name}, {format_date(state.created_at, 'd MMMM y')}"]
    lines += [f"{rank.place}. {rank.name} {signed(rank.total)}{crown if rank.place == 1 else ''}" for rank in ranks]
    lines.append(
        ngettext("%(num)s round, to %(limit)s", "%(num)s rounds, to %(limit)s", rounds, limit=state.sheet.limit)
    )
    if not state.sheet.over:
        lines.append(gettext("Unfinished"))
    return "\n".join(lines)
