"""Beginning a match: the first one, or the next with the same people on the same phones."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time
from typing import Any

from sqlalchemy import select

from companion.games.game import Game
from companion.games.options import FINISHED, Options
from companion.games.scoresheet import SeatSpan
from companion.games.why import N_

from .access import Found
from .base import db
from .cells import BOT, FINISH, HOLDER, NEXT, SCREENS, SPAN, Cell
from .derived import refresh
from .groups import phone_and_group, phone_of
from .locks import OfGroups, OfMatch, OfPhone
from .models import Grant, Match, Membership, Player, Write, new_public_id, now
from .pen import Change, Late, Pen, client_key, save, settle, still_there, writing
from .players import TOGETHER, people_in, seated
from .seats import spelled
from .state import MatchState, read_afresh, read_state
from .store import append
from .trails import Value
from .transaction import hold

AGAIN = "rematch "
"""How the client id of a rematch begins; the public id of the match that it follows comes after it."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What a group says of a match before it begins. `names` in seat order, clean and different, of a game with sides
    several in one as `people_in` parts them; `starter` is a seat; `bots`: how well those seats play by themselves;
    `group`: whose match it is, where a phone is in several; `totals`: what each seat had on paper before; `day`: when
    a match was played of which only that is known.
    """

    game: Game[Any]
    names: Sequence[str]
    options: Options
    starter: int
    bots: Mapping[int, str] = field(default_factory=dict)
    group: int | None = None
    totals: Sequence[int] = ()
    day: date | None = None


def create(phone_token: str, client_id: str, opening: Opening) -> str:
    """Begin a match and return its public id. Sent again with the same client id, it is the same match.

    Who sits alone among bots plays on this phone. Raises Refusal when two of the names are one person's.
    """
    content = (opening.game.key, opening.names, sorted(opening.options.items()), opening.starter, sorted(opening.bots))
    if any(opening.totals):
        content += (opening.totals, opening.day)  # type: ignore[assignment]
    key = client_key(client_id, phone_token, *content)
    with writing(OfPhone(phone_token)):
        if known := _begun_as(key):
            return known
        phone, group_id = phone_and_group(phone_token, opening.group)
        hold(OfGroups((group_id,)))
        return _begin(phone.id, group_id, key, opening, None)


def rematch(pen: Pen, phone_token: str, old: MatchState) -> str:
    """Begin the next match with the people in play and return its public id; whoever the group said begins again.

    Every phone that is in the old match is in the new one and enters for the same people. When somebody else has begun
    it already, it is that one. Raises Late when too few people are left, Deleted when the old match was deleted.
    """
    if is_here(old.next):
        return str(old.next)
    new = _follow(phone_token, old.id)
    told = pen.write(lambda state: [Change(Cell(NEXT), state.next if is_here(state.next) else new)], "next", new)
    return told.next or new


def _follow(phone_token: str, match_id: int) -> str:
    """The public id of the match that follows this one as it stands now, begun if there is none."""
    with writing(OfPhone(phone_token), OfMatch(match_id, whole=True)):
        old = read_state(still_there(match_id))
        if is_here(old.next):
            return str(old.next)
        # The key is the old match's own: two phones that tap at once begin one match. Where one was deleted it is
        # another.
        key = client_key(f"{AGAIN}{old.public_id}", *filter(None, [old.trails.number(Cell(NEXT))]))
        return _begun_as(key) or _begin(phone_of(phone_token).id, old.group_id, key, _again(old), old)


def _again(old: MatchState) -> Opening:
    """The next match with the people in play. Raises Late when too few are left."""
    there = [seat for seat in old.order if old.seats[seat].span.last_round is None]
    if len(there) < old.game.seats.start:
        raise Late(N_("Not enough players left for a rematch: start a new match."))
    if any(any(old.seats[seat].unnamed) for seat in there):
        raise Late(N_("Someone who played here was deleted: start a new match."))
    starter = there.index(old.first_starter) if old.first_starter in there else 0
    options = {key: value for key, value in old.options.items() if key != FINISHED}
    return Opening(old.game, _names_of(old, there), options, starter)


def is_here(public_id: str | None) -> bool:
    """Whether there is a match of that name: a file may have brought one that tells of a rematch, but not that."""
    one = select(Match.id).where(Match.public_id == public_id)
    return public_id is not None and db.session.scalar(one) is not None


def _names_of(old: MatchState, seats: Sequence[int]) -> list[str]:
    """The names by which these seats were written down: who stands for somebody else does so in the rematch, too."""
    named = select(Player.id, Player.name).where(Player.id.in_([one for seat in old.seats for one in seat.players]))
    names = {row.id: row.name for row in db.session.execute(named)}
    return [TOGETHER.join(names[player] for player in old.seats[seat].players) for seat in seats]


def come_along(found: Found, old: MatchState) -> str | None:
    """Let a phone into the rematch as it is in the old match, to write or to watch, if it came too late to be taken
    along; returns the public id of the rematch. None when that lets no new phones in, or has put this one out.
    """
    number = db.session.scalar(select(Match.id).where(Match.public_id == old.next))
    if number is None:
        return None
    with writing(OfMatch(number)):
        new = db.session.get(Match, number)
        if new is None:
            return None
        # What it may do as it is now: it may have been put out since it asked.
        had, has = (db.session.get(Grant, (each, found.phone)) for each in (old.id, number))
        member = db.session.get(Membership, (found.phone, new.group_id)) is not None
        roles = {grant.role for grant in (had, has) if grant is not None}
        if "gone" in roles or not (roles or member):
            return None
        if had is not None and has is None:
            if not (member or read_state(new).joining):
                return None
            db.session.add(Grant(match_id=number, phone_id=found.phone, role=had.role))
        elif has is not None and had is not None and had.role == "write":
            has.role = "write"
        settle()
    return old.next


def _begun_as(key: str) -> str | None:
    """The public id of the match that was begun with that key."""
    return db.session.scalar(select(Match.public_id).where(Match.client_id == key))


def _begin(phone: int, group_id: int, key: str, opening: Opening, after: MatchState | None) -> str:
    """Begin a match with that key and return its public id; `after`: the match that it follows. Inside `writing()`."""
    opening = replace(opening, options=opening.game.settled(opening.options, len(opening.names)))
    match = _row(opening, group_id, key, phone, opening.bots if after is None else _bots_of(after))
    cells = _at_first(opening, phone)
    if after is not None:
        cells |= _carried_over(match, after)
    if cells:
        _begin_with(opening.game, match, phone, cells)
    db.session.flush()
    begun = read_afresh(match.id)
    refresh(None, begun)
    save(begun)
    return match.public_id


def _row(opening: Opening, group_id: int, key: str, phone: int, bots: Collection[int]) -> Match:
    """The row of a new match, with its seats; `bots`: at which of them sits one."""
    match = Match(
        public_id=new_public_id(),
        group_id=group_id,
        client_id=key,
        game=opening.game.key,
        called=opening.game.agreement(opening.options).called,
        first_starter=opening.starter,
        options=dict(opening.options),
        phone_id=phone,
        created_at=datetime.combine(opening.day, time(12), UTC) if opening.day else now(),
        version=1,
    )
    db.session.add(match)
    db.session.flush()
    rows = [people_in(row, opening.game.sides) for row in opening.names]
    db.session.add_all(seated(match, rows, bots=bots))
    return match


def _bots_of(old: MatchState) -> list[int]:
    """The seats that bots have in the rematch; a person for whom one plays is none."""
    there = [seat for seat in old.order if old.seats[seat].span.last_round is None]
    return [new for new, seat in enumerate(there) if old.seats[seat].bot]


def _at_first(opening: Opening, phone: int) -> dict[Cell, Value]:
    """Which bots sit where, and that this phone enters for whoever sits alone among them."""
    cells: dict[Cell, Value] = {Cell(BOT, seat=seat): strength for seat, strength in opening.bots.items()}
    if any(opening.totals):
        cells |= {Cell(SPAN, seat=seat): spelled(SeatSpan(1, None, had)) for seat, had in enumerate(opening.totals)}
    if opening.day is not None:
        cells[Cell(FINISH)] = 0
    alone = [seat for seat in range(len(opening.names)) if seat not in opening.bots]
    if opening.bots and len(alone) == 1:
        cells[Cell(HOLDER, seat=alone[0])] = phone
    return cells


def _carried_over(match: Match, old: MatchState) -> dict[Cell, Value]:
    """Let the phones of the old match into the new one; returns the cells that keep each with its seats, bots and
    screens too.
    """
    for grant in db.session.scalars(select(Grant).where(Grant.match_id == old.id)):
        db.session.add(Grant(match_id=match.id, phone_id=grant.phone_id, role=grant.role))
    there = [seat for seat in old.order if old.seats[seat].span.last_round is None]
    held: dict[Cell, Value] = {
        Cell(HOLDER, seat=new): old.holders[seat] for new, seat in enumerate(there) if seat in old.holders
    }
    if old.screens:
        held[Cell(SCREENS)] = sorted(old.screens)
    return held | {Cell(BOT, seat=new): old.bots[seat] for new, seat in enumerate(there) if seat in old.bots}


def _begin_with(game: Game[Any], match: Match, phone: int, cells: Mapping[Cell, Value]) -> None:
    """Write what stands in some cells from the beginning."""
    write = Write(match_id=match.id, version=1, client_id="from the beginning", phone_id=phone, at=now())
    append(game, write, [(cell, 1, value) for cell, value in cells.items()])
