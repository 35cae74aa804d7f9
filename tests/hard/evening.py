"""Two matches with four writers each and a table of bots in a house that is hit, and what has to be true afterwards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from sqlalchemy import create_engine, select, text
from sqlalchemy.exc import DBAPIError

from companion import create_app
from companion.games.cards import Hand
from companion.ledger import rebuilding
from companion.ledger.base import db
from companion.ledger.cells import ENTRY, Cell
from companion.ledger.models import Match, Write
from companion.ledger.state import read_afresh
from tests.conftest import SETTINGS
from tests.databases import close
from tests.ledger.cast import stored
from tests.servers import wait_until

from .house import House
from .writers import Browser, NotNow, Writer, begin, hand

WRITERS = 4
"""At each match; a fifth seat never tells its hand, so that the first round goes on."""
NAMES = ("Ana", "Pau", "Zoé", "Teo", "Iris")
SURELY = 90.0
"""Seconds in which everybody has gone on after the last blow."""
DERIVED = ("round_results", "seat_results", "match_words")


@dataclass
class Evening:
    """All who play in a house while it is hit."""

    house: House
    writers: list[Writer]
    bots: str
    looker: Browser
    database: str

    def look(self) -> None:
        """Somebody looks at the bots' table, and deals when a round is over."""
        with suppress(NotNow):
            shown = self.looker.ask(f"{self.bots}/table/board")[1]
            if over := re.search(r'data-over="(\d+)"', shown):
                fields = {**self.looker.fields("/new", "/new"), "round": str(int(over[1]) + 1)}
                self.looker.ask(f"{self.bots}/table/deal", fields)

    def moves(self) -> int:
        """How many moves are written; -1 when the database cannot be asked."""
        engine = create_engine(self.database)
        try:
            with engine.connect() as connection:
                return int(connection.execute(text("SELECT count(*) FROM move_records")).scalar_one())
        except DBAPIError:
            return -1
        finally:
            engine.dispose()

    def all_go_on(self) -> None:
        """Wait until each writer has been acknowledged twice more, and the bots have moved."""
        before, moves = [len(writer.acknowledged) for writer in self.writers], self.moves()

        def further() -> bool:
            assert not any(writer.wrong for writer in self.writers), [writer.wrong for writer in self.writers]
            self.look()
            written = [len(writer.acknowledged) for writer in self.writers]
            return all(now > then + 1 for now, then in zip(written, before, strict=True)) and self.moves() > moves

        wait_until(further, SURELY)

    def comes_again(self) -> None:
        """A phone that was here before is known still, and a new one comes in by the link of a match."""
        pad = self.writers[0].pad
        shown = self.looker.ask(f"{pad}/phones")[1]
        assert (link := re.search(r'id="link"[^>]* value="[a-z]+://[^/"]+(/J/[A-Z2-7]{20})"', shown)), shown[:2000]
        new = Browser(self.looker.url)
        assert new.ask(link[1])[2] == "/join"
        new.send("/join", "/join", watch="1")

    def wait_until_refused(self) -> None:
        """Wait until each writer was told that it cannot be now."""
        before = [writer.refused for writer in self.writers]
        wait_until(
            lambda: all(writer.refused > then for writer, then in zip(self.writers, before, strict=True)), SURELY
        )


@contextmanager
def evening(house: House) -> Iterator[Evening]:
    """Everybody plays in a house until the end of the block; then all that was acknowledged is looked for."""
    host = Browser(house.urls[0])
    pads = [begin(host, NAMES) for _ in range(2)]
    bots = begin(host, ("Bot 1", "Bot 2"), plays=["easy", "easy"])
    host.send(f"{bots}/table", f"{bots}/table/deal")
    writers = []
    for at, pad in enumerate(pads):
        for seat in range(WRITERS):
            writers.append(Writer(host.at(house.urls[(at + seat) % len(house.urls)]), pad, seat))
    playing = Evening(house, writers, bots, host, house.database)
    for writer in writers:
        writer.thread.start()
    try:
        playing.all_go_on()
        yield playing
        playing.all_go_on()
    finally:
        for writer in writers:
            writer.over.set()
        for writer in writers:
            writer.thread.join(SURELY)
    assert not any(writer.thread.is_alive() for writer in writers)
    house.stop()
    whole(playing)


def whole(playing: Evening) -> None:
    """Nothing that was acknowledged is lost, nothing is there twice or by half, and what follows from it is right."""
    app = create_app({**SETTINGS, "SQLALCHEMY_DATABASE_URI": playing.database})
    with app.app_context():
        for writer in playing.writers:
            written_once(writer)
        for match in db.session.scalars(select(Match)):
            writes = db.session.scalars(select(Write).where(Write.match_id == match.id)).all()
            versions = sorted(write.version for write in writes if write.version is not None)
            assert len(set(versions)) == len(versions)
            assert max(versions, default=1) <= match.version
        before = stored(app, *DERIVED)
        rebuilding.rebuild()
        db.session.commit()
    assert stored(app, *DERIVED) == before
    close(app)


def written_once(writer: Writer) -> None:
    """The trail of a writer's cell is what it sent, in that order, and each hand is there once."""
    assert not writer.wrong
    match = db.session.scalars(select(Match).where(Match.public_id == writer.pad.rpartition("/")[2])).one()
    trail = read_afresh(match.id).trails.of(Cell(ENTRY, 1, writer.seat))
    cards = [record.value.cards for record in trail if isinstance(record.value, Hand) and record.value.cards]
    sent = [tuple(map(int, hand(number).split())) for number in range(len(cards))]
    assert [tuple(sorted(each)) for each in cards] == [tuple(sorted(each)) for each in sent]
    assert len(writer.acknowledged) <= len(cards)
    clients = db.session.scalars(select(Write.client_id).where(Write.match_id == match.id))
    times = Counter(client.rpartition(":")[0] for client in clients)
    assert {client: times[client] for client in writer.acknowledged} == dict.fromkeys(writer.acknowledged, 1)
