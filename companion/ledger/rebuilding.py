"""All derived rows made anew from the records: when asked, and when a version starts that makes other ones."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import delete, select

from companion.games import GAMES

from .base import db
from .chronicle import HouseFact
from .derived import refresh
from .evenings import part_all
from .figures import compute, count_all_seasons
from .locks import OfGroups, OfHouse, OfMatch
from .models import Group, Match
from .pen import save, settle, writing
from .stale import mark_group
from .state import read_afresh
from .summaries import Career, MatchWord, Rivalry, RoundResult, SeatResult, Stale
from .upgrading import alone

DERIVED = "1"
"""By which rules derived rows are made. Whoever changes what they hold counts on: they fill themselves then."""
_DERIVED = "derived"

Told = Callable[[int, int], None]
"""Is told how many matches are done, of how many."""


def rebuild(told: Told = lambda done, of: None) -> int:
    """Recreate all derived rows from the records and return the number of matches. Versions stay as they are."""
    # What is left of a game that is not in the house any more must not keep the house from opening.
    known = Match.game.in_([game.key for game in GAMES])
    ids = db.session.scalars(select(Match.id).where(known).order_by(Match.id)).all()
    for done, match_id in enumerate(ids, 1):
        with writing(OfMatch(match_id)):
            if db.session.get(Match, match_id) is None:
                continue  # Erased meanwhile.
            for model in (RoundResult, SeatResult, MatchWord):
                db.session.execute(delete(model).where(model.match_id == match_id))
            state = read_afresh(match_id)
            refresh(None, state)
            save(state)
        told(done, len(ids))
    for group in db.session.scalars(select(Group.id).order_by(Group.id)).all():
        remember(group)
    return len(ids)


def remember(group: int) -> None:
    """Recreate what a group remembers over all its matches."""
    with writing(OfGroups((group,))):
        for model in (Career, Rivalry, Stale):
            db.session.execute(delete(model).where(model.group_id == group))
        part_all(group)
        count_all_seasons(group)
        mark_group(group)
        settle()
    compute(group)


def fill(told: Told) -> None:
    """Make the derived rows anew if another version made them: nobody has to know of it. `told` hears how far it is."""
    if _filled():
        return
    with alone():
        if _filled():
            return
        rebuild(told)
        with writing(OfHouse()):
            db.session.merge(HouseFact(name=_DERIVED, value=DERIVED))
            settle()


def _filled() -> bool:
    found = db.session.scalar(select(HouseFact.value).where(HouseFact.name == _DERIVED)) == DERIVED
    # Whoever waits holds nothing, and looks again.
    db.session.rollback()
    return found
