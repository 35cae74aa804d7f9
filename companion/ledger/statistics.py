"""What becomes of people over many matches, counted in SQL from the derived rows."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Integer, Select, cast, func, select

from companion.games import by_key

from .avatars import Avatar
from .base import db
from .groups import groups_of
from .models import Grant, Match, Phone, Player
from .summaries import RoundResult, SeatResult


@dataclass(frozen=True, slots=True)
class Played:
    """What statistics are parted by: the key of a game, and what it is called."""

    game: str
    called: str


@dataclass(frozen=True, slots=True)
class Career:
    """A person's matches of one game. `player`: the id of that person in the `group` with that id; `won` counts shared
    victories, too; `points` is the sum over `rounds`, `best` and `worst` are points of single rounds as the game sees
    them, `closings` the rounds that this person ended.
    """

    group: int
    player: int
    name: str
    avatar: Avatar
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


def games_of(phone_token: str | None) -> tuple[Played, ...]:
    """The games in which a match of the phone's groups has ended, the one played last first."""
    if phone_token is None:
        return ()
    last, names = func.max(Match.played_at), (Match.game, Match.called)
    played = select(*names).where(Match.id.in_(_ended(phone_token))).group_by(*names)
    return tuple(Played(*row) for row in db.session.execute(played.order_by(last.desc(), *names)))


def careers_of(phone_token: str | None, played: Played) -> list[Career]:
    """The people of the phone's groups in one game, group by group: who won most comes first, then who needed fewer
    matches for it.

    What counts: matches that ended and are not in the archive (a stopped one gives no win to anybody), and those who
    stayed to the end; bots are no people. Whether low or high is good is what the newest of them says. Three queries,
    however many matches there are.
    """
    if phone_token is None:
        return []
    ended = _ended(phone_token).where(Match.game == played.game, Match.called == played.called)
    counts = SeatResult.match_id.in_(ended), SeatResult.place.is_not(None)
    wins = func.sum(cast(SeatResult.won, Integer))
    people = (
        select(*_WHO, func.count(), wins, func.sum(SeatResult.closings))
        .join(SeatResult, SeatResult.player_id == Player.id)
        .where(*counts, Player.bot.is_(False), Player.deleted_at.is_(None))
        .group_by(*_WHO)
        .order_by(Player.group_id, wins.desc(), func.count(), Player.name)
    )
    scored = _scored(*counts)
    newest = select(Match.options).where(Match.id.in_(ended)).order_by(Match.played_at.desc(), Match.id.desc()).limit(1)
    low = by_key(played.game).agreement(db.session.scalar(newest) or {}).lowest_wins
    found = []
    for player, group, name, pair, emoji, matches, won, closed in db.session.execute(people):
        number, total, *ends = scored.get(player, (0, 0, 0, 0))
        best, worst = ends if low else reversed(ends)
        found.append(Career(group, player, name, Avatar(pair, emoji), matches, won, closed, number, total, best, worst))
    return found


_WHO = (Player.id, Player.group_id, Player.name, Player.pair, Player.emoji)


def _scored(*counts: ColumnElement[bool]) -> dict[int, tuple[int, int, int, int]]:
    """By player, over the seats that count: how many rounds, their points, the least and the most in one of them."""
    points = RoundResult.points
    rounds = (
        select(SeatResult.player_id, func.count(), func.sum(points), func.min(points), func.max(points))
        .join(RoundResult, (RoundResult.match_id == SeatResult.match_id) & (RoundResult.seat == SeatResult.seat))
        .where(*counts)
        .group_by(SeatResult.player_id)
    )
    return {player: (number, total, least, most) for player, number, total, least, most in db.session.execute(rounds)}


def _ended(phone_token: str) -> Select[int]:
    """The ids of the matches that count: of the phone's groups, without those that it was put out of."""
    gone = select(Grant.match_id).join(Phone, Phone.id == Grant.phone_id)
    gone = gone.where(Phone.token == phone_token, Grant.role == "gone")
    ended = select(Match.id).where(Match.state == "over", Match.archived.is_(False), Match.deleted_at.is_(None))
    return ended.where(Match.group_id.in_(groups_of(phone_token)), Match.id.not_in(gone))
