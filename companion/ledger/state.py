"""A match as it stands: its facts read once, its scoresheet computed once per version."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Protocol

from sqlalchemy import select

from companion.games import by_key
from companion.games.game import Game, Options
from companion.games.scoresheet import RoundFacts, Scoresheet, SeatSpan, full_order, scoresheet

from . import db
from .models import Match, Player, Seat
from .records import Trails, adjust_cell, bot_cell, closer_cell, entry_cell, holder_cell, load, span_cell
from .screen import Screen, newest

NEVER = SeatSpan(first_round=1, last_round=0)
_KEEP = 256
_memo: OrderedDict[tuple[str, int], MatchState] = OrderedDict()


@dataclass(frozen=True, slots=True)
class SeatState:
    """Who sits at a number, and in which rounds."""

    number: int
    player_id: int
    name: str
    joined: bool
    span: SeatSpan

    @property
    def absent(self) -> bool:
        """A seat that plays no round at all: somebody joined and it was taken back."""
        return self.joined and self.span.last_round is not None and self.span.last_round < self.span.first_round


@dataclass(frozen=True, slots=True)
class MatchState:
    """All that pages need of a match; frozen, safe to keep and to share between requests.

    `agreed`: the options as they were when the match began, `options` as they are now. `order`: the seats clockwise.
    `stopped`: the group stopped before the end. `holders`: the phone that enters for a seat, by seat number; `host`:
    the phone that lets others in and out; `joining`: whether new phones may come in; `next`: the rematch. `bots`: how
    well a bot plays that sits there, by seat; `opened`: how many shuffles were opened for good; `screen`: the
    last round on screens. Times are UTC.
    """

    id: int
    public_id: str
    group_id: int
    version: int
    game: Game
    agreed: Options
    options: Options
    first_starter: int
    created_at: datetime
    seats: tuple[SeatState, ...]
    order: tuple[int, ...]
    stopped: bool
    archived: bool
    host: int | None
    joining: bool
    next: str | None
    holders: Mapping[int, int]
    bots: Mapping[int, str]
    opened: int
    screen: Screen | None
    trails: Trails
    sheet: Scoresheet

    @property
    def status(self) -> str:
        """Where the match stands: "over", "stopped" or "open"."""
        return "over" if self.sheet.over else "stopped" if self.stopped else "open"

    @property
    def current(self) -> int:
        """The number of the round the group is at: the one that ended the match, else the last one there is."""
        return self.sheet.over_round or self.sheet.rounds[-1].number

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats in play in the current round, clockwise."""
        return self.playing_in(self.current)

    def playing_in(self, round_: int) -> tuple[int, ...]:
        """The seats in play in a round that there is, clockwise."""
        inside = self.sheet.rounds[round_ - 1].playing
        return tuple(seat for seat in self.order if seat in inside)

    @property
    def on_screens(self) -> int | None:
        """The number of the round that is being played on screens; None when none is."""
        return self.screen.round if self.screen and self.screen.running else None

    @property
    def bot_to_move(self) -> int | None:
        """The seat of the bot that the round on screens waits for; None when it waits for people, or for nobody."""
        if self.screen is None or not self.screen.running or self.stopped:
            return None
        return next((seat for seat in self.screen.deal.to_move if seat in self.bots), None)

    def seats_of(self, phone: int) -> tuple[int, ...]:
        """The seats in play that a phone enters for, clockwise."""
        return tuple(seat for seat in self.playing if self.holders.get(seat) == phone)

    def name(self, seat: int) -> str:
        """The name of who sits at that number."""
        return self.seats[seat].name

    def with_changes(self, changes: Mapping[str, Any]) -> MatchState:
        """The match as it would stand with other values in some cells; nothing is written."""
        return _assemble(self, {**_values(self.trails), **changes})


class Versioned(Protocol):
    """What names a match at one version: a Match row, or what a request found."""

    @property
    def id(self) -> int: ...
    @property
    def public_id(self) -> str: ...
    @property
    def version(self) -> int: ...


def read_state(match: Versioned) -> MatchState:
    """The match as it stands, computed at most once per version. Raises KeyError for a game that left the house."""
    key = (match.public_id, match.version)
    if key in _memo:
        _memo.move_to_end(key)
        return _memo[key]
    return keep(read_afresh(match.id))


