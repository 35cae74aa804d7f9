"""What depends on many matches: careers, rivalries, seasons and evenings, computed anew where they are stale.

A person's year is counted from the rows of its matches, all time from the years; so an old match that is corrected
costs what a new one does, however many there are.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, extract, func, or_, select
from sqlalchemy.orm import aliased

from companion.app_state import app_state

from .base import db, replace_rows
from .busy import Busy, give_way
from .evenings import refresh_evenings
from .locks import OfGroups
from .models import Match, Player
from .pen import settle, writing
from .stale import EVERYBODY, groups_told_of, is_stale, marks_of, stale_groups
from .summaries import ALL, EVER, Career, Rivalry, Season, SeatResult, Stale
from .tallies import Tally, by_called, fair, of_all, of_match, together

HOW = ("ahead", "behind", "level")
Met = Mapping[tuple[str, int], Counter[str]]
"""How often a person was ahead of others, behind or level with them, by what a game is called and the other's id."""
AT_ONCE = 64
"""So many marks are worked off in one transaction: those of an evening's matches, mostly."""


def fresh(group: int) -> None:
    """See to it that nothing of a group is stale, before it is read: one small query, mostly.

    When another program holds the database, what is there is read as it is.
    """
    if is_stale(group):
        try:
            compute(group)
        except Busy:
            return


def catch_up() -> None:
    """Compute what is stale in any group, after an answer. Raises Busy when another program holds the database."""
    app_state().stale = False
    for group in stale_groups():
        compute(group)


def compute(group: int) -> None:
    """Compute all that is stale in a group. Whoever else has something to do gets a turn between two people.

    Raises Busy when another program holds the database.
    """
    while _some(group):
        give_way()


def _some(group: int) -> bool:
    """Work off some of the marks of a group, with all others of the same people's years; whether there may be more."""
    with writing(OfGroups(groups_told_of(group))):
        found = marks_of(group, AT_ONCE)
        marks = [mark for _, mark in found]
        years = sorted({(person, at.year) for _, person, _, at in marks if person != EVERYBODY})
        if found:
            # Before anything is read: what another program marks from now on stays.
            of_years = [and_(Stale.group_id == group, *_in_year(Stale, *whose)) for whose in years]
            db.session.execute(delete(Stale).where(or_(Stale.id.in_([number for number, _ in found]), *of_years)))
        for person, those in groupby(years, key=lambda each: each[0]):
            _person(person, [year for _, year in those])
            give_way()
        together = [(called, at) for _, person, called, at in marks if person == EVERYBODY]
        if together:
            refresh_evenings(group, [at for _, at in together])
            _seasons(group, {(called, at.year) for called, at in together})
        if found:
            settle()
    return len(found) == AT_ONCE


def bounds(year: int) -> tuple[datetime, datetime]:
    """When a season begins, and when the next one does."""
    return datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)


def _person(person: int, years: Sequence[int]) -> None:
    """The careers and rivalries of a person in these years, and for all time."""
    # The mark may be of another group, where a match came from.
    group = db.session.scalars(select(Player.group_id).where(Player.id == person)).one()
    for year in years:
        _change_year(group, person, year)
    careers = select(Career.__table__).where(Career.person_id == person, Career.year != EVER).order_by(Career.year)
    ever = by_called(dict(row) for row in db.session.execute(careers).mappings())
    _write_careers(group, person, EVER, ever)
    _write_rivalries(group, person, EVER, _met_ever(person))


def _change_year(group: int, person: int, year: int) -> None:
    inside = _in_year(SeatResult, person, year)
    lasted = select(SeatResult.__table__, Match.game, Match.rounds.label("lasted"))
    mine = lasted.join(Match, Match.id == SeatResult.match_id).where(*inside, SeatResult.counts)
    ordered = mine.order_by(SeatResult.played_at, SeatResult.match_id, SeatResult.place, SeatResult.seat)
    # Who sits twice in a match has it once, by the better place.
    rows: dict[int, Any] = {}
    for row in db.session.execute(ordered).mappings():
        rows.setdefault(row["match_id"], row)
    tallies = [of_match(row) for row in rows.values()]
    everything = [of_all(together(tallies))] if tallies else []
    _write_careers(group, person, year, [*by_called(tallies), *everything])
    _write_rivalries(group, person, year, _met(rows, inside) if rows else {})


def _in_year(model: type[SeatResult | Stale], person: int, year: int) -> tuple[ColumnElement[bool], ...]:
    start, end = bounds(year)
    return model.person_id == person, model.played_at >= start, model.played_at < end


