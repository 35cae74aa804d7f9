"""What pages call the things of Jok-R-ummy jr: it counts missions, not points."""

from __future__ import annotations

from ..why import N_, NN_
from ..words import Emblem, Words

WORDS = Words(
    emblem=Emblem(icon="banana", suit=4),
    closed=N_("%(name)s ended the round"),
    asked=N_("All missions are entered: who ended the round?"),
    closer=N_("Who ended round %(round)s"),
    unscored=N_("Not counted yet: who ended the round?"),
    badge="⚑",
    marks={"⚑": N_("ended the round")},
    seating=N_("Enter names clockwise, as you sit. The player on the dealer’s left starts."),
    blank=N_("Nothing entered yet: is the mission done?"),
    starter=N_("Starts"),
    goal=N_("First to four missions wins."),
    scored=N_("%(cell)s: missions done: %(points)s"),
    counted=N_("%(cell)s: missions done: %(points)s, not counted yet"),
    waiting=N_("%(cell)s: enter the mission"),
    enter=N_("Enter %(name)s’s mission"),
    sheet=N_("%(name)s’s mission, round %(round)s"),
    reopened=N_("%(cell)s: mission cleared, enter it again"),
    leads=N_("%(names)s, missions done: %(total)s"),
    standing=N_("missions done: %(total)s, %(left)s to go to %(limit)s"),
    near=NN_(
        "Closest to %(limit)s: %(who)s, %(num)s mission to go", "Closest to %(limit)s: %(who)s, %(num)s missions to go"
    ),
    because={"on the dealer’s left": N_("left of %(dealer)s, who deals")},
    starts=N_("%(dealer)s deals, %(name)s starts, %(way)s"),
    reminder=N_("Before the next round, keep or swap the mission: %(names)s"),
    pack=N_("On screen you play with our own cards: four animals numbered 1 to 10, two of each card, plus 8 monkeys."),
    retype=N_("Check the earlier rounds too."),
    pending=N_("Not counted yet: others are still missing."),
    adjust=N_("Missions to add or subtract"),
    such=N_("For example −1 or 1; 0 removes the house rule"),
    keeps=N_("The missions stay on the pad, but this player can no longer win."),
    on_screens=N_("Round %(round)s is being played on screen: the missions are filled in from there."),
    on_paper=N_("Round %(round)s is being played with real cards: enter the missions on the pad."),
    pace=N_("missions a match; the group: %(group)s"),
    pace_means=N_("All missions divided by all matches; for the group, those of everyone in its lists."),
)
