"""The moves of Skyjo as texts, and what they mean."""

from __future__ import annotations

from typing import NamedTuple

from ..cards import spell as spell_cards
from ..table import Move
from .scoring import PACK
from .stages import DRAWN, PICKING, TAKEN, TURN
from .text import GRID

NOWHERE = -1


class Act(NamedTuple):
    """A move that was read. `kind`: pick, take, draw, swap, turn, start, shuffle, reshuffle. `at`: a position of the
    grid, 0 to 11, counted column by column from the left, each from top to bottom. `seat`: who begins. `cards`: the
    shuffled cards, the first one drawn first.
    """

    kind: str
    at: int = NOWHERE
    seat: int = -1
    cards: tuple[int, ...] = ()


TAKE, DRAW = "take discard", "draw stock"


def spell(act: Act) -> Move:
    """The text of an act: `pick 3`, `take discard`, `draw stock`, `swap 5`, `turn 12`, `start 2`, `shuffle 3 12`; the
    twin of `read`. People count the positions from 1: `swap 1` is the top of the left column.
    """
    if act.kind in ("shuffle", "reshuffle"):
        return f"{act.kind} {spell_cards(act.cards)}"
    if act.kind == "start":
        return f"start {act.seat}"
    return {"take": TAKE, "draw": DRAW}.get(act.kind) or f"{act.kind} {act.at + 1}"


ACTS: dict[Move, Act] = {
    spell(act): act
    for act in (Act("take"), Act("draw"), *(Act(kind, at) for kind in ("pick", "swap", "turn") for at in range(GRID)))
}
"""Every move of a seat by its text."""

PICK, SWAP, TURN_UP = (tuple(spell(Act(kind, at)) for at in range(GRID)) for kind in ("pick", "swap", "turn"))
_CARDS = {str(card): card for card in PACK}


def read(text: Move) -> Act | None:
    """The act of a text made by `spell`; None for any other text."""
    if text in ACTS:
        return ACTS[text]
    kind, _, rest = text.partition(" ")
    if kind == "start":
        known = rest.isascii() and rest.isdigit() and len(rest) < 5 and str(int(rest)) == rest
        return Act(kind, seat=int(rest)) if known else None
    words = rest.split(" ")
    if kind not in ("shuffle", "reshuffle") or len(words) > sum(PACK.values()) or not all(w in _CARDS for w in words):
        return None
    return Act(kind, cards=tuple(_CARDS[word] for word in words))


def legal(stage: int, downs: tuple[int, ...], lying: tuple[int, ...], picked: tuple[int, ...]) -> tuple[Move, ...]:
    """What a seat that is to move may do (skyjo S3, S4, S5). `downs`: the positions of its face-down cards; `lying`: of
    all its cards; `picked`: of those it has picked to turn.
    """
    if stage == PICKING:
        return tuple([PICK[at] for at in downs if at not in picked])
    if stage == TURN:
        return (TAKE, DRAW)
    if stage == TAKEN:
        return tuple([SWAP[at] for at in lying])
    if stage == DRAWN:
        return tuple([SWAP[at] for at in lying] + [TURN_UP[at] for at in downs])
    return ()
