"""The end of a round as a moment: kept in the page's fragment as data, which a script shows once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flask import render_template
from markupsafe import Markup

from companion.games.game import ranks
from companion.games.moment import Moment
from companion.games.scoresheet import SheetRound
from companion.ledger.cells import FINISH
from companion.ledger.moments import ending
from companion.ledger.state import MatchState

from .end import End, end_of
from .notes import Note, next_start
from .signs import Sign
from .words import gettext, say, seat_names, signed

WAYS: dict[int | None, Sign | Literal[""]] = {1: "rotate-cw", -1: "rotate-ccw"}


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody's round: the total before and after, `plus` what it brought and its mark. `by`: how many rows it moves
    down to its new place.
    """

    seat: int
    name: str
    place: int
    before: str
    after: str
    plus: str
    mark: str
    by: int


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """How a round ended. `about`: seats with their names; `sign`: the arrows on the card; `done`: the missions of whom
    it is about, each "done", "new" or "" for one that is still to come; `rows` as they stood before.
    """

    opening: str
    asks: str
    said: str
    because: str
    about: tuple[tuple[int, str], ...]
    face: str
    tint: str
    sign: Sign | Literal[""]
    done: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A moment ready to print. `version`: of the match, by what was written; `at`: when, in milliseconds, which a
    script holds against the time of the answer; `told`: all of it in sentences. `round` is None where the group ended
    the match after it; then who starts, `start` and `starter`, or the `end`.
    """

    number: int
    version: int
    at: int
    told: str
    round: RoundEnd | None
    start: Note | None
    starter: tuple[int, str] | None
    end: End | None


def moment(state: MatchState) -> Markup:
    """What is to be shown when this version of a match comes in where an older one was; mostly nothing."""
    shown = _shown(state)
    return Markup(render_template("live/_ended.html", it=shown)) if shown else Markup("")


def _shown(state: MatchState) -> Shown | None:
    found = ending(state)
    if found is None:
        return None
    round_, record = found
    totals = [_total(round_, at) for at in range(len(round_.playing))]
    said = state.game.moment(round_.judged, totals)
    by_group = record.cell.kind is FINISH
    end = end_of(state)
    start, starter = next_start(state)
    told = [] if by_group else [say(said.told or said.said, state.name), *_because(state, said)]
    told += [end.title, end.why] if end else [_front(state), start.said if start else ""]
    return Shown(
        round_.number,
        record.version,
        round(record.at.timestamp() * 1000),
        _sentences(gettext("Round %(round)s", round=round_.number), *told),
        None if by_group else _round(state, round_, said, totals),
        start,
        starter,
        end,
    )


def _total(round_: SheetRound, place: int) -> int:
    """A total after the round; who did not report has what it had."""
    total = round_.cells[round_.playing[place]].total
    return round_.judged.before[place] if total is None else total


def _because(state: MatchState, said: Moment) -> list[str]:
    return [] if said.told else [say(said.because, state.name)]


def _front(state: MatchState) -> str:
    """Who leads, in words."""
    first = [seat for seat in state.playing if state.sheet.places[seat] == 1]
    if not first:
        return ""
    total = signed(state.sheet.totals[first[0]])
    leads = gettext(state.game.words.leads, names=seat_names(state, first), total=total)
    return gettext("In front: %(leads)s", leads=leads)


def _sentences(*told: str) -> str:
    """Sentences behind each other, each with its own end."""
    return " ".join(said if said[-1] in "!?." else f"{said}." for said in told if said)


def _round(state: MatchState, round_: SheetRound, said: Moment, totals: list[int]) -> RoundEnd:
    rows = _rows(state, round_, totals)
    hero = said.about[0] if state.game.tallies and said.about else None
    place = None if hero is None else round_.playing.index(hero)
    done = () if place is None else _done(round_.judged.before[place], totals[place], state.agreement.limit or 0)
    return RoundEnd(
        say(said.opening, state.name),
        say(said.asks, state.name),
        say(said.said, state.name),
        say(said.because, state.name),
        tuple((seat, state.name(seat)) for seat in said.about),
        signed(said.face),
        f"{said.tint} long" if len(said.face) > 3 else said.tint,
        WAYS.get(said.way, ""),
        done,
        rows,
    )


def _done(before: int, total: int, limit: int) -> tuple[str, ...]:
    old, now = min(before, limit), min(total, limit)
    return (*["done"] * old, *["new"] * (now - old), *[""] * (limit - now))


def _rows(state: MatchState, round_: SheetRound, totals: list[int]) -> tuple[Row, ...]:
    """Everybody in the order of the places before the round, each with the way to the place after it."""
    judged, lowest = round_.judged, state.agreement.lowest_wins
    at = {seat: place for place, seat in enumerate(round_.playing)}
    before, after = ranks(judged.before, lowest), state.game.places(judged, totals)
    seats = [seat for seat in state.order if seat in at]
    old = sorted(seats, key=lambda seat: before[at[seat]])
    new = sorted(old, key=lambda seat: after[at[seat]])
    ways = {seat: new.index(seat) - old.index(seat) for seat in old}
    return tuple(_row(state, round_, seat, after[at[seat]], totals[at[seat]], ways[seat]) for seat in old)


def _row(state: MatchState, round_: SheetRound, seat: int, place: int, total: int, by: int) -> Row:
    plus, mark = last_points(state, round_, seat)
    before = round_.judged.before[round_.playing.index(seat)]
    return Row(seat, state.name(seat), place, signed(before), signed(total), plus, mark, by)


def last_points(state: MatchState, round_: SheetRound, seat: int) -> tuple[str, str]:
    """What a round brought a seat, such as `+14`, and the mark beside it; empty for who was not there."""
    score = round_.cells[seat].score
    if score is None:
        return "", ""
    mark = score.mark or (state.game.words.badge if seat == round_.closer else "")
    return signed(f"{score.points:+d}" if score.points else 0), gettext(mark) if mark else ""
