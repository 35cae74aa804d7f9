"""Keeping the points of a game that the house does not know; the rule numbers are those of docs/rules/points.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..agreement import Agreement
from ..cards import number
from ..game import Game, Json, Round, Score, Start, next_to
from ..house import HANDS, MOST_ROUNDS, TIES, Terms
from ..options import FINISHED, Option, Options, chosen, offered
from ..why import N_, BadEntry, Why
from .wording import WORDS

MOST = 99_999
"""More than anybody writes down for one round (points P4)."""
OR_NOBODY = "or_nobody"
OPTIONS = (
    Option("called", "text", "", N_("What do you play?"), N_("Such as Uno. It is offered the next time."), most=40),
    Option(
        "winner",
        "choice",
        "highest",
        N_("Who wins"),
        choices=(("highest", N_("Highest total")), ("lowest", N_("Lowest total"))),
    ),
    Option(
        "length",
        "choice",
        "limit",
        N_("When does it end?"),
        choices=(
            ("limit", N_("At a total")),
            ("rounds", N_("After some rounds")),
            ("group", N_("When we say so")),
        ),
    ),
    Option(
        "limit",
        "int",
        100,
        N_("Play to"),
        N_("The match ends when someone has this many points or more."),
        most=MOST,
        only=("length", "limit"),
        line=N_("Play to %(value)s"),
    ),
    replace(MOST_ROUNDS, only=("length", "limit")),
    Option("rounds", "int", 10, N_("Number of rounds"), most=99, only=("length", "rounds")),
    Option(
        "below_zero",
        "choice",
        "no",
        N_("Points below zero"),
        N_("With yes, there is a ± key."),
        (("no", N_("No")), ("yes", N_("Yes"))),
        everyday=False,
    ),
    Option(
        "closer",
        "choice",
        "no",
        N_("Note who ended a round"),
        choices=(("no", N_("No")), ("yes", N_("Yes")), (OR_NOBODY, N_("Yes, and it may be nobody"))),
        everyday=False,
    ),
    TIES,
    HANDS,
)


@dataclass(frozen=True, slots=True)
class Typed:
    """What a column reports: its points in a round."""

    points: int


class Points(Game[Typed]):
    """Whatever the group plays: everybody types the points of a round, and the pad adds them."""

    key = "points"
    name = N_("Another game")
    words = WORDS
    seats = range(2, 9)
    sides = True
    options = OPTIONS

    def agreement(self, options: Options) -> Agreement:
        """What the group said of its game: its name (points P1), who is asked to have ended a round (P3), at a total,
        after a number of rounds or when it says so (P5; near is a tenth of the limit), and who wins (P6); house rules
        H1 to H4.
        """
        said = {option.key: option.of(options) for option in OPTIONS}
        length, house = str(said["length"]), Terms.of(options)
        limit = int(said["limit"]) if length == "limit" else None
        rounds = {"rounds": int(said["rounds"]) or None, "limit": house.rounds}.get(length)
        return Agreement(
            str(said["called"]),
            None if length == "group" else offered(OPTIONS, length),
            limit,
            rounds,
            lowest_wins=said["winner"] == "lowest",
            near=(limit or 0) // 10,
            closes=said["closer"] != "no",
            unclosed=said["closer"] == OR_NOBODY,
            breaks_ties=house.breaks_ties,
            hides=house.hides,
        )

    def below_zero(self, options: Options) -> bool:
        """Whether a round may bring less than nothing (points P4)."""
        return chosen(OPTIONS, options, "below_zero") == "yes"

    def read(self, fields: Mapping[str, str], closes: bool) -> Typed:
        """The number that was typed."""
        points = fields.get("points", "").strip()
        if not points:
            raise BadEntry(self.words.blank, "points")
        return Typed(number(points, "points"))

    def fields(self, entry: Typed) -> dict[str, str]:
        """The one field."""
        return {"points": str(entry.points)}

    def spell(self, entry: Typed) -> Json:
        """`{"points": 14}`."""
        return {"points": entry.points}

    def parse(self, stored: Json) -> Typed:
        """The entry of what `spell` made."""
        return Typed(stored["points"])

    def check(self, round_: Round[Typed], place: int) -> None:
        """Raise BadEntry on points that cannot be (points P4)."""
        entry = round_.entries[place]
        if entry is None:
            return
        least = -MOST if self.below_zero(round_.options) else 0
        if entry.points < 0 == least:
            raise BadEntry(N_("This match has no points below zero: type a number without a minus."), "points")
        if not least <= entry.points <= MOST:
            said = N_("Enter a whole number from %(least)s to %(most)s.")
            raise BadEntry(said, "points", least=least, most=MOST)

    def count(self, entry: Typed, options: Options) -> Score:
        """What was typed."""
        return Score(entry.points, Why("%(points)s", {"points": entry.points}))

    def score(self, round_: Round[Typed]) -> tuple[Score | None, ...]:
        """Everybody scores what was typed (points P2)."""
        return tuple(self.count(entry, round_.options) for entry in round_.whole)

    def first_start(self, starter: int, options: Options) -> Start:
        """Whom the group names begins (points P7)."""
        return Start(starter, None, Why(N_("as you said")))

    def next_start(self, before: Start, round_: Round[Typed], ring: Sequence[int], playing: Sequence[int]) -> Start:
        """The next one in turn begins (points P7)."""
        if before.seat is None:
            return Start(None, None, None)
        return Start(next_to(ring, before.seat, playing), None, Why(N_("next in turn")))

    def ended(self, round_: Round[Typed], totals: Sequence[int]) -> bool:
        """At the limit, after the last round, or where the group ended it (points P5)."""
        by_group = self.agreement(round_.options).length is None and round_.options.get(FINISHED) == round_.number
        return by_group or super().ended(round_, totals)

    def why_over(self, round_: Round[Typed], totals: Sequence[int]) -> Why:
        """Why the match ended (points P5)."""
        if self.agreement(round_.options).length is None:
            return Why(N_("You ended it after round %(round)s"), {"round": round_.number})
        return super().why_over(round_, totals)
