"""What pages call the things of Mojo."""

from __future__ import annotations

from ..why import N_, NN_
from ..words import Emblem, Endings, Words

WORDS = Words(
    emblem=Emblem("0"),
    closed=N_("%(name)s took the Mojo"),
    asked=N_("All cards are entered: who took the Mojo?"),
    closer=N_("Mojo card, round %(round)s"),
    unscored=N_("Not scored yet: who took the Mojo?"),
    badge=N_("M"),
    marks={"M": N_("the Mojo"), "0": N_("Mojo 0"), "+10": N_("Mojo +10")},
    seating=N_("Enter names clockwise, as you sit. The youngest starts."),
    blank=N_("Nothing entered yet: tap the cards left in front of you."),
    because={"took the Mojo": N_("took the Mojo in round %(last)s")},
    closings=NN_("took the Mojo once", "took the Mojo %(num)s times"),
    endings=Endings(
        NN_("The Mojo paid off %(times)s of %(num)s time", "The Mojo paid off %(times)s of %(num)s times"),
        good=True,
        means=N_("Whoever takes the Mojo gets 0 points if nobody has less, otherwise 10 points more."),
    ),
)
