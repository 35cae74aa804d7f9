"""Evenings: the matches of a group with less than four hours between one and the next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Select, select

from companion.games import GAMES

from .base import db, replace_rows
from .models import Match
from .summaries import Evening

PAUSE = timedelta(hours=4)
"""As long as this between two matches, and the second one is another evening."""
LONGEST = timedelta(hours=12)
"""A match that was left lying is not played all the time: it takes no longer than this."""
Sitting = tuple[datetime, datetime]
"""When a match was begun and when it was played last, at least as an evening sees it."""


def sitting(created_at: datetime, played_at: datetime, open_: bool) -> Sitting:
    """When people sat at a match. One that is open counts by when it began, so that hands do not move evenings."""
    till = created_at if open_ else played_at
    return min(till, max(created_at, till - LONGEST)), till


@dataclass(frozen=True, slots=True)
class Night:
    """An evening: from when to when, and how many matches."""

    began_at: datetime
    ended_at: datetime
    matches: int


def parted(sittings: Iterable[Sitting]) -> list[Night]:
    """The evenings that these matches make, oldest first."""
    found: list[Night] = []
    for began, ended in sorted(sittings):
        last = found[-1] if found else None
        if last is not None and began - last.ended_at < PAUSE:
            found[-1] = Night(last.began_at, max(last.ended_at, ended), last.matches + 1)
        else:
            found.append(Night(began, ended, 1))
    return found


def evenings_in(group: int, start: datetime, end: datetime) -> tuple[Night, ...]:
    """The evenings of a group that began from `start` on and before `end`, oldest first."""
    inside = Evening.began_at >= start, Evening.began_at < end
    return _nights(_EVENINGS.where(Evening.group_id == group, *inside).order_by(Evening.began_at))


def refresh_evenings(group: int, moments: Iterable[datetime]) -> None:
    """Part the evenings anew in which a match was or is that has to do with these moments; nothing is committed."""
    # A match reaches from a moment at most so far back: what touches that is parted anew, and nothing else can change.
    for near in parted((moment - LONGEST, moment) for moment in moments):
        _part_anew(group, near.began_at, near.ended_at)


def part_all(group: int) -> None:
    """Part all evenings of a group anew; nothing is committed."""
    _replace(group, _sittings(_of_group(group)))


_EVENINGS = select(Evening.began_at, Evening.ended_at, Evening.matches)


def _nights(chosen: Select[datetime, datetime, int]) -> tuple[Night, ...]:
    return tuple(Night(*row) for row in db.session.execute(chosen))


def _part_anew(group: int, start: datetime, end: datetime) -> None:
    # An evening lasts for days at most, but nobody says for how many: the last one before is looked up by its begin.
    touched = _EVENINGS.where(Evening.group_id == group, Evening.began_at < end + PAUSE)
    before = _nights(touched.where(Evening.began_at < start).order_by(Evening.began_at.desc()).limit(1))
    inside = _nights(touched.where(Evening.began_at >= start))
    near = [*(night for night in before if night.ended_at + PAUSE > start), *inside]
    start = min([start, *(night.began_at for night in near)])
    end = max([end, *(night.ended_at for night in near)])
    # Open matches count by when they began, all others by when they ended: there is an index for each.
    games = Match.game.in_([game.key for game in GAMES])
    open_ = _of_group(group).where(Match.state == "open", games, Match.created_at >= start, Match.created_at <= end)
    ended = _of_group(group).where(Match.state != "open", Match.played_at >= start, Match.played_at <= end)
    _replace(group, [*_sittings(open_), *_sittings(ended)], Evening.began_at >= start, Evening.began_at <= end)


def _of_group(group: int) -> Select[datetime, datetime, str]:
    there = Match.group_id == group, Match.archived.is_(False), Match.deleted_at.is_(None)
    return select(Match.created_at, Match.played_at, Match.state).where(*there)


def _sittings(chosen: Select[datetime, datetime, str]) -> list[Sitting]:
    return [
        sitting(created_at, played_at, state == "open") for created_at, played_at, state in db.session.execute(chosen)
    ]


def _replace(group: int, sittings: Iterable[Sitting], *which: ColumnElement[bool]) -> None:
    rows = [{"group_id": group, **asdict(night)} for night in parted(sittings)]
    replace_rows(Evening, rows, Evening.group_id == group, *which)
