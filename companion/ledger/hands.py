"""The verbs of hands: a seat's entry, who ended a round, and undo."""

from __future__ import annotations

from typing import Any

from companion.games.house import NOBODY
from companion.games.why import N_, BadEntry, Refusal

from .cells import CLOSER, ENTRY, Cell
from .pen import Change, Conflict, Late, OnScreens, Pen, Plan
from .state import MatchState


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
            check_entry(state, round_, seat, state.trails.value(Cell(ENTRY, round_, seat)), seat)
        return [Change(Cell(CLOSER, round_), seat)]

    return pen.write(plan, "close", round_, seat)


def _check_asked(state: MatchState) -> None:
    """Raise BadEntry where nobody is asked who ended a round (points P3)."""
    if not state.agreement.closes:
        raise BadEntry(N_("This match does not write down who ended a round."), "closed")


def _check_broken_off(state: MatchState, round_: int) -> None:
    """Raise Refusal unless nobody may have ended that round, of which all hands are in (house H3)."""
    if not state.agreement.unclosed:
        raise Refusal(N_("Choose somebody from the list."), "seat")
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
        raise Refusal(N_("Choose somebody from the list."), "seat")
    if seat not in state.sheet.rounds[round_ - 1].playing:
        raise Late(N_("%(name)s does not play in round %(round)s."), name=state.name(seat), round=round_)


def check_round(state: MatchState, round_: int) -> None:
    """Raise Refusal when no cell of that round can be written now."""
    rounds = state.sheet.rounds
    if not 1 <= round_ <= len(rounds):
        raise Refusal(N_("Round %(round)s is not open: finish the round before it."), round=round_)
    if state.dealing == round_:
        raise OnScreens(state.game.words.on_screens, round_)
    if state.stopped and not rounds[round_ - 1].complete:
        raise Late(N_("This match was stopped. Open it again to play on."))


def undo(pen: Pen, version: int) -> MatchState:
    """Take back what this phone wrote in `version`, its last write, by writing what stood there before.

    Raises Refusal when that is not its last write (any more), Conflict when somebody wrote there since.
    """

    def plan(state: MatchState) -> list[Change]:
        records = state.trails.last_write(pen.phone)
        if not records or records[0].version != version:
            raise Late(N_("That is not your last entry any more: look at the sheet, then undo again."))
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
