"""The ledger's verbs: beginning a match, and writing into its cells. Everything else follows from what is written."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select

from companion.games.game import N_, Entry, Game, Options, Why

from . import db, glance, recall, save, writing
from .groups import phone_and_group
from .models import Match, Membership, Phone, Seat, Write
from .players import of_group
from .records import Record, Value, append, closer_cell, entry_cell
from .state import MatchState, read_state


class Refused(Exception):
    """A verb that cannot be done now. `why` is the sentence to show, `field` the form field it belongs to."""

    def __init__(self, msgid: str, field: str = "", **values: object) -> None:
        self.why = Why(msgid, values)
        self.field = field
        super().__init__(str(self.why))


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


@dataclass(frozen=True, slots=True)
class Found:
    """A match that this phone may open."""

    id: int
    public_id: str
    version: int
    phone: int


Plan = Callable[[MatchState], list[Change]]


_FIND = (
    select(Match.id, Match.public_id, Match.version, Phone.id)
    .join(Membership, Membership.group_id == Match.group_id)
    .join(Phone, Phone.id == Membership.phone_id)
    .where(Match.public_id == bindparam("public_id"), Phone.token == bindparam("token"))
)


def find(public_id: str, phone_token: str | None) -> Found | None:
    """The match with that public id when the phone is in its group, else None: unknown and forbidden look the same."""
    if phone_token is None:
        return None
    found: Found | None = recall((public_id, phone_token), lambda: _find(public_id, phone_token))
    return found


def _find(public_id: str, phone_token: str) -> Found | None:
    row = glance(_FIND, public_id=public_id, token=phone_token)
    return Found(*row) if row else None


def create(
    phone_token: str, client_id: str, game: Game, names: Sequence[str], options: Options, first_starter: int
) -> str:
    """Begin a match and return its public id. Sent again with the same client id, it is the same match.

    `names` in seat order, clean and different; `first_starter` is a seat number.
    """
    key = client_key(client_id, phone_token, game.key, names, sorted(options.items()), first_starter)
    with writing():
        known = db.session.scalar(select(Match.public_id).where(Match.client_id == key))
        if known:
            return known
        _, group_id = phone_and_group(phone_token)
        match = Match(
            public_id=secrets.token_urlsafe(9),
            group_id=group_id,
            client_id=key,
            game=game.key,
            options=dict(options),
            first_starter=first_starter,
        )
        db.session.add(match)
        people = of_group(group_id, names)
        db.session.flush()
        db.session.add_all(
            Seat(match_id=match.id, number=number, player_id=player.id) for number, player in enumerate(people)
        )
        save(match)
        return match.public_id


def put(match_id: int, phone: int, client_id: str, plan: Plan, undoes: int | None = None) -> MatchState:
    """Write what `plan` decides from the match as it stands, in one save, and return the match after it.

    A client id that is known gets its first answer: nothing more is written. Values that stand already are left out.
    Raises Conflict when a cell changed since it was seen, and whatever `plan` raises (Refused, BadEntry).
    """
    with writing():
        match = db.session.get_one(Match, match_id, with_for_update=db.engine.dialect.name != "sqlite")
        state = read_state(match)
        again = select(Write.id).where(Write.match_id == match_id, Write.client_id == client_id)
        if db.session.scalar(again) is not None:
            return state
        planned = plan(state)
        news = [change for change in planned if not same_value(state, change)]
        stale = [c for c in news if c.seen is not None and 0 < state.trails.number(c.cell) != c.seen]
        if stale:
            raise Conflict([(change, state.trails.of(change.cell)[-1]) for change in stale])
        version = match.version + 1 if news else None
        write = Write(match_id=match_id, version=version, client_id=client_id, phone_id=phone, undoes=undoes)
        db.session.add(write)
        db.session.flush()
        for change in news:
            append(write, change.cell, state.trails.number(change.cell) + 1, change.value)
        save(match, turn=bool(news))
        return read_state(match)


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
) -> MatchState:
    """Write a seat's entry (None withdraws it) and whether it ended the round (None: not said).

    `seen`, `seen_closer`: the newest numbers the phone knew. Raises BadEntry, Refused, Conflict.
    """
    key = client_key(client_id, "enter", round_, seat, entry, took)

    def plan(state: MatchState) -> list[Change]:
        return entry_changes(state, round_, seat, entry, took, seen, seen_closer)

    return put(match_id, phone, key, plan)


def entry_changes(
    state: MatchState,
    round_: int,
    seat: int,
    entry: Entry | None,
    took: bool | None,
    seen: int,
    seen_closer: int,
) -> list[Change]:
    """The changes that `enter` writes, checked. Raises BadEntry and Refused."""
    check_open(state, round_, seat)
    changes = [Change(entry_cell(round_, seat), entry, seen)]
    closer = state.trails.value(closer_cell(round_))
    known = state.trails.value_at(closer_cell(round_), seen_closer)
    if took is not None and took != (known == seat):
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
    if state.stopped and not rounds[round_ - 1].complete:
        raise Refused(N_("This match was stopped. Open it again to play on."))


def undo(match_id: int, phone: int, client_id: str) -> MatchState:
    """Take back the last write of this phone by writing what stood there before.

    Raises Refused when there is nothing to take back, Conflict when somebody wrote there since.
    """
    with writing():
        target = read_state(db.session.get_one(Match, match_id)).trails.last_write(phone)
    undoes = target[0].version if target else None

    def plan(state: MatchState) -> list[Change]:
        records = state.trails.last_write(phone)
        if not records or records[0].version != undoes:
            raise Refused(N_("There is nothing of yours to take back."))
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

    return put(match_id, phone, client_key(client_id, "undo"), plan, undoes)
