"""What pages call the things that every game names in its own way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .game import N_


def NN_(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence that depends on a number for the translators, and return it unchanged."""
    return one, many


@dataclass(frozen=True, slots=True)
class Words:
    """Sentences as msgids, with places for names and numbers. The defaults fit a game that counts the cards of a hand.

    `took`: that %(name)s ended the round, `asked`: the question who did, `closer`: the name of that cell in round
    %(round)s, `unscored`: why a hand is not scored while nobody did, `badge`: the mark of whoever did, `marks`: what
    the badge and the marks of `Score` say. `seating`: in which order people are written down, and who begins;
    `starter`: what is ticked for who begins. `blank`: what to do about a sheet that holds nothing. `goal`: who wins.
    `scored`, `counted`, `waiting`: a cell; `enter`, `sheet`: the way to the entry sheet, and what that is called;
    `reopened`, `remove`: an entry that is taken back; `leads`: what the first ones have; `standing`, `near`: how far it
    is to the limit; `retype`: what helps when hands cannot lie on one table. `starts`: who begins a round, with places
    for %(name)s, %(dealer)s (who sits before that), %(way)s and %(why)s; `reminder`: what those whom `Game.reminded`
    names, %(names)s, should do before the next deal; `pack`: what is special about the cards on screens. `pending`: why
    a cell is not scored while others are missing; `adjust`, `such`: the label of a house rule, and examples; `keeps`:
    what becomes of the total of who leaves; `on_screens`, `on_paper`: where what is reported for a round comes from;
    `average`, `closings`: what the rounds of a person were like, and how many of them that person ended.
    """

    took: str
    asked: str
    closer: str
    unscored: str
    badge: str
    marks: Mapping[str, str]
    seating: str
    blank: str
    starter: str = N_("Youngest")
    goal: str = N_("the lowest total wins")
    scored: str = N_("%(cell)s: %(points)s points")
    counted: str = N_("%(cell)s: the hand counts %(points)s, not scored yet")
    waiting: str = N_("%(cell)s: enter the hand")
    enter: str = N_("Enter %(name)s’s cards")
    sheet: str = N_("%(name)s’s cards, round %(round)s")
    reopened: str = N_("%(cell)s: the cards are open again")
    remove: str = N_("Remove these cards")
    leads: str = N_("%(names)s with %(total)s points")
    standing: str = N_("%(total)s points, %(left)s from %(limit)s")
    near: tuple[str, str] = NN_("%(who)s: %(num)s point from %(limit)s", "%(who)s: %(num)s points from %(limit)s")
    retype: str = N_("If the cards are gone, type the sum instead.")
    starts: str = N_("%(name)s starts, %(way)s (%(why)s)")
    reminder: str = ""
    pack: str = ""
    pending: str = N_("Not scored yet: the round waits for the others.")
    adjust: str = N_("Points to add or take away")
    such: str = N_("Such as -5 or 10; 0 takes the rule away")
    keeps: str = N_("The points stay on the sheet but no longer count for winning.")
    on_screens: str = N_("Round %(round)s is being played on screens: its hands come from there.")
    on_paper: str = N_("Round %(round)s is being played with cards: its hands are entered on the sheet.")
    average: str = N_("%(points)s points a round")
    closings: tuple[str, str] = NN_("ended %(num)s round", "ended %(num)s rounds")
