"""The ledger's verbs: writing into the cells of a match. Everything else follows from what is written."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from companion.games.game import N_, Entry, Why

from . import db, save, writing
from .models import Match, Write
from .records import Record, Value, append, closer_cell, entry_cell
from .state import MatchState, read_state


class Refused(Exception):
    """A verb that cannot be done now. `why` is the sentence to show, `field` the form field it belongs to."""

    def __init__(self, msgid: str, field: str = "", **values: object) -> None:
        self.why = Why(msgid, values)
        self.field = field
        super().__init__(str(self.why))


class OnScreens(Refused):
    """Nothing of a round can be written by hand while it is being played on screens."""

    PEOPLE = N_("Round %(round)s is being played on screens: who plays in it stays as it is.")

    def __init__(self, msgid: str, round_: int) -> None:
        super().__init__(msgid, round=round_)


@dataclass(frozen=True, slots=True)
class Change:
    """A new value for a cell. `seen`: the newest number the writer knew there; None writes over whatever stands."""

    cell: str
    value: Value
    seen: int | None = None


class Conflict(Exception):
    """Somebody wrote a different value in between. Nothing was written; `pairs` holds mine and theirs by cell."""

    def __init__(self, pairs: Sequence[tuple[Change, Record]]) -> None:
        self.pairs = tuple(pairs)
        super().__init__(", ".join(change.cell for change, _ in pairs))


Plan = Callable[[MatchState], list[Change]]


def put(match_id: int, phone: int, client_id: str, plan: Plan, undoes: int | None = None) -> MatchState:
    """Write what `plan` decides from the match as it stands, in one save, and return the match after it.

    A client id that is known gets its first answer: nothing more is written. Values that stand already are left out.
    Raises Conflict when a cell changed since it was seen, and whatever `plan` raises (Refused, BadEntry).
    """
    with writing():
        match = db.session.get_one(Match, match_id, with_for_update=db.engine.dialect.name != "sqlite")
        state = read_state(match)
        if answered(match_id, client_id):
            return state
        planned = plan(state)
        news = unseen(state, planned)
        _leave_dealt_alone(state, news)
        version = match.version + 1 if news else None
        write = Write(match_id=match_id, version=version, client_id=client_id, phone_id=phone, undoes=undoes)
        db.session.add(write)
        db.session.flush()
        for change in news:
            append(write, change.cell, state.trails.number(change.cell) + 1, change.value)
        save(match, turn=bool(news))
        return read_state(match)


def _leave_dealt_alone(state: MatchState, news: Sequence[Change]) -> None:
    """Raise OnScreens for a change to a round that is being played on screens, but by a move there."""
    number = state.on_screens
    if number is None or state.screen is None or any(change.cell.startswith("line/") for change in news):
        return
    for change in news:
        kind, _, where = change.cell.partition("/")
        if kind in ("entry", "closer", "adjust") and where.split("/")[0] == str(number):
            raise OnScreens(state.game.words.on_screens, number)
    if any(change.cell.startswith("span/") for change in news):
        after = state.with_changes({change.cell: change.value for change in news}).sheet.rounds
        if number > len(after) or set(after[number - 1].playing) != set(state.screen.setup.seats):
            raise OnScreens(OnScreens.PEOPLE, number)


def unseen(state: MatchState, planned: Sequence[Change]) -> list[Change]:
    """The changes that change anything. Raises Conflict when one of their cells changed since it was seen."""
    news = [change for change in planned if not same_value(state, change)]
    stale = [c for c in news if c.seen is not None and 0 < state.trails.number(c.cell) != c.seen]
    if stale:
        raise Conflict([(change, state.trails.of(change.cell)[-1]) for change in stale])
    return news


def answered(match_id: int, key: str) -> bool:
    """Whether a write with that client key was done already, so that it only needs its first answer again."""
    return db.session.scalar(select(Write.id).where(Write.match_id == match_id, Write.client_id == key)) is not None


def same_value(state: MatchState, change: Change) -> bool:
    """Whether the cell holds the change's value already, as the game understands it."""
    held = state.trails.value(change.cell)
    if isinstance(held, Entry) and isinstance(change.value, Entry):
        return state.game.same(held, change.value)
    return bool(held == change.value)


