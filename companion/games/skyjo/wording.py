"""What pages call the things of Skyjo."""

from __future__ import annotations

from ..why import N_, NN_
from ..words import Emblem, Endings, Words

WORDS = Words(
    emblem=Emblem("−2", suit=0),
    closed=N_("%(name)s closed the round"),
    asked=N_("All cards are in: who closed the round?"),
    closer=N_("Who closed round %(round)s"),
    unscored=N_("Not scored yet: nobody has closed the round so far."),
    badge="⚑",
    marks={"⚑": N_("closed the round"), "×2": N_("closed the round, doubled")},
    seating=N_("In the order you sit, clockwise. The cards decide who starts."),
    blank=N_("Nothing is entered yet: write the cards column by column, and x for a column that is gone."),
    because={"ended the last round": N_("closed round %(last)s")},
    closings=NN_("closed %(num)s round", "closed %(num)s rounds"),
    endings=Endings(
        NN_("Doubled: %(times)s of %(num)s closed round", "Doubled: %(times)s of %(num)s closed rounds"),
        good=False,
        means=N_("Whoever closes a round and has not the lowest points alone gets them doubled, if they are above 0."),
    ),
)
