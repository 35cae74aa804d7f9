"""The verbs of hands: a seat's entry, who ended a round, and undo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from companion.games.house import NOBODY
from companion.games.why import N_, BadEntry, Refusal

from .cells import CLOSER, ENTRY, Cell
from .hidden import hides
from .pen import Change, Conflict, Late, OnScreens, Pen, Plan
from .state import MatchState

T = TypeVar("T")


def enter(
    pen: Pen, round_: int, seat: int, entry: Any | None, closes: bool | None = None, release: bool = False
) -> MatchState:
    """Write a seat's entry (None withdraws it) and whether it ended the round (None: not said).

    `release`: nobody ended the round, whoever stands there. Raises BadEntry, Refusal, Conflict.
    """
    return pen.write(entering(pen, round_, seat, entry, closes, release), "enter", round_, seat, entry, closes)


def entering(
    pen: Pen, round_: int, seat: int, entry: Any | None, closes: bool | None = None, release: bool = False
) -> Plan:
    """The changes that `enter` writes, checked. They raise BadEntry and Refusal."""
    closer_cell = Cell(CLOSER, round_)

    def plan(state: MatchState) -> list[Change]:
        check_open(state, round_, seat)
        if closes:
            _check_asked(state)
        changes = [Change(Cell(ENTRY, round_, seat), entry)]
        closer = state.trails.value(closer_cell)
        known = state.trails.value_at(closer_cell, pen.seen.get(closer_cell, 0))
        if closes is not None and (closes != (known == seat) or release):
            closer = seat if closes else None
            changes.append(Change(closer_cell, closer))
        check_entry(state, round_, seat, entry, closer)
        return changes

    return plan


class BadEntries(BadEntry):
    """What several seats report cannot be: `by_seat` says why."""

    def __init__(self, by_seat: Mapping[int, BadEntry]) -> None:
        first = next(iter(by_seat.values()))
        super().__init__(first.why.msgid, first.field, **first.why.values)
        self.by_seat = dict(by_seat)


def enter_all(
    pen: Pen, round_: int, entries: Mapping[int, Any], closes: Mapping[int, bool], release: bool = False
) -> MatchState:
    """Write what one phone tells of several seats, in one save: their entries, and which of them ended the round.

    `closes`: what is said of that, by seat; one at most did. `release`: as in `enter`. An entry that stood there
    already when its page was shown is none of its news. Raises BadEntries, Refusal, Conflict.
    """
    told = (sorted(entries.items()), sorted(closes.items()))
    return pen.write(_entering_all(pen, round_, entries, closes, release), "enter all", round_, *told)


def _entering_all(pen: Pen, round_: int, entries: Mapping[int, Any], closes: Mapping[int, bool], release: bool) -> Plan:
    closer_cell = Cell(CLOSER, round_)

    def plan(state: MatchState) -> list[Change]:
        for seat in (*entries, *closes):
            check_open(state, round_, seat)
        if any(closes.values()):
            _check_asked(state)
        cells = {seat: Cell(ENTRY, round_, seat) for seat in entries}
        news = {seat: entry for seat, entry in entries.items() if _is_news(state, pen, cells[seat], entry)}
        changes = [Change(cells[seat], entry) for seat, entry in news.items()]
        closer = state.trails.value(closer_cell)
        known = state.trails.value_at(closer_cell, pen.seen.get(closer_cell, 0))
        said = next((seat for seat, ended in closes.items() if ended), None)
        if closes and (said != known if said is not None else known in closes or release):
            closer = said
            changes.append(Change(closer_cell, closer))
        _check_entries(state, round_, news, closer)
        return changes

    return plan


def _is_news(state: MatchState, pen: Pen, cell: Cell, entry: Any) -> bool:
    """Whether an entry is another one than its page had seen in the cell."""
    seen = state.trails.value_at(cell, pen.seen.get(cell, 0))
    return seen is None or not state.game.same(seen, entry)


def _check_entries(state: MatchState, round_: int, entries: Mapping[int, Any], closer: int | None) -> None:
    """Raise BadEntries when seats cannot report this in a round that `closer` ended."""
    told = dict(entries)
    if closer in state.sheet.rounds[round_ - 1].playing:
        told.setdefault(closer, state.trails.value(Cell(ENTRY, round_, closer)))
    each(told, lambda seat: check_entry(state, round_, seat, told[seat], closer))


def each(seats: Iterable[int], verb: Callable[[int], T]) -> dict[int, T]:
    """What a verb says of each seat. Raises BadEntries with all that it refuses."""
    said, wrong = {}, {}
    for seat in seats:
        try:
            said[seat] = verb(seat)
        except BadEntry as bad:
            wrong[seat] = bad
    if wrong:
        raise BadEntries(wrong)
    return said


def close_round(pen: Pen, round_: int, seat: int) -> MatchState:
    """Write who ended the round, or that NOBODY did. Raises Refusal when that seat's hand is too large for it, or
    nobody is no answer, and Conflict.
    """

    def plan(state: MatchState) -> list[Change]:
        _check_asked(state)
        if seat == NOBODY:
            _check_broken_off(state, round_)
        else:
            check_open(state, round_, seat)
            _check_closer(state, pen.phone, round_, seat)
        return [Change(Cell(CLOSER, round_), seat)]

    return pen.write(plan, "close", round_, seat)


def _check_asked(state: MatchState) -> None:
    """Raise BadEntry where nobody is asked who ended a round (points P3)."""
    if not state.agreement.closes:
        raise BadEntry(N_("In this match nobody notes who ended a round."), "closed")


def _check_closer(state: MatchState, phone: int, round_: int, seat: int) -> None:
    """Raise BadEntry when the seat's hand cannot have ended the round; why only to a phone that may see it (H4)."""
    cell = Cell(ENTRY, round_, seat)
    try:
        check_entry(state, round_, seat, state.trails.value(cell), seat)
    except BadEntry as bad:
        if not hides(state, phone, cell):
            raise
        said = N_("%(name)s can’t have ended the round with these cards: check them together.")
        raise BadEntry(said, bad.field, name=state.name(seat)) from bad


