"""Every verb of the ledger, done in a match whatever state it is in; which could be done is remembered."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from companion.games.why import Refusal
from companion.ledger import access, deals, decisions, hands, links, opening, phones
from companion.ledger.base import db
from companion.ledger.cells import ARCHIVE, FINISH, LIMIT, STOP
from companion.ledger.groups import new_token
from companion.ledger.models import Match, Phone
from companion.ledger.pen import Pen
from companion.ledger.state import MatchState, read_afresh, read_state
from tests.conftest import LONG
from tests.games.case import case_of

OFTEN, SELDOM = 6, 25
"""In `make test` what is in memory is held against the disk after so many of so many times that a verb is done."""


def called(verb: Callable[..., Any]) -> str:
    """What a verb is called, with its room: there are two moves."""
    return f"{verb.__module__.rpartition('.')[2]}.{verb.__name__}"


def verbs() -> set[str]:
    """What a pen can do: all that the rooms of verbs offer."""
    return {
        called(found)
        for room in (hands, decisions, deals, phones, opening)
        for name, found in inspect.getmembers(room, inspect.isfunction)
        if found.__module__ == room.__name__
        and not name.startswith("_")
        and "pen" in inspect.signature(found).parameters
        if name != "entering"
    }


class Evening:
    """One match in which everything is done; inside an app context."""

    def __init__(self, public_id: str) -> None:
        row = db.session.query(Match).filter_by(public_id=public_id).one()
        self.id, self.public_id, self.group = row.id, public_id, row.group_id
        self.done: Counter[str] = Counter()
        self.sent = count()
        self.visitor = new_token()

    @property
    def state(self) -> MatchState:
        """The match as it stands."""
        return read_state(db.session.get_one(Match, self.id))

    def pen(self, phone: int | None = None) -> Pen:
        """The host's pen, or another phone's, which has seen all that stands."""
        state = self.state
        seen = {cell: state.trails.number(cell) for cell in state.trails.cells}
        return Pen(self.id, phone or state.host or 0, f"here {self.id} {next(self.sent)}", seen)

    def do(self, verb: Callable[..., Any], *rest: Any, phone: int | None = None) -> bool:
        """Do a verb if the rules let it; what is in memory then is what is on the disk."""
        try:
            verb(self.pen(phone), *rest)
        except Refusal:
            return False
        self.done[called(verb)] += 1
        db.session.rollback()
        if LONG or self.done[called(verb)] % SELDOM < OFTEN:
            assert self.state == read_afresh(self.id), called(verb)
        return True

    def undo(self) -> None:
        """Take back what the host's phone wrote last."""
        last = self.state.trails.last_write(self.state.host or 0)
        assert not last or self.do(hands.undo, last[0].version)

    def all(self, to_the_end: bool = True) -> None:
        """Everything, in an order in which most of it can be done; one round is played to its end if that is wanted."""
        for part in (self.open_up, self.on_screens, self.write, self.decide, self.people, self.phones):
            part()
        self.on_screens(to_the_end)
        self.end()

    def open_up(self) -> None:
        """Out of the archive, on again, and to be played on."""
        self.do(decisions.decide, ARCHIVE, None)
        self.do(decisions.decide, STOP, None)
        length = self.state.agreement.length
        if length:
            self.do(decisions.decide, LIMIT, length.least + 1)
            self.undo()
            self.do(decisions.decide, LIMIT, length.most)
        else:
            self.do(decisions.decide, FINISH, self.state.last_complete)
            self.do(decisions.decide, FINISH, None)

    def write(self) -> None:
        """A hand withdrawn, entered again, entered anew; who closed; the open round to its end."""
        case, first = case_of(self.state.game), self.state.sheet.rounds[0]
        seat = first.playing[0]
        held = first.cells[seat].entry
        self.do(hands.enter, 1, seat, None, False, True)
        self.do(hands.enter, 1, seat, held)
        for round_ in self.state.sheet.rounds:
            for other in round_.playing:
                self.do(hands.enter, round_.number, other, case.plain or case.report, round_.closer == other)
            self.do(hands.enter_all, round_.number, dict.fromkeys(round_.playing, case.plain or case.report), {})
        for round_ in self.state.sheet.rounds:
            any(self.do(hands.close_round, round_.number, other) for other in round_.playing)
        if self.do(decisions.begin_with, dict.fromkeys(self.state.playing, 3)):
            self.undo()
        self.do(decisions.adjust, 1, seat, 7, "for luck")
        self.do(decisions.adjust, 1, seat, 0, "")
        self.undo()
        self.undo()

    def decide(self) -> None:
        """The order of the seats, names, and what there is to tell."""
        self.do(decisions.describe, "Teo cheated\n\nand lost", "Grandma’s")
        self.do(decisions.describe, "", "Grandma’s")
        self.undo()
        self.do(decisions.reorder, list(reversed(self.state.order)))
        self.do(decisions.move, self.state.order[0], 1)
        sitting = self.state.seats[0].players
        self.do(decisions.replace, 0, " + ".join(f"New {self.id}{n}" for n, _ in enumerate(sitting)))
        self.do(
            decisions.rename, 0, " + ".join(f"Today {self.id}{n}" for n, _ in enumerate(self.state.seats[0].players))
        )

    def people(self) -> None:
        """Somebody comes in, and goes."""
        if self.do(decisions.join, "Somebody new", self.state.current + 1, 3):
            self.do(decisions.leave, len(self.state.seats) - 1, self.state.current)

    def phones(self) -> None:
        """A phone comes in by the link, says who it is, hosts, gives that back, is put out, and then looks."""
        self.do(phones.set_joining, False)
        self.do(phones.set_joining, True)
        shown = links.links_of(self.id)
        screen = self.come_in(shown.watch, new_token())
        self.do(phones.set_on_table, screen.phone, True)
        self.do(phones.set_on_table, screen.phone, False)
        found = self.come_in(shown.match, self.visitor)
        assert found.writes
        host, seats = self.state.host or 0, self.state.playing
        for seat in seats[:2]:
            self.do(phones.free, seat)
        self.do(phones.hold, [seats[0]])
        self.do(phones.hold, [seats[1]], phone=found.phone)
        assert self.do(phones.take_over, 999.0, phone=found.phone)
        assert self.do(phones.take_over, 999.0, phone=host)
        assert self.do(phones.remove, found.phone)
        assert access.find(self.public_id, self.visitor) is None
        assert self.do(phones.renew)
        watch = links.follow(links.links_of(self.id).watch)
        assert watch is not None
        links.enter_by(watch, self.visitor)
        assert self.do(phones.set_on_table, found.phone, True)

    def come_in(self, secret: str, token: str) -> access.Found:
        """A phone opens a link and taps Join."""
        link = links.follow(secret)
        assert link is not None
        links.enter_by(link, token)
        found = access.find(self.public_id, token)
        assert found is not None
        return found

    def on_screens(self, to_the_end: bool = False) -> None:
        """A round is dealt if none is; a few moves of people and of bots; given up, or played to its end."""
        if self.state.game.table is None:
            return
        self.do(deals.begin, self.state.sheet.open_round or 0, True)
        moves = 0
        while self.state.dealing and (to_the_end or moves < 8):
            moves += 1
            self.step(moves)
        if self.state.dealing:
            self.do(deals.abandon, self.state.dealing)

    def step(self, number: int) -> None:
        """A move of whoever's turn it is: by a bot every other time."""
        state = self.state
        assert state.dealt is not None
        seat = state.dealt.deal.to_move[0]
        self.do(deals.hand_over, seat, "easy" if number % 2 else None)
        state = self.state
        assert state.dealt is not None
        last, text = (
            state.dealt.last,
            state.game.table.choose(state.dealt.deal.observe(seat), Random(number), 0.0, "normal"),
        )
        if seat in state.bots:
            assert self.do(deals.bot_move, seat, text, state.dealt.round, last)
            return
        holder = state.holders.get(seat)
        if holder is None:
            self.do(phones.hold, [*state.seats_of(state.host or 0), seat])
            holder = state.host
        assert self.do(deals.move, seat, text, last, phone=holder)

    def end(self) -> None:
        """It is stopped, its cards are opened, it goes into the archive, and the next one begins."""
        self.do(decisions.decide, STOP, True)
        assert self.do(deals.open_rest)
        self.do(decisions.decide, ARCHIVE, True)
        host = db.session.get_one(Phone, self.state.host or 0)
        old = self.state
        assert self.do(opening.rematch, host.token, old) or len(old.playing) < 2
