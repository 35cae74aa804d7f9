"""The table of the tests: a match on a real database, and the phones that write on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from flask import Flask
from sqlalchemy import select

from companion.games import by_key
from companion.games.cards import Hand
from companion.ledger import access, decisions, hands, links, opening, phones
from companion.ledger.base import Base, db
from companion.ledger.bygone import Wanted, page_of
from companion.ledger.cells import ADJUST, CLOSER, ENTRY, Cell
from companion.ledger.figures import catch_up
from companion.ledger.groups import phone_and_group
from companion.ledger.models import Membership, Phone
from companion.ledger.opening import Opening
from companion.ledger.pen import Pen
from companion.ledger.state import MatchState, read_afresh, read_state
from companion.ledger.summaries import RoundResult, SeatResult
from companion.ledger.trails import Record

ANA, PAU, ZOE, TEO, MARTA = range(5)
NAMES = ("Ana", "Pau", "Zoé", "Teo", "Marta", "Iris", "Noé", "Lea")
ANAS_PHONE, PAUS_PHONE = 0, 1
TOKENS = ("the token of Ana's phone", "the token of Pau's phone")
MARTAS, TEOS = "the token of Marta's phone", "the token of Teo's phone"
Rows = dict[str, list[tuple[Any, ...]]]


def hand(*cards: int) -> Hand:
    """The cards left before a seat."""
    return Hand(cards)


def typed(points: int) -> Hand:
    """A counted sum, before 0 or +10."""
    return Hand(points=points)


def named(cell: Cell | str) -> Cell:
    """A cell, or the one that is called so in the database."""
    return cell if isinstance(cell, Cell) else Cell.read(cell)


def stored(app: Flask, *tables: str) -> Rows:
    """Every row of the database (or of some tables), as it lies on the disk."""
    with app.app_context():
        chosen = [table for table in Base.metadata.sorted_tables if not tables or table.name in tables]
        return {
            table.name: [tuple(row) for row in db.session.execute(select(table).order_by(*table.primary_key))]
            for table in chosen
        }


def put_away(token: str, group: int = 1) -> list[str]:
    """The archive of a group as a phone shows it, by public ids; inside an app context."""
    found = page_of(token, Wanted(group, archived=True))
    return [row.public_id for evening in found.evenings for row in evening.rows]


def caught_up(app: Flask) -> Rows:
    """Every row of the database, once nothing is stale any more."""
    with app.app_context():
        catch_up()
    return stored(app)


def results(app: Flask, match: int, *columns: str) -> dict[str, list[tuple[Any, ...]]]:
    """The rows derived for one match, by table, but for which match it is and when it was played; of those of its seats
    only some columns, where these are named.
    """
    with app.app_context():
        found = {}
        for model, named in ((RoundResult, ()), (SeatResult, columns)):
            wanted = [one for one in model.__table__.columns if one.name not in ("match_id", "played_at")]
            chosen = [model.__table__.c[name] for name in named] or wanted
            rows = select(*chosen).where(model.match_id == match).order_by(*model.__table__.primary_key)
            found[model.__tablename__] = [tuple(row) for row in db.session.execute(rows)]
        return found


def standing(app: Flask) -> Rows:
    """Every row but those that remember which forms came in: one that asks nothing may be remembered too."""
    rows = stored(app)
    del rows["writes"]
    return rows


def begin(app: Flask, names: Sequence[str] = NAMES[:3], client: str = "begin", **options: int | str) -> Pad:
    """Begin a match of Mojo on Ana's phone, with Pau's phone in the group; the first name begins."""
    with app.app_context():
        public_id = opening.create(TOKENS[ANAS_PHONE], client, Opening(by_key("mojo"), names, options, 0))
        invite(TOKENS[PAUS_PHONE])
        found = [access.find(public_id, token) for token in TOKENS]
    known = [one for one in found if one is not None]
    return Pad(app, public_id, known[0].id, tuple(one.phone for one in known))


def invite(token: str) -> None:
    """Bring a phone into the group of Ana's phone; inside an app context."""
    if db.session.scalar(select(Phone.id).where(Phone.token == token)) is None:
        _, group_id = phone_and_group(TOKENS[ANAS_PHONE])
        guest = Phone(token=token)
        db.session.add(guest)
        db.session.flush()
        db.session.add(Membership(phone_id=guest.id, group_id=group_id))
        db.session.commit()


def follow(app: Flask, secret: str, token: str) -> None:
    """Open a link on a phone and tap Join."""
    with app.app_context():
        link = links.follow(secret)
        assert link is not None
        links.enter_by(link, token)


def find(app: Flask, public_id: str, token: str | None) -> access.Found | None:
    """A match as a phone finds it, in a context of its own."""
    with app.app_context():
        return access.find(public_id, token)


