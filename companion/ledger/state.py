"""A match as it stands: its facts read once, its scoresheet computed once per version."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Protocol

from sqlalchemy import select

from companion.app_state import app_state
from companion.games import by_key
from companion.games.agreement import Agreement
from companion.games.game import Game
from companion.games.options import FINISHED, Options
from companion.games.result import result_sheet
from companion.games.scoresheet import Scoresheet, SheetRound, full_order, scoresheet, sheet_after
from companion.games.table import DEALER, shuffled

from .base import db
from .cells import (
    ARCHIVE,
    BOT,
    FINISH,
    HOLDER,
    HOST,
    JOINING,
    LIMIT,
    NEXT,
    NOTE,
    ON_SHEET,
    OPENED,
    ORDER,
    PLACE,
    RENEWED,
    RESULT,
    SCREENS,
    SPAN,
    STOP,
    Cell,
    facts_of,
    options_of,
)
from .dealt import Dealt, Line
from .models import Match
from .result_only import Result
from .seats import SeatState, read_seats
from .store import load, newest_dealt, shuffles
from .trails import Record, Trails

_OF_SHEET = (*ON_SHEET, FINISH, LIMIT, ORDER, RESULT, SPAN)
"""The kinds of cells that the sheet is computed from."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """All that pages need of a match; frozen, safe to keep and to share between requests.

    `agreed`: the options as they were when the match began, `options` as they are now, and the `agreement` that these
    come to. `order`: the seats clockwise.
    `stopped`: the group stopped before the end; `deleted`: nobody sees it, and it counts nowhere; `note`, `place`: what
    the group wrote beside it, and where that was. `holders`: the phone that enters for a seat, by seat number; `host`:
    the phone that lets others in and out; `joining`: whether new phones may come in; `screens`: the phones that stand
    on the table for all to see; `renewed`: the round in which links were made new last; `next`: the rematch. `bots`:
    how well a bot plays that sits there, by seat; `shuffles`: how many hidden ones it has seen; `opened`: how many of
    them were opened for good; `dealt`: the last dealt round. Times are UTC.
    """

    id: int
    public_id: str
    group_id: int
    version: int
    game: Game[Any]
    agreed: Options
    options: Options
    agreement: Agreement
    first_starter: int
    created_at: datetime
    seats: tuple[SeatState, ...]
    order: tuple[int, ...]
    stopped: bool
    archived: bool
    deleted: bool
    note: str
    place: str
    host: int | None
    joining: bool
    screens: frozenset[int]
    renewed: int | None
    next: str | None
    holders: Mapping[int, int]
    bots: Mapping[int, str]
    opened: int
    shuffles: int
    dealt: Dealt | None
    trails: Trails
    sheet: Scoresheet
    rows_known: bool = field(default=False, compare=False)
    """Whether this process knows that the derived rows are those of this state."""

    @property
    def status(self) -> str:
        """Where the match stands: "over", "stopped" or "open"."""
        return "over" if self.sheet.over else "stopped" if self.stopped else "open"

    @property
    def current(self) -> int:
        """The number of the round the group is at: the one that ended the match, else the last one there is."""
        return self.sheet.over_round or self.sheet.rounds[-1].number

    @property
    def complete(self) -> tuple[SheetRound, ...]:
        """The rounds that are complete and count."""
        return tuple(round_ for round_ in self.sheet.rounds if round_.complete and round_.counted)

    @property
    def last_complete(self) -> int:
        """The number of the last round that is complete and counts, 0 before the first."""
        return max((round_.number for round_ in self.complete), default=0)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats in play in the current round, clockwise."""
        return self.playing_in(self.current)

    def playing_in(self, round_: int) -> tuple[int, ...]:
        """The seats in play in a round that there is, clockwise."""
        inside = self.sheet.rounds[round_ - 1].playing
        return tuple(seat for seat in self.order if seat in inside)

    @property
    def dealing(self) -> int | None:
        """The number of the round that is being played on a table; None when none is."""
        return self.dealt.round if self.dealt and self.dealt.running else None

    @property
    def bot_to_move(self) -> int | None:
        """The seat of the bot that the round on screens waits for; None when it waits for people, or for nobody."""
        if self.dealt is None or not self.dealt.running or self.stopped:
            return None
        return next((seat for seat in self.dealt.deal.to_move if seat in self.bots), None)

    def seats_of(self, phone: int) -> tuple[int, ...]:
        """The seats in play that a phone enters for, clockwise."""
        return tuple(seat for seat in self.playing if self.holders.get(seat) == phone)

    @property
    def called(self) -> str:
        """What its game is called."""
        return self.agreement.called

    def name(self, seat: int) -> str:
        """The name of who sits at that number."""
        return self.seats[seat].name

    def what_if(self, changes: Mapping[Cell, Any]) -> MatchState:
        """The match as it would stand with other values in some cells; nothing is written."""
        trails = self.trails
        return _assemble(self, lambda cell: changes[cell] if cell in changes else trails.value(cell), changes)

    def after(
        self,
        version: int,
        records: Sequence[Record],
        lines: Sequence[tuple[int, Line]] = (),
        seats: tuple[SeatState, ...] | None = None,
    ) -> MatchState:
        """The match after one more write, as `read_afresh` finds it once that is stored; nothing is read.

        `lines`: each with its round; `seats`: who sits where, if somebody came or is called otherwise now.
        """
        trails = self.trails.after(records)
        dealt, mixed = self.dealt, self.shuffles
        for round_, line in lines:
            dealt = Dealt.after(dealt, self.game, round_, line)
            mixed += line.seat == DEALER and bool(shuffled(line.move))
        base = replace(self, version=version, trails=trails, dealt=dealt, shuffles=mixed, rows_known=True)
        base = base if seats is None else _decided(replace(base, seats=seats), trails.value)
        return _assemble(base, trails.value, [record.cell for record in records])


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
    state: MatchState | None = app_state().states.get((match.public_id, match.version))
    return state or keep(read_afresh(match.id))


