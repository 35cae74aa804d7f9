"""What pages call the things of Jok-R-ummy jr: it counts missions, not points."""

from __future__ import annotations

from ..why import N_, NN_
from ..words import Emblem, Words

WORDS = Words(
    emblem=Emblem(icon="banana", suit=4),
    closed=N_("%(name)s ended the round"),
    asked=N_("All missions are in: who ended the round?"),
    closer=N_("The end of round %(round)s"),
    unscored=N_("Not counted yet: nobody has ended the round so far."),
    badge="⚑",
    marks={"⚑": N_("ended the round")},
    seating=N_("In the order you sit, clockwise. Whoever sits on the dealer’s left starts."),
    blank=N_("Nothing is entered yet: say whether the mission is done."),
    starter=N_("Starts"),
    goal=N_("the first with four missions wins"),
    scored=N_("%(cell)s: missions done: %(points)s"),
    counted=N_("%(cell)s: missions done: %(points)s, not counted yet"),
    waiting=N_("%(cell)s: enter the mission"),
    enter=N_("Enter %(name)s’s mission"),
    sheet=N_("%(name)s’s mission, round %(round)s"),
    reopened=N_("%(cell)s: the mission is open again"),
    remove=N_("Remove this mission"),
    leads=N_("%(names)s, missions done: %(total)s"),
    standing=N_("missions done: %(total)s, %(left)s from %(limit)s"),
    near=NN_("%(who)s: %(num)s mission from %(limit)s", "%(who)s: %(num)s missions from %(limit)s"),
    because={"left of the dealer": N_("left of %(dealer)s, who deals")},
    starts=N_("%(dealer)s deals, %(name)s starts, %(way)s"),
    reminder=N_("Before the deal, keep the mission or change it: %(names)s"),
    pack=N_("On screens you play with a pack of our own: four animals with 1 to 10, each card twice, and 8 monkeys."),
    retype=N_("Look at what was entered in the rounds before, too."),
    pending=N_("Not counted yet: the round waits for the others."),
    adjust=N_("Missions to add or take away"),
    such=N_("Such as -1 or 1; 0 takes the rule away"),
    keeps=N_("The missions stay on the sheet but no longer count for winning."),
    on_screens=N_("Round %(round)s is being played on screens: its missions come from there."),
    on_paper=N_("Round %(round)s is being played with cards: its missions are entered on the sheet."),
    average=N_("%(points)s missions a round"),
    pace=N_("missions a match; the group: %(group)s"),
    pace_means=N_("All missions divided by all matches; for the group, those of everybody in its lists."),
)
