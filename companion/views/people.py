"""The page of a group: who did how well, what is remembered, when it played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from flask import Blueprint, render_template, request, url_for

from companion.games.why import N_
from companion.ledger.careers import rankings
from companion.ledger.company import Company, companies_of
from companion.ledger.evenings import evenings_in
from companion.ledger.figures import fresh
from companion.ledger.models import now
from companion.ledger.remembered import Overview, overview, rivalries
from companion.ledger.summaries import ALL, EVER

from .calendar import Facts, by_day, drawn
from .forms import seen_number
from .phone import token
from .pieces import piece
from .ranking import Standing, by_name, ranking_text
from .records import records
from .rivals import bars, grid
from .wins_chart import WinsChart, month_of, wins_chart
from .words import gettext, isolated, names, ngettext
from .zone import local, new_year

people = Blueprint("people", __name__, url_prefix="/people")
FIRST = 3
"""So many names tell one group from another."""
MANY = 200
"""How many people without a finished match are named at most."""
NOTHING = N_("No finished matches yet. This page fills up after your first one.")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the page is asked to show: of which group (0: the phone's first one), which game or ALL, which year or
    EVER, and which year of the calendar (0: the newest).
    """

    group: int
    called: str
    season: int
    days: int

    def url(self, **other: Any) -> str:
        """The address that asks for something else, and for the rest as before."""
        wanted = replace(self, **other)
        here: dict[str, Any] = {"group": wanted.group, "called": wanted.called}
        here |= {"season": wanted.season, "days": wanted.days}
        return url_for("people.page", **{name: value or None for name, value in here.items()})


Choice = list[tuple[str, str, bool]]
"""Of each that can be chosen: its address, what it is called, whether it is what the page shows."""


@people.get("")
def page() -> str:
    """Who won how often, compared with what luck would give; what is remembered, who is ahead of whom, when the group
    played. `group`, `called`, `season` and `days` of the address choose.
    """
    companies = companies_of(token())
    group = seen_number(request.args.get("group"))
    company = next((one for one in companies if one.id == group), next(iter(companies), None))
    if company is None:
        return render_template("people/page.html", note="", nothing=gettext(NOTHING))
    fresh(company.id)
    together = overview(company.id)
    standing = _standing(company, together)
    there = group if company.id == group else 0
    asked = Asked(there, standing.called, standing.year, seen_number(request.args.get("days")))
    return render_template(
        "people/page.html",
        note=_note(together),
        groups=_groups(asked, companies, company),
        games=_games(asked, standing),
        seasons=_seasons(asked, standing),
        **_figures(company, standing),
        calendar=_calendar(asked, company, together),
        **_others(standing),
    )


def _standing(company: Company, together: Overview) -> Standing:
    """What the address asks to be shown, as near to it as there is."""
    games, years = [one.called for one in together.games], [one.year for one in together.seasons]
    called, year = game_asked(games), seen_number(request.args.get("season"))
    year = year if year in years else EVER
    return Standing(company.people, rankings(company.id, called, year), games, years, called, year)


def game_asked(games: Sequence[str]) -> str:
    """Which of these games the address asks for, else ALL; one game alone is all of them, and has its own words."""
    called = request.args.get("called", ALL)
    return called if called in games else games[0] if len(games) == 1 else ALL


def _note(together: Overview) -> str:
    """How often the group came together; nothing before its first end."""
    if not together.matches:
        return ""
    evenings = ngettext("%(num)s evening", "%(num)s evenings", together.evenings)
    matches = ngettext("%(num)s match", "%(num)s matches", together.matches)
    return gettext("%(evenings)s, %(matches)s", evenings=evenings, matches=matches)


def _groups(asked: Asked, companies: tuple[Company, ...], chosen: Company) -> Choice:
    """The groups, where there are several; another one has other games and seasons."""
    if len(companies) < 2:
        return []
    other = {"called": ALL, "season": EVER, "days": 0}
    return [(asked.url(group=one.id, **other), _title(one), one is chosen) for one in companies]


def _title(company: Company) -> str:
    """What a group is called: by its name, else by its first people."""
    people = [person.name for person in company.people.values()][:FIRST]
    return company.name or names(people) or gettext("Group %(number)s", number=company.id)


def _games(asked: Asked, standing: Standing) -> Choice:
    """The games that count, the one played last first, where there are several."""
    if len(standing.games) < 2:
        return []
    every = (asked.url(called=ALL), gettext("All"), standing.called == ALL)
    return [every, *((asked.url(called=one), one, one == standing.called) for one in standing.games)]


def _seasons(asked: Asked, standing: Standing) -> Choice:
    """All time, and each year in which a match counts, the newest first; one year is all time."""
    if len(standing.years) < 2:
        return []
    ever = (asked.url(season=EVER), gettext("All time"), standing.year == EVER)
    years = ((asked.url(season=year, days=0), str(year), year == standing.year) for year in standing.years)
    return [ever, *years]


def _figures(company: Company, standing: Standing) -> dict[str, Any]:
    """Everything that is told of those who have finished a match."""
    if not standing.ranking:
        return {"nothing": _nothing(standing)}
    met = rivalries(company.id, standing.called, standing.year)
    return {
        "table": ranking_text(standing, met),
        "records": records(standing),
        "rivals": grid(standing.ranking, met),
        "wins": _wins(standing),
        "bars": bars(standing.ranking),
    }


def _nothing(standing: Standing) -> str:
    """Why there is nothing to tell."""
    if not standing.games:
        return gettext(NOTHING)
    if standing.year == EVER:
        return gettext("Nobody who is in the lists has ended a match.")
    if standing.called == ALL:
        return gettext("Nobody who is in the lists has ended a match in %(year)s.", year=standing.year)
    return gettext("No match of %(game)s has ended in %(year)s.", game=isolated(standing.called), year=standing.year)


def _wins(standing: Standing) -> WinsChart | None:
    """The wins of everybody, to the end of the year that is shown or to today."""
    today = now().date()
    last = min(today, date(standing.year, 12, 31)) if standing.year != EVER else today
    people = [(one.person.id, one.person.name, one.person.avatar) for one in standing.ranking]
    return wins_chart(people, standing.wins, month_of(last))


def _others(standing: Standing) -> dict[str, Any]:
    """Those who are not in the ranking."""
    said = gettext("No finished match yet") if standing.ranking else gettext("Players from earlier matches")
    return {
        "waiting": by_name(standing.waiting)[:MANY],
        "waiting_said": said,
        "hidden": by_name(standing.hidden)[:MANY],
    }


def _calendar(asked: Asked, company: Company, together: Overview) -> str:
    """A year of evenings, by the days of this phone's clock, and the ways to the year before and after; nothing before
    the first match.
    """
    years = [one.year for one in together.seasons]
    first, last = min([local(company.since).year, *years]), max([local(now()).year, *years])
    year = min(max(asked.days or asked.season or max(years, default=last), first), last)
    evenings = evenings_in(company.id, new_year(year), new_year(year + 1))
    if not evenings and not years:
        return ""
    days = by_day((local(one.began_at), one.ended_at, one.matches) for one in evenings)
    before = asked.url(days=year - 1) if year > first else ""
    after = asked.url(days=year + 1) if year < last else ""
    return piece(drawn, Facts(company.id, year, days, before, after))