def _check_broken_off(state: MatchState, round_: int) -> None:
    """Raise Refusal unless nobody may have ended that round, of which all hands are in (house H3)."""
    if not state.agreement.unclosed:
        raise Refusal(N_("Choose someone from the list."), "seat")
    check_round(state, round_)
    if state.sheet.rounds[round_ - 1].missing:
        raise Late(N_("Enter all hands of round %(round)s first."), round=round_)


def check_entry(state: MatchState, round_: int, seat: int, entry: Any | None, closer: int | None) -> None:
    """Raise BadEntry when that seat cannot report this in a round that `closer` ended, whatever the others report."""
    judged = state.sheet.rounds[round_ - 1].judged
    place = judged.seats.index(seat)
    ended = judged.seats.index(closer) if closer in judged.seats else None
    state.game.check(judged.changed(place, entry, ended), place)


def check_open(state: MatchState, round_: int, seat: int) -> None:
    """Raise Refusal when that cell cannot be written now: no such round yet, not playing in it, the match stopped."""
    check_round(state, round_)
    if not 0 <= seat < len(state.seats):
        raise Refusal(N_("Choose someone from the list."), "seat")
    if seat not in state.sheet.rounds[round_ - 1].playing:
        raise Late(N_("%(name)s isn’t playing in round %(round)s."), name=state.name(seat), round=round_)


def check_round(state: MatchState, round_: int) -> None:
    """Raise Refusal when no cell of that round can be written now."""
    rounds = state.sheet.rounds
    if not 1 <= round_ <= len(rounds):
        raise Refusal(N_("Round %(round)s hasn’t started: finish the round before it."), round=round_)
    if state.dealing == round_:
        raise OnScreens(state.game.words.on_screens, round_)
    if state.stopped and not rounds[round_ - 1].complete:
        raise Late(N_("This match was stopped. Resume it to keep playing."))


def undo(pen: Pen, version: int) -> MatchState:
    """Take back what this phone wrote in `version`, its last write, by writing what stood there before.

    Raises Refusal when that is not its last write (any more), Conflict when somebody wrote there since.
    """

    def plan(state: MatchState) -> list[Change]:
        records = state.trails.last_write(pen.phone)
        if not records or records[0].version != version:
            raise Late(N_("That’s no longer your last entry: check the pad, then undo again."))
        changes, over = [], []
        for record in records:
            standing = state.trails.standing(record.cell)
            before = standing[standing.index(record) - 1].value if standing.index(record) else None
            change = Change(record.cell, before)
            changes.append(change)
            if standing[-1] != record:
                over.append((change, standing[-1]))
        if over:
            raise Conflict(over)
        return changes

    return pen.write(plan, "undo", undoes=version)
