"""The pen: everything that is written in a match is written here, and only `save` and `settle` commit."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import bindparam, exists, select

from companion.app_state import app_state
from companion.games.why import N_, Refusal

from . import transaction
from .base import db, touch, touched
from .cells import ENTRY, FINISH, LIMIT, LINE, NAME, ON_SHEET, SITS, SPAN, Cell
from .derived import refresh
from .hidden import hides
from .locks import Lock, OfMatch
from .models import Match, Write, now
from .result_only import OnlyResult
from .seats import read_seats
from .state import MatchState, keep, read_state
from .store import append
from .trails import Record, Value
from .transaction import hold


@contextmanager
def writing(*locks: Lock) -> Iterator[None]:
    """Hold the one pen of this app while facts are read and appended; on PostgreSQL, where there is none, the `locks`.

    Whatever `save` or `settle` did not commit is rolled back. Raises Busy when somebody else holds them for long.
    """
    with transaction.begun():
        hold(*locks)
        yield


def save(after: MatchState) -> None:
    """Commit what was written in a match, and what went with it in others. Stored first, told after."""
    touch(after.public_id, after.version)
    told = transaction.commit()
    keep(after)
    _tell(told)


def settle() -> None:
    """Commit what concerns no match alone: a phone, a group, who may open what. Inside `writing()` only."""
    _tell(transaction.commit())


def _tell(told: Mapping[str, int]) -> None:
    for public_id, version in told.items():
        app_state().metrics.committed(public_id, version)
        app_state().hub.publish(public_id, version)


class Late(Refusal):
    """The match has moved on since the page was shown: it may be sent again after another look."""

    code = 409


class Deleted(Refusal):
    """The match was deleted while somebody wrote in it."""

    code = 410

    def __init__(self) -> None:
        super().__init__(N_("This match was deleted: nothing more can be entered."))


class OnScreens(Late):
    """Nothing of a round can be written by hand while it is being played on screens."""

    PEOPLE = N_("Round %(round)s is being played on screen: its players can’t be changed now.")

    def __init__(self, msgid: str, round_: int) -> None:
        super().__init__(msgid, round=round_)


@dataclass(frozen=True, slots=True)
class Change:
    """A new value for a cell."""

    cell: Cell
    value: Value


class Conflict(Exception):
    """Somebody wrote a different value in between. Nothing was written; `pairs` holds mine and theirs by cell."""

    def __init__(self, pairs: Sequence[tuple[Change, Record]]) -> None:
        self.pairs = tuple(pairs)
        super().__init__(", ".join(str(change.cell) for change, _ in pairs))


_OF_ROUNDS = (*ON_SHEET, LIMIT, FINISH, SPAN, LINE)
"""What is about rounds: nothing of it can be in a match of which only the result is known."""

Plan = Callable[[MatchState], list[Change]]


@dataclass(frozen=True, slots=True)
class LockedMatch:
    """A match inside the transaction that writes in it; `answered`: a write with the client id is there already;
    `deleted`: nobody sees it.
    """

    id: int
    public_id: str
    version: int
    answered: bool
    deleted: bool


_MATCHES, _WRITES = Match.__table__, Write.__table__
_ANSWERED = exists().where(_WRITES.c.match_id == _MATCHES.c.id, _WRITES.c.client_id == bindparam("client"))
_STANDING = select(
    _MATCHES.c.id, _MATCHES.c.public_id, _MATCHES.c.version, _ANSWERED, _MATCHES.c.deleted_at.is_not(None)
).where(_MATCHES.c.id == bindparam("match"))


def _standing(match_id: int, client_id: str) -> LockedMatch:
    connection = db.session.connection()
    asked = _STANDING if connection.dialect.name == "sqlite" else _STANDING.with_for_update(of=_MATCHES)
    found = connection.execute(asked, {"match": match_id, "client": client_id}).one_or_none()
    if found is None:  # Erased since the request found it.
        raise Deleted
    return LockedMatch(*found)


def still_there(match_id: int) -> Match:
    """A match that is not deleted, inside `writing()`. Raises Deleted."""
    match = db.session.get(Match, match_id)
    if match is None or match.deleted_at is not None:
        raise Deleted
    return match


@dataclass(frozen=True, slots=True)
class Pen:
    """A phone that writes in a match. `client`: its form's client id; `seen`: the newest numbers it knew, by cell.

    `ask` is called with the match as it stands and as it would be, before that is stored; it raises to stop the pen.
    """

    match: int
    phone: int
    client: str
    seen: Mapping[Cell, int] = field(default_factory=dict)
    ask: Callable[[MatchState, MatchState], None] | None = None

    def write(self, plan: Plan, *content: Any, undoes: int | None = None, whole: bool = False) -> MatchState:
        """Write what `plan` decides from the match as it stands, in one save, and return the match after it.

        `content`: what the client id came with; one that is known gets its first answer: nothing more is written.
        Values that stand already are left out, but over a hidden hand; `undoes`: the version that is taken back;
        `whole`: what the group has together changes, too, its people or other matches. Raises Conflict when a cell
        changed since it was seen, and whatever `plan` and `ask` raise (Refusal).
        """
        with writing(OfMatch(self.match, whole)):
            return _write(self, client_key(self.client, *content), plan, undoes)


def _write(pen: Pen, key: str, plan: Plan, undoes: int | None) -> MatchState:
    match = _standing(pen.match, key)
    if match.deleted:
        raise Deleted
    state = read_state(match)
    if match.answered:
        return state
    planned = plan(state)
    if undoes is not None:
        # It has looked for itself; and what was written is taken back, also where it was the same (house H4).
        news = planned
    elif any(change.cell.kind is LINE for change in planned):
        # A move at the table has looked for itself.
        news = news_in(state, planned)
    else:
        news = unseen(state, planned, pen.phone, pen.seen)
    _leave_dealt_alone(state, news)
    if state.sheet.unknown is not None and any(change.cell.kind in _OF_ROUNDS for change in news):
        raise OnlyResult
    write = Write(match_id=pen.match, client_id=key, phone_id=pen.phone, at=now(), undoes=undoes)
    after = _written(state, write, news)
    if pen.ask is not None:
        pen.ask(state, after)
    save(after)
    return after


def note(match_id: int, phone: int, key: str, plan: Plan) -> MatchState:
    """Write what `plan` decides in one of several matches that one act changes. Inside `writing()`: `settle` commits.

    `key`: the client id of that act.
    """
    match = _standing(match_id, key)
    state = read_state(match)
    if match.answered:
        return state
    write = Write(match_id=match_id, client_id=key, phone_id=phone, at=now(), undoes=None)
    return _written(state, write, news_in(state, plan(state)))


def _written(state: MatchState, write: Write, news: Sequence[Change]) -> MatchState:
    """The match after a write, which is stored with all that follows from it, but not committed."""
    db.session.flush()  # What the plan did beside its cells: a seat, a grant, another name.
    renamed = state.public_id in touched()
    version = state.version + 1 if news or renamed else state.version
    write.version = version if news else None
    records, lines = append(
        state.game, write, [(each.cell, state.trails.number(each.cell) + 1, each.value) for each in news]
    )
    if version == state.version:
        return state
    moved = renamed or any(each.cell.kind in (NAME, SITS, SPAN) for each in news)
    after = state.after(version, records, lines, read_seats(state.id) if moved else None)
    refresh(state, after)
    return after


def _leave_dealt_alone(state: MatchState, news: Sequence[Change]) -> None:
    """Raise OnScreens for a change to a round that is being played on screens, but by a move there."""
    number = state.dealing
    if number is None or state.dealt is None or any(change.cell.kind is LINE for change in news):
        return
    for change in news:
        if change.cell.kind in ON_SHEET and change.cell.round == number:
            raise OnScreens(state.game.words.on_screens, number)
    if any(change.cell.kind is SPAN for change in news):
        after = state.what_if({change.cell: change.value for change in news}).sheet.rounds
        if number > len(after) or set(after[number - 1].playing) != set(state.dealt.setup.seats):
            raise OnScreens(OnScreens.PEOPLE, number)


def news_in(state: MatchState, planned: Sequence[Change]) -> list[Change]:
    """The changes that change anything."""
    return [change for change in planned if not same_value(state, change)]


def unseen(state: MatchState, planned: Sequence[Change], phone: int, seen: Mapping[Cell, int]) -> list[Change]:
    """The changes that change anything; over a hand that is hidden from the phone also those that do not, for whoever
    guesses it learns nothing (house H4). Raises Conflict when one of their cells changed since it was `seen`.
    """
    news = [change for change in planned if hides(state, phone, change.cell) or not same_value(state, change)]
    if stale := [change for change in news if _overtaken(state, change, seen)]:
        raise Conflict([(change, state.trails.of(change.cell)[-1]) for change in stale])
    return news


def _overtaken(state: MatchState, change: Change, seen: Mapping[Cell, int]) -> bool:
    number = seen.get(change.cell, 0 if change.cell.kind.guarded else None)
    return number is not None and 0 < state.trails.number(change.cell) != number


def same_value(state: MatchState, change: Change) -> bool:
    """Whether the cell holds the change's value already, as the game understands it."""
    held = state.trails.value(change.cell)
    if change.cell.kind is ENTRY and held is not None and change.value is not None:
        return state.game.same(held, change.value)
    return bool(held == change.value)


def client_key(client_id: str, *content: Any) -> str:
    """A client id bound to what it came with: a form sent twice is one write, a form changed and sent is another."""
    digest = hashlib.sha256(repr(content).encode()).hexdigest()[:16]
    return f"{client_id[:40]}:{digest}"
