"""The scoresheet: all the pad shows, derived from what was written down. It never raises on stored facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .game import Game, Problem, Round, Score, Start
from .options import FINISHED, Options
from .why import N_, Why

UNKNOWN = Start(None, None, None)
FROM_PAPER = Why(N_("The totals are from paper."))


@dataclass(frozen=True, slots=True)
class SeatSpan:
    """From which round to which (None: to the end) a seat plays, and the points it started with."""

    first_round: int = 1
    last_round: int | None = None
    start_points: int = 0

    def plays(self, round_: int) -> bool:
        """Whether the seat is dealt in for that round, numbered from 1."""
        return self.first_round <= round_ and (self.last_round is None or round_ <= self.last_round)


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """What was written down for one round: entries by seat, who closed it (NOBODY where that was said), house-rule
    points (± points) by seat.
    """

    entries: Mapping[int, Any] = field(default_factory=dict)
    closer: int | None = None
    adjust: Mapping[int, int] = field(default_factory=dict)

    @property
    def blank(self) -> bool:
        """Nothing is written for this round."""
        return not self.entries and self.closer is None and not any(self.adjust.values())


@dataclass(frozen=True, slots=True)
class SheetCell:
    """One seat in one round.

    `state`: "away" (not playing), "waiting" (nothing reported), "in" (a hand, not scored yet), "scored".
    `count` is the hand by itself; `score` what the round makes of it, house rules included; `total` the seat's points
    after this round. Points are None until they are known: blank is not zero.
    """

    state: str
    entry: Any = None
    count: Score | None = None
    score: Score | None = None
    adjust: int = 0
    total: int | None = None


@dataclass(frozen=True, slots=True)
class SheetRound:
    """One round as the pad shows it; `cells` by seat number. `judged`: what the game was asked about; `counted` is
    False for rounds after the end; `needs_closer`: all have reported; who ended the round is asked.
    """

    number: int
    cells: tuple[SheetCell, ...]
    playing: tuple[int, ...]
    closer: int | None
    complete: bool
    counted: bool
    missing: tuple[int, ...]
    problems: tuple[Problem, ...]
    start: Start
    judged: Round[Any]
    needs_closer: bool

    @property
    def begun(self) -> bool:
        """Somebody has reported a hand, or who ended the round: the cards are on the table."""
        return len(self.missing) < len(self.playing) or self.closer is not None


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """Everything that follows from the facts. `totals`, `places` and `to_limit` are by seat number.

    `places` and `to_limit` are None for a seat that left (it is out of the ranking), `limit` and `to_limit` where no
    total ends the match. `open_round` is the number of the first round that is not complete, None when the match is
    over. `over` says why the match ended, at `over_round`. `unknown`: of a match of which only the result is known the
    seats without a total, where 0 stands in `totals`; None for all others.
    """

    rounds: tuple[SheetRound, ...]
    totals: tuple[int, ...]
    places: tuple[int | None, ...]
    to_limit: tuple[int | None, ...]
    limit: int | None
    over: Why | None
    over_round: int | None
    over_seats: tuple[int, ...]
    winners: tuple[int, ...]
    open_round: int | None
    unknown: frozenset[int] | None = None

    @property
    def starter(self) -> int | None:
        """Who begins the round that is open."""
        return self._open.start.seat if self._open else None

    @property
    def direction(self) -> int | None:
        """Which way round the open round goes: 1 clockwise, -1 counter-clockwise."""
        return self._open.start.direction if self._open else None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of all rounds that count; their `seats` are seat numbers."""
        return tuple(problem for round_ in self.rounds if round_.counted for problem in round_.problems)

    @property
    def _open(self) -> SheetRound | None:
        return self.rounds[self.open_round - 1] if self.open_round else None


