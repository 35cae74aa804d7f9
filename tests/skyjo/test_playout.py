"""The fast playout of Skyjo plays by the same rules as the deal, and the rule of thumb judges as it should."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.skyjo import play
from companion.games.skyjo.columns import EARLY, HIDDEN, LATE, LOWEST, MEAN, NEVER, OPEN, worth
from companion.games.skyjo.observe import Hidden
from companion.games.skyjo.playout import Position, close, finish
from companion.games.skyjo.search import columns, imagine, points
from companion.games.skyjo.stages import TURN
from companion.games.skyjo.state import lying
from companion.games.table import NOBODY
from tests.games.cast import SKYJO, judged, typed
from tests.games.contract import walk

from . import reference
from .tabletop import HIGH, laid, setup

SEEDS = range(12)


def position(deal: play.Deal) -> Position:
    """The deal itself in bare lists."""
    open_ = [
        tuple(None if at in downs else card for at, card in enumerate(grid))
        for grid, downs in zip(deal.grids, deal.downs, strict=True)
    ]
    return Position(
        shown=[columns(grid, lying(whole)) for grid, whole in zip(open_, deal.grids, strict=True)],
        under=[columns(grid, lying(grid)) for grid in deal.grids],
        left=[len(downs) for downs in deal.downs],
        stock=list(reversed(deal.stock)),
        pile=list(deal.pile),
        idle=list(deal.idle),
        turn=deal.turn,
        closer=NOBODY if deal.closer is None else deal.seats.index(deal.closer),
    )


def replayed(deal: play.Deal, log: list[str]) -> play.Deal:
    """The deal after the moves that a playout told of."""
    for move in log:
        deal = deal.after(deal.to_move[0], move)
    return deal


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_playout_ends_as_the_deal_does_after_the_same_moves(seats: int) -> None:
    """Begun at any turn of a random round, near the end of the stock too."""
    for seed in SEEDS:
        rng = Random(seed)
        deals = [deal for deal in walk(SKYJO, setup(seats), rng).deals if isinstance(deal, play.Deal)]
        for deal in rng.sample([deal for deal in deals if deal.stage == TURN], 5):
            at, log = position(deal), []
            closer = finish(at, rng, log.append)
            over = replayed(deal, log)
            entries = over.entries()
            assert (over.to_move, over.closer) == ((), closer)
            assert at.counts() == [SKYJO.count(entries[seat], {}).points for seat in over.seats]
            assert list(reversed(at.stock)) == list(over.stock)


def test_a_playout_shuffles_the_discard_when_the_stock_is_empty() -> None:
    deal, log = laid(HIGH, HIGH.replace("12", "8"), stock=(), pile=[12]), []
    at = position(deal)
    finish(at, Random(1), log.append)
    assert sum(move.startswith("reshuffle") for move in log) == 1
    assert replayed(deal, log).to_move == ()


def test_the_points_of_a_playout_are_those_of_the_rules() -> None:
    """S11, S17."""
    rng = Random(1)
    for _ in range(500):
        counts = [rng.randrange(-5, 12) for _ in range(rng.randrange(2, 9))]
        closer = rng.randrange(len(counts))
        entries = [typed(count, place == closer) for place, count in enumerate(counts)]
        assert points(counts, closer, True) == [score.points for score in SKYJO.score(judged(entries))]
        assert points(counts, closer, True) == reference.round_points(counts, closer)
        plain = SKYJO.score(judged(entries, {"doubling": "no"}))
        assert points(counts, closer, False) == counts == [score.points for score in plain]


def test_an_imagined_position_is_one_that_the_seat_could_be_in() -> None:
    for seed in SEEDS:
        rng = Random(seed)
        for deal in walk(SKYJO, setup(3), rng).deals[8:]:
            seen = deal.observe(2)
            assert isinstance(deal, play.Deal)
            at, held = imagine(seen, Hidden.of(seen), rng)
            real = position(deal)
            assert (at.shown, at.left, at.pile, at.idle) == (real.shown, real.left, real.pile, real.idle)
            assert len(at.stock) == len(deal.stock)
            assert (held is None) == (deal.held is None)
            if deal.to_move == (2,):
                assert held == deal.held


def test_a_position_copies_whole() -> None:
    one = position(laid(HIGH, HIGH.replace("12", "8")))
    other = one.copy()
    assert one == other
    finish(other, Random(1))
    assert one == position(laid(HIGH, HIGH.replace("12", "8")))


def test_the_mean_card_is_that_of_the_pack() -> None:
    assert pytest.approx(sum(reference.DECK) / 150) == MEAN


@pytest.mark.parametrize("column", [(), (5, 5, 5), (-2, -2, -2)])
def test_a_column_that_is_gone_is_worth_nothing(column: tuple[int, ...]) -> None:
    assert worth(column, True) == worth(column, False) == 0


def test_a_pair_is_worth_waiting_for_a_third_but_not_at_the_end() -> None:
    assert worth((9, 9, HIDDEN), False) < worth((9, 8, HIDDEN), False)
    assert worth((9, 9, HIDDEN), True) > worth((9, 8, HIDDEN), True)
    assert worth((-1, -1, 3), False) == 1


def test_a_plan_puts_a_card_where_it_saves_most() -> None:
    plan = LATE[(12, 3, HIDDEN)]
    assert (plan.rows[0 - LOWEST], plan.gains[0 - LOWEST]) == (0, 12)
    assert LATE[(7, 7, 12)].gains[7 - LOWEST] == 26
    assert LATE[(7, 7, 12)].turn == NEVER
    assert OPEN[(HIDDEN, HIDDEN, 4)].rows[0] == 2
    assert EARLY[()].gains == (NEVER,) * 15


def test_closing_is_worth_it_only_with_a_lead() -> None:
    """S11."""
    assert close(3, 20, True) > 0 > close(15, 10, True)
    assert close(-3, -5, True) > close(3, 1, True)
