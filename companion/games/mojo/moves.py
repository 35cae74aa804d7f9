"""The moves of Mojo as texts, and what they mean."""

from __future__ import annotations

from typing import NamedTuple

from ..cards import spell as spell_cards
from ..table import Move
from .scoring import PACK
from .stages import CHOOSE, PLAYING

NO_PILE = -1


class Act(NamedTuple):
    """A move that was read. `kind`: play, draw, reveal, shuffle, reshuffle. `pile`: 0 or 1 where there are two
    discards, else NO_PILE. `source`: where a draw comes from, "stock" or "discard". `cards`: the shuffled cards, the
    first one drawn first.
    """

    kind: str
    card: int = -1
    pile: int = NO_PILE
    source: str = ""
    cards: tuple[int, ...] = ()


def spell(act: Act) -> Move:
    """The text of an act: `play 8`, `play 8 on 2`, `draw stock`, `reveal 8`, `shuffle 3 12`; the twin of `read`."""
    if act.kind == "play":
        return f"play {act.card}" if act.pile == NO_PILE else f"play {act.card} on {act.pile + 1}"
    if act.kind == "draw":
        return f"draw {act.source}"
    if act.kind == "reveal":
        return f"reveal {act.card}"
    return f"{act.kind} {spell_cards(act.cards)}"


_ACTS = [Act("play", card, pile) for card in PACK for pile in (NO_PILE, 0, 1)]
_ACTS += [Act("reveal", card) for card in PACK]
_ACTS += [Act("draw", source=source) for source in ("stock", "discard")]
ACTS: dict[Move, Act] = {spell(act): act for act in _ACTS}
"""Every move of a seat by its text."""

PLAY = tuple(spell(Act("play", card)) for card in PACK)
PLAY_ON = tuple(tuple(spell(Act("play", card, pile)) for card in PACK) for pile in (0, 1))
REVEAL = tuple(spell(Act("reveal", card)) for card in PACK)
DRAWS = ("draw stock", "draw discard")
_CARDS = {str(card): card for card in PACK}


def read(text: Move) -> Act | None:
    """The act of a text made by `spell`; None for any other text."""
    if text in ACTS:
        return ACTS[text]
    kind, _, rest = text.partition(" ")
    words = rest.split(" ")
    if kind not in ("shuffle", "reshuffle") or len(words) > sum(PACK.values()) or not all(w in _CARDS for w in words):
        return None
    return Act(kind, cards=tuple(_CARDS[word] for word in words))


def legal(stage: int, discards: int, pile: int, hand: tuple[int, ...], down: tuple[int, ...]) -> tuple[Move, ...]:
    """What the seat in turn may do, one move for each different card (mojo M5, M8, M11, M22, M23).

    `pile` is the discard of this turn; `hand` and `down` are the seat's own cards, in order.
    """
    if stage == CHOOSE:
        return DRAWS
    if stage != PLAYING:
        return ()
    if not hand:
        return tuple([REVEAL[card] for card in dict.fromkeys(down)])
    if discards == 1:
        return tuple([PLAY[card] for card in dict.fromkeys(hand)])
    piles = PLAY_ON if pile == NO_PILE else (PLAY_ON[pile],)
    return tuple([texts[card] for texts in piles for card in dict.fromkeys(hand)])
