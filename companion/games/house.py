"""House rules that several games share; the rule numbers are those of docs/rules/house.md."""

from __future__ import annotations

from typing import NamedTuple

from .options import Option, Options
from .why import N_

MOST_ROUNDS = Option(
    "most_rounds",
    "int",
    0,
    N_("Rounds at most"),
    N_("The match ends after so many rounds, and the best total wins; the limit can still end it earlier."),
    least=0,
    most=99,
    everyday=False,
    none=N_("as many as it takes"),
    house=True,
)
"""After which round a match ends that has a limit, too (house H1)."""

LAST_ROUND = "last_round"
TIES = Option(
    "ties",
    "choice",
    "shared",
    N_("The same total at the end"),
    choices=(
        ("shared", N_("They share the place")),
        (LAST_ROUND, N_("Whoever had the better last round is before the other")),
    ),
    everyday=False,
    house=True,
)
"""Who is before whom with equal totals (house H2)."""

NOBODY = -1
"""What is written down as the one who ended a round when nobody did (house H3)."""
UNCLOSED = Option(
    "unclosed",
    "choice",
    "no",
    N_("A round that nobody ended"),
    N_("Such as one that was broken off, because it is late."),
    (
        ("no", N_("Doesn’t count: someone always ends it")),
        ("yes", N_("Counts as the cards lie, and nobody gets more or less for ending it")),
    ),
    everyday=False,
    house=True,
)
"""Whether a round counts that was broken off (house H3)."""


HANDS = Option(
    "hands",
    "choice",
    "open",
    N_("Hands that are in"),
    N_("You always see your own cards."),
    (
        ("open", N_("Everyone sees them at once")),
        ("hidden", N_("Are hidden until all are in")),
    ),
    everyday=False,
    house=True,
)
"""Whether phones show hands of a round that is not complete (house H4)."""


class Terms(NamedTuple):
    """What the house rules of a match come to. `rounds`: after how many it ends, None where there is no such number
    (H1); `breaks_ties`: the last round parts equal totals (H2); `unclosed`: a round counts that nobody ended (H3);
    `hides`: hands are hidden until all are in (H4).
    """

    rounds: int | None
    breaks_ties: bool
    unclosed: bool
    hides: bool

    @classmethod
    def of(cls, options: Options) -> Terms:
        """What a match with these options says."""
        return cls(
            rounds=int(MOST_ROUNDS.of(options)) or None,
            breaks_ties=TIES.of(options) == LAST_ROUND,
            unclosed=UNCLOSED.of(options) == "yes",
            hides=HANDS.of(options) == "hidden",
        )