def scoresheet(
    game: Game[Any],
    seats: Sequence[SeatSpan],
    rounds: Sequence[RoundFacts],
    options: Options,
    first_starter: int,
    order: Sequence[int] | None = None,
) -> Scoresheet:
    """The sheet of a match: scores with reasons, totals, places, over and why, winners, next starter.

    `seats` by seat number; `rounds` from round 1, without gaps; `order` is the seats clockwise (seat order when None).
    After a last round that is complete the next one is added, open, unless the match is over (mojo M20: judged on
    complete rounds only).
    """
    ring = full_order(len(seats), order or ())
    writer = _Writer(game, tuple(seats), options, ring)
    return writer.write(rounds, writer.first(first_starter))


def sheet_after(
    known: Sequence[SheetRound],
    game: Game[Any],
    seats: Sequence[SeatSpan],
    rounds: Sequence[RoundFacts],
    options: Options,
    order: Sequence[int],
) -> Scoresheet:
    """What `scoresheet` says of a match whose first rounds are known; so a long evening costs as much as a short one.

    `known`: those of another sheet with these seats, options and order, at least one, in which nothing else is written
    now. `rounds` come after them; something is written there.
    """
    writer = _Writer(game, tuple(seats), options, full_order(len(seats), order))
    return writer.write(rounds, writer.take_over(known))


def full_order(seats: int, order: Sequence[int]) -> tuple[int, ...]:
    """All seat numbers clockwise: those of `order` first, then those it does not name (who joined later)."""
    known = [seat for seat in dict.fromkeys(order) if 0 <= seat < seats]
    return (*known, *(seat for seat in range(seats) if seat not in known))


