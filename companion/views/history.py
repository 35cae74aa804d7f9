"""The matches of the phone's groups, newest first, and the archive."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, render_template, request, url_for

from companion.app_state import app_state
from companion.ledger.history import MatchRow, PersonRow, matches_of

from .forms import seen_number
from .phone import fresh_id, token
from .signs import Sign
from .words import gettext, names, ngettext, signed

history = Blueprint("history", __name__, url_prefix="/history")
PAGE = 20


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match in a list, in words. `said`: who won, else where it stands; `won`: that they did, empty before the end;
    `winners`: they themselves; `score`: the best total of a match that is over; `all`: the game and its people;
    `archive`: what the button does that puts it away or brings it back; `leads`: who is first in an open match, if
    anybody is; `here`: a phone has it open.
    """

    public_id: str
    called: str
    round: int
    people: tuple[PersonRow, ...]
    sign: Sign
    said: str
    won: str
    winners: tuple[PersonRow, ...]
    score: str
    all: str
    leads: str
    played_at: datetime
    archived: bool
    archive: str
    names: str
    here: bool


@history.get("")
def page() -> str:
    """One page of matches; `archived=1` shows the archive."""
    archived = request.args.get("archived") == "1"
    number = min(max(seen_number(request.args.get("page")), 1), 10_000)
    rows = matches_of(token(), archived=archived, most=PAGE + 1, skip=(number - 1) * PAGE)
    return render_template(
        "history/page.html",
        heading=gettext("Archive") if archived else gettext("Matches"),
        lines=[listed(row) for row in rows[:PAGE]],
        archived=archived,
        page=number,
        newer=_url(archived, number - 1) if number > 1 else "",
        older=_url(archived, number + 1) if len(rows) > PAGE else "",
        client_id=fresh_id(),
    )


def _url(archived: bool, number: int) -> str:
    return url_for("history.page", archived=1 if archived else None, page=number)


def listed(row: MatchRow) -> ListedMatch:
    """A match as lists show it."""
    who = ", ".join(person.name for person in row.people)
    won = ngettext("won", "share it", len(row.winners)) if row.winners else ""
    sign, said, score = _stands(row)
    return ListedMatch(
        row.public_id,
        row.called,
        row.round,
        row.people,
        sign,
        said,
        won,
        tuple(person for person in row.people if person.won),
        score,
        f"{row.called} · {who}",
        gettext(row.leads, names=names(row.leaders), total=signed(row.best_total)) if row.leaders else "",
        row.played_at,
        row.archived,
        gettext("Bring back: %(names)s", names=who) if row.archived else gettext("Archive: %(names)s", names=who),
        who,
        row.state == "open" and bool(app_state().hub.present(row.public_id)),
    )


def _stands(row: MatchRow) -> tuple[Sign, str, str]:
    """The icon, the words and the number for how it ended, or where it stands."""
    if row.winners:
        return "crown", names(row.winners), str(row.best_total)
    if row.state == "stopped":
        return "moon", gettext("Stopped in round %(round)s", round=row.round), "–"
    return "play", gettext("Round %(round)s", round=row.round), "…"
