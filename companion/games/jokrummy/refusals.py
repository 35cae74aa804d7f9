"""Why a move is refused, in sentences that can be translated."""

from __future__ import annotations

from ..cards import Cards
from ..refusals import out_of_turn, unshuffled
from ..table import DEALER, Move
from ..why import N_, Why
from .melds import Meld, lays, sets
from .missions import MISSIONS, MIXED, RUN, SET
from .moves import HAND_OUT, Act
from .pack import MONKEY, animal_of, number_of
from .pack import spell as spell_cards
from .stages import DRAW, HANDING, KEEP, SHUFFLE
from .stages import MISSIONS as SHUFFLE_MISSIONS
from .state import State


def why_not(deal: State, seat: int, act: Act | None, move: Move) -> Why | None:
    """Why `deal` refuses the act (None: `move` could not be read) of that seat; None when it is legal."""
    if act is None:
        return Why(N_("“%(move)s” is no move in Jok-R-ummy jr."), {"move": move[:40]})
    if deal.to_move != (seat,):
        return out_of_turn(deal.to_move)
    if seat == DEALER:
        return _shuffle(deal, act)
    if act.kind in ("shuffle", "reshuffle", HAND_OUT):
        return Why(N_("Only the dealer shuffles and deals."))
    if deal.stage == KEEP:
        return None if act.kind in ("keep", "change") else Why(N_("First keep your mission or change it."))
    if act.kind in ("keep", "change"):
        return Why(N_("A mission is kept or changed before the cards are dealt."))
    if deal.stage == DRAW:
        return None if act.kind == "draw" else Why(N_("First take a card: from the reserve or from the discard."))
    return _play(deal, act)


def _shuffle(deal: State, act: Act) -> Why | None:
    if deal.stage == HANDING:
        return None if act.kind == HAND_OUT else Why(N_("The missions have to be handed out first."))
    first = deal.stage in (SHUFFLE, SHUFFLE_MISSIONS)
    shuffled = act.missions if deal.stage == SHUFFLE_MISSIONS else act.cards
    return unshuffled(act.kind, shuffled, first, deal.unshuffled)


def _play(deal: State, act: Act) -> Why | None:
    """A move with cards of the hand, after one was taken (jokrummy J6 to J8)."""
    if act.kind == "draw":
        return Why(N_("You have taken a card already."))
    missing = _missing(deal.hands[deal.turn], act.cards)
    if missing is not None:
        return missing
    if act.kind == "discard":
        return None
    done = bool(deal.done[deal.turn])
    if act.kind == "lay":
        return Why(N_("Your mission is done already.")) if done else _lay(deal, act.cards)
    if not done:
        return Why(N_("First do your mission: before that you may not lay or add anything else."))
    return _set(deal, act.cards) if act.kind == "group" else _add(deal, act)


def _missing(hand: Cards, cards: Cards) -> Why | None:
    for value in cards:
        if cards.count(value) > hand.count(value):
            return Why(N_("You do not have that many of %(card)s."), {"card": spell_cards((value,))})
    return None


def _lay(deal: State, cards: Cards) -> Why | None:
    """jokrummy J6, J9, J10."""
    mission = deal.missions[deal.turn]
    if cards in lays(mission, deal.hands[deal.turn]):
        return None
    if all(value == MONKEY for value in cards):
        return Why(N_("A mission needs at least one card that is no monkey."))
    return Why(N_("These cards do not do your mission: %(mission)s."), {"mission": MISSIONS[mission].said})


def _set(deal: State, cards: Cards) -> Why | None:
    """jokrummy J7, J10."""
    if cards in sets(deal.hands[deal.turn]):
        return None
    if len(cards) < 3:
        return Why(N_("A set has three cards or more."))
    numbers = {number_of(value) for value in cards if value != MONKEY}
    if not numbers:
        return Why(N_("A set needs at least one card that is no monkey."))
    if len(numbers) > 1:
        return Why(N_("A new set has one number only; new runs are not laid after the mission."))
    return Why(N_("Name the cards of a set from low to high, the monkeys last."))


def _add(deal: State, act: Act) -> Why | None:
    """jokrummy J7, J9, J10."""
    if act.meld >= len(deal.melds):
        return Why(N_("There is no run or set with the number %(number)s."), {"number": act.meld + 1})
    meld, value = deal.melds[act.meld], act.cards[0]
    if value == MONKEY and meld.kind == RUN and not act.end:
        return Why(N_("Say where the monkey goes: at the start or at the end."))
    if act.end and (value != MONKEY or meld.kind == SET):
        return Why(N_("Only a monkey on a run can go at either end."))
    ends = [act.end == "start"] if act.end else [True, False]
    return None if any(meld.fits(value, start) for start in ends) else _unfit(meld, value)


def _unfit(meld: Meld, value: int) -> Why:
    if value == MONKEY:
        return Why(N_("There is no number there: runs go from 1 to 10."))
    if meld.kind == SET:
        return Why(N_("Only cards with %(number)s go on this set."), {"number": meld.low})
    if meld.animal not in (MIXED, animal_of(value)):
        return Why(N_("This run shows one animal, and that is another one."))
    values = {"card": spell_cards((value,)), "low": meld.low, "high": meld.high}
    return Why(N_("%(card)s does not go on a run from %(low)s to %(high)s."), values)
