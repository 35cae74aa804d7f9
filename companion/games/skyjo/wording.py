"""What pages call the things of Skyjo."""

from __future__ import annotations

from ..why import N_, NN_
from ..words import Emblem, Endings, Words

WORDS = Words(
    emblem=Emblem("−2", suit=0),
    closed=N_("%(name)s ended the round"),
    asked=N_("All cards are entered: who ended the round?"),
    closer=N_("Who ended round %(round)s"),
    unscored=N_("Not scored yet: who ended the round?"),
    badge="⚑",
    marks={"⚑": N_("ended the round"), "×2": N_("ended the round, doubled")},
    seating=N_("Enter names clockwise, as you sit. The cards decide who starts."),
    blank=N_("Nothing entered yet: enter the cards column by column, with x for a cleared column."),
    because={"ended the last round": N_("ended round %(last)s")},
    endings=Endings(
        NN_("Doubled: %(times)s of %(num)s round ended", "Doubled: %(times)s of %(num)s rounds ended"),
        good=False,
        means=N_(
            "Whoever ends a round and isn’t the only one with the lowest points gets them doubled, if they are above 0."
        ),
    ),
)
