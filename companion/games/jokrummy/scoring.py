"""Keeping count of the missions of Jok-R-ummy jr; the rule numbers are those of docs/rules/jokrummy.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..game import CLOCKWISE, N_, BadEntry, Entry, Game, Option, Options, Problem, Score, Start, Why
from .pack import HAND, PACK, SUITS
from .wording import WORDS

MOST_SURPRISES = 2
"""A seat has at most two surprises in a match (jokrummy J12)."""
HIGHEST_LIMIT = 5
"""With more, six seats could do all regular missions there are (jokrummy J3, J15)."""


class Jokrummy(Game):
    """The rules of Jok-R-ummy jr for the pad; the digital table builds on the same scores. Points are missions."""

    key = "jokrummy"
    name = "Jok-R-ummy jr"
    words = WORDS
    seats = range(2, 7)
    limit = 4
    near = 1
    pack = PACK
    suits = SUITS
    max_cards = HAND
    reports_cards = False
    tallies = True
    lowest_wins = False
    options = (
        Option(
            "limit",
            "int",
            4,
            N_("Play to"),
            N_("The match ends when somebody has done this many missions."),
            most=HIGHEST_LIMIT,
        ),
    )

    def check(self, entry: Entry, seats_in_play: int, options: Options) -> None:
        """Raise BadEntry on what one seat cannot report (jokrummy J13, J16)."""
        if entry.cards is not None:
            raise BadEntry(N_("Jok-R-ummy jr counts missions, not cards."))
        if entry.points not in (0, 1):
            said = N_("A seat does one mission in a round or none: %(points)s cannot be.")
            raise BadEntry(said, "points", points=entry.points)
        if entry.bonus not in range(MOST_SURPRISES + 1):
            said = N_("A seat has %(most)s surprise missions at most: %(held)s cannot be.")
            raise BadEntry(said, "bonus", most=MOST_SURPRISES, held=entry.bonus)
        if entry.closed and not entry.points and not entry.bonus:
            raise BadEntry(N_("Whoever ends a round has done a mission in it: change one of the two."), "closed")

    def count(self, entry: Entry, options: Options) -> Score:
        """The missions a seat did in a round, its surprises too (jokrummy J12, J16)."""
        done, bonus = entry.points or 0, entry.bonus
        parts = [*([_missions(done)] if done or not bonus else []), *([_surprises(bonus)] if bonus else [])]
        if len(parts) == 1:
            return Score(done + bonus, parts[0])
        values = {"missions": parts[0], "surprises": parts[1], "points": done + bonus}
        return Score(done + bonus, Why("%(missions)s + %(surprises)s = %(points)s", values))

    def counted(self, entry: Entry) -> tuple[int, ...]:
        """No cards count (jokrummy J15)."""
        return ()

    def score(self, entries: Sequence[Entry], options: Options) -> tuple[Score, ...]:
        """Every seat scores the missions it did (jokrummy J14, J15)."""
        return tuple(self.count(entry, options) for entry in entries)

    def complete(self, entries: Sequence[Entry | None]) -> bool:
        """Every seat in play has reported. Nobody need have ended the round: it also ends when all missions are done
        (jokrummy J13, J16).
        """
        return None not in entries

    def decided(self, entries: Sequence[Entry | None], totals: Sequence[int], options: Options) -> bool:
        """Whoever ended the round has reached the limit: that wins at once (jokrummy J15, J16)."""
        limit = self.limit_of(options)
        return any(
            entry is not None and entry.closed and total + self.count(entry, options).points >= limit
            for entry, total in zip(entries, totals, strict=True)
        )

    def reminded(self, last: Mapping[int, Entry]) -> tuple[int, ...]:
        """Whoever did not do the mission keeps it or changes it before the next deal (jokrummy J14)."""
        return tuple(seat for seat, entry in last.items() if not entry.points)

    def problems_since(
        self, earlier: Sequence[Mapping[int, Entry]], now: Mapping[int, Entry], totals: Sequence[int], options: Options
    ) -> tuple[Problem, ...]:
        """More surprises than a seat may have in a match, and a round that a surprise cannot have ended (jokrummy J12,
        J13, J16).
        """
        found = []
        for seat, entry in now.items():
            limit = self.limit_of(options)
            if entry.closed and not entry.points and 0 < entry.bonus < limit - totals[seat]:
                said = Why(N_("A surprise ends the round only as mission %(limit)s, the last one."), {"limit": limit})
                found.append(Problem(said, (seat,)))
            before = sum(held[seat].bonus for held in earlier if seat in held)
            # Too many in one round is said of that round alone.
            if before and 0 < entry.bonus <= MOST_SURPRISES < before + entry.bonus:
                said = Why(
                    N_("%(held)s surprise missions in one match cannot be: a seat has %(most)s at most."),
                    {"held": before + entry.bonus, "most": MOST_SURPRISES},
                )
                found.append(Problem(said, (seat,), before + entry.bonus))
        return tuple(found)

    def first_start(self, starter: int, options: Options) -> Start:
        """The first dealer is chosen, and the seat on the left begins: this one (jokrummy J4)."""
        return Start(starter, CLOCKWISE, Why(N_("left of the dealer")))

    def next_start(
        self, last: Mapping[int, Entry], ring: Sequence[int], playing: Sequence[int], options: Options
    ) -> Start:
        """What was reported does not say who dealt: see `start_after`."""
        return Start(None, CLOCKWISE, None)

    def start_after(
        self, before: Start, last: Mapping[int, Entry], ring: Sequence[int], playing: Sequence[int], options: Options
    ) -> Start:
        """The deal goes to the left, to the seat that began, so the next seat on its left begins (jokrummy J14)."""
        if before.seat not in ring:
            return self.next_start(last, ring, playing, options)
        at = ring.index(before.seat) + 1
        starter = next(seat for seat in (*ring[at:], *ring[:at]) if seat in playing)
        return Start(starter, CLOCKWISE, Why(N_("left of the dealer")))

    def why_over(self, round_: int, options: Options) -> Why:
        """Why the match ended (jokrummy J15)."""
        return Why(N_("%(limit)s missions done in round %(round)s"), {"limit": self.limit_of(options), "round": round_})

    def places(self, totals: Sequence[int], closer: int | None, options: Options) -> tuple[int, ...]:
        """Whoever ended the round by reaching the limit wins alone; else those who reached it share (jokrummy J16)."""
        limit = self.limit_of(options)
        if closer is None or totals[closer] < limit:
            return self.ranks([min(total, limit) for total in totals])
        first = [total if seat != closer else max(totals) + 1 for seat, total in enumerate(totals)]
        return self.ranks(first)


def _missions(number: int) -> Why:
    if number == 0:
        return Why(N_("no mission"))
    return Why(N_("1 mission")) if number == 1 else Why(N_("%(number)s missions"), {"number": number})


def _surprises(number: int) -> Why:
    return Why(N_("1 surprise")) if number == 1 else Why(N_("%(number)s surprises"), {"number": number})
