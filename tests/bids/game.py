"""Bids: everybody says how many tricks they will take, and as many cards are dealt as the round has a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.agreement import Agreement
from companion.games.cards import number
from companion.games.game import CLOCKWISE, Game, Json, Problem, Round, Score, Start, next_to
from companion.games.options import Option, Options, chosen, offered
from companion.games.why import N_, BadEntry, Why
from companion.games.words import Words

KEPT = 10
"""What a bid that was kept is worth besides its tricks."""


@dataclass(frozen=True, slots=True)
class Bid:
    """How many tricks a seat said, and how many it won."""

    bid: int
    won: int


class Bids(Game[Bid]):
    """The rules. Nobody ends a round: it is over when all cards are played. It has no table."""

    key = "bids"
    name = "Bids"
    words = Words(
        seating=N_("In the order you sit, clockwise."),
        blank=N_("Nothing is entered yet: say how many tricks were bid and won."),
        goal=N_("the most points win"),
    )
    seats = range(2, 5)
    options = (Option("rounds", "int", 3, N_("Rounds"), N_("So many cards has the last round."), most=10),)

    def agreement(self, options: Options) -> Agreement:
        """A match has a number of rounds, and nobody is asked who ended one."""
        rounds = int(chosen(self.options, options, "rounds"))
        return Agreement(self.name, offered(self.options, "rounds"), rounds=rounds, lowest_wins=False, closes=False)

    def read(self, fields: Mapping[str, str], closes: bool) -> Bid:
        """Two numbers."""
        bid, won = fields.get("bid", "").strip(), fields.get("won", "").strip()
        if not bid or not won:
            raise BadEntry(self.words.blank, "won" if bid else "bid")
        return Bid(number(bid, "bid"), number(won, "won"))

    def fields(self, entry: Bid) -> dict[str, str]:
        """The two fields."""
        return {"bid": str(entry.bid), "won": str(entry.won)}

    def spell(self, entry: Bid) -> Json:
        """`{"bid": 2, "won": 2}`."""
        return {"bid": entry.bid, "won": entry.won}

    def parse(self, stored: Json) -> Bid:
        """The bid of what `spell` made."""
        return Bid(stored["bid"], stored["won"])

    def count(self, entry: Bid, options: Options) -> Score:
        """A kept bid is worth ten and its tricks; a missed one costs a point a trick."""
        off = abs(entry.bid - entry.won)
        values = {"bid": entry.bid, "won": entry.won}
        if off:
            return Score(-off, Why(N_("%(bid)s said, %(won)s won"), values))
        return Score(KEPT + entry.won, Why(N_("%(bid)s said and won"), values))

    def check(self, round_: Round[Bid], place: int) -> None:
        """There are as many tricks as the round has a number."""
        entry = round_.entries[place]
        for field, tricks in self.spell(entry).items() if entry else ():
            if not 0 <= tricks <= round_.number:
                said = N_("Round %(round)s has %(round)s tricks: %(tricks)s cannot be.")
                raise BadEntry(said, field, round=round_.number, tricks=tricks)

    def problems(self, round_: Round[Bid]) -> tuple[Problem, ...]:
        """All tricks together are won once."""
        found = super().problems(round_)
        if found or None in round_.entries:
            return found
        won = sum(entry.won for entry in round_.whole)
        said = N_("%(won)s tricks were won, and the round has %(round)s.")
        values = {"won": won, "round": round_.number}
        return () if won == round_.number else (Problem(Why(said, values), round_.seats, won),)

    def score(self, round_: Round[Bid]) -> tuple[Score, ...]:
        """What everybody's bid is worth."""
        return tuple(self.count(entry, round_.options) for entry in round_.whole)

    def first_start(self, starter: int, options: Options) -> Start:
        """Who the group says begins."""
        return Start(starter, CLOCKWISE, Why(N_("the youngest")))

    def next_start(self, before: Start, round_: Round[Bid], ring: Sequence[int], playing: Sequence[int]) -> Start:
        """In turn."""
        seat = None if before.seat is None else next_to(ring, before.seat, playing)
        return Start(seat, CLOCKWISE, Why(N_("playing now")))

    def why_over(self, round_: Round[Bid], totals: Sequence[int]) -> Why:
        """All rounds are played."""
        return Why(N_("after %(rounds)s rounds"), {"rounds": round_.number})


GAME = Bids()
