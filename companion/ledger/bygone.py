"""A page of the matches of a group: filtered, found by words, the last played first, whole evenings at a time.

What is listed is read from indexes in their order and no further than a page goes, so that a group of ten thousand
matches opens like one of ten. A page begins behind the place where another one ended, which is a key and no number: a
match that is played meanwhile moves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, exists, or_, select, tuple_, union_all

from .base import db
from .evenings import PAUSE
from .finding import Meant
from .history import MatchRow, not_gone, rows_of
from .models import Match
from .summaries import Evening, MatchWord, SeatResult

MOST = 20
"""So many matches are on a page; an evening that does not fit comes whole on the next one."""


class Key(NamedTuple):
    """Where a match stands in a list: when it was played, and its id. Its text is a part of addresses."""

    at: datetime
    id: int

    def __str__(self) -> str:
        return f"{self.at.replace(tzinfo=None).isoformat()}~{self.id}"

    @classmethod
    def read(cls, text: str) -> Key | None:
        """The key with that text; None for what is none."""
        at, _, number = text.partition("~")
        if not (number.isascii() and number.isdigit() and len(number) < 10):
            return None
        try:
            return cls(datetime.fromisoformat(at).replace(tzinfo=UTC), int(number))
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches of a `group`: of a game, of a person, from a moment on and before another, only those that came to
    their end; and for each word of a search one that fits.
    """

    group: int
    called: str = ""
    person: int = 0
    since: datetime | None = None
    until: datetime | None = None
    finished: bool = False
    archived: bool = False
    search: tuple[Meant, ...] = ()

    @property
    def all(self) -> bool:
        """Whether that is everything but the archive."""
        return self == Wanted(self.group)