def _met(rows: dict[int, Any], inside: Sequence[ColumnElement[bool]]) -> Met:
    """Whom a person met in these matches, by what the game is called, and who was ahead."""
    other = aliased(SeatResult)
    there = select(other.match_id, other.person_id, other.seat, other.place).join(
        SeatResult, SeatResult.match_id == other.match_id
    )
    there = there.where(*inside, SeatResult.counts, other.counts)
    met: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    seen = {(match, row["person_id"]) for match, row in rows.items()}
    for match, person, seat, place in db.session.execute(there.order_by(other.match_id, other.place, other.seat)):
        mine = rows[match]
        if (match, person) not in seen and seat != mine["seat"]:
            how = "ahead" if mine["place"] < place else "behind" if mine["place"] > place else "level"
            for called in (mine["called"], ALL):
                met[called, person][how] += 1
        seen.add((match, person))
    return met


def _met_ever(person: int) -> Met:
    sums = [func.sum(getattr(Rivalry, how)) for how in HOW]
    years = select(Rivalry.called, Rivalry.other_id, *sums).where(Rivalry.person_id == person, Rivalry.year != EVER)
    rows = db.session.execute(years.group_by(Rivalry.called, Rivalry.other_id))
    return {(called, other): Counter(dict(zip(HOW, map(int, met), strict=True))) for called, other, *met in rows}


def _write_careers(group: int, person: int, year: int, tallies: Iterable[Tally]) -> None:
    whose = {"person_id": person, "group_id": group, "year": year}
    rows = [{**tally, **whose, "fair": fair(tally)} for tally in tallies]
    replace_rows(Career, rows, Career.person_id == person, Career.year == year)


def _write_rivalries(group: int, person: int, year: int, met: Met) -> None:
    of_both = []
    for (called, other), how in met.items():
        whose = {"called": called, "year": year, "group_id": group, "level": how["level"]}
        of_both.append(
            {**whose, "person_id": person, "other_id": other, "ahead": how["ahead"], "behind": how["behind"]}
        )
        of_both.append(
            {**whose, "person_id": other, "other_id": person, "ahead": how["behind"], "behind": how["ahead"]}
        )
    db.session.execute(delete(Rivalry).where(Rivalry.other_id == person, Rivalry.year == year))
    replace_rows(Rivalry, of_both, Rivalry.person_id == person, Rivalry.year == year)


def count_all_seasons(group: int) -> None:
    """Count anew how much a group played of each game in each year, and for all time; nothing is committed."""
    played = select(Match.called, extract("year", Match.played_at)).where(Match.group_id == group).distinct()
    known = select(Season.called, Season.year).where(*_of(group, Season.called != ALL, Season.year != EVER))
    _seasons(group, {(called, int(year)) for each in (played, known) for called, year in db.session.execute(each)})


def _seasons(group: int, years: Collection[tuple[str, int]]) -> None:
    """How much a group played of these games in these years, and what follows from it for all games and all time."""
    for called, year in sorted(years):
        row = _season(group, called, year)
        replace_rows(Season, [row] if row else [], *_of(group, Season.called == called, Season.year == year))
    parts = _of(group, Season.called != ALL, Season.year != EVER)
    known = [dict(row) for row in db.session.execute(select(Season.__table__).where(*parts)).mappings()]
    wholes = [
        {**row, **whole}
        for row in known
        for whole in ({"called": ALL, "game": ""}, {"year": EVER}, {"called": ALL, "game": "", "year": EVER})
    ]
    by_name = sorted(wholes, key=_name)
    sums = [_sum(list(those)) for _, those in groupby(by_name, key=_name)]
    replace_rows(Season, sums, *_of(group, or_(Season.called == ALL, Season.year == EVER)))


def _season(group: int, called: str, year: int) -> dict[str, Any] | None:
    start, end = bounds(year)
    of_game = Match.group_id == group, Match.archived.is_(False), Match.called == called
    there = *of_game, Match.played_at >= start, Match.played_at < end, Match.state == "over", Match.deleted_at.is_(None)
    matches, rounds = db.session.execute(select(func.count(), func.sum(Match.rounds)).where(*there)).one()
    last = select(Match.id, Match.game, Match.played_at).where(*there)
    newest = db.session.execute(last.order_by(Match.played_at.desc(), Match.id.desc()).limit(1)).first()
    if newest is None:
        return None
    ended = {"last_match": newest.id, "game": newest.game, "last_at": newest.played_at}
    return {"group_id": group, "called": called, "year": year, "matches": matches, "rounds": int(rounds), **ended}


def _of(group: int, *which: ColumnElement[bool]) -> tuple[ColumnElement[bool], ...]:
    return Season.group_id == group, *which


def _name(row: dict[str, Any]) -> tuple[str, int]:
    return row["called"], row["year"]


def _sum(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Seasons together: the last match is that of whichever is newest."""
    newest = max(rows, key=lambda row: (row["last_at"], row["last_match"]))
    return {**newest, **{name: sum(row[name] for row in rows) for name in ("matches", "rounds")}}
