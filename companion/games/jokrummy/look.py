"""A table of Jok-R-ummy jr as pages show it."""

from __future__ import annotations

from dataclasses import dataclass

from .. import look as words
from ..look import Choice, Face, Pile, SeatLook
from ..refusals import NOT_YOUR_TURN, ROUND_OVER, SHUFFLING
from ..why import N_, NC_, Who, Why
from .choose import by_plainness
from .lessons import lesson
from .missions import MISSIONS, SET
from .moves import Act
from .observe import Observation
from .pack import ANIMALS, MONKEY, MONKEY_FACE, SPELLING, animal_of, named, number_of
from .setup import NONE
from .stages import DRAW, HANDING, KEEP, OVER, SEATED
from .stages import MISSIONS as SHUFFLE_MISSIONS

DONE = "mission-done"
MONKEY_ROW = len(ANIMALS)
"""The row of monkeys below the animals."""
LAST = 99
"""Monkeys lie behind all others."""


PLAIN = 2
"""So many of the best ways are shown before a card is chosen."""


@dataclass(frozen=True, slots=True)
class Card(Face):
    """A card with its name in moves, and where it lies in a hand that is in order by numbers."""

    key: str = ""
    by_number: int = 0


@dataclass(frozen=True, slots=True)
class SeatWithMissions(SeatLook):
    """A seat with the missions it has done in the match: one tick for each of those that win; `gained`: the surprises
    of this round.
    """

    total: int = 0
    ticks: tuple[bool, ...] = ()
    gained: int = 0


@dataclass(frozen=True, slots=True)
class Laid:
    """A run or a set on the table. `number`: its name in moves; `seat`: who laid it; `is_set`: else it is a run;
    `low`: the first number of a run, that of a set; `choices`: what the observer may add.
    """

    number: int
    seat: int
    is_set: bool
    low: int
    cards: tuple[Face, ...]
    choices: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Offer(Choice):
    """A choice about cards, `cards`, in the order in which they will lie; or about a mission, without cards. `meld`:
    the number of what they are added to, 0 for none.
    """

    cards: tuple[Card, ...] = ()
    meld: int = 0

    @property
    def keys(self) -> str:
        """Its cards, as they are spelled, in one order whatever the way."""
        return " ".join(sorted(face.key for face in self.cards))


@dataclass(frozen=True, slots=True)
class Done:
    """The missions a seat has done in the match, open before it; `total`: with those that were not done on screens."""

    seat: int
    total: int
    missions: tuple[Why, ...]
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Look(words.Look):
    """`hand`: the observer's own cards, by animal, each to be discarded; `mission`, `key`: its secret one, None and
    empty without; `offers`: what may be done with several cards or with the mission, the plainest first; `melds`: what
    lies; `done`: by place, the missions done; `limit`: how many win.
    """

    hand: tuple[Card, ...]
    mission: Why | None
    key: str
    offers: tuple[Offer, ...]
    melds: tuple[Laid, ...]
    done: tuple[Done, ...]
    limit: int

    @property
    def spread(self) -> dict[str, str]:
        """How long each run and set is."""
        return {f"meld-{laid.number}": str(len(laid.cards)) for laid in self.melds}

    @property
    def plain(self) -> tuple[Offer, ...]:
        """The offers that are in sight."""
        return self.offers[:PLAIN]

    @property
    def lays(self) -> tuple[Offer, ...]:
        """All that can be laid or added, the plainest first."""
        return (*self.offers, *(choice for laid in self.melds for choice in laid.choices))

    @property
    def discards(self) -> tuple[Choice, ...]:
        """The cards that may be discarded, each once."""
        return tuple({choice.move: choice for face in self.hand for choice in face.choices}.values())

    @property
    def proud(self) -> tuple[Done, ...]:
        """Those who have done a mission."""
        return tuple(one for one in self.done if one.missions)


def look(seen: Observation) -> Look:
    """What the observer's page shows."""
    around = len(seen.seats)
    own = MISSIONS[seen.mission] if seen.mission != NONE else None
    acts = by_plainness(seen)
    return Look(
        places=tuple(_place(seen, place) for place in words.others(around, seen.place)),
        mine=None if seen.place is None else _place(seen, seen.place),
        piles=_piles(seen, acts),
        ask=_ask(seen),
        lesson=lesson(seen),
        direction=seen.frame.step,
        hand=_hand(seen, acts),
        mission=own.said if own else None,
        key=own.key if own else "",
        offers=_offers(seen, acts),
        melds=_melds(seen, acts),
        done=tuple(_done(seen, place) for place in range(around)),
        limit=seen.frame.limit,
    )


def _face(value: int, choices: tuple[Choice, ...] = (), refused: Why | None = None) -> Card:
    key = SPELLING[value]
    if value == MONKEY:
        return Card(value, MONKEY_ROW, choices, refused, name=Why(MONKEY_FACE.name), key=key, by_number=LAST)
    animal, number = ANIMALS[animal_of(value)], number_of(value)
    place = number * len(ANIMALS) + animal_of(value)
    name = Why(animal.name)
    return Card(value, animal_of(value), choices, refused, False, name, str(number), key, place)


