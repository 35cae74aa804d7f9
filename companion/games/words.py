"""What pages call the things that every game names in its own way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from .why import N_, NN_


class Endings(NamedTuple):
    """What became of the %(num)s rounds that somebody ended: %(times)s of them paid off (`good`), or cost more; and
    what that `means`.
    """

    said: tuple[str, str]
    good: bool
    means: str


class Emblem(NamedTuple):
    """A small card that stands for a game: its face, or an `icon` there, in the colour of a `suit`, or of none. One
    without both has the first letter of what the game is called.
    """

    face: str = ""
    icon: str = ""
    suit: int | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """Sentences as msgids, with places for names and numbers. The defaults fit a game that counts cards; from `closed`
    to `marks` they are for one in which nobody is asked who ended a round.
    """

    seating: str
    """In which order people are written down, and who begins."""
    blank: str
    """What to do about a sheet that holds nothing."""
    emblem: Emblem = field(default_factory=Emblem)
    """What stands for it in lists."""
    closed: str = ""
    """That %(name)s ended the round."""
    asked: str = ""
    """The question who did."""
    closer: str = ""
    """The name of that cell in round %(round)s."""
    unscored: str = ""
    """Why a hand is not scored while nobody did."""
    badge: str = ""
    """The mark of whoever did."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """What the badge and the marks of `Score` say."""
    begin: str = N_("Deal the first round")
    """What begins a match."""
    starter: str = N_("Youngest")
    """What is ticked for who begins."""
    rules: str = N_("%(game)s rules")
    """What its rules are called."""
    goal: str = N_("The lowest total wins.")
    """Who wins."""
    scored: str = N_("%(cell)s: %(points)s (points)")
    """A cell that has its points."""
    counted: str = N_("%(cell)s: %(points)s, not scored yet")
    """A cell whose round is not complete."""
    waiting: str = N_("%(cell)s: enter the cards")
    """A cell that waits."""
    enter: str = N_("Enter %(name)s’s cards")
    """The way to the entry sheet."""
    sheet: str = N_("%(name)s’s cards, round %(round)s")
    """What the entry sheet is called."""
    reopened: str = N_("%(cell)s: cards cleared, enter them again")
    """That an entry was taken back."""
    remove: str = N_("Clear this entry")
    """The way to take it back."""
    leads: str = N_("%(names)s with %(total)s points")
    """What the first ones have."""
    standing: str = N_("total %(total)s, %(left)s to go to %(limit)s")
    """How far it is from a total to the limit."""
    so_far: str = N_("%(total)s points")
    """A total where there is no limit."""
    near: tuple[str, str] = NN_(
        "Closest to %(limit)s: %(who)s, %(num)s point to go", "Closest to %(limit)s: %(who)s, %(num)s points to go"
    )
    """Who is closest to the limit."""
    retype: str = N_("If the cards have been put away, type the sum instead.")
    """What helps when hands cannot lie on one table."""
    starts: str = N_("%(name)s starts, %(way)s (%(why)s)")
    """Who begins a round; %(dealer)s sits before %(name)s."""
    because: Mapping[str, str] = field(default_factory=dict)
    """Reasons of the rules as the pad gives them: %(dealer)s sits before who begins, %(last)s is the last round."""
    reminder: str = ""
    """What those whom `Game.reminded` names should do before the next deal."""
    pack: str = ""
    """What is special about the cards on screens."""
    pending: str = N_("Not scored yet: others are still missing.")
    """Why a cell is not scored while others are missing."""
    adjust: str = N_("Points to add or subtract")
    """The label of a house rule."""
    such: str = N_("For example −5 or 10; 0 removes the house rule")
    """Examples of one."""
    keeps: str = N_("The points stay on the pad, but this player can no longer win.")
    """What becomes of the total of who leaves."""
    on_screens: str = N_("Round %(round)s is being played on screen: the cards are filled in from there.")
    """Where the hands of a round on screens come from."""
    on_paper: str = N_("Round %(round)s is being played with real cards: enter them on the pad.")
    """Where the hands of a round with cards come from."""
    closings: tuple[str, str] = NN_("ended %(num)s round", "ended %(num)s rounds")
    """How many rounds a person ended."""
    endings: Endings | None = None
    """What became of these; None where ending a round neither pays off nor costs anything."""
    pace: str = N_("points a round; the group: %(group)s")
    """What stands below a person's average; of a game that tallies it is one of matches, else of rounds."""
    pace_means: str = N_("All points divided by all rounds; for the group, those of everyone in its lists.")
    """What that average is."""
