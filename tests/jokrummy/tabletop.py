"""Tables of Jok-R-ummy jr laid by hand, in the middle of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games import by_key
from companion.games.game import Game
from companion.games.jokrummy import play
from companion.games.jokrummy.melds import Meld, meld_of
from companion.games.jokrummy.missions import FULL_MISSIONS, MISSIONS, SURPRISE, Mission
from companion.games.jokrummy.pack import FULL_PACK, Cards, read, spell
from companion.games.jokrummy.stages import PLAY
from companion.games.table import DEALER, Setup
from tests.games.cast import ANA

JOKRUMMY: Game = by_key("jokrummy")
KEYS = [mission.key for mission in MISSIONS]


def cards(text: str) -> Cards:
    """The cards of `a5 m`; none for an empty text."""
    found = read(text) if text else ()
    assert found is not None, text
    return found


def hand(text: str) -> Cards:
    """The same, as they are sorted in a hand."""
    return tuple(sorted(cards(text)))


def mission(key: str) -> Mission:
    """A mission by its key."""
    return MISSIONS[KEYS.index(key)]


def number(key: str) -> int:
    """The number of a mission, -1 for none."""
    return KEYS.index(key) if key else -1


def meld(key: str, text: str, owner: int = ANA) -> Meld:
    """What lies when a mission is done with these cards."""
    return meld_of(owner, mission(key).kind, mission(key).animal, cards(text))


def setup(seats: int = 3, starter: int = ANA, totals: Sequence[int] = (), carry: str = "", **options: int) -> Setup:
    """A round of so many seats."""
    return Setup(tuple(range(seats)), starter, 1, options, tuple(totals) or (0,) * seats, carry)


def pack(*first: str) -> str:
    """The shuffle of the missions that has these on top, the others behind them."""
    rest = (Counter(FULL_MISSIONS) - Counter(map(number, first))).elements()
    return " ".join(["shuffle", *first, *(KEYS[each] for each in sorted(rest))])


def shuffle(first: str = "") -> str:
    """The shuffle of the cards that has these on top, the others behind them."""
    rest = sorted((Counter(FULL_PACK) - Counter(cards(first))).elements())
    return " ".join(["shuffle", *first.split(), spell(rest)])


def handed(*first: str, **more: object) -> play.Deal:
    """The first deal of a match when the missions have been shuffled so."""
    return play.deal(setup(**more)).after(DEALER, pack(*first))  # type: ignore[arg-type]


KEPT = ("g3", "x7", "s5", "s4", "g5", "x6")


def _give(deal: play.Deal, missions: Sequence[str], done: Sequence[int]) -> None:
    """Secret missions to all but those who are done, who have some other one open before them."""
    deal.missions = tuple(-1 if seat in done else number(missions[seat]) for seat in range(len(deal.hands)))
    taken = Counter(each for each in deal.missions if each >= 0)
    left = sorted((Counter(FULL_MISSIONS) - taken).elements())
    others = [each for each in left if each != SURPRISE]
    deal.laid = tuple((others.pop(),) if seat in done else () for seat in range(len(deal.hands)))
    deal.pack = tuple(sorted((Counter(left) - Counter(each for row in deal.laid for each in row)).elements()))


def laid(
    *hands: str,
    missions: Sequence[str] = (),
    melds: Sequence[Meld] = (),
    discard: str = "d1",
    stock: str | None = None,
    done: Sequence[int] = (),
    stage: int = PLAY,
    turn: int = ANA,
    totals: Sequence[int] = (),
) -> play.Deal:
    """A table in the middle of a round; cards that are not named are at the bottom of the stock.

    `stock=""` leaves the stock empty and the unnamed cards out of the game. Who is `done` has no secret mission.
    """
    around = len(hands)
    deal = play.deal(setup(around, totals=totals))
    deal.stage, deal.turn, deal.asked, deal.shuffles = stage, turn, around, 1
    deal.done = tuple(int(seat in done) for seat in range(around))
    _give(deal, missions or KEPT, done)
    deal.hands = tuple(hand(text) for text in hands)
    deal.melds, deal.discard = tuple(melds), cards(discard)
    named = Counter(each for row in (*deal.hands, deal.discard, *(one.cards for one in melds)) for each in row)
    named.update(cards(stock or ""))
    rest = sorted((Counter(FULL_PACK) - named).elements()) if stock is None or stock else []
    deal.stock = (*cards(stock or ""), *rest)
    return deal


def played(deal: play.Deal, *moves: str) -> play.Deal:
    """The deal after moves of whoever is in turn, the dealer too."""
    for move in moves:
        deal = deal.after(deal.to_move[0], move)
    return deal


def reason(deal: play.Deal, move: str, seat: int = ANA) -> str:
    """Why a move is refused, in English; empty when it is legal."""
    return str(deal.why_not(seat, move) or "")