class _Writer:
    """Fills a sheet round by round; it lives for one call."""

    def __init__(self, game: Game[Any], seats: tuple[SeatSpan, ...], options: Options, ring: tuple[int, ...]) -> None:
        self.game, self.seats, self.options, self.ring = game, seats, options, ring
        self.agreement = game.agreement(options)
        self.totals = [span.start_points for span in seats]
        self.reported: list[tuple[Any, ...]] = [()] * len(seats)
        self.done: list[SheetRound] = []
        self.over: SheetRound | None = None

    def write(self, rounds: Sequence[RoundFacts], start: Start) -> Scoresheet:
        last = max((number for number, facts in enumerate(rounds, 1) if not facts.blank), default=0)
        for number, facts in enumerate(rounds[:last], len(self.done) + 1):
            start = self._add(number, facts, start)
        if not self.over and (not self.done or self.done[-1].complete):
            self._add(len(self.done) + 1, RoundFacts(), start)
        if self.options.get(FINISHED) == 0 and not last:  # Only the totals are known.
            self.over = self.done[0]
        return self._sheet()

    def take_over(self, known: Sequence[SheetRound]) -> Start:
        """Take over rounds as they are, and return the start of the next one."""
        self.done = [*known]
        waiting = set(range(len(self.seats)))
        for round_ in reversed(known):  # Mostly the last one tells of all who were ever there.
            judged = round_.judged
            for seat, before, earlier in zip(judged.seats, judged.before, judged.earlier, strict=True):
                if seat in waiting:
                    cell = round_.cells[seat]
                    self.totals[seat] = before if cell.total is None else cell.total
                    self.reported[seat] = earlier if cell.entry is None else (*earlier, cell.entry)
            if not (waiting := waiting.difference(judged.seats)):
                break
        last = next(round_ for round_ in reversed(known) if round_.counted)
        if last.complete and self.game.ended(last.judged, [self.totals[seat] for seat in last.playing]):
            self.over = last
        return self._next(known[-1])

    def _playing(self, number: int) -> tuple[int, ...]:
        return tuple(seat for seat, span in enumerate(self.seats) if span.plays(number))

    def first(self, starter: int) -> Start:
        playing = self._playing(1)
        if starter not in self.ring or not playing or starter in playing:
            return self.game.first_start(starter, self.options)
        at = self.ring.index(starter)
        following = next(seat for seat in self.ring[at:] + self.ring[:at] if seat in playing)
        start = self.game.first_start(following, self.options)
        if start.seat is None:
            return start
        return Start(following, start.direction, Why(N_("next in line, because the starter left")))

    def _judged(self, number: int, facts: RoundFacts) -> Round[Any]:
        """The round as the game is asked about it."""
        playing = self._playing(number)
        closer, off = self.agreement.ended_by(facts.closer, playing)
        entries = tuple(facts.entries.get(seat) for seat in playing)
        before = tuple(self.totals[seat] for seat in playing)
        earlier = tuple(self.reported[seat] for seat in playing)
        return Round(number, playing, entries, closer, before, earlier, self.options, off)

    def _add(self, number: int, facts: RoundFacts, start: Start) -> Start:
        """Append a round and return the start of the next one."""
        judged = self._judged(number, facts)
        playing, entries, closer = judged.seats, judged.entries, judged.closer
        problems = self.game.problems(judged)
        complete = bool(playing) and not problems and self.game.complete(judged)
        scores = self.game.score(judged) if complete else (None,) * len(playing)
        cells = [SheetCell("away")] * len(self.seats)
        for seat, entry, score in zip(playing, entries, scores, strict=True):
            cells[seat] = self._cell(seat, entry, score, facts.adjust.get(seat, 0))
            if entry is not None:
                self.reported[seat] = (*self.reported[seat], entry)
        missing = tuple(seat for seat, entry in zip(playing, entries, strict=True) if entry is None)
        unsaid = not missing and closer is None and not judged.broken_off
        asked = unsaid and self.game.needs_closer(judged, complete)
        by = None if closer is None else playing[closer]
        round_ = SheetRound(
            number, tuple(cells), playing, by, complete, self.over is None, missing, problems, start, judged, asked
        )
        self.done.append(round_)
        if complete and self.over is None and self.game.ended(judged, [self.totals[seat] for seat in playing]):
            self.over = round_
        return self._next(round_)

    def _next(self, round_: SheetRound) -> Start:
        """The start of the round after this one."""
        coming = self._playing(round_.number + 1)
        if not round_.complete or not coming:
            return UNKNOWN
        return self.game.next_start(round_.start, round_.judged, self.ring, coming)

    def _cell(self, seat: int, entry: Any, score: Score | None, adjust: int) -> SheetCell:
        if entry is None:
            return SheetCell("waiting", adjust=adjust)
        count = self.game.count(entry, self.options)
        if score is None:
            return SheetCell("in", entry, count, adjust=adjust)
        if adjust:
            points = score.points + adjust
            values = {"score": score.why, "adjust": f"{adjust:+d}".replace("-", "−"), "points": points}
            score = replace(
                score, points=points, why=Why(N_("%(score)s, house rule %(adjust)s, makes %(points)s"), values)
            )
        if self.over is None:
            self.totals[seat] += score.points
        return SheetCell("scored", entry, count, score, adjust, None if self.over else self.totals[seat])

    def _sheet(self) -> Scoresheet:
        now = self.over or self.done[-1]
        ranked = now.playing
        totals = [self.totals[seat] for seat in ranked]
        judged = now.judged if now.complete else replace(now.judged, closer=None)
        places = dict(zip(ranked, self.game.places(judged, totals), strict=True))
        far = None if self.agreement.limit is None else [self.agreement.limit - total for total in self.totals]
        to_limit = tuple(far[seat] if far and seat in ranked else None for seat in range(len(self.totals)))
        over = self.over is not None
        return Scoresheet(
            rounds=tuple(self.done),
            totals=tuple(self.totals),
            places=tuple(places.get(seat) for seat in range(len(self.totals))),
            to_limit=to_limit,
            limit=self.agreement.limit,
            over=(FROM_PAPER if not now.begun else self.game.why_over(judged, totals)) if over else None,
            over_round=now.number if over else None,
            over_seats=tuple(seat for seat in ranked if far and far[seat] <= 0) if over and now.begun else (),
            winners=tuple(seat for seat in ranked if places[seat] == 1) if over else (),
            open_round=None if over else next(round_.number for round_ in self.done if not round_.complete),
        )