@dataclass
class Pad:
    """A match as its phones write it: each act in an app context of its own, as requests are.

    `phone` is ANAS_PHONE or PAUS_PHONE. What a phone has `seen` is what stands, unless a test says otherwise; so a
    write is fresh and has a client id of its own by default.
    """

    app: Flask
    public_id: str
    id: int
    phones: tuple[int, ...]
    sent: Iterator[int] = field(default_factory=count)

    def now(self) -> MatchState:
        """The match as a page reads it."""
        with self.app.app_context():
            found = access.find(self.public_id, TOKENS[ANAS_PHONE])
            assert found is not None
            return read_state(found)

    def afresh(self) -> MatchState:
        """The match computed from its records, whatever is remembered."""
        with self.app.app_context():
            return read_afresh(self.id)

    def value(self, cell: Cell | str) -> Any:
        """What a cell holds, by the records on the disk."""
        return self.afresh().trails.value(named(cell))

    def trail(self, cell: Cell | str) -> tuple[Record, ...]:
        """The trail of a cell, by the records on the disk."""
        return self.afresh().trails.of(named(cell))

    def seen(self, cell: Cell, seen: int | None = None) -> int:
        """What a phone has seen of a cell."""
        return self.now().trails.number(cell) if seen is None else seen

    def client(self, client: str | None = None) -> str:
        """A client id that was never sent, unless one is given."""
        return client or f"client {next(self.sent)}"

    def act(
        self,
        verb: Callable[..., MatchState],
        phone: int,
        client: str | None,
        *rest: Any,
        seen: Mapping[Cell, int | None] | None = None,
    ) -> MatchState:
        """One verb with the pen of a phone, which has seen what stands in cells of which nothing else is said."""
        knew = {cell: self.seen(cell, number) for cell, number in (seen or {}).items()}
        with self.app.app_context():
            return verb(Pen(self.id, self.phones[phone], self.client(client), knew), *rest)

    def enter(
        self,
        round_: int,
        seat: int,
        entry: Any | None,
        closes: bool | None = None,
        phone: int = ANAS_PHONE,
        client: str | None = None,
        seen: int | None = None,
        seen_closer: int | None = None,
        release: bool = False,
    ) -> MatchState:
        """Write a hand, and whether its seat ended the round."""
        knew = {Cell(ENTRY, round_, seat): seen, Cell(CLOSER, round_): seen_closer}
        return self.act(hands.enter, phone, client, round_, seat, entry, closes, release, seen=knew)

    def close(
        self, round_: int, seat: int, phone: int = ANAS_PHONE, client: str | None = None, seen: int | None = None
    ) -> MatchState:
        """Write who ended the round."""
        return self.act(hands.close_round, phone, client, round_, seat, seen={Cell(CLOSER, round_): seen})

    def adjust(
        self,
        round_: int,
        seat: int,
        points: int,
        note: str = "",
        phone: int = ANAS_PHONE,
        client: str | None = None,
        seen: int | None = None,
    ) -> MatchState:
        """Write a house rule."""
        knew = {Cell(ADJUST, round_, seat): seen}
        return self.act(decisions.adjust, phone, client, round_, seat, points, note, seen=knew)

    def undo(self, phone: int = ANAS_PHONE, client: str | None = None, version: int | None = None) -> MatchState:
        """Take back the phone's last write, or what it believes that to be."""
        mine = self.now().trails.last_write(self.phones[phone])
        shown = mine[0].version if mine else 0
        return self.act(hands.undo, phone, client, shown if version is None else version)

    def decide(
        self, kind: str, value: Any, phone: int = ANAS_PHONE, client: str | None = None, seen: int | None = None
    ) -> MatchState:
        """Write a limit, a stop or the archive."""
        knew = {} if seen is None else {Cell(named(kind).kind): seen}
        return self.act(decisions.decide, phone, client, named(kind).kind, value, seen=knew)

    def reorder(self, *order: int, phone: int = ANAS_PHONE) -> MatchState:
        """Write who sits where."""
        return self.act(decisions.reorder, phone, None, order)

    def leave(self, seat: int, last_round: int, phone: int = ANAS_PHONE, client: str | None = None) -> MatchState:
        """Somebody plays a last round."""
        return self.act(decisions.leave, phone, client, seat, last_round)

    def join(
        self, name: str, first_round: int, points: int = 0, phone: int = ANAS_PHONE, client: str | None = None
    ) -> MatchState:
        """Somebody comes to the table."""
        return self.act(decisions.join, phone, client, name, first_round, points)

    def links(self) -> links.Links:
        """The secrets of the match."""
        with self.app.app_context():
            return links.links_of(self.id)

    def let_in(self, token: str, secret: str | None = None) -> int:
        """Let a phone in by the match's link, or another one, and return its number among `phones`."""
        follow(self.app, secret or self.links().match, token)
        with self.app.app_context():
            self.phones += (db.session.scalars(select(Phone.id).where(Phone.token == token)).one(),)
        return len(self.phones) - 1

    def hold(self, *seats: int, phone: int = ANAS_PHONE, client: str | None = None) -> MatchState:
        """The phone enters for these seats and no others."""
        return self.act(phones.hold, phone, client, list(seats))

    def remove(self, other: int, phone: int = ANAS_PHONE, client: str | None = None) -> MatchState:
        """Put another phone out."""
        return self.act(phones.remove, phone, client, self.phones[other])

    def joining(self, open_: bool, phone: int = ANAS_PHONE, client: str | None = None) -> MatchState:
        """Open or close the match for new phones."""
        return self.act(phones.set_joining, phone, client, open_)

    def found(self, token: str | None) -> access.Found | None:
        """The match as a phone finds it."""
        return find(self.app, self.public_id, token)

    def round(self, number: int, *points: int, mojo: int = ANA) -> MatchState:
        """A whole round of counted sums, in seat order; one of the seats took the Mojo."""
        for seat, sum_ in enumerate(points):
            self.enter(number, seat, typed(sum_), closes=True if seat == mojo else None)
        return self.now()
