"""Beginning a match: the first one, or the next with the same people on the same phones."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from sqlalchemy import select

from companion.games.game import N_, Game, Options

from . import db, save, writing
from .groups import phone_and_group, phone_of
from .matches import Change, Refused, client_key, put
from .models import Grant, Match, Seat, Write
from .players import of_group
from .records import Value, append, bot_cell, holder_cell
from .state import MatchState


def create(
    phone_token: str,
    client_id: str,
    game: Game,
    names: Sequence[str],
    options: Options,
    first_starter: int,
    after: MatchState | None = None,
    bots: Mapping[int, str] | None = None,
) -> str:
    """Begin a match and return its public id. Sent again with the same client id, it is the same match.

    `names` in seat order, clean and different; `first_starter` is a seat number; `after`: the match it follows;
    `bots`: how well those seats play by themselves; who sits alone among them plays on this phone.
    """
    bots = bots or {}
    key = client_key(client_id, phone_token, game.key, names, sorted(options.items()), first_starter, sorted(bots))
    if after is not None:
        key = client_key(client_id)
    with writing():
        if known := db.session.scalar(select(Match.public_id).where(Match.client_id == key)):
            return known
        phone, group_id = phone_and_group(phone_token) if after is None else (phone_of(phone_token), after.group_id)
        match = Match(
            public_id=secrets.token_urlsafe(9),
            group_id=group_id,
            client_id=key,
            game=game.key,
            first_starter=first_starter,
            options=dict(options),
            phone_id=phone.id,
        )
        _seat(match, names)
        cells: dict[str, Value] = {bot_cell(seat): strength for seat, strength in bots.items()}
        alone = [seat for seat in range(len(names)) if seat not in bots]
        if bots and len(alone) == 1:
            cells[holder_cell(alone[0])] = phone.id
        if after is not None:
            cells |= _carried_over(match, after)
        if cells:
            _begin_with(match, phone.id, cells)
        save(match)
        return match.public_id


def _seat(match: Match, names: Sequence[str]) -> None:
    """Add the match with its people, in seat order."""
    db.session.add(match)
    people = of_group(match.group_id, names)
    db.session.flush()
    db.session.add_all(
        Seat(match_id=match.id, number=number, player_id=player.id) for number, player in enumerate(people)
    )


def rematch(phone_token: str, client_id: str, old: MatchState, phone: int) -> str:
    """Begin the next match with the people in play and return its public id; whoever the group said begins again.

    Every phone that was in the old match is in the new one and enters for the same people. When somebody else has begun
    it already, it is that one.
    """
    if old.next:
        return old.next
    there = [seat for seat in old.order if old.seats[seat].span.last_round is None]
    if len(there) < old.game.seats.start:
        raise Refused(N_("Too few people are left for a rematch: start a new match."))
    people = [old.name(seat) for seat in there]
    starter = there.index(old.first_starter) if old.first_starter in there else 0
    # The key is the old match's own: two phones that tap at once begin one match.
    new = create(phone_token, f"rematch {old.public_id}", old.game, people, old.options, starter, after=old)
    told = put(old.id, phone, client_key(client_id, "next", new), lambda state: [Change("next", state.next or new)])
    return told.next or new


def _carried_over(match: Match, old: MatchState) -> dict[str, Value]:
    """Let the phones of the old match into the new one; returns the cells that keep each with its seats, bots too."""
    for grant in db.session.scalars(select(Grant).where(Grant.match_id == old.id)):
        db.session.add(Grant(match_id=match.id, phone_id=grant.phone_id, role=grant.role))
    there = [seat for seat in old.order if old.seats[seat].span.last_round is None]
    held = {holder_cell(new): old.holders[seat] for new, seat in enumerate(there) if seat in old.holders}
    return held | {bot_cell(new): old.bots[seat] for new, seat in enumerate(there) if seat in old.bots}


def _begin_with(match: Match, phone: int, cells: Mapping[str, Value]) -> None:
    """Write what stands in some cells from the beginning."""
    write = Write(match_id=match.id, version=1, client_id="from the beginning", phone_id=phone)
    db.session.add(write)
    db.session.flush()
    for cell, value in cells.items():
        append(write, cell, 1, value)