def newest(public_id: str) -> MatchState | None:
    """A match as it stands, for whoever is no phone; None when it is deleted."""
    match = db.session.scalar(select(Match).where(Match.public_id == public_id, Match.deleted_at.is_(None)))
    return read_state(match) if match is not None else None


def keep(state: MatchState) -> MatchState:
    """Remember a state that is committed, for the pages that will ask for it."""
    deals = len(state.dealt.deals) if state.dealt else 0
    # A deal takes half the memory of a cell.
    app_state().states.put((state.public_id, state.version), state, 1 + len(state.trails.cells) + deals // 2)
    return state


def read_afresh(match_id: int) -> MatchState:
    """The match computed from its records, whatever is remembered."""
    match = db.session.get_one(Match, match_id)
    seats, game = read_seats(match.id), by_key(match.game)
    trails, dealt = load(game, match.id), newest_dealt(game, match.id)
    sheet = scoresheet(game, [seat.span for seat in seats], (), match.options, match.first_starter)
    bare = MatchState(
        *(match.id, match.public_id, match.group_id, match.version),
        *(game, match.options, match.options, game.agreement(match.options)),
        *(match.first_starter, match.created_at, seats),
        order=(),
        stopped=False,
        archived=False,
        deleted=match.deleted_at is not None,
        note="",
        place="",
        host=match.phone_id,
        joining=True,
        screens=frozenset(),
        renewed=None,
        next=None,
        holders={},
        bots={},
        opened=0,
        shuffles=shuffles(match.id) if dealt else 0,
        dealt=dealt,
        trails=trails,
        sheet=sheet,
    )
    return _counted(_decided(bare, trails.value), trails.value, trails.cells)


def _assemble(base: MatchState, value: Callable[[Cell], Any], changed: Collection[Cell]) -> MatchState:
    """A match with the values of the cells that `changed`; what they have no part in stays as it is."""
    stands = base if all(cell.kind in ON_SHEET for cell in changed) else _decided(base, value)
    return _counted(stands, value, changed)


def _decided(base: MatchState, value: Callable[[Cell], Any]) -> MatchState:
    """Apply what the group decided."""
    seats = tuple(seat.spanning(value(Cell(SPAN, seat=seat.number))) for seat in base.seats)
    order = full_order(len(seats), value(Cell(ORDER)) or ())
    options = options_of(base.agreed, base.agreement.length, value)
    held = {seat.number: value(Cell(HOLDER, seat=seat.number)) for seat in seats}
    bots = {seat.number: value(Cell(BOT, seat=seat.number)) for seat in seats}
    return replace(
        base,
        seats=seats,
        order=order,
        options=options,
        agreement=base.game.agreement(options),
        stopped=bool(value(Cell(STOP))),
        archived=bool(value(Cell(ARCHIVE))),
        note=value(Cell(NOTE)) or "",
        place=value(Cell(PLACE)) or "",
        host=value(Cell(HOST)) or base.host,
        joining=value(Cell(JOINING)) != "closed",
        screens=frozenset(value(Cell(SCREENS)) or ()),
        renewed=(value(Cell(RENEWED)) or [None])[0],
        next=value(Cell(NEXT)),
        holders={seat: phone for seat, phone in held.items() if phone is not None},
        bots={seat: strength for seat, strength in bots.items() if strength},
        opened=value(Cell(OPENED)) or 0,
    )


def _counted(base: MatchState, value: Callable[[Cell], Any], changed: Iterable[Cell]) -> MatchState:
    """Compute the sheet if what `changed` has a part in it."""
    moved = [cell for cell in changed if cell.kind in _OF_SHEET]
    return replace(base, sheet=_sheet(base, value, moved)) if moved else base


def _sheet(base: MatchState, value: Callable[[Cell], Any], moved: Sequence[Cell]) -> Scoresheet:
    """The sheet after a change to some of the cells that it is computed from; rounds before all of them stay."""
    spans, written = [seat.span for seat in base.seats], base.sheet.rounds
    if told := value(Cell(RESULT)):
        blank = scoresheet(base.game, spans, (), {**base.options, FINISHED: 0}, base.first_starter, base.order)
        result = Result.parse(told)
        return result_sheet(blank, result.ends, result.why)
    numbers = [cell.round or 0 for cell in moved if cell.kind in ON_SHEET]
    last = max([len(written), *numbers])
    known = written[: min(numbers) - 1] if len(numbers) == len(moved) else ()
    rounds = [facts_of(number, len(spans), value) for number in range(len(known) + 1, last + 1)]
    if known and not all(facts.blank for facts in rounds):
        return sheet_after(known, base.game, spans, rounds, base.options, base.order)
    rounds = [facts_of(number, len(spans), value) for number in range(1, len(known) + 1)] + rounds
    return scoresheet(base.game, spans, rounds, base.options, base.first_starter, base.order)
