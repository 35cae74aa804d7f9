"""The contract of the table, for every game, number of seats and mix of options."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.game import Game
from companion.games.table import DEALER, Deal, Setup
from tests.conftest import as_many

from .contract import TABLES, check, check_bots, named, refuses, rounds, setups, walk
from .sight import check_plain

FIRST_ROUNDS = [pytest.param(game, setup, id=f"{game.key} {named(setup)}") for game in TABLES for setup in setups(game)]
SEEDS = range(as_many(2, 4))
"""`make soak` plays ten thousand deals of each setup besides."""


@pytest.mark.parametrize(("game", "setup"), FIRST_ROUNDS)
def test_a_few_rounds_keep_the_contract(game: Game, setup: Setup) -> None:
    for seed in SEEDS:
        rng = Random(seed)
        for done in rounds(game, setup, rng):
            check(game, done, rng)


@pytest.mark.parametrize(("game", "setup"), FIRST_ROUNDS)
def test_bots_move_legally_and_by_what_they_see_alone(game: Game, setup: Setup) -> None:
    rng = Random(named(setup))
    done = walk(game, setup, rng)
    for deal in rng.sample(done.deals, 4):
        check_bots(game, deal, rng, seconds=0.002)


@pytest.mark.parametrize(("game", "setup"), FIRST_ROUNDS)
def test_a_deal_holds_plain_values_only(game: Game, setup: Setup) -> None:
    for deal in walk(game, setup, Random(2)).deals:
        names = [name for kind in type(deal).__mro__ for name in getattr(kind, "__slots__", ())]
        assert names
        assert not hasattr(deal, "__dict__")
        check_plain(tuple(getattr(deal, name) for name in names))


@pytest.mark.parametrize(("game", "setup"), FIRST_ROUNDS)
def test_the_same_luck_makes_the_same_deal_and_other_luck_another(game: Game, setup: Setup) -> None:
    assert walk(game, setup, Random(1)).steps == walk(game, setup, Random(1)).steps
    assert walk(game, setup, Random(1)).steps != walk(game, setup, Random(2)).steps


@pytest.mark.parametrize(("game", "setup"), FIRST_ROUNDS)
def test_what_is_hidden_is_laid_anew(game: Game, setup: Setup) -> None:
    rng = Random(3)
    deal = game.table.deal(setup)
    deal = deal.after(DEALER, deal.chance(rng))
    for seat in (None, *deal.seats):
        assert game.table.determinize(deal.observe(seat), rng) != deal


def ready(deal: Deal) -> Deal:
    """The deal when the dealer has done all there is to do first."""
    while deal.to_move == (DEALER,):
        deal = deal.after(DEALER, deal.chance(Random(1)))
    return deal


@pytest.mark.parametrize("game", TABLES, ids=lambda game: game.key)
def test_a_seat_that_was_not_dealt_in_sees_and_moves_nothing(game: Game) -> None:
    deal = ready(game.table.deal(Setup(tuple(range(game.seats.start)), 0)))
    assert refuses(deal.observe, ValueError, 99)
    assert deal.moves(99) == ()
    assert not deal.allows(99, deal.moves(deal.to_move[0])[0])


@pytest.mark.parametrize("game", TABLES, ids=lambda game: game.key)
def test_seats_keep_their_numbers_when_others_have_left(game: Game) -> None:
    rng = Random(4)
    seats = tuple(range(3, 3 + 2 * game.seats.start, 2))
    ways = [way for way in (1, -1) if not refuses(game.table.deal, ValueError, Setup(seats, seats[1], way))]
    assert ways
    for way in ways:
        for done in rounds(game, Setup(seats, seats[1], way, {}, (0,) * len(seats)), rng):
            check(game, done, rng)
            assert done.over.closer in (None, *seats)


@pytest.mark.parametrize("game", TABLES, ids=lambda game: game.key)
@pytest.mark.parametrize("text", ["", "seats 0 1", "seats 0 1; starter 0; direction 1; totals; nonsense 3"])
def test_a_setup_reads_only_what_it_wrote(game: Game, text: str) -> None:
    assert refuses(Setup.read, ValueError, text)


def test_a_setup_keeps_numbers_and_words_apart() -> None:
    setup = Setup((4, 0), None, -1, {"limit": 50, "discards": "2", "said": "a “b”; carry c\n"}, (3, -4), "stock 1 / 2")
    assert Setup.read(setup.spell()) == setup
    assert Setup.read(Setup((1, 2), 1).spell()) == Setup((1, 2), 1)
