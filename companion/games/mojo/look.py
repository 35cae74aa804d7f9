"""A table of Mojo as pages show it."""

from __future__ import annotations

from dataclasses import dataclass

from .. import look as words
from ..look import Choice, Face, Pile, SeatLook
from ..refusals import NOT_YOUR_TURN, ROUND_OVER, SHUFFLING
from ..why import N_, Who, Why
from .lessons import lesson
from .moves import ACTS, NO_PILE
from .observe import Observation
from .scoring import CARDS
from .stages import CHOOSE, OVER, PLAYING

EFFECTS = {
    "lower": Why(N_("lower")),
    "again": Why(N_("go again")),
    "draw": Why(N_("draw 1")),
    "reveal": Why(N_("turn over")),
    "end": Why(N_("end round")),
}
MOJO_TIME = "mojo-time"


@dataclass(frozen=True, slots=True)
class Look(words.Look):
    """`hand`: the observer's own cards that only it sees, in hand or face down, by colour; `shown`: by seat everybody's
    cards at the end of the round.
    """

    hand: tuple[Face, ...]
    shown: tuple[tuple[int, tuple[Face, ...]], ...]


def look(seen: Observation) -> Look:
    """What the observer's page shows."""
    around = len(seen.seats)
    return Look(
        places=tuple(_place(seen, place) for place in words.others(around, seen.place)),
        mine=None if seen.place is None else _place(seen, seen.place),
        piles=_piles(seen),
        ask=_ask(seen),
        lesson=lesson(seen),
        direction=seen.frame.step,
        hand=_hand(seen),
        shown=_shown(seen),
    )


def _face(card: int) -> Face:
    return Face(card, CARDS.suit_number(card))


def _place(seen: Observation, place: int) -> SeatLook:
    laid = seen.downs[place] > 0 or bool(seen.ups[place])
    seat = seen.seats[place]
    return SeatLook(
        seat=seat,
        turn=seen.to_move == (seat,),
        cards=seen.hands[place],
        down=seen.downs[place],
        up=tuple(_face(card) for card in seen.ups[place]),
        note=Why(N_("Mojo Time")) if laid else None,
        moment=MOJO_TIME if laid else "",
    )


def _piles(seen: Observation) -> tuple[Pile, ...]:
    """The stock, then the discards; a draw is offered on the pile that gives it (mojo M23)."""
    draws = {ACTS[move].source: move for move in seen.moves() if ACTS[move].kind == "draw"}

    def offered(source: str) -> tuple[Choice, ...]:
        return (Choice(draws[source], Why(N_("take this")), "draw"),) if source in draws else ()

    back, choosing = Face(None) if seen.stock else None, _choosing(seen)
    stock = Pile("stock", Why(N_("draw pile")), back, seen.stock, offered("stock"))
    discards = []
    for number, cards in enumerate(seen.piles):
        said = Why(N_("discard pile")) if len(seen.piles) == 1 else Why(N_("pile %(number)s"), {"number": number + 1})
        gives = offered("discard") if number != seen.pile else ()
        way = number + 1 if choosing else 0
        again = number == seen.pile and seen.stage == PLAYING and len(seen.piles) > 1
        discards.append(Pile(f"discard-{number + 1}", said, _face(cards[-1]), None, gives, way, again, len(cards)))
    return (stock, *discards)


def _choosing(seen: Observation) -> bool:
    """Whether a card can go on either discard (mojo M22)."""
    return len({ACTS[move].pile for move in seen.moves()}) > 1


def _ask(seen: Observation) -> Why:
    """What is waited for, told to the observer."""
    if seen.stage == OVER:
        return Why(N_("%(who)s ended the round and takes the Mojo."), {"who": Who(seen.closer or 0)})
    if not seen.to_move or seen.stage not in (PLAYING, CHOOSE):
        return SHUFFLING
    if seen.to_move != (seen.seat,):
        return Why(N_("It’s %(who)s’s turn."), {"who": Who(seen.to_move[0])})
    if seen.stage == CHOOSE:
        return Why(N_("Higher: draw one, from the draw pile or the other discard pile."))
    if seen.down:
        return Why(N_("Your turn: turn over one of your cards."))
    if seen.pile != NO_PILE:
        if len(seen.piles) == 1:
            return Why(N_("Equal: play one more card."))
        return Why(N_("Equal: play one more card on discard pile %(number)s."), {"number": seen.pile + 1})
    if len(seen.piles) > 1:
        return Why(N_("Your turn: choose a discard; lower ends it, equal plays on."))
    top = seen.piles[0][-1]
    return Why(N_("Your turn: lower than %(top)s ends it, %(top)s plays on."), {"top": top})


def _hand(seen: Observation) -> tuple[Face, ...]:
    """The observer's own cards, each with what it would do (mojo M5 to M8, M11)."""
    moves, ways = seen.moves(), _choosing(seen)
    why = None if moves else _waiting(seen)
    choosing = (
        Why(N_("First draw a card, from the draw pile or the other discard pile.")) if seen.stage == CHOOSE else why
    )
    cards = [(card, False) for card in seen.hand] + [(card, True) for card in seen.down]
    faces = []
    for card, hidden in cards:
        plays = tuple(_choice(seen, move, ways) for move in moves if ACTS[move].card == card)
        faces.append(Face(card, CARDS.suit_number(card), plays, None if plays else choosing, hidden))
    return tuple(faces)


def _waiting(seen: Observation) -> Why:
    if seen.stage == OVER:
        return ROUND_OVER
    if seen.stage not in (PLAYING, CHOOSE):
        return SHUFFLING
    return NOT_YOUR_TURN


def _choice(seen: Observation, move: str, ways: bool) -> Choice:
    """A card that is played; where there are two discards, its way is the one that it goes on."""
    effect = seen.effect(move)
    return Choice(move, EFFECTS[effect], effect, ACTS[move].pile + 1 if ways else 0)


def _shown(seen: Observation) -> tuple[tuple[int, tuple[Face, ...]], ...]:
    """Everybody's cards when the round is over (mojo M14)."""
    if not seen.shown:
        return ()
    held = (hand + down + up for (hand, down), up in zip(seen.shown, seen.ups, strict=True))
    faces = (tuple(_face(card) for card in sorted(cards)) for cards in held)
    return tuple(zip(seen.seats, faces, strict=True))