def _place(seen: Observation, place: int) -> SeatWithMissions:
    seat, total = seen.seats[place], seen.total(place)
    done = bool(seen.done[place])
    return SeatWithMissions(
        seat=seat,
        turn=seen.to_move == (seat,),
        cards=seen.hands[place],
        note=Why(N_("mission done")) if done else None,
        moment=DONE if done else "",
        total=total,
        ticks=tuple(number < total for number in range(seen.frame.limit)),
        gained=seen.gained[place],
    )


def _done(seen: Observation, place: int) -> Done:
    cards = [MISSIONS[number] for number in seen.laid[place]]
    said, keys = tuple(mission.said for mission in cards), tuple(mission.key for mission in cards)
    return Done(seen.seats[place], seen.total(place), said, keys)


def _piles(seen: Observation, acts: list[tuple[str, Act]]) -> tuple[Pile, ...]:
    """The stock and the discard; a draw is offered on the pile that gives it (jokrummy J5)."""
    offered = {
        act.source: (Choice(move, Why(N_("take this")), seen.effect(move)),) for move, act in acts if act.kind == "draw"
    }
    back = Face(None) if seen.stock else None
    top = _face(seen.discard[-1]) if seen.discard else None
    return (
        Pile("stock", Why(NC_("jokrummy", "draw pile")), back, seen.stock, offered.get("stock", ())),
        Pile("discard", Why(N_("discard pile")), top, None, offered.get("discard", ()), lie=len(seen.discard)),
    )


def _ask(seen: Observation) -> Why:
    """What is waited for, told to the observer."""
    if seen.stage == OVER:
        return _over(seen)
    if seen.stage not in SEATED:
        missions = seen.stage in (HANDING, SHUFFLE_MISSIONS)
        return Why(N_("Dealing the missions…")) if missions else SHUFFLING
    if seen.to_move != (seen.seat,):
        return Why(N_("It’s %(who)s’s turn."), {"who": Who(seen.to_move[0])})
    if seen.stage == KEEP:
        return Why(N_("Keep your mission or swap it for a new one?"))
    if seen.stage == DRAW:
        return Why(N_("Your turn: take a card, from the draw pile or the discard pile."))
    if seen.done[seen.turn]:
        return Why(N_("Tap cards, then lay or add them; discard one to end."))
    return Why(N_("Tap the cards of your mission, or one to discard."))


def _over(seen: Observation) -> Why:
    if seen.closer is None:
        return Why(N_("All missions are done: the round is over."))
    who = {"who": Who(seen.closer)}
    if seen.total(seen.seats.index(seen.closer)) >= seen.frame.limit:
        return Why(N_("%(who)s has done the last mission and wins!"), who)
    return Why(N_("%(who)s has no cards left and ends the round."), who)


def _hand(seen: Observation, acts: list[tuple[str, Act]]) -> tuple[Card, ...]:
    """The observer's own cards, each with how it is discarded (jokrummy J8); monkeys come last."""
    why = _waiting(seen)
    faces = []
    for value in (*(v for v in seen.hand if v != MONKEY), *(v for v in seen.hand if v == MONKEY)):
        mine = [(move, act) for move, act in acts if act.kind == "discard" and act.cards == (value,)]
        choices = tuple(_choice(seen, move, act) for move, act in mine)
        faces.append(_face(value, choices, None if choices else why))
    return tuple(faces)


def _waiting(seen: Observation) -> Why:
    if seen.stage == OVER:
        return ROUND_OVER
    if seen.stage not in SEATED:
        return SHUFFLING
    if seen.to_move != (seen.seat,):
        return NOT_YOUR_TURN
    return Why(N_("First take a card, from the draw pile or the discard pile."))


def _melds(seen: Observation, acts: list[tuple[str, Act]]) -> tuple[Laid, ...]:
    return tuple(
        Laid(
            number=at + 1,
            seat=seen.seats[meld.owner],
            is_set=meld.kind == SET,
            low=meld.low,
            cards=tuple(map(_face, meld.cards)),
            choices=tuple(_choice(seen, move, act) for move, act in acts if act.kind == "add" and act.meld == at),
        )
        for at, meld in enumerate(seen.melds)
    )


def _choice(seen: Observation, move: str, act: Act) -> Offer:
    return Offer(move, _said(act), seen.effect(move), cards=tuple(map(_face, act.cards)), meld=act.meld + 1)


def _offers(seen: Observation, acts: list[tuple[str, Act]]) -> tuple[Offer, ...]:
    return tuple(_choice(seen, move, act) for move, act in acts if act.kind in ("keep", "change", "lay", "group"))


def _said(act: Act) -> Why:
    """What a move will do, for its button."""
    if act.kind == "keep":
        return Why(N_("keep"))
    if act.kind == "change":
        return Why(NC_("mission", "swap"))
    if act.kind == "discard":
        return Why(N_("discard %(card)s"), {"card": named(act.cards[0])})
    if act.kind == "lay":
        return Why(N_("lay mission"))
    if act.kind == "group":
        return Why(N_("lay set"))
    values = {"card": named(act.cards[0])}
    if act.end == "start":
        return Why(N_("add %(card)s at the start"), values)
    if act.end == "end":
        return Why(N_("add %(card)s at the end"), values)
    return Why(N_("add %(card)s"), values)
