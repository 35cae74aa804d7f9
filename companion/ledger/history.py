"""The derived rows for lists and statistics, and the lists made from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import and_, delete, func, insert, or_, select

from companion.games import by_key

from . import db, save, writing
from .models import Grant, Match, Membership, Phone, Player, RoundResult, SeatResult
from .state import MatchState


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A person in a list of matches; `place` is None for somebody out of the ranking."""

    name: str
    total: int
    place: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in a list. `state`: "open", "over" or "stopped"; `round`: where it stands; `played_at`: last save."""

    public_id: str
    game: str
    state: str
    round: int
    played_at: datetime
    archived: bool
    people: tuple[PersonLine, ...]

    @property
    def game_name(self) -> str:
        """What the game is called."""
        return by_key(self.game).name

    @property
    def leads(self) -> str:
        """What the first ones have, in the game's own words: a sentence with places for `names` and `total`."""
        return by_key(self.game).words.leads

    @property
    def leaders(self) -> tuple[str, ...]:
        """The names of those in first place; nobody leads while all stand at the same."""
        totals = {person.total for person in self.people if person.place}
        return tuple(person.name for person in self.people if person.place == 1) if len(totals) > 1 else ()

    @property
    def best_total(self) -> int:
        """The total of whoever is first."""
        return next((person.total for person in self.people if person.place == 1), 0)

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who won; empty before the end."""
        return tuple(person.name for person in self.people if person.won)


def matches_of(
    phone_token: str | None,
    *,
    states: Iterable[str] = (),
    archived: bool = False,
    most: int = 20,
    skip: int = 0,
) -> list[MatchLine]:
    """The matches that the phone may write in, last played first: two queries however many there are."""
    if phone_token is None:
        return []
    chosen = (
        select(Match)
        .join(Phone, Phone.token == phone_token)
        .outerjoin(Grant, and_(Grant.match_id == Match.id, Grant.phone_id == Phone.id))
        .outerjoin(Membership, and_(Membership.group_id == Match.group_id, Membership.phone_id == Phone.id))
        .where(Match.archived == archived)
        .where(
            or_(Grant.role == "write", and_(func.coalesce(Grant.role, "") != "gone", Membership.group_id.is_not(None)))
        )
        .order_by(Match.played_at.desc(), Match.id.desc())
        .limit(most)
        .offset(skip)
    )
    if states:
        chosen = chosen.where(Match.state.in_(list(states)))
    found = db.session.scalars(chosen).all()
    people = _people([match.id for match in found])
    return [
        MatchLine(m.public_id, m.game, m.state, m.round, m.played_at, m.archived, tuple(people[m.id])) for m in found
    ]


def _people(match_ids: list[int]) -> dict[int, list[PersonLine]]:
    people: dict[int, list[PersonLine]] = {match_id: [] for match_id in match_ids}
    rows = db.session.execute(
        select(SeatResult.match_id, Player.name, SeatResult.total, SeatResult.place, SeatResult.won)
        .join(Player, Player.id == SeatResult.player_id)
        .where(SeatResult.match_id.in_(match_ids))
        .order_by(SeatResult.match_id, SeatResult.seat)
    )
    for match_id, name, total, place, won in rows:
        people[match_id].append(PersonLine(name, total, place, won))
    return people


def refresh(match: Match, state: MatchState) -> None:
    """Bring the derived rows and columns of a match in line with its state; rows that are right stay untouched."""
    match.state, match.round, match.archived = state.status, state.current, state.archived
    played = ("entry/", "closer/", "adjust/")
    written = [trail[-1].at for cell, trail in state.trails.cells.items() if cell.startswith(played)]
    written += [line.at for line in (state.screen.lines[-1:] if state.screen else ())]
    match.played_at = max(written, default=match.created_at)
    _replace(RoundResult, ("round", "seat"), match.id, _round_rows(state))
    _replace(SeatResult, ("seat",), match.id, _seat_rows(state))


def rebuild() -> int:
    """Recreate all derived rows from the records and return the number of matches. Versions stay as they are."""
    ids = db.session.scalars(select(Match.id).order_by(Match.id)).all()
    for match_id in ids:
        with writing():
            for model in (RoundResult, SeatResult):
                db.session.execute(delete(model).where(model.match_id == match_id))
            save(db.session.get_one(Match, match_id), turn=False)
    return len(ids)


def _round_rows(state: MatchState) -> list[dict[str, Any]]:
    return [
        {
            "match_id": state.id,
            "round": round_.number,
            "seat": seat,
            "points": cell.score.points,
            "total": cell.total,
            "closed": seat == round_.closer,
        }
        for round_ in state.sheet.rounds
        if round_.counted
        for seat, cell in enumerate(round_.cells)
        if cell.score is not None
    ]


def _seat_rows(state: MatchState) -> list[dict[str, Any]]:
    closers = [round_.closer for round_ in state.sheet.rounds if round_.counted and round_.complete]
    return [
        {
            "match_id": state.id,
            "seat": seat.number,
            "player_id": seat.player_id,
            "total": state.sheet.totals[seat.number],
            "place": state.sheet.places[seat.number],
            "won": seat.number in state.sheet.winners,
            "closings": closers.count(seat.number),
        }
        for seat in state.seats
        if not seat.absent
    ]


def _replace(model: Any, key: tuple[str, ...], match_id: int, rows: list[dict[str, Any]]) -> None:
    columns = list(rows[0]) if rows else list(key)
    stored = db.session.execute(select(*(getattr(model, name) for name in columns)).where(model.match_id == match_id))
    have = {tuple(row._mapping[name] for name in key): dict(row._mapping) for row in stored}
    want = {tuple(row[name] for name in key): row for row in rows}
    for place in [place for place, row in have.items() if want.get(place) != row]:
        same = (getattr(model, name) == value for name, value in zip(key, place, strict=True))
        db.session.execute(delete(model).where(model.match_id == match_id, *same))
    fresh = [row for place, row in want.items() if have.get(place) != row]
    if fresh:
        db.session.execute(insert(model), fresh)
