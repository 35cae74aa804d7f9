"""Who begins a match: whom the group said before, which is how it remembers who is the youngest."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import select

from .base import db
from .groups import groups_of
from .models import Match, Player, Seat
from .players import PERSON, SAME


@dataclass(frozen=True, slots=True)
class Started:
    """Who began a match, and the others in it, each by the key of their names: all that are one person's."""

    starter: frozenset[str]
    others: frozenset[str]


def started(phone_token: str | None, games: Collection[str], most: int = 40) -> tuple[Started, ...]:
    """Who the phone's groups said begins, in matches of these games, the newest first."""
    if phone_token is None:
        return ()
    newest = (
        select(Match.id, Match.first_starter)
        .where(Match.group_id.in_(groups_of(phone_token)), Match.game.in_(games), Match.deleted_at.is_(None))
        .order_by(Match.created_at.desc(), Match.id.desc())
        .limit(most)
    )
    starters = {row.id: row.first_starter for row in db.session.execute(newest)}
    seats = (
        select(Seat.match_id, Seat.number, Player.key, PERSON.key)
        .join(Player, Player.id == Seat.player_id)
        .join(PERSON, SAME)
        .where(Seat.match_id.in_(starters), Seat.joined.is_(False))
    )
    people: dict[tuple[int, bool], set[str]] = {}
    for match, number, *keys in db.session.execute(seats):
        people.setdefault((match, number == starters[match]), set()).update(keys)
    return tuple(Started(*(frozenset(people.get((match, is_), ())) for is_ in (True, False))) for match in starters)


def first_of(begun: Sequence[Started], rows: Sequence[Collection[str]]) -> int:
    """The row of whoever starts, of those who sit there (by keys): whom the group said before, and nobody here instead
    of whom; the newest word counts. The first row when nothing was said.
    """
    here = {key for row in rows for key in row}
    before: set[tuple[str, str]] = set()
    for match in begun:
        pairs = {(one, other) for one in match.starter & here for other in match.others & here}
        before |= {(one, other) for one, other in pairs if (other, one) not in before}
    named = {one for one, _ in before} - {other for _, other in before}
    return next((at for at, row in enumerate(rows) if named.intersection(row)), 0)
