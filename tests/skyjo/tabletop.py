"""Tables of Skyjo laid by hand, in the middle of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games.game import Round
from companion.games.skyjo import play
from companion.games.skyjo.setup import FULL_PACK
from companion.games.skyjo.stages import TURN
from companion.games.table import DEALER, Setup
from tests.games.cast import ANA, SKYJO

HIGH = "(12) 11 (10) / 12 (11) 10 / 9 (12) (11) / (10) 9 12"
"""A grid that is far from its end."""


def setup(seats: int = 3, first: int | None = None, **options: int | str) -> Setup:
    """A round of so many seats."""
    return Setup(tuple(range(seats)), first, 1, options, (0,) * seats)


def dealt(*grids: str, rest: Sequence[int] = (), first: int | None = None, **options: int | str) -> play.Deal:
    """A fresh deal of these grids, face down; then come the `rest`, then the others of the pack from low to high."""
    cards = [[int(word) for word in grid.split() if word != "/"] for grid in grids]
    named = [row[at] for at in range(12) for row in cards] + list(rest)
    others = sorted((Counter(FULL_PACK) - Counter(named)).elements())
    deal = play.deal(setup(len(grids), first, **options))
    return deal.after(DEALER, "shuffle " + " ".join(map(str, [*named, *others])))


def laid(
    *grids: str,
    pile: Sequence[int] = (0,),
    stock: Sequence[int] | None = None,
    turn: int = ANA,
    closer: int | None = None,
    mixed: bool = False,
    **options: int | str,
) -> play.Deal:
    """A table in the middle of a round. A grid is told column by column, slashes between them: `5` lies open, `(5)`
    face down, `-` is gone. Cards that are not named are at the bottom of the stock, from low to high; `stock=()` leaves
    it empty, and them in the discard, under `pile`.
    """
    deal = play.deal(setup(len(grids), **options))
    words = [[word for word in grid.split() if word != "/"] for grid in grids]
    deal.grids = tuple(tuple(None if word == "-" else int(word.strip("()")) for word in row) for row in words)
    deal.downs = tuple(tuple(at for at, word in enumerate(row) if "(" in word) for row in words)
    deal.stage, deal.turn, deal.closer, deal.mixed = TURN, turn, closer, mixed
    named = Counter(card for grid in deal.grids for card in grid if card is not None)
    named.update([*pile, *(stock or ())])
    rest = tuple(sorted((Counter(FULL_PACK) - named).elements()))
    empty = stock is not None and not stock
    deal.stock = () if empty else (*(stock or ()), *rest)
    deal.pile = (*rest, *pile) if empty else tuple(pile)
    assert deal.cards() == FULL_PACK
    return deal


def played(deal: play.Deal, *moves: str) -> play.Deal:
    """The deal after moves of whoever is in turn, the dealer too."""
    for move in moves:
        deal = deal.after(deal.to_move[0], move)
    return deal


def told(deal: play.Deal, place: int) -> str:
    """A grid as `laid` takes it."""
    words = [
        "-" if card is None else f"({card})" if at in deal.downs[place] else str(card)
        for at, card in enumerate(deal.grids[place])
    ]
    return " / ".join(" ".join(words[at : at + 3]) for at in range(0, 12, 3))


def points(deal: play.Deal) -> list[int]:
    """What the round brings, in seat order."""
    return [score.points for score in SKYJO.score(Round.dealt(1, setup(len(deal.seats)), deal))]


def reason(deal: play.Deal, seat: int, move: str) -> str:
    """Why a move is refused, in English; empty when it is legal."""
    return str(deal.why_not(seat, move) or "")
