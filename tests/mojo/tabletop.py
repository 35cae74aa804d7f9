"""Tables of Mojo laid by hand, in the middle of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games.game import Round
from companion.games.mojo import play
from companion.games.mojo.setup import FULL_PACK
from companion.games.mojo.stages import PLAYING
from companion.games.table import DEALER, Setup
from tests.games.cast import ANA, MOJO

Cards = Sequence[int]


def setup(seats: int = 3, starter: int = ANA, direction: int = 1, carry: str = "", **options: int | str) -> Setup:
    """A round of so many seats."""
    return Setup(tuple(range(seats)), starter, direction, options, (0,) * seats, carry)


def dealt(cards: Cards = (), **more: int | str) -> play.Deal:
    """A fresh deal, shuffled so that these cards come first, the others of the pack behind them from low to high."""
    deal = play.deal(setup(**more))  # type: ignore[arg-type]
    rest = sorted((Counter(FULL_PACK) - Counter(cards)).elements())
    return deal.after(DEALER, "shuffle " + " ".join(map(str, [*cards, *rest])))


def laid(
    *hands: Cards,
    piles: Sequence[Cards],
    stock: Cards | None = None,
    downs: Sequence[Cards] = (),
    ups: Sequence[Cards] = (),
    turn: int = ANA,
    **more: int | str,
) -> play.Deal:
    """A table in the middle of a round; cards that are not named are at the bottom of the stock, from low to high.

    `stock=()` leaves the stock empty and the unnamed cards out of the game.
    """
    deal = play.deal(setup(seats=len(hands), discards=str(len(piles)), **more))  # type: ignore[arg-type]
    nothing: tuple[Cards, ...] = ((),) * len(hands)
    deal.stage, deal.turn = PLAYING, turn
    deal.hands = tuple(tuple(sorted(hand)) for hand in hands)
    deal.downs = tuple(tuple(sorted(down)) for down in downs or nothing)
    deal.ups = tuple(tuple(sorted(up)) for up in ups or nothing)
    deal.piles = tuple(tuple(pile) for pile in piles)
    named = Counter(card for rows in (deal.hands, deal.downs, deal.ups, deal.piles) for row in rows for card in row)
    named.update(stock or ())
    rest = sorted((Counter(FULL_PACK) - named).elements()) if stock is None or stock else []
    deal.stock = (*(stock or ()), *rest)
    return deal


def played(deal: play.Deal, *moves: str) -> play.Deal:
    """The deal after moves of whoever is in turn, the dealer too."""
    for move in moves:
        deal = deal.after(deal.to_move[0], move)
    return deal


def points(deal: play.Deal) -> list[int]:
    """What the round brings, in seat order."""
    return [score.points for score in MOJO.score(Round.dealt(1, setup(seats=len(deal.seats)), deal))]


def reason(deal: play.Deal, seat: int, move: str) -> str:
    """Why a move is refused, in English; empty when it is legal."""
    return str(deal.why_not(seat, move) or "")
