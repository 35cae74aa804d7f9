"""A card's spelling, and counting hands against the pack."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from .game import N_, BadEntry, Entry, Game, Options, Problem, Why

_MINUS = str.maketrans({"−": "-", "–": "-"})
_BETWEEN = re.compile(r"[\s,;+]+")
_NUMBER = re.compile(r"-?[0-9]{1,4}", re.ASCII)
_LONGEST = 200


def spell(cards: Iterable[int]) -> str:
    """Cards as text, `10 11 3`; the twin of `read`."""
    return " ".join(map(str, cards))


def read(text: str) -> tuple[int, ...]:
    """The cards of `10 11 3`; commas, semicolons and plus signs part cards too. Raises BadEntry on anything else."""
    if len(text) > _LONGEST:
        raise BadEntry(N_("That is too long for one hand: write the cards with a space between, like 10 11 3."))
    return tuple(number(word, "cards") for word in _BETWEEN.split(text.translate(_MINUS).strip()) if word)


def number(text: str, field: str) -> int:
    """A whole number as people type it (a true minus sign, spaces around). Raises BadEntry for `field`."""
    word = text.translate(_MINUS).strip()
    if not _NUMBER.fullmatch(word):
        raise BadEntry(N_("Write whole numbers only: “%(text)s” is not one."), field, text=word[:20])
    return int(word)


def mixed(cards: Sequence[int], rng: Random) -> list[int]:
    """The cards in any order; three times as fast as `rng.shuffle`."""
    luck = [rng.random() for _ in cards]
    return [cards[at] for at in sorted(range(len(cards)), key=luck.__getitem__)]


def over_pack(cards: Iterable[int], pack: Mapping[int, int]) -> list[int]:
    """The values of which there are more copies in `cards` than in `pack`, lowest first."""
    return sorted(value for value, copies in Counter(cards).items() if copies > pack.get(value, 0))


def problems(game: Game, entries: Sequence[Entry | None], options: Options) -> tuple[Problem, ...]:
    """Hands that cannot be: each by itself, and all of them against the pack; `seats` are places among the entries."""
    found = []
    for seat, entry in enumerate(entries):
        try:
            if entry is not None:
                game.check(entry, len(entries), options)
        except BadEntry as bad:
            found.append(Problem(bad.why, (seat,)))
    hands = {seat: entry.cards for seat, entry in enumerate(entries) if entry is not None and entry.cards}
    for value in over_pack((card for cards in hands.values() for card in cards), game.pack):
        seats = tuple(seat for seat, cards in hands.items() if value in cards)
        # More copies than the pack holds in *one* hand is that hand's own problem, said above.
        if value in game.pack and len(seats) > 1:
            held = sum(cards.count(value) for cards in hands.values())
            said = Why(
                N_("%(held)s cards with %(value)s cannot be: the pack has %(copies)s."),
                {"held": held, "value": value, "copies": game.pack[value]},
            )
            found.append(Problem(said, seats, value))
    return tuple(found)
