"""One person of a group: how they did in one game or all of them, in one year or all time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.ledger.careers import CareerFigures, Ranked, careers_of, feats_of_each, ranking
from companion.ledger.figures import fresh
from companion.ledger.models import now
from companion.ledger.persons import Person, person_for
from companion.ledger.remembered import development, rivals
from companion.ledger.summaries import ALL, EVER

from .forms import seen_number
from .people import Choice, game_asked
from .person_duels import duels
from .person_facts import facts
from .person_feats import held
from .person_line import line_of, steps_of
from .phone import token
from .words import gettext

person = Blueprint("person", __name__, url_prefix="/people/<int:player>")

Careers = Mapping[tuple[str, int], CareerFigures]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the page shows: of whom, which game or ALL, which year or EVER."""

    player: int
    called: str
    year: int

    def url(self, called: str, year: int) -> str:
        """The address of another part of this page."""
        return url_for("person.page", player=self.player, called=called or None, season=year or None)

    def matches(self, group: int, several: bool) -> str:
        """The address of all matches of this; of every game, where a page is not about one of `several`."""
        game, time = self.called if several else ALL, self.year or None
        return url_for("history.page", group=group, person=self.player, game=game or None, time=time)


@person.get("")
def page(player: int) -> str | Response:
    """All that is remembered of a person; of a player who stands for another, that one's page. `called` and `season` of
    the address choose the game and the year.
    """
    its = person_of(player)
    if its.id != player:
        return redirect(url_for("person.page", player=its.id))
    fresh(its.group)
    careers = careers_of(its.id)
    asked = _asked(its, careers)
    career, games = careers.get((asked.called, asked.year)), _games(asked, careers)
    return render_template(
        "people/person.html",
        it=its,
        whole=careers.get((ALL, EVER)),
        games=games,
        seasons=_seasons(asked, careers),
        matches=asked.matches(its.group, bool(games)),
        **(_figures(its, asked, career) if career else {}),
    )


def person_of(player: int) -> Person:
    """The person of a player, or 404 to a phone that is not of the group."""
    its = person_for(token(), player)
    if its is None:
        abort(404)
    return its


def _asked(its: Person, careers: Careers) -> Asked:
    """What the address asks for; what there is nothing of is as if nobody had asked."""
    year = seen_number(request.args.get("season"))
    return Asked(its.id, game_asked(_called(careers)), year if (ALL, year) in careers else EVER)


def _called(careers: Careers) -> list[str]:
    """What the games of a person are called, the one played last first."""
    played = [one for one in careers.values() if one.called != ALL and one.year == EVER]
    return [one.called for one in sorted(played, key=lambda one: (one.last_at, one.called), reverse=True)]


def _games(asked: Asked, careers: Careers) -> Choice:
    """The games that this person has played, and all of them; nothing to choose from one."""
    games = _called(careers)
    named = [(ALL, gettext("All")), *((called, called) for called in games)]
    return _choices(asked, ((called, asked.year, said) for called, said in named)) if len(games) > 1 else []


def _seasons(asked: Asked, careers: Careers) -> Choice:
    """All time, and the years in which this person has played, the last one first."""
    years = sorted({year for _, year in careers if year != EVER}, reverse=True)
    this = now().year
    named = [(year, gettext("This year") if year == this else str(year)) for year in years]
    those = [(EVER, gettext("All time")), *named]
    return _choices(asked, ((asked.called, year, said) for year, said in those)) if years else []


def _choices(asked: Asked, those: Iterable[tuple[str, int, str]]) -> Choice:
    here = asked.called, asked.year
    return [(asked.url(called, year), said, (called, year) == here) for called, year, said in those]


def _figures(its: Person, asked: Asked, career: CareerFigures) -> dict[str, Any]:
    """Everything that is told of somebody who has finished a match of what was asked for."""
    together = ranking(its.group, asked.called, asked.year)
    steps = development(its.id, asked.called, asked.year)
    mine, of_group = feats_of_each([Ranked(its, career)], together)
    peaks = {feat.kind: feat for feat in mine}
    return {
        "facts": facts(career, together, peaks, low=bool(steps) and steps[-1].lowest_wins),
        "line": line_of(its, asked.called, steps),
        "steps": steps_of(asked.called, steps),
        "duels": duels(its, rivals(its.id, asked.called, asked.year)),
        "feats": held(its, career, of_group),
    }
