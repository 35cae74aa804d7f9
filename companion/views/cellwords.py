"""What a cell is called, and what it holds, in words: for trails, conflicts and undo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask import url_for

from companion.games.house import NOBODY
from companion.games.options import chosen
from companion.ledger import cells
from companion.ledger.cells import CLOSER, ENTRY, Cell, Kind
from companion.ledger.hidden import HIDDEN
from companion.ledger.state import MatchState
from companion.ledger.trails import Record

from .words import gettext, names, phone_name, say, seat_names, signed


def cell_title(state: MatchState, cell: Cell) -> str:
    """What a cell is called on pages: `Pau, round 2`."""
    title = state.game.words.closer if cell.kind is CLOSER else cell.kind.title
    name = next((seat.name for seat in state.seats if seat.number == cell.seat), "")
    return gettext(title, name=name, round=cell.round)


def cell_value(state: MatchState, cell: Cell, value: Any) -> str:
    """What a cell of a match holds, in words; nobody is told what somebody was called who was deleted."""
    if cell.kind is cells.NAME and any(state.seats[cell.seat or 0].unnamed):
        return state.name(cell.seat or 0)
    return SAID[cell.kind](state, value)


def draft_of(state: MatchState, cell: Cell) -> str:
    """The name under which a phone keeps what is typed for a cell and not saved, which is the address of its sheet;
    empty for what is no hand.
    """
    if cell.kind is not ENTRY:
        return ""
    return url_for("entry.edit", public_id=state.public_id, round_=cell.round, seat=cell.seat)


def what(state: MatchState, records: Iterable[Record]) -> str:
    """The records of one write in short, for the undo button: `Zoé, round 2`; `Round 2` where one phone told it all."""
    written = [record.cell for record in sorted(records, key=_entries_first)]
    rounds = [cell.round for cell in written if cell.kind is ENTRY]
    if len(rounds) > 1 and len(set(rounds)) == 1:
        return gettext("Round %(round)s", round=rounds[0])
    return names(dict.fromkeys(cell_title(state, cell) for cell in written))


def _entries_first(record: Record) -> tuple[bool, str]:
    return record.cell.kind is not ENTRY, str(record.cell)


def _entry(state: MatchState, value: Any | None) -> str:
    """Its cards and what they count, or the reason of that alone; of a hidden one (house H4), that it is another."""
    if value is None:
        return gettext("not entered yet")
    if value is HIDDEN:
        return gettext("another value")
    count = state.game.count(value, state.options)
    cards, points = " ".join(str(face.value) for face in state.game.faces(value)), str(count.points)
    if cards == points:
        return signed(points)
    return f"{signed(cards)} = {signed(points)}" if cards else say(count.why, state.name)


def _closer(state: MatchState, value: int | None) -> str:
    return gettext("nobody yet") if value is None else gettext("nobody") if value == NOBODY else state.name(value)


def _adjust(state: MatchState, value: Mapping[str, Any] | None) -> str:
    return "±0" if value is None else f"{signed(format(value['points'], '+d'))} {value['note']}".strip()


def _limit(state: MatchState, value: int | None) -> str:
    if value is not None:
        return str(value)
    length = state.agreement.length
    return str(chosen(state.game.options, state.agreed, length.key)) if length else ""


def _finish(state: MatchState, value: int | None) -> str:
    return gettext("not ended yet") if value is None else gettext("after round %(round)s", round=value)


def _order(state: MatchState, value: list[int] | None) -> str:
    return seat_names(state, value or range(len(state.seats)))


def _phone(state: MatchState, value: int | None) -> str:
    return gettext("nobody yet") if value is None else phone_name(state, value)


def _span(state: MatchState, value: Mapping[str, Any] | None) -> str:
    if value is None:
        return gettext("no")
    if value["start"]:
        return gettext("starts with %(points)s", points=signed(value["start"]))
    return gettext("yes")


def _plain(state: MatchState, value: object) -> str:
    return str(value or "–")


def _whether(state: MatchState, value: object) -> str:
    return gettext("no") if value is None else gettext("yes")


SAID: Mapping[Kind, Callable[[MatchState, Any], str]] = {
    cells.ENTRY: _entry,
    cells.CLOSER: _closer,
    cells.ADJUST: _adjust,
    cells.LIMIT: _limit,
    cells.FINISH: _finish,
    cells.STOP: _whether,
    cells.ARCHIVE: _whether,
    cells.ORDER: _order,
    cells.SPAN: _span,
    cells.NOTE: _plain,
    cells.PLACE: _plain,
    cells.RESULT: _whether,
    cells.HOLDER: _phone,
    cells.BOT: _plain,
    cells.SITS: _whether,
    cells.NAME: _plain,
    cells.HOST: _phone,
    cells.JOINING: _whether,
    cells.GONE: _whether,
    cells.RENEWED: _whether,
    cells.SCREENS: _whether,
    cells.NEXT: _whether,
    cells.OPENED: _whether,
    cells.LINE: _whether,
}
"""What a value is in words, for each kind of cell."""
