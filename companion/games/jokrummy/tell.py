"""The moves of Jok-R-ummy jr in words that everybody may read."""

from __future__ import annotations

from ..table import Move
from ..why import N_, NC_, Who, Why
from .missions import MISSIONS, MIXED, SET
from .moves import HAND_OUT, Act, read
from .pack import ANIMALS, listed, named
from .stages import MISSIONS as SHUFFLE_MISSIONS
from .stages import SHUFFLE
from .state import State


def tell(deal: State, seat: int, move: Move) -> Why | None:
    """A legal move of that seat in that deal. What is drawn from the stock, and a mission given back, is not said."""
    act, who = read(move), {"who": Who(seat)}
    if act is None:
        return None
    if act.kind in ("shuffle", "reshuffle"):
        return _shuffle(deal)
    if act.kind == HAND_OUT:
        return Why(N_("The missions are dealt."))
    if act.kind == "keep":
        return Why(N_("%(who)s keeps their mission."), who)
    if act.kind == "change":
        return Why(N_("%(who)s swaps their mission."), who)
    if act.kind == "draw":
        if act.source == "stock":
            return Why(N_("%(who)s takes a card from the draw pile."), who)
        return Why(N_("%(who)s takes %(card)s from the discard pile."), {**who, "card": named(deal.discard[-1])})
    return _play(deal, act, {**who, "cards": listed(act.cards)})


def told(deal: State, seat: int, move: Move, after: State) -> Why | None:
    """A move that was made and led to `after`; a surprise that somebody got by it is told: whose, and which."""
    said = tell(deal, seat, move)
    for place, (now, before) in enumerate(zip(after.gained, deal.gained, strict=True)):
        for mission in after.laid[place][len(after.laid[place]) - (now - before) :] if now > before else ():
            values = {"said": said, "who": Who(deal.seats[place]), "mission": MISSIONS[mission].said}
            said = Why(N_("%(said)s %(who)s gets a %(mission)s."), values)
    return said


def _shuffle(deal: State) -> Why:
    if deal.stage == SHUFFLE_MISSIONS:
        return Why(N_("The missions are shuffled and dealt."))
    if deal.stage == SHUFFLE:
        return Why(N_("The cards are shuffled and dealt."))
    return Why(NC_("jokrummy", "The draw pile is empty: the discard pile is shuffled."))


def _play(deal: State, act: Act, values: dict[str, object]) -> Why:
    if act.kind == "lay":
        said = MISSIONS[deal.missions[deal.turn]].said
        return Why(N_("%(who)s lays the mission “%(mission)s”: %(cards)s."), {**values, "mission": said})
    if act.kind == "group":
        return Why(N_("%(who)s lays a set: %(cards)s."), values)
    if act.kind == "add":
        meld = deal.melds[act.meld]
        values = {**values, "number": meld.low}
        if meld.kind == SET:
            return Why(N_("%(who)s adds to the set of %(number)ss: %(cards)s."), values)
        if meld.animal == MIXED:
            return Why(N_("%(who)s adds to the mixed run that starts at %(number)s: %(cards)s."), values)
        values["animal"] = Why(ANIMALS[meld.animal].name)
        return Why(N_("%(who)s adds to the run that starts at %(number)s (%(animal)s): %(cards)s."), values)
    if len(deal.hands[deal.turn]) == 1:
        return Why(N_("%(who)s discards %(cards)s, their last card."), values)
    return Why(N_("%(who)s discards %(cards)s."), values)
