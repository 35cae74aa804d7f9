"""The scoresheet: all the pad shows, derived from what was written down. It never raises on stored facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from .game import N_, Entry, Game, Options, Problem, Score, Start, Who, Why

UNKNOWN = Start(None, None, None)


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
    """What was written down for one round: entries by seat, who closed it, house-rule points (± points) by seat."""

    entries: Mapping[int, Entry] = field(default_factory=dict)
    closer: int | None = None
    adjust: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Sequence[Entry | None]) -> RoundFacts:
        """Facts from entries in seat order; the closer is the seat whose entry says `closed`."""
        held = {seat: entry for seat, entry in enumerate(entries) if entry is not None}
        return cls(held, next((seat for seat, entry in held.items() if entry.closed), None))

    @property
    def blank(self) -> bool:
        """Nothing is written for this round."""
        return not self.entries and self.closer is None and not any(self.adjust.values())


@dataclass(frozen=True, slots=True)
class Cell:
    """One seat in one round.

    `state`: "away" (not playing), "waiting" (nothing reported), "in" (a hand, not scored yet), "scored".
    `count` is the hand by itself; `score` what the round makes of it, house rules included; `total` the seat's points
    after this round. Points are None until they are known: blank is not zero.
    """

    state: str
    entry: Entry | None = None
    count: Score | None = None
    score: Score | None = None
    adjust: int = 0
    total: int | None = None


@dataclass(frozen=True, slots=True)
class SheetRound:
    """One round as the pad shows it; `cells` by seat number. `counted` is False for rounds after the end."""

    number: int
    cells: tuple[Cell, ...]
    playing: tuple[int, ...]
    closer: int | None
    complete: bool
    counted: bool
    missing: tuple[int, ...]
    problems: tuple[Problem, ...]
    start: Start

    @property
    def begun(self) -> bool:
        """Somebody has reported a hand, or who ended the round: the cards are on the table."""
        return len(self.missing) < len(self.playing) or self.closer is not None

    @property
    def needs_closer(self) -> bool:
        """All hands are in and nobody is written down as the one who ended the round."""
        return bool(self.playing) and not self.missing and not self.complete and self.closer is None


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """Everything that follows from the facts. `totals`, `places` and `to_limit` are by seat number.

    `places` and `to_limit` are None for a seat that left (it is out of the ranking). `open_round` is the number of the
    first round that is not complete, None when the match is over. `over` says why the match ended, at `over_round`.
    """

    rounds: tuple[SheetRound, ...]
    totals: tuple[int, ...]
    places: tuple[int | None, ...]
    to_limit: tuple[int | None, ...]
    limit: int
    over: Why | None
    over_round: int | None
    over_seats: tuple[int, ...]
    winners: tuple[int, ...]
    open_round: int | None

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
    game: Game,
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
    return _Writer(game, tuple(seats), options, ring).write(rounds, first_starter)


def full_order(seats: int, order: Sequence[int]) -> tuple[int, ...]:
    """All seat numbers clockwise: those of `order` first, then those it does not name (who joined later)."""
    known = [seat for seat in dict.fromkeys(order) if 0 <= seat < seats]
    return (*known, *(seat for seat in range(seats) if seat not in known))


def seated(why: Why, playing: Sequence[int]) -> Why:
    """The reason of `Game.score` with the numbers of the seats, which are `playing` in the order of the entries."""
    values: dict[str, object] = {}
    for key, value in why.values.items():
        if isinstance(value, Who):
            value = Who(playing[value.seat])
        elif isinstance(value, Why):
            value = seated(value, playing)
        values[key] = value
    return Why(why.msgid, values)


class _Writer:
    """Fills a sheet round by round; it lives for one call."""

    def __init__(self, game: Game, seats: tuple[SeatSpan, ...], options: Options, ring: tuple[int, ...]) -> None:
        self.game, self.seats, self.options, self.ring = game, seats, options, ring
        self.totals = [span.start_points for span in seats]
        self.done: list[SheetRound] = []
        self.over: SheetRound | None = None

    def write(self, rounds: Sequence[RoundFacts], first_starter: int) -> Scoresheet:
        last = max((number for number, facts in enumerate(rounds, 1) if not facts.blank), default=0)
        start = self._first(first_starter)
        for number in range(1, last + 1):
            start = self._add(number, rounds[number - 1], start)
        if not self.over and (not self.done or self.done[-1].complete):
            self._add(len(self.done) + 1, RoundFacts(), start)
        return self._sheet()

    def _playing(self, number: int) -> tuple[int, ...]:
        return tuple(seat for seat, span in enumerate(self.seats) if span.plays(number))

    def _first(self, starter: int) -> Start:
        playing = self._playing(1)
        if starter not in self.ring or not playing or starter in playing:
            return self.game.first_start(starter, self.options)
        at = self.ring.index(starter)
        following = next(seat for seat in self.ring[at:] + self.ring[:at] if seat in playing)
        start = self.game.first_start(following, self.options)
        if start.seat is None:
            return start
        return Start(following, start.direction, Why(N_("next after the one who was to begin and left")))

    def _add(self, number: int, facts: RoundFacts, start: Start) -> Start:
        """Append a round and return the start of the next one."""
        playing = self._playing(number)
        closer = facts.closer if facts.closer in playing else None
        entries = [facts.entries[seat].closing(seat == closer) if seat in facts.entries else None for seat in playing]
        held = {seat: entry for seat, entry in zip(playing, entries, strict=True) if entry}
        problems = self._problems(playing, entries, held)
        before = [self.totals[seat] for seat in playing]
        enough = self.game.complete(entries) or self.game.decided(entries, before, self.options)
        complete = bool(playing) and not problems and enough
        scores = self._scores([*held.values()], [*held]) if complete else ()
        score_of = dict(zip(held, scores, strict=False))
        cells = [Cell("away")] * len(self.seats)
        for at, seat in enumerate(playing):
            adjust = facts.adjust.get(seat, 0)
            cells[seat] = self._cell(seat, entries[at], score_of.get(seat), adjust)
        missing = tuple(seat for seat, entry in zip(playing, entries, strict=True) if entry is None)
        round_ = SheetRound(
            number, tuple(cells), playing, closer, complete, self.over is None, missing, problems, start
        )
        self.done.append(round_)
        ended = complete and self.game.ended([self.totals[seat] for seat in playing], self.options)
        if ended and self.over is None:
            self.over = round_
        if not complete:
            return UNKNOWN
        coming = self._playing(number + 1)
        return self.game.start_after(start, held, self.ring, coming, self.options) if coming else UNKNOWN

    def _problems(
        self, playing: tuple[int, ...], entries: Sequence[Entry | None], held: Mapping[int, Entry]
    ) -> tuple[Problem, ...]:
        """What cannot be in a round, and in the match up to it."""
        alone = self.game.problems(entries, self.options)
        earlier = [{seat: cell.entry for seat, cell in enumerate(done.cells) if cell.entry} for done in self.done]
        return (
            *(Problem(each.why, tuple(playing[at] for at in each.seats), each.value) for each in alone),
            *self.game.problems_since(earlier, held, self.totals, self.options),
        )

    def _scores(self, entries: Sequence[Entry], playing: Sequence[int]) -> tuple[Score, ...]:
        scores = self.game.score(entries, self.options)
        return tuple(replace(score, why=seated(score.why, playing)) for score in scores)

    def _cell(self, seat: int, entry: Entry | None, score: Score | None, adjust: int) -> Cell:
        if entry is None:
            return Cell("waiting", adjust=adjust)
        count = self.game.count(entry, self.options)
        if score is None:
            return Cell("in", entry, count, adjust=adjust)
        if adjust:
            points = score.points + adjust
            said = N_("%(score)s, house rule %(adjust)s = %(points)s")
            score = Score(
                points,
                Why(said, {"score": score.why, "adjust": f"{adjust:+d}".replace("-", "−"), "points": points}),
                score.mark,
            )
        if self.over is None:
            self.totals[seat] += score.points
        return Cell("scored", entry, count, score, adjust, None if self.over else self.totals[seat])

    def _sheet(self) -> Scoresheet:
        now = self.over or self.done[-1]
        ranked = now.playing
        places: list[int | None] = [None] * len(self.seats)
        closer = ranked.index(now.closer) if now.complete and now.closer is not None else None
        final = self.game.places([self.totals[seat] for seat in ranked], closer, self.options)
        for seat, place in zip(ranked, final, strict=True):
            places[seat] = place
        limit = self.game.limit_of(self.options)
        to_limit = tuple(limit - total if seat in ranked else None for seat, total in enumerate(self.totals))
        over = self.over is not None
        return Scoresheet(
            rounds=tuple(self.done),
            totals=tuple(self.totals),
            places=tuple(places),
            to_limit=to_limit,
            limit=limit,
            over=self.game.why_over(now.number, self.options) if over else None,
            over_round=now.number if over else None,
            over_seats=tuple(seat for seat in ranked if self.totals[seat] >= limit) if over else (),
            winners=tuple(seat for seat in ranked if places[seat] == 1) if over else (),
            open_round=None if over else next(round_.number for round_ in self.done if not round_.complete),
        )