class Sitting(NamedTuple):
    """An evening, or what was wanted of it, and of one that fits no page a part: its matches, the last played first.
    `began_at`, `ended_at`: those of the whole evening, as far as they are known; `whole`: all of it that was wanted.
    """

    began_at: datetime
    ended_at: datetime
    rows: tuple[MatchRow, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class Page:
    """A page of them, the last one first. `newer`, `older`: where the pages beside it begin; None where none is."""

    evenings: tuple[Sitting, ...]
    newer: Key | None
    older: Key | None


def page_of(phone_token: str, wanted: Wanted, before: Key | None = None, after: Key | None = None) -> Page:
    """The newest of the wanted matches, or those that were played just `before` or `after` the match with that key. The
    phone has to be one of the group; matches that it was put out of are left out. Two queries, or three.
    """
    key, back = (before, False) if before else (after, after is not None)
    rows = _rows(phone_token, wanted, key, back)
    if back and not rows:
        return page_of(phone_token, wanted)
    more = len(rows) > MOST
    rows = (rows[-MOST - 1 :] if back else rows[: MOST + 1]) if more else rows
    evenings = _evenings(wanted, rows)
    if more:
        evenings = _without_what_goes_on(evenings, back)
    shown = [row for evening in evenings for row in evening.rows]
    ends = (Key(shown[0].played_at, shown[0].id), Key(shown[-1].played_at, shown[-1].id)) if shown else (None, None)
    newer, older = (more, True) if back else (before is not None, more)
    return Page(tuple(evenings), ends[0] if newer else None, ends[1] if older else None)


def _without_what_goes_on(evenings: list[Sitting], back: bool) -> list[Sitting]:
    """Without the evening at the end that goes on behind it; of one that is longer than a page only its last match."""
    if len(evenings) > 1:
        return evenings[1:] if back else evenings[:-1]
    (one,) = evenings
    return [one._replace(rows=one.rows[1:] if back else one.rows[:-1], whole=False)]


def _rows(phone_token: str, wanted: Wanted, key: Key | None, back: bool) -> list[MatchRow]:
    """The matches next to a key, one more than is shown, the last played first."""
    lists = [_next(source, at, key, back) for source, at in _sources(phone_token, wanted)]
    if not lists:
        return []
    found = db.session.execute(union_all(*(select(one.subquery()) for one in lists)))
    near = sorted({(at, id_) for id_, at in found}, reverse=not back)[: MOST + 1]
    ids = [id_ for _, id_ in near]
    return rows_of(db.session.scalars(select(Match).where(Match.id.in_(ids))), MOST + 1) if ids else []


Place = tuple[Any, Any]
"""The columns of a table by which it is listed: when, and which match."""
_MATCH, _SEAT = (Match.played_at, Match.id), (SeatResult.played_at, SeatResult.match_id)
_WORD = (MatchWord.played_at, MatchWord.match_id)


def _next(source: Select[int, datetime], place: Place, key: Key | None, back: bool) -> Select[int, datetime]:
    """One list, as far as a page goes from the key."""
    at, id_ = place
    if key is not None:
        here = tuple_(at, id_)
        bound = tuple_(*key, types=[at.type, id_.type])
        source = source.where(here > bound if back else here < bound)
    # Somebody who left and came again has two rows.
    source = source.group_by(at, id_)
    return source.order_by(*((at, id_) if back else (at.desc(), id_.desc()))).limit(MOST + 1)


def _sources(phone_token: str, wanted: Wanted) -> Iterator[tuple[Select[int, datetime], Place]]:
    """The lists that hold all that is wanted, each in the order of its index: of a person, of a word, or all matches.

    Only one of the conditions chooses the list, the others are asked of each match in it. Rows of people and of words
    do not move with an open match, so open ones have a list of their own.
    """
    asked = [*_asked(wanted), not_gone(phone_token)]
    driver = min(wanted.search, key=_how_common, default=None)
    if not wanted.person and driver is None:
        yield _of_matches(wanted).where(*asked), _MATCH
        return
    if driver is not None and not any(driver):
        return
    ended = (Match.state != "open", *asked)
    if wanted.person:
        yield _of_person(wanted, wanted.person).where(*ended), _SEAT
    else:
        assert driver is not None
        for person in driver.people:
            yield _of_person(wanted, person).where(*ended), _SEAT
        for called in driver.games:
            yield _of_matches(wanted).where(Match.called == called, *ended), _MATCH
        for word in driver.words:
            yield _of_word(wanted, word).where(*ended), _WORD
    if not wanted.finished:
        yield _of_matches(wanted).where(Match.state == "open", *asked), _MATCH


def _how_common(meant: Meant) -> tuple[int, int, int]:
    """What few matches have comes first: a word of a note before people, people before games."""
    return len(meant.games), len(meant.people), len(meant.words)


def _within(at: Any, wanted: Wanted) -> Iterator[ColumnElement[bool]]:
    if wanted.since:
        yield at >= wanted.since
    if wanted.until:
        yield at < wanted.until


def _of_matches(wanted: Wanted) -> Select[int, datetime]:
    of_group = Match.group_id == wanted.group, Match.archived == wanted.archived
    return select(Match.id, Match.played_at).where(*of_group, *_within(Match.played_at, wanted))


def _of_person(wanted: Wanted, person: int) -> Select[int, datetime]:
    rows = select(SeatResult.match_id, SeatResult.played_at).join(Match, Match.id == SeatResult.match_id)
    # Said of these rows, too: the index has it.
    of_game = [SeatResult.called == wanted.called] if wanted.called else []
    return rows.where(SeatResult.person_id == person, *of_game, *_within(SeatResult.played_at, wanted))


def _of_word(wanted: Wanted, word: str) -> Select[int, datetime]:
    rows = select(MatchWord.match_id, MatchWord.played_at).join(Match, Match.id == MatchWord.match_id)
    within = _within(MatchWord.played_at, wanted)
    return rows.where(MatchWord.group_id == wanted.group, MatchWord.word == word, *within)


def _asked(wanted: Wanted) -> Iterator[ColumnElement[bool]]:
    """What is asked of each match, whatever list it comes from."""
    yield and_(Match.group_id == wanted.group, Match.archived == wanted.archived, Match.deleted_at.is_(None))
    if wanted.called:
        yield Match.called == wanted.called
    if wanted.finished:
        yield Match.state == "over"
    if wanted.person:
        yield _sat_there([wanted.person])
    for meant in wanted.search:
        yield or_(
            _sat_there(meant.people),
            Match.called.in_(meant.games),
            _is_there(MatchWord.match_id == Match.id, MatchWord.word.in_(meant.words)),
        )


def _sat_there(people: Sequence[int]) -> ColumnElement[bool]:
    # Adding nothing keeps SQLite from reading all matches of the person to find this one.
    return _is_there(SeatResult.match_id == Match.id, (SeatResult.person_id + 0).in_(people))


def _is_there(*rows: ColumnElement[bool]) -> ColumnElement[bool]:
    """That a match has such a row, whatever list it stands in."""
    return exists().where(*rows).correlate(Match)


def _evenings(wanted: Wanted, rows: Sequence[MatchRow]) -> list[Sitting]:
    """The matches by evenings. Of all there are it is plain which go together; between some of them others may lie, so
    the evenings are asked that were put together of all.
    """
    known = {} if wanted.all or wanted.archived else _known(wanted.group, rows)
    found: list[list[MatchRow]] = []
    since = None
    for row in rows:
        near = since is not None and since - row.played_at < PAUSE
        same = bool(found) and row.id in known and known[row.id] == known.get(found[-1][-1].id)
        if near or same:
            found[-1].append(row)
        else:
            found.append([row])
            since = None
        since = row.sat_at if since is None else min(since, row.sat_at)
    return [_sitting(those, known) for those in found]


Span = tuple[datetime, datetime]


def _sitting(rows: Sequence[MatchRow], known: dict[int, Span]) -> Sitting:
    spans = [known[row.id] for row in rows if row.id in known]
    began = min([row.sat_at for row in rows] + [span[0] for span in spans])
    ended = max([row.played_at for row in rows] + [span[1] for span in spans])
    return Sitting(began, ended, tuple(rows), True)


def _known(group: int, rows: Sequence[MatchRow]) -> dict[int, Span]:
    """When the evenings began and ended in which these matches were played, as they were put together last."""
    if not rows:
        return {}
    first = select(Evening.began_at).where(Evening.group_id == group, Evening.began_at <= Match.played_at)
    first = first.order_by(Evening.began_at.desc()).limit(1).correlate(Match)
    found = select(Match.id, Evening.began_at, Evening.ended_at).join(
        Evening, and_(Evening.group_id == group, Evening.began_at == first.scalar_subquery())
    )
    there = found.where(Match.id.in_([row.id for row in rows]), Evening.ended_at >= Match.played_at)
    return {id_: (began, ended) for id_, began, ended in db.session.execute(there)}
