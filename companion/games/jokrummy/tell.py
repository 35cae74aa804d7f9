"""The moves of Jok-R-ummy jr in words that everybody may read, and what stays sealed after a round."""

from __future__ import annotations

from collections.abc import Sequence

from ..deal import Move, shuffled
from ..game import N_, Who, Why
from .missions import GROUP, MISSIONS, MIXED, SURPRISE, SURPRISES, read_missions
from .moves import HAND_OUT, Act, read
from .pack import ANIMALS, listed, named
from .pack import read as read_cards
from .stages import MISSIONS as SHUFFLE_MISSIONS
from .stages import SHUFFLE
from .state import State


def tell(deal: State, seat: int, move: Move) -> Why | None:
    """A legal move of that seat in that deal. What is drawn from the reserve, and a mission given back, is not said."""
    act, who = read(move), {"who": Who(seat)}
    if act is None:
        return None
    if act.kind in ("shuffle", "reshuffle"):
        return _shuffle(deal)
    if act.kind == HAND_OUT:
        return Why(N_("The missions are handed out."))
    if act.kind == "keep":
        return Why(N_("%(who)s keeps the mission."), who)
    if act.kind == "change":
        return Why(N_("%(who)s changes the mission."), who)
    if act.kind == "draw":
        if act.source == "stock":
            return Why(N_("%(who)s draws from the reserve."), who)
        return Why(N_("%(who)s takes %(card)s from the discard."), {**who, "card": named(deal.discard[-1])})
    return _play(deal, act, {**who, "cards": listed(act.cards)})


def _shuffle(deal: State) -> Why:
    if deal.stage == SHUFFLE_MISSIONS:
        return Why(N_("The missions are shuffled and handed out."))
    if deal.stage == SHUFFLE:
        return Why(N_("The cards are shuffled and dealt."))
    return Why(N_("The reserve is empty: the discard is shuffled."))


def _play(deal: State, act: Act, values: dict[str, object]) -> Why:
    if act.kind == "lay":
        said = MISSIONS[deal.missions[deal.turn]].said
        return Why(N_("%(who)s does the mission “%(mission)s”: %(cards)s."), {**values, "mission": said})
    if act.kind == "group":
        return Why(N_("%(who)s lays a set: %(cards)s."), values)
    if act.kind == "add":
        meld = deal.melds[act.meld]
        values = {**values, "number": meld.low}
        if meld.kind == GROUP:
            return Why(N_("%(who)s adds %(cards)s to the set of %(number)ss."), values)
        if meld.animal == MIXED:
            return Why(N_("%(who)s adds %(cards)s to the mixed run from %(number)s."), values)
        values["animal"] = Why(ANIMALS[meld.animal].name)
        return Why(N_("%(who)s adds %(cards)s to the %(animal)s run from %(number)s."), values)
    if len(deal.hands[deal.turn]) == 1:
        return Why(N_("%(who)s discards %(cards)s, the last card."), values)
    return Why(N_("%(who)s discards %(cards)s."), values)


def sealed(deal: State, shuffles: Sequence[Move]) -> tuple[frozenset[int], ...]:
    """Hands are not shown at the end of a round, for they tell of missions that are kept (jokrummy J14). So a card of
    this round is open only when all its copies are; of rounds before nothing is. A mission is open when it was done.
    """
    hidden = {*deal.stock, *(value for hand in deal.hands for value in hand)}
    found: list[frozenset[int]] = []
    rounds, packs = deal.shuffles, 1
    for move in reversed(shuffles):
        words = shuffled(move)
        missions = read_missions(" ".join(words))
        if missions:
            found.append(_sealed_missions(deal, missions) if packs else frozenset(range(len(words))))
            packs = 0
        else:
            cards = read_cards(" ".join(words)) or ()
            found.append(frozenset(at for at, value in enumerate(cards) if value in hidden or rounds <= 0))
            rounds -= 1
    return tuple(reversed(found))


def _sealed_missions(deal: State, missions: tuple[int, ...]) -> frozenset[int]:
    """The places of secret missions in the shuffle. Surprises were drawn in order: those not in what is left of it were
    seen.
    """
    done = {number for laid in deal.laid for number in laid}
    shown = SURPRISES - deal.pack[: len(deal.pack) - deal.back].count(SURPRISE)
    places = [at for at, number in enumerate(missions) if number == SURPRISE]
    secret = {at for at, number in enumerate(missions) if number not in done and number != SURPRISE}
    return frozenset(secret | set(places[shown:]))
