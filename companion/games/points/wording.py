"""What pages call the things of a game that the house does not know: whatever the group plays, in points."""

from __future__ import annotations

from ..why import N_
from ..words import Words

WORDS = Words(
    closed=N_("%(name)s ended the round"),
    asked=N_("All points are in: who ended the round?"),
    closer=N_("Who ended round %(round)s"),
    unscored=N_("Not counted yet: who ended the round?"),
    badge="⚑",
    marks={"⚑": N_("ended the round")},
    seating=N_("Enter names clockwise, as you sit. People who play together share one row: Ana + Zoé."),
    blank=N_("Nothing is entered yet: type the points of this round."),
    begin=N_("Start the first round"),
    starter=N_("Starts"),
    rules=N_("Your own rules"),
    goal=N_("Your own rules."),
    counted=N_("%(cell)s: %(points)s (points), the round isn’t complete yet"),
    waiting=N_("%(cell)s: enter the points"),
    enter=N_("Enter %(name)s’s points"),
    sheet=N_("%(name)s’s points, round %(round)s"),
    reopened=N_("%(cell)s: points cleared, enter them again"),
    pending=N_("Not counted yet: others are still missing."),
)
