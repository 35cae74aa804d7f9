"""What a phone sees of a round on screens: whose eyes it has, what lies on the table, what was done, how it ended."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from flask import url_for

from companion.games.game import table_of
from companion.games.look import Look, changed
from companion.games.table import DEALER
from companion.games.why import N_
from companion.ledger.dealt import Dealt, Line
from companion.ledger.seals import fingerprint_of, last_shuffle
from companion.ledger.state import MatchState

from .pieces import piece
from .taken import Taken, eyes_of, seats_at
from .told import Told, lately
from .words import gettext, say, short


@dataclass(frozen=True, slots=True)
class Points:
    """A line of a round's result, as on the pad."""

    seat: int
    name: str
    points: int
    mark: str
    why: str
    total: int


@dataclass(frozen=True, slots=True)
class Hands:
    """A link for whoever takes the phone into their hands, and is to see their cards."""

    url: str
    said: str


@dataclass(frozen=True, slots=True)
class TableView:
    """The table for one phone. `eyes`: the seat it looks with, None for a bystander; `seen`: the newest line's number;
    `ask`: what is waited for; `asks`: it is this phone's turn; `passing`: it has to be passed on first; `curtain`: who
    may take it; `told`: the moves since its last turn, the newest first; `overheard`: the newest, where it is not this
    phone's turn; `ended_before`: who ended the round before this one, empty where nobody did; `changed`: the slots
    in which the last move left something else, as `Look.lies` names them.
    """

    round: int
    eyes: int | None
    seen: int
    look: Look
    ask: str
    told: tuple[Told, ...]
    over: bool
    points: tuple[Points, ...]
    ended_before: str = ""
    changed: frozenset[str] = frozenset()
    asks: bool = False
    passing: bool = False
    curtain: tuple[Hands, ...] = ()
    fingerprint: str = ""

    @property
    def overheard(self) -> str:
        """The newest move, for whoever hears the table while others play."""
        return self.told[0].said if self.told and not self.asks else ""


def view_of(state: MatchState, dealt: Dealt, phone: int, taken: Taken | None, writes: bool) -> TableView:
    """The table of a round as this phone may see it."""
    eyes, pass_to = eyes_of(state, phone, taken)
    shown = step_of(state, dealt, len(dealt.moves), eyes)
    turn = eyes is not None and eyes in dealt.deal.to_move and eyes not in state.bots
    ask = shown.ask if pass_to is None else gettext("Pass the phone to %(name)s.", name=state.name(pass_to))
    return replace(
        shown,
        ask=ask,
        asks=writes and turn,
        passing=pass_to is not None,
        curtain=_curtain(state, shown, seats_at(state, phone), pass_to) if writes else (),
        fingerprint=_fingerprint(state, dealt),
    )


class ShuffleFacts(NamedTuple):
    """A shuffle, by which its fingerprint is kept: it is the same for a whole round, and takes a hash of each card."""

    match: str
    round: int
    line: Line


def _fingerprint(state: MatchState, dealt: Dealt) -> str:
    """The fingerprint of the newest shuffle of a round, empty where there is none."""
    line = last_shuffle(dealt)
    return "" if line is None else piece(_told_mark, ShuffleFacts(state.public_id, dealt.round, line))


def _told_mark(it: ShuffleFacts) -> str:
    return fingerprint_of(it.match, it.round, it.line)


def _curtain(state: MatchState, shown: TableView, mine: tuple[int, ...], pass_to: int | None) -> tuple[Hands, ...]:
    """Who may take the phone: whose turn it is on it; where it is nobody's, all who play on it."""

    def hands(seat: int, said: str) -> Hands:
        url = url_for("table.page", public_id=state.public_id, eyes=Taken(seat, state.version))
        return Hands(url, gettext(said, name=short(state.name(seat))))

    if pass_to is not None:
        return (hands(pass_to, N_("I’m %(name)s: show my cards")),)
    if shown.eyes is not None or shown.over or len(mine) < 2:
        return ()
    return tuple(hands(seat, N_("%(name)s’s cards")) for seat in mine)


def step_of(state: MatchState, dealt: Dealt, done: int, eyes: int | None) -> TableView:
    """The table of a round after so many moves, as somebody with these eyes saw it; nobody is asked for anything."""
    deal = dealt.deals[done]
    look = table_of(state.game).look(deal.observe(eyes))
    over = not deal.to_move and dealt.over
    return TableView(
        round=dealt.round,
        eyes=eyes,
        seen=dealt.last,
        look=look,
        ask=say(look.ask, state.name),
        told=lately(state, dealt, done, eyes),
        over=over,
        points=points_of(state, dealt.round) if over else (),
        ended_before=_ended_before(state, dealt.round),
        changed=_changed(state, dealt, done),
    )


def _changed(state: MatchState, dealt: Dealt, done: int) -> frozenset[str]:
    """What the last move of somebody seated changed, with what the dealer did after it; nothing of an ended round."""
    deals, moves = dealt.deals, dealt.moves
    last = next((at for at in reversed(range(done)) if moves[at].seat != DEALER), None)
    if last is None or not deals[done].to_move:
        return frozenset()
    look = table_of(state.game).look
    # A watcher's look has no choices, which take time to find, and all that everybody sees.
    return changed(look(deals[last].observe(None)), look(deals[done].observe(None)))


def _ended_before(state: MatchState, round_: int) -> str:
    closer = state.sheet.rounds[round_ - 2].closer if round_ > 1 else None
    return "" if closer is None else state.name(closer)


def points_of(state: MatchState, round_: int) -> tuple[Points, ...]:
    """The result of a round with its reasons, in seat order; empty while it is not complete."""
    sheet = state.sheet.rounds[round_ - 1]
    found = []
    for seat in state.order:
        cell = sheet.cells[seat]
        if cell.score is not None:
            total = cell.total if cell.total is not None else state.sheet.totals[seat]
            why = say(cell.score.why, state.name)
            found.append(Points(seat, state.name(seat), cell.score.points, cell.score.mark, why, total))
    return tuple(found)