def keep(state: MatchState) -> MatchState:
    """Remember a state that is committed, for the pages that will ask for it."""
    _memo[state.public_id, state.version] = state
    while len(_memo) > _KEEP:
        _memo.popitem(last=False)
    return state


def recent(public_id: str, version: int) -> MatchState | None:
    """A match at a version that was just saved or read; None when it is not remembered."""
    return _memo.get((public_id, version))


def forget() -> None:
    """Remember no match any more: something changed that no version tells of."""
    _memo.clear()


def read_afresh(match_id: int) -> MatchState:
    """The match computed from its records, whatever is remembered."""
    match = db.session.get_one(Match, match_id)
    seats = _seats(match.id)
    trails = load(match.id)
    game = by_key(match.game)
    bare = MatchState(
        match.id,
        match.public_id,
        match.group_id,
        match.version,
        game,
        match.options,
        match.options,
        match.first_starter,
        match.created_at,
        seats,
        tuple(range(len(seats))),
        stopped=False,
        archived=False,
        host=match.phone_id,
        joining=True,
        next=None,
        holders={},
        bots={},
        opened=0,
        screen=newest(game, match.id),
        trails=trails,
        sheet=scoresheet(game, [seat.span for seat in seats], (), match.options, match.first_starter),
    )
    return _assemble(bare, _values(trails))


def _seats(match_id: int) -> tuple[SeatState, ...]:
    rows = db.session.execute(
        select(Seat.number, Seat.player_id, Player.name, Seat.joined)
        .join(Player, Seat.player_id == Player.id)
        .where(Seat.match_id == match_id)
        .order_by(Seat.number)
    )
    return tuple(
        SeatState(number, player, name, joined, NEVER if joined else SeatSpan())
        for number, player, name, joined in rows
    )


def _values(trails: Trails) -> dict[str, Any]:
    return {cell: trails.value(cell) for cell in trails.cells}


def _assemble(base: MatchState, values: Mapping[str, Any]) -> MatchState:
    """Apply the values of all cells to a match and compute its sheet."""
    seats = tuple(_with_span(seat, values.get(span_cell(seat.number))) for seat in base.seats)
    order = full_order(len(seats), values.get("order") or ())
    limit = values.get("limit")
    options = base.agreed if limit is None else {**base.agreed, "limit": limit}
    numbers = [int(cell.split("/")[1]) for cell in values if cell.startswith(("entry/", "closer/", "adjust/"))]
    rounds = [_facts(number, len(seats), values) for number in range(1, max(numbers, default=0) + 1)]
    sheet = scoresheet(base.game, [seat.span for seat in seats], rounds, options, base.first_starter, order)
    held = {seat.number: values.get(holder_cell(seat.number)) for seat in seats}
    bots = {seat.number: values.get(bot_cell(seat.number)) for seat in seats}
    return replace(
        base,
        seats=seats,
        order=order,
        options=options,
        stopped=bool(values.get("stop")),
        archived=bool(values.get("archive")),
        host=values.get("host") or base.host,
        joining=values.get("joining") != "closed",
        next=values.get("next"),
        holders={seat: phone for seat, phone in held.items() if phone is not None},
        bots={seat: strength for seat, strength in bots.items() if strength},
        opened=values.get("opened") or 0,
        sheet=sheet,
    )


def _with_span(seat: SeatState, value: Mapping[str, Any] | None) -> SeatState:
    if value is None:
        return replace(seat, span=NEVER if seat.joined else SeatSpan())
    return replace(seat, span=SeatSpan(value["first"], value["last"], value["start"]))


def _facts(number: int, seats: int, values: Mapping[str, Any]) -> RoundFacts:
    entries = {seat: values.get(entry_cell(number, seat)) for seat in range(seats)}
    adjusts = {seat: values.get(adjust_cell(number, seat)) for seat in range(seats)}
    return RoundFacts(
        {seat: entry for seat, entry in entries.items() if entry is not None},
        values.get(closer_cell(number)),
        {seat: adjust["points"] for seat, adjust in adjusts.items() if adjust},
    )
