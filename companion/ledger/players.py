"""People: how a name is cleaned and compared, and whom a group remembers."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from sqlalchemy import func, select

from . import db
from .groups import groups_of
from .models import Match, Player, Seat

LONGEST = 40
JOINER = "\u200d"
"""Emoji families are made with it; every other mark that cannot be seen is taken out of a name."""
_FILLERS = "\u115f\u1160\u3164\uffa0\u2800"


def clean(name: str) -> str:
    """The name as it is stored: normalised (NFC), nothing invisible in it, single spaces, trimmed.

    May be empty, and may be longer than LONGEST: forms say so.
    """
    normal = unicodedata.normalize("NFC", name)
    shown = "".join(sign for sign in normal if sign.isspace() or _shows(sign))
    words = " ".join(shown.split())
    return words if any(unicodedata.category(sign)[0] in "LNPS" for sign in words) else ""


def _shows(sign: str) -> bool:
    hidden = unicodedata.category(sign) in ("Cc", "Cf", "Cs") or sign in _FILLERS
    return sign == JOINER or not hidden


def name_key(name: str) -> str:
    """What two spellings of one name have in common: case and compatibility forms do not matter. At most 160 signs."""
    plain = clean(name).replace(JOINER, "").replace("\ufe0f", "").replace("\ufe0e", "")
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", plain).casefold())[:160]


def remembered(phone_token: str | None, most: int = 24) -> tuple[str, ...]:
    """The names that the phone's groups remember, whoever played last first."""
    if phone_token is None:
        return ()
    latest = func.max(Match.played_at)
    rows = db.session.execute(
        select(Player.name)
        .join(Seat, Seat.player_id == Player.id)
        .join(Match, Match.id == Seat.match_id)
        .where(Player.group_id.in_(groups_of(phone_token)))
        .group_by(Player.id, Player.name)
        .order_by(latest.desc(), Player.name)
        .limit(most)
    )
    return tuple(name for (name,) in rows)


def of_group(group_id: int, names: Sequence[str]) -> list[Player]:
    """The group's players with these names, new ones added; the spelling that came last is kept."""
    keys = [name_key(name) for name in names]
    known = {
        player.key: player
        for player in db.session.scalars(select(Player).where(Player.group_id == group_id, Player.key.in_(keys)))
    }
    people = []
    for name, key in zip(names, keys, strict=True):
        player = known.get(key) or Player(group_id=group_id, key=key)
        player.name = clean(name)
        db.session.add(player)
        people.append(player)
    db.session.flush()
    return people
