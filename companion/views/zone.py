"""The time zone of a phone: its script says it in a cookie, so that a day on a page is the day at the table."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, tzinfo
from functools import lru_cache

from babel.dates import LOCALTZ, get_timezone
from flask import g, request
from flask_babel import to_user_timezone, to_utc

COOKIE = "zone"


def zone() -> tzinfo:
    """The zone of this request's phone; while a phone has not said it, or says one that there is none of, that of the
    machine on which this runs: mostly it is at home, too.
    """
    found: tzinfo | None = g.get("zone")
    if found is None:
        found = g.zone = _zone(request.cookies.get(COOKIE, ""))
    return found


def zone_name() -> str:
    """What the zone is called: a part of every key under which a page with a local time is kept."""
    return str(zone())


@lru_cache(64)
def _zone(name: str) -> tzinfo:
    try:
        # The names of zones come with Babel: a machine may know fewer than browsers do.
        return get_timezone(name)
    except LookupError:
        # A machine may have a zone without a name, of which Flask-Babel makes nothing.
        return LOCALTZ if hasattr(LOCALTZ, "normalize") else get_timezone("UTC")


def local(at: datetime) -> datetime:
    """A moment as the clock of this request's phone shows it."""
    there: datetime = to_user_timezone(at)
    return there


def new_year(year: int) -> datetime:
    """The moment in UTC at which that year began where this request's phone is."""
    began: datetime = to_utc(datetime.combine(date(year, 1, 1), time()))
    return began.replace(tzinfo=UTC)
