"""Which move is meant by cards that were chosen, and by "lay" or "discard" (jokrummy J6 to J8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ..table import Move
from ..why import N_, IllegalMove
from .moves import Act, read
from .observe import Observation
from .pack import MONKEY, spell

LAYS = ("lay", "group", "add")
DISCARDS = ("discard",)


def find(seen: Observation, way: str, cards: Sequence[str]) -> Move:
    """The plainest move of the seat with exactly these cards, as they are spelled; `way` is "lay" or "discard". Raises
    IllegalMove where there is none.
    """
    kinds, wanted = LAYS if way == "lay" else DISCARDS, Counter(cards)
    for move, act in by_plainness(seen):
        if act.kind in kinds and Counter(spell(act.cards).split(" ")) == wanted:
            return move
    if way == "lay":
        raise IllegalMove(N_("You can’t lay these cards: choose others."))
    raise IllegalMove(N_("Choose one card to discard."))


def by_plainness(seen: Observation) -> list[tuple[Move, Act]]:
    """The moves of the seat. Those that need the fewest cards and monkeys come first: what is left over can be added
    afterwards.
    """
    acts = [(move, act) for move in seen.moves() if (act := read(move))]
    return sorted(acts, key=lambda each: (len(each[1].cards), _monkeys(each[1].cards)))


def _monkeys(cards: Iterable[int]) -> int:
    return sum(card == MONKEY for card in cards)
