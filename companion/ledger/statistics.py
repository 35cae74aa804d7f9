"""What becomes of people over many matches, counted in SQL from the derived rows."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Integer, Select, cast, func, select

from companion.games import by_key

from . import db
from .groups import groups_of
from .models import Grant, Match, Phone, Player, RoundResult, SeatResult


@dataclass(frozen=True, slots=True)
class Career:
    """A person's matches of one game. `group`: the id of the group that knows this person; `won` counts shared
    victories, too; `points` is the sum over `rounds`, `best` and `worst` are points of single rounds as the game sees
    them, `closings` the rounds that this person ended.
    """

    group: int
    name: str
    matches: int
    won: int
    closings: int
    rounds: int
    points: int
    best: int
    worst: int

    @property
    def average(self) -> float:
        """Points in a round."""
        return self.points / self.rounds if self.rounds else 0.0


def games_of(phone_token: str | None) -> tuple[str, ...]:
    """The games in which a match of the phone's groups has ended, the one played last first."""
    if phone_token is None:
        return ()
    last = func.max(Match.played_at)
    played = select(Match.game).where(Match.id.in_(_ended(phone_token))).group_by(Match.game)
    return tuple(db.session.scalars(played.order_by(last.desc(), Match.game)))


def careers_of(phone_token: str | None, game: str) -> list[Career]:
    """The people of the phone's groups in one game, group by group: who won most comes first, then who needed fewer
    matches for it.

    What counts: matches that ended and are not in the archive (a stopped one gives no win to anybody), and those who
    stayed to the end. Two queries, however many matches there are.
    """
    if phone_token is None:
        return []
    counts = SeatResult.match_id.in_(_ended(phone_token).where(Match.game == game)), SeatResult.place.is_not(None)
    wins, points = func.sum(cast(SeatResult.won, Integer)), RoundResult.points
    people = (
        select(Player.id, Player.group_id, Player.name, func.count(), wins, func.sum(SeatResult.closings))
        .join(SeatResult, SeatResult.player_id == Player.id)
        .where(*counts)
        .group_by(Player.id, Player.group_id, Player.name)
        .order_by(Player.group_id, wins.desc(), func.count(), Player.name)
    )
    rounds = (
        select(SeatResult.player_id, func.count(), func.sum(points), func.min(points), func.max(points))
        .join(RoundResult, (RoundResult.match_id == SeatResult.match_id) & (RoundResult.seat == SeatResult.seat))
        .where(*counts)
        .group_by(SeatResult.player_id)
    )
    played = {player: (number, total, least, most) for player, number, total, least, most in db.session.execute(rounds)}
    low = by_key(game).lowest_wins
    found = []
    for player, group, name, matches, won, closings in db.session.execute(people):
        number, total, least, most = played.get(player, (0, 0, 0, 0))
        best, worst = (least, most) if low else (most, least)
        found.append(Career(group, name, matches, won, closings, number, total, best, worst))
    return found


def _ended(phone_token: str) -> Select[int]:
    """The ids of the matches that count: of the phone's groups, without those that it was put out of."""
    gone = select(Grant.match_id).join(Phone, Phone.id == Grant.phone_id)
    gone = gone.where(Phone.token == phone_token, Grant.role == "gone")
    ended = select(Match.id).where(Match.state == "over", Match.archived.is_(False))
    return ended.where(Match.group_id.in_(groups_of(phone_token)), Match.id.not_in(gone))