def client_key(client_id: str, *content: Any) -> str:
    """A client id bound to what it came with: a form sent twice is one write, a form changed and sent is another."""
    digest = hashlib.sha256(repr(content).encode()).hexdigest()[:16]
    return f"{client_id[:40]}:{digest}"


def enter(
    match_id: int,
    phone: int,
    client_id: str,
    round_: int,
    seat: int,
    entry: Entry | None,
    took: bool | None,
    seen: int,
    seen_closer: int,
    release: bool = False,
) -> MatchState:
    """Write a seat's entry (None withdraws it) and whether it ended the round (None: not said).

    `seen`, `seen_closer`: the newest numbers the phone knew; `release`: nobody ended the round, whoever stands there.
    Raises BadEntry, Refused, Conflict.
    """
    key = entry_key(client_id, round_, seat, entry, took)

    def plan(state: MatchState) -> list[Change]:
        return entry_changes(state, round_, seat, entry, took, seen, seen_closer, release)

    return put(match_id, phone, key, plan)


def entry_key(client_id: str, round_: int, seat: int, entry: Entry | None, took: bool | None) -> str:
    """The client key under which `enter` writes."""
    return client_key(client_id, "enter", round_, seat, entry, took)


def entry_changes(
    state: MatchState,
    round_: int,
    seat: int,
    entry: Entry | None,
    took: bool | None,
    seen: int,
    seen_closer: int,
    release: bool = False,
) -> list[Change]:
    """The changes that `enter` writes, checked. Raises BadEntry and Refused."""
    check_open(state, round_, seat)
    changes = [Change(entry_cell(round_, seat), entry, seen)]
    closer = state.trails.value(closer_cell(round_))
    known = state.trails.value_at(closer_cell(round_), seen_closer)
    if took is not None and (took != (known == seat) or release):
        closer = seat if took else None
        changes.append(Change(closer_cell(round_), closer, seen_closer))
    if entry is not None:
        in_play = len(state.sheet.rounds[round_ - 1].playing)
        state.game.check(entry.closing(closer == seat), in_play, state.options)
    return changes


def close_round(match_id: int, phone: int, client_id: str, round_: int, seat: int, seen: int) -> MatchState:
    """Write who ended the round. Raises Refused when that seat's hand is too large for it, and Conflict."""
    key = client_key(client_id, "close", round_, seat)

    def plan(state: MatchState) -> list[Change]:
        check_open(state, round_, seat)
        entry = state.trails.value(entry_cell(round_, seat))
        if entry is not None:
            in_play = len(state.sheet.rounds[round_ - 1].playing)
            state.game.check(entry.closing(True), in_play, state.options)
        return [Change(closer_cell(round_), seat, seen)]

    return put(match_id, phone, key, plan)


def check_open(state: MatchState, round_: int, seat: int) -> None:
    """Raise Refused when that cell cannot be written now: no such round yet, not playing in it, the match stopped."""
    rounds = state.sheet.rounds
    if not 1 <= round_ <= len(rounds):
        raise Refused(N_("Round %(round)s is not open: finish the round before it."), round=round_)
    if not 0 <= seat < len(state.seats):
        raise Refused(N_("Choose somebody from the list."), "seat")
    if seat not in rounds[round_ - 1].playing:
        raise Refused(N_("%(name)s does not play in round %(round)s."), name=state.name(seat), round=round_)
    if state.on_screens == round_:
        raise OnScreens(state.game.words.on_screens, round_)
    if state.stopped and not rounds[round_ - 1].complete:
        raise Refused(N_("This match was stopped. Open it again to play on."))


def undo(match_id: int, phone: int, client_id: str, version: int) -> MatchState:
    """Take back what this phone wrote in `version`, its last write, by writing what stood there before.

    Raises Refused when that is not its last write (any more), Conflict when somebody wrote there since.
    """

    def plan(state: MatchState) -> list[Change]:
        records = state.trails.last_write(phone)
        if not records or records[0].version != version:
            raise Refused(N_("That is not your last entry any more: look at the sheet, then undo again."))
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

    return put(match_id, phone, client_key(client_id, "undo"), plan, version)
