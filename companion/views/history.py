"""The evenings of a group, newest first, and its archive."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import Blueprint, render_template, request, url_for

from companion.app_state import app_state
from companion.ledger.bygone import Key, Page, Wanted, page_of
from companion.ledger.deleted import keeps_group
from companion.ledger.history import MatchRow, PersonRow, matches_of
from companion.ledger.members import Kept, kept_by

from .asked_for import asked_for
from .evenings import told
from .forms import seen_number
from .group import title_of
from .phone import fresh_id, token
from .signs import Sign
from .unnamed import in_list
from .words import gettext, names, ngettext, signed

history = Blueprint("history", __name__, url_prefix="/history")


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match in a list, in words. `said`: who won, else where it stands; `won`: that they did, empty before the end;
    `winners`: they themselves; `score`: the best total of a match that is over; `all`: the game and its people;
    `names`: its people alone; `leads`: who is first in an open match, if anybody is; `here`: a phone has it open.
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
    names: str
    here: bool


@history.get("")
def page() -> str:
    """The evenings of a group, as far as the address wants them; `archived=1` shows the archive instead."""
    kept = kept_by(token())
    archived = request.args.get("archived") == "1"
    if not kept:
        return _empty(archived)
    group = _group(kept)
    choice = [(one.id, title_of(one), one.id == group) for one in kept] if len(kept) > 1 else []
    return (_archive if archived else _evenings)(group, choice)


def _empty(archived: bool) -> str:
    """The page of a phone that is in no group: one that came by the link of a match sees that on the first page."""
    guest = bool(matches_of(token(), most=1, groups=()))
    return render_template("history/empty.html", heading=_heading(archived), archived=archived, guest=guest)


def _heading(archived: bool) -> str:
    return gettext("Archive") if archived else gettext("Matches")


def _group(kept: tuple[Kept, ...]) -> int:
    """The group that the address names, of those that this phone is in; else the first one."""
    wanted = seen_number(request.args.get("group"))
    return wanted if any(one.id == wanted for one in kept) else kept[0].id


def _page_of(wanted: Wanted) -> Page:
    before, after = (Key.read(request.args.get(name, "")) for name in ("before", "after"))
    return page_of(token() or "", wanted, before, after)


def _evenings(group: int, choice: list[tuple[int, str, bool]]) -> str:
    asked, wanted = asked_for(group, bool(choice))
    found = _page_of(wanted)
    return render_template(
        "history/page.html",
        heading=_heading(False),
        choice=choice,
        asked=asked,
        evenings=[told(evening, wanted.all) for evening in found.evenings],
        newer=asked.url(after=str(found.newer)) if found.newer else "",
        older=asked.url(before=str(found.older)) if found.older else "",
    )


def _archive(group: int, choice: list[tuple[int, str, bool]]) -> str:
    found = _page_of(Wanted(group, archived=True))
    fields: dict[str, Any] = {"archived": 1, "group": group if choice else None}
    return render_template(
        "history/archive.html",
        heading=_heading(True),
        choice=choice,
        lines=[listed(row) for evening in found.evenings for row in evening.rows],
        newer=url_for("history.page", **fields, after=str(found.newer)) if found.newer else "",
        older=url_for("history.page", **fields, before=str(found.older)) if found.older else "",
        client_id=fresh_id(),
        deletes=keeps_group(token(), group),
    )


def listed(row: MatchRow) -> ListedMatch:
    """A match as lists show it."""
    row = in_list(row)
    who = ", ".join(person.name for person in row.people)
    won = ngettext("won", "share the win", len(row.winners)) if row.winners else ""
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
        who,
        row.state == "open" and bool(app_state().hub.present(row.public_id)),
    )


def _stands(row: MatchRow) -> tuple[Sign, str, str]:
    """The icon, the words and the number for how it ended, or where it stands."""
    if row.winners:
        return "crown", names(row.winners), "" if row.best_total is None else signed(row.best_total)
    if row.state == "stopped":
        return "moon", gettext("Stopped in round %(round)s", round=row.round), "–"
    return "play", gettext("Round %(round)s", round=row.round), "…"
