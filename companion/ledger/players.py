"""People: how a name is cleaned and compared, and whom a group remembers."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from typing import Any, Protocol

from sqlalchemy import Select, func, or_, select, update
from sqlalchemy.orm import aliased

from companion.games.why import N_, Refusal

from .avatars import JOINER, next_pair
from .base import db, touch
from .groups import groups_of
from .models import Match, Player, Seat
from .summaries import SeatResult

LONGEST = 40
TOGETHER = " + "
"""What stands between the names of people who share a column."""
NO_NAME = N_("Enter a name.")
LONG_NAME = N_("A name can have %(most)s characters at most: this one has %(long)s.")
OTHER_NAME = N_("%(name)s is this person’s other name: part the two, then merge them the other way round.")
PERSON = aliased(Player)
"""Whom a player stands for, themselves mostly: joined to Player by `SAME`."""
SAME = PERSON.id == func.coalesce(Player.stands_for, Player.id)
PEOPLE = (Player.bot.is_(False), Player.stands_for.is_(None), Player.deleted_at.is_(None))
"""Which players are people: no bots, nobody who stands for somebody else or was deleted."""


class Playing(Protocol):
    """A match and whose it is."""

    @property
    def id(self) -> int: ...
    @property
    def group_id(self) -> int: ...


_FILLERS = "\u115f\u1160\u3164\uffa0\u2800"


def clean(name: str) -> str:
    """The name as it is stored: normalised (NFC), nothing invisible in it, single spaces, trimmed.

    May be empty, and may be longer than LONGEST: forms say so.
    """
    normal = unicodedata.normalize("NFC", name)
    shown = "".join(sign for sign in normal if sign.isspace() or _shows(sign))
    words = " ".join(shown.split())
    return words if any(unicodedata.category(sign)[0] in "LNPS" for sign in words) else ""


def clean_lines(text: str) -> str:
    """A text of several lines as it is stored: each line like a name, at most one blank line between two."""
    lines = [clean(line) for line in text.splitlines()]
    kept = [line for at, line in enumerate(lines) if line or (at and lines[at - 1])]
    return "\n".join(kept).strip("\n")


def _shows(sign: str) -> bool:
    hidden = unicodedata.category(sign) in ("Cc", "Cf", "Cs") or sign in _FILLERS
    # Emoji families are made with the joiner.
    return sign == JOINER or not hidden


def people_in(row: str, sides: bool) -> list[str]:
    """The clean names in what was typed for one seat: several where a game has sides, `Ana + Zoé`, else one."""
    names = row.split(TOGETHER.strip()) if sides else [row]
    return [name for name in map(clean, names) if name]


def name_key(name: str) -> str:
    """What two spellings of one name have in common: case and compatibility forms do not matter. At most 160 signs."""
    plain = clean(name).replace(JOINER, "").replace("\ufe0f", "").replace("\ufe0e", "")
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", plain).casefold())[:160]


def latest(phone_token: str, *columns: Any) -> Select[*tuple[Any, ...]]:
    """These columns of the people of the phone's groups, and when each played `last`; bots are none. Who stands for
    somebody else or is out of the lists is left out.
    """
    last = select(func.max(SeatResult.played_at)).where(SeatResult.person_id == Player.id).scalar_subquery()
    return select(*columns, last.label("last")).where(
        Player.group_id.in_(groups_of(phone_token)), *PEOPLE, Player.listed, last.is_not(None)
    )


def namesake(player: Player, name: str) -> Player | None:
    """Who else of the group is called so already, among people, or bots."""
    others = select(Player).where(Player.group_id == player.group_id, Player.id != player.id)
    return db.session.scalar(others.where(Player.key == name_key(name), Player.bot.is_(player.bot)))


def rename(player: Player, name: str) -> None:
    """Call a person otherwise, or spell the name otherwise: the one place where a name changes. Inside `writing()`."""
    player.name, player.key = clean(name), name_key(name)
    turn_matches(player.id)


def turn_matches(*players: int) -> None:
    """Give every match of these players, and of those who stand for them, another version, for all that is remembered
    of it may show the person. Inside `writing()`; what commits tells of them.
    """
    db.session.flush()
    matches = Match.__table__
    same = select(Player.id).where(or_(Player.id.in_(players), Player.stands_for.in_(players)))
    mine = select(Seat.match_id).where(Seat.player_id.in_(same))
    turned = update(matches).where(matches.c.id.in_(mine)).values(version=matches.c.version + 1)
    rows = db.session.execute(turned.returning(matches.c.public_id, matches.c.version))
    for public_id, version in rows:
        touch(public_id, version)


def seated(
    match: Playing, rows: Sequence[Sequence[str]], first: int = 0, joined: bool = False, bots: Collection[int] = ()
) -> list[Seat]:
    """Seats from number `first` on for these people, a row of names for each; new people are added to the group.
    `bots`: the numbers of those that are bots. Raises Refusal when two of the names are one person's.
    """
    named = [(name, number in bots) for number, row in enumerate(rows, first) for name in row]
    people = {bot: iter(of_group(match.group_id, [n for n, is_ in named if is_ is bot], bot)) for bot in (False, True)}
    found = [next(people[bot]) for _, bot in named]
    check_apart(found)
    known = iter(found)
    return [
        Seat(match_id=match.id, number=number, part=part, player_id=next(known).id, joined=joined)
        for number, row in enumerate(rows, first)
        for part in range(len(row))
    ]


def check_apart(players: Sequence[Player]) -> None:
    """Raise Refusal when two of these players are one person."""
    known: dict[int, Player] = {}
    for player in players:
        other = known.setdefault(player.stands_for or player.id, player)
        if other.id != player.id:
            said = N_("%(name)s and %(other)s are one person in your group: only one of the two can sit here.")
            raise Refusal(said, "names", name=other.name, other=player.name)


def of_group(group_id: int, names: Sequence[str], bot: bool = False) -> list[Player]:
    """The group's people with these names, or its bots, new ones added; the spelling that came last is kept."""
    keys = [name_key(name) for name in names]
    known = {
        player.key: player
        for player in db.session.scalars(
            select(Player).where(Player.group_id == group_id, Player.key.in_(keys), Player.bot.is_(bot))
        )
    }
    people = []
    for name, key in zip(names, keys, strict=True):
        if key not in known:
            known[key] = Player(group_id=group_id, name=clean(name), key=key, bot=bot, pair=new_pair(group_id, bot))
            db.session.add(known[key])
            db.session.flush()
        elif known[key].name != clean(name):
            rename(known[key], name)
        people.append(known[key])
    db.session.flush()
    return people


def new_pair(group_id: int, bot: bool) -> int:
    """The pair of somebody whom the group sees for the first time."""
    taken = select(Player.pair).where(Player.group_id == group_id, Player.bot.is_(bot))
    return next_pair(db.session.scalars(taken).all(), bot)
