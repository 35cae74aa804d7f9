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
        return Why(N_("“%(move)s” isn’t a move in Jok-R-ummy jr."), {"move": move[:40]})
    if deal.to_move != (seat,):
        return out_of_turn(deal.to_move)
    if seat == DEALER:
        return _shuffle(deal, act)
    if act.kind in ("shuffle", "reshuffle", HAND_OUT):
        return Why(N_("Only the dealer can shuffle and deal."))
    if deal.stage == KEEP:
        return None if act.kind in ("keep", "change") else Why(N_("First choose: keep your mission or swap it."))
    if act.kind in ("keep", "change"):
        return Why(N_("You can only swap a mission before the cards are dealt."))
    if deal.stage == DRAW:
        return None if act.kind == "draw" else Why(N_("First take a card, from the draw pile or the discard pile."))
    return _play(deal, act)


def _shuffle(deal: State, act: Act) -> Why | None:
    if deal.stage == HANDING:
        return None if act.kind == HAND_OUT else Why(N_("First the missions must be dealt."))
    first = deal.stage in (SHUFFLE, SHUFFLE_MISSIONS)
    shuffled = act.missions if deal.stage == SHUFFLE_MISSIONS else act.cards
    return unshuffled(act.kind, shuffled, first, deal.unshuffled)


def _play(deal: State, act: Act) -> Why | None:
    """A move with cards of the hand, after one was taken (jokrummy J6 to J8)."""
    if act.kind == "draw":
        return Why(N_("You’ve already taken a card."))
    missing = _missing(deal.hands[deal.turn], act.cards)
    if missing is not None:
        return missing
    if act.kind == "discard":
        return None
    done = bool(deal.done[deal.turn])
    if act.kind == "lay":
        return Why(N_("Your mission is already done.")) if done else _lay(deal, act.cards)
    if not done:
        return Why(N_("First lay your mission. Before that you can’t lay or add anything."))
    return _set(deal, act.cards) if act.kind == "group" else _add(deal, act)


def _missing(hand: Cards, cards: Cards) -> Why | None:
    for value in cards:
        if cards.count(value) > hand.count(value):
            return Why(N_("You don’t have enough of this card: %(card)s."), {"card": spell_cards((value,))})
    return None


def _lay(deal: State, cards: Cards) -> Why | None:
    """jokrummy J6, J9, J10."""
    mission = deal.missions[deal.turn]
    if cards in lays(mission, deal.hands[deal.turn]):
        return None
    if all(value == MONKEY for value in cards):
        return Why(N_("A mission needs at least one card that isn’t a monkey."))
    return Why(N_("These cards don’t fit your mission: %(mission)s."), {"mission": MISSIONS[mission].said})


def _set(deal: State, cards: Cards) -> Why | None:
    """jokrummy J7, J10."""
    if cards in sets(deal.hands[deal.turn]):
        return None
    if len(cards) < 3:
        return Why(N_("A set needs three cards or more."))
    numbers = {number_of(value) for value in cards if value != MONKEY}
    if not numbers:
        return Why(N_("A set needs at least one card that isn’t a monkey."))
    if len(numbers) > 1:
        return Why(N_("All cards of a set have the same number. After your mission you can’t lay new runs."))
    return Why(N_("Put the cards of a set in order, low to high, monkeys last."))


def _add(deal: State, act: Act) -> Why | None:
    """jokrummy J7, J9, J10."""
    if act.meld >= len(deal.melds):
        return Why(N_("There’s no run or set number %(number)s on the table."), {"number": act.meld + 1})
    meld, value = deal.melds[act.meld], act.cards[0]
    if value == MONKEY and meld.kind == RUN and not act.end:
        return Why(N_("Choose where the monkey goes: at the start or at the end."))
    if act.end and (value != MONKEY or meld.kind == SET):
        return Why(N_("Only a monkey can go at either end, and only on a run."))
    ends = [act.end == "start"] if act.end else [True, False]
    return None if any(meld.fits(value, start) for start in ends) else _unfit(meld, value)


def _unfit(meld: Meld, value: int) -> Why:
    if value == MONKEY:
        return Why(N_("That doesn’t fit: runs go from 1 to 10."))
    if meld.kind == SET:
        return Why(N_("Only %(number)s fits this set."), {"number": meld.low})
    if meld.animal not in (MIXED, animal_of(value)):
        return Why(N_("This run is for one animal only."))
    values = {"card": spell_cards((value,)), "low": meld.low, "high": meld.high}
    return Why(N_("%(card)s doesn’t fit a run from %(low)s to %(high)s."), values)
