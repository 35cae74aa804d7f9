"""The fast playout plays by the same rules as the deal."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.mojo import play, playout
from companion.games.mojo.moves import ACTS, NO_PILE, Act, spell
from companion.games.mojo.observe import Hidden
from companion.games.mojo.playout import COUNT, Position, bits
from companion.games.mojo.search import imagine, points
from companion.games.table import DEALER
from tests.games.cast import MOJO, judged, typed
from tests.games.contract import walk

from . import reference, tabletop
from .tabletop import laid, setup

Logged = list[tuple[str, tuple[int, ...]]]
SEEDS = range(12)


def position(deal: play.Deal) -> Position:
    """The deal itself in bare lists."""
    return Position(
        hands=[list(hand) for hand in deal.hands],
        laid=[bits(down) | bits(up) for down, up in zip(deal.downs, deal.ups, strict=True)],
        left=[len(down) for down in deal.downs],
        piles=[list(pile) for pile in deal.piles],
        stock=list(reversed(deal.stock)),
        turn=deal.turn,
        pile=deal.pile,
        step=deal.frame.step,
        most=deal.frame.most,
    )


def replayed(deal: play.Deal, log: Logged) -> play.Deal:
    """The deal after the moves that a playout told of; which card is revealed is all the same."""
    for kind, cards in log:
        seat = deal.to_move[0]
        if kind == "play":
            move = spell(Act("play", *cards))
        elif kind == "reveal":
            move = deal.moves(seat)[0]
        elif kind == "reshuffle":
            move = spell(Act("reshuffle", cards=cards))
        else:
            move = f"draw {kind}"
        deal = deal.after(seat, move)
    return deal


def same_end(deal: play.Deal, at: Position, closer: int) -> bool:
    """Whether both ended alike: the same seat, the same counts."""
    entries = deal.entries()
    counts = [MOJO.count(entries[seat], {}).points for seat in deal.seats]
    return deal.to_move == () and deal.closer == deal.seats[closer] and at.counts() == counts


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("discards", ["1", "2"])
@pytest.mark.parametrize("seats", range(2, 9))
def test_a_playout_ends_as_the_deal_does_after_the_same_moves(seats: int, discards: str, direction: int) -> None:
    """Begun at any turn of a random round."""
    for seed in SEEDS:
        rng = Random(seed)
        deals = walk(MOJO, setup(seats=seats, discards=discards, direction=direction), rng).deals
        starts = [
            deal
            for deal in deals
            if isinstance(deal, play.Deal) and deal.moves(deal.to_move[0] if deal.to_move else DEALER)
        ]
        for deal in rng.sample([deal for deal in starts if not deal.moves(deal.to_move[0])[0].startswith("draw")], 6):
            at, log = position(deal), []
            closer = playout.finish(at, rng, lambda kind, cards, log=log: log.append((kind, cards)))
            assert same_end(replayed(deal, log), at, closer)


@pytest.mark.parametrize("discards", ["1", "2"])
@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_a_first_move_changes_the_position_as_it_changes_the_deal(seats: int, discards: str) -> None:
    """All that the deal leaves to chance, or to a choice where to draw, is looked up in what the position did."""
    for seed in SEEDS:
        rng = Random(seed)
        for deal in walk(MOJO, setup(seats=seats, discards=discards), rng).deals:
            if not deal.to_move or deal.to_move == (DEALER,):
                continue
            assert isinstance(deal, play.Deal)
            move = rng.choice(deal.moves(deal.to_move[0]))
            at = position(deal)
            ended = at.act(ACTS[move], rng)
            after = settled(deal.after(deal.to_move[0], move), at)
            assert ended == (after.to_move == ())
            assert at.counts() == position(after).counts()
            if not ended:
                assert at == position(after)


def settled(deal: play.Deal, at: Position) -> play.Deal:
    """The deal after the draw and the shuffle that the position has had."""
    if deal.to_move and deal.to_move != (DEALER,) and deal.moves(deal.to_move[0])[0].startswith("draw"):
        source = "discard" if deal.piles[1 - deal.pile][-1] <= playout.GOOD else "stock"
        deal = deal.after(deal.to_move[0], f"draw {source}")
    if deal.to_move == (DEALER,):
        left = list(reversed(at.stock))
        drawn = list(deal.unshuffled)
        for card in left:
            drawn.remove(card)
        deal = deal.after(DEALER, "reshuffle " + " ".join(map(str, drawn + left)))
    return deal


def test_the_table_of_counts_is_that_of_the_rules() -> None:
    """M15: all 8,192 sets of values."""
    for values in range(1 << 13):
        assert COUNT[values] == reference.hand_count([value for value in range(13) if values >> value & 1])


def test_the_points_of_a_playout_are_those_of_the_rules() -> None:
    """M16."""
    rng = Random(1)
    for _ in range(500):
        counts = [rng.randrange(1, 20) for _ in range(rng.randrange(2, 9))]
        closer = rng.randrange(len(counts))
        entries = [typed(count, place == closer) for place, count in enumerate(counts)]
        assert points(counts, closer) == [score.points for score in MOJO.score(judged(entries))]


def test_an_imagined_position_is_one_that_the_seat_could_be_in() -> None:
    for seed in SEEDS:
        rng = Random(seed)
        for deal in walk(MOJO, setup(seats=4, discards="2"), rng).deals[1:]:
            seen = deal.observe(2)
            assert isinstance(deal, play.Deal) and isinstance(seen, type(deal.observe(None)))
            at = imagine(seen, Hidden.of(seen), rng)
            assert at.hands[2] == list(deal.hands[2])
            assert [len(hand) for hand in at.hands] == [len(hand) for hand in deal.hands]
            assert (at.left, at.turn, len(at.stock)) == ([len(down) for down in deal.downs], deal.turn, len(deal.stock))
            assert [tuple(pile) for pile in at.piles] == list(deal.piles)


def test_a_position_copies_whole() -> None:
    deal = laid((1, 5, 9), (2, 4), piles=[[7], [3]], turn=tabletop.ANA)
    one = position(deal)
    other = one.copy()
    assert one == other
    playout.finish(other, Random(1))
    assert one == position(deal)
    assert one.pile == NO_PILE
