"""The table as pages show it: what lies where, and what may be done with it. Only what the observer may see."""

from __future__ import annotations

from dataclasses import dataclass

from .why import Why


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal move. `said`: what it will do, in a word for the button; `effect`: the same as a key; `way`: where the
    same card can be played in several ways, from 1, which of them this is.
    """

    move: str
    said: Why
    effect: str
    way: int = 0


@dataclass(frozen=True, slots=True)
class Face:
    """A card. `card` is None when it lies face down; `suit`: its colour row from 0, -1 for none. `choices`: what the
    observer may do with it; `refused`: why that is nothing. `hidden`: the others do not see it. Where `card` is not
    what stands on it: `name`, what it shows; `text`, what stands on it, empty where its shape says all.
    """

    card: int | None
    suit: int = -1
    choices: tuple[Choice, ...] = ()
    refused: Why | None = None
    hidden: bool = False
    name: Why | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Pile:
    """A stock or a discard. `top` is None when it is empty; `count`: how many cards it has, None where nobody minds;
    `way`: which way of playing a card it stands for, 0 for none; `target`: the next card has to go there; `lie`: how
    many cards lie on it, where nobody minds.
    """

    key: str
    said: Why
    top: Face | None
    count: int | None
    choices: tuple[Choice, ...] = ()
    way: int = 0
    target: bool = False
    lie: int = 0


@dataclass(frozen=True, slots=True)
class SeatLook:
    """A seat as others see it. `cards`: how many it holds; `down`: how many lie face down; `up`: its open cards.

    `note`: what is special about it; `moment`: the same as a key, empty when nothing is.
    """

    seat: int
    turn: bool
    cards: int
    down: int = 0
    up: tuple[Face, ...] = ()
    note: Why | None = None
    moment: str = ""

    @property
    def covered(self) -> int:
        """How many of its cards others see from the back."""
        return self.cards + self.down


def others(around: int, place: int | None) -> list[int]:
    """The places of the others, clockwise from the observer's left; all of them for a watcher."""
    first = 0 if place is None else place + 1
    return [(first + step) % around for step in range(around - (place is not None))]


@dataclass(frozen=True, slots=True)
class Lesson:
    """What somebody who has never played is told about a kind of decision: `said`, one sentence. `key`: the kind, the
    game's key before a colon.
    """

    key: str
    said: Why


@dataclass(frozen=True, slots=True)
class Look:
    """What every table has. `places`: the other seats, clockwise from the observer's left; `mine`: the observer's own,
    None for a watcher; `ask`: what is waited for; `lesson`: how that is done, None where the observer is not asked;
    `direction`: 1 clockwise, -1 the other way.
    """

    places: tuple[SeatLook, ...]
    mine: SeatLook | None
    piles: tuple[Pile, ...]
    ask: Why
    lesson: Lesson | None
    direction: int

    @property
    def lies(self) -> dict[str, str]:
        """What lies open in each slot of the table, as one text; empty where nothing does."""
        tops = {pile.key: pile.top.card if pile.top else None for pile in self.piles}
        piles = {pile.key: "" if tops[pile.key] is None else f"{tops[pile.key]} {pile.lie}" for pile in self.piles}
        return {**piles, **self.spread}

    @property
    def spread(self) -> dict[str, str]:
        """The same of the slots that are no piles."""
        return {}


def changed(before: Look, after: Look) -> frozenset[str]:
    """The slots in which something else lies open now."""
    lay = before.lies
    return frozenset(slot for slot, text in after.lies.items() if text and text != lay.get(slot))
