"""The moves of Jok-R-ummy jr as texts, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ..cards import Cards
from ..table import Move
from .melds import SOON, Meld, lays, sets
from .missions import RUN, read_missions, spell_missions
from .pack import MONKEY, SPELLING
from .pack import read as read_cards
from .pack import spell as spell_cards
from .stages import DRAW, KEEP, PLAY

NO_MELD = -1


class Act(NamedTuple):
    """A move that was read. `kind`: keep, change, draw, lay, group, add, discard, or of the dealer hand out, shuffle,
    reshuffle. `cards`: what is laid, added, discarded or shuffled, the first one drawn first; `missions`: those that
    are shuffled. `meld`: to which one a card is added, from 0; `end`: where, "start" or "end", for a monkey on a run,
    else empty. `source`: of a draw, "stock" or "discard".
    """

    kind: str
    cards: Cards = ()
    meld: int = NO_MELD
    end: str = ""
    source: str = ""
    missions: Cards = ()


HAND_OUT = "hand out"
PLAIN_KINDS = ("keep", "change", HAND_OUT)


def spell(act: Act) -> Move:
    """The text of an act: `lay a3 m a5`, `add m to 2 at start`, `shuffle a1 m`; the twin of `read`."""
    if act.kind in PLAIN_KINDS:
        return act.kind
    if act.kind == "draw":
        return f"draw {act.source}"
    if act.kind == "add":
        where = f" at {act.end}" if act.end else ""
        return f"add {spell_cards(act.cards)} to {act.meld + 1}{where}"
    return f"{act.kind} {spell_missions(act.missions) if act.missions else spell_cards(act.cards)}"


PLAIN = {kind: Act(kind) for kind in PLAIN_KINDS}
PLAIN |= {spell(act): act for act in (Act("draw", source="stock"), Act("draw", source="discard"))}
KEEPS = ("keep", "change")
DRAWS = ("draw stock", "draw discard")
DISCARD = {value: spell(Act("discard", (value,))) for value in SPELLING}
_ADD = re.compile(r"add ([a-z]\d*) to ([1-9]\d?)(?: at (start|end))?", re.ASCII)
_OF_CARDS = ("lay", "group", "discard", "shuffle", "reshuffle")


@lru_cache(maxsize=4096)
def read(text: Move) -> Act | None:
    """The act of a text made by `spell`; None for any other text."""
    act = _act(text)
    return act if act and spell(act) == text else None


def _act(text: Move) -> Act | None:
    if text in PLAIN:
        return PLAIN[text]
    if added := _ADD.fullmatch(text):
        cards = read_cards(added[1])
        return Act("add", cards, int(added[2]) - 1, added[3] or "") if cards else None
    kind, _, rest = text.partition(" ")
    if kind not in _OF_CARDS:
        return None
    if cards := read_cards(rest):
        return Act(kind, cards) if kind != "discard" or len(cards) == 1 else None
    missions = read_missions(rest) if kind == "shuffle" else None
    return Act(kind, missions=missions) if missions else None


def legal(stage: int, hand: Cards, mission: int, done: int, melds: tuple[Meld, ...]) -> tuple[Move, ...]:
    """What the seat in turn may do, one move for each different choice (jokrummy J5 to J8, J14).

    `hand` and `mission` are the seat's own; `done`: whether its mission lies.
    """
    if stage == KEEP:
        return KEEPS
    if stage == DRAW:
        return DRAWS
    if stage != PLAY:
        return ()
    discards = tuple([DISCARD[value] for value in dict.fromkeys(hand)])
    if not done:
        return (*_lay(mission, hand), *discards)
    return (*_sets(hand), *adds(hand, melds), *discards)


@lru_cache(maxsize=SOON)
def _lay(mission: int, hand: Cards) -> tuple[Move, ...]:
    return tuple([spell(Act("lay", cards)) for cards in lays(mission, hand)])


@lru_cache(maxsize=SOON)
def _sets(hand: Cards) -> tuple[Move, ...]:
    return tuple([spell(Act("group", cards)) for cards in sets(hand)])


def adds(hand: Cards, melds: tuple[Meld, ...]) -> Iterator[Move]:
    """Every card of a hand that goes on what lies, with every place where it goes (jokrummy J7)."""
    values = tuple(dict.fromkeys(hand))
    for at, meld in enumerate(melds):
        ends = [(end, number) for end, number in zip(("start", "end"), meld.ends, strict=True) if number]
        for value in values:
            for end, number in ends:
                if meld.stands_for(value, number):
                    yield _add(value, at, end if value == MONKEY and meld.kind == RUN else "")


@lru_cache(maxsize=4096)
def _add(value: int, meld: int, end: str) -> Move:
    return spell(Act("add", (value,), meld, end))
