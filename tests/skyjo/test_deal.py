"""How a round of Skyjo begins (S2, S3)."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.skyjo import play
from companion.games.table import DEALER, Setup
from companion.games.why import IllegalMove
from tests.games.cast import ANA, PAU, SKYJO, ZOE

from .tabletop import dealt, reason, setup, told

LOW = "1 2 3 / 1 2 3 / 1 2 3 / 1 2 3"
MIDDLE = "4 5 6 / 4 5 6 / 4 5 6 / 4 5 6"
TOP = "7 8 9 / 7 8 9 / 7 8 9 / 7 8 9"


def picked(deal: play.Deal, *pairs: tuple[int, int]) -> play.Deal:
    """The deal after every seat has picked two positions."""
    for seat, pair in zip(deal.seats, pairs, strict=False):
        for at in pair:
            deal = deal.after(seat, f"pick {at}")
    return deal


def test_the_dealer_shuffles_all_cards_first() -> None:
    """S2."""
    deal = play.deal(setup())
    assert deal.to_move == (DEALER,)
    assert len(deal.unshuffled) == 150
    assert deal.moves(DEALER) == ()
    assert deal.closer is None


def test_twelve_cards_each_are_dealt_round_into_columns_and_the_next_one_is_turned_up() -> None:
    """S2."""
    deal = dealt(LOW, MIDDLE, rest=[12, 11])
    assert told(deal, ANA) == "(1) (2) (3) / (1) (2) (3) / (1) (2) (3) / (1) (2) (3)"
    assert told(deal, PAU) == "(4) (5) (6) / (4) (5) (6) / (4) (5) (6) / (4) (5) (6)"
    assert (deal.pile, deal.stock[0], len(deal.stock)) == ((12,), 11, 150 - 24 - 1)


@pytest.mark.parametrize("seats", range(2, 9))
def test_from_two_to_eight_may_play(seats: int) -> None:
    """S2."""
    deal = play.deal(setup(seats))
    deal = deal.after(DEALER, deal.chance(Random(1)))
    assert [len(downs) for downs in deal.downs] == [12] * seats
    assert len(deal.stock) == 150 - 12 * seats - 1


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_no_fewer_and_no_more_may_play(seats: int) -> None:
    """S2."""
    with pytest.raises(ValueError, match="2 to 8"):
        play.deal(setup(seats))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (Setup((0, 0), None), "each once"),
        (Setup((0, -1), None), "each once"),
        (Setup((0, 1), None, -1), "clockwise"),
        (Setup((0, 1), None, 1, {}, (5,)), "one total"),
        (Setup((0, 1), None, 1, {"starter": "youngest"}), "is one of"),
        (Setup((0, 1), 7, 1, {"starter": "closer"}), "dealt in"),
    ],
)
def test_a_setup_that_cannot_be_is_refused(wrong: Setup, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        play.deal(wrong)


def test_everybody_picks_two_cards_in_any_order_of_seats() -> None:
    """S3."""
    deal = dealt(LOW, MIDDLE, TOP)
    assert deal.to_move == (ANA, PAU, ZOE)
    assert deal.moves(ZOE) == tuple(f"pick {at}" for at in range(1, 13))
    deal = deal.after(ZOE, "pick 12")
    assert "pick 12" not in deal.moves(ZOE)
    deal = deal.after(ANA, "pick 1").after(ZOE, "pick 1")
    assert deal.to_move == (ANA, PAU)
    assert deal.moves(ZOE) == ()
    assert reason(deal, ZOE, "pick 3") == "You’ve chosen your two cards: wait for the others."
    assert reason(deal, ANA, "pick 1") == "You’ve already chosen that card."


def test_no_card_is_turned_before_all_are_picked() -> None:
    """S3."""
    deal = dealt(LOW, MIDDLE)
    for seat, move in [(PAU, "pick 4"), (PAU, "pick 5"), (ANA, "pick 3")]:
        deal = deal.after(seat, move)
        assert [len(downs) for downs in deal.downs] == [12, 12]
        assert all(card is None for row in deal.observe(seat).grids for card in row)
    deal = deal.after(ANA, "pick 2")
    assert told(deal, ANA).startswith("(1) 2 3 / (1)")
    assert told(deal, PAU).startswith("(4) (5) (6) / 4 5 (6)")
    assert deal.picks == ((), ())


def test_the_highest_sum_begins() -> None:
    """S3."""
    assert picked(dealt(LOW, TOP, MIDDLE), (1, 2), (1, 2), (1, 2)).to_move == (PAU,)
    assert picked(dealt(LOW, TOP, MIDDLE), (2, 3), (1, 4), (3, 6)).to_move == (PAU,)


def test_somebody_begins_when_all_sums_are_negative() -> None:
    """A mistake that was seen elsewhere: the highest sum looked for from zero on."""
    grids = (f"{pair} 1 / {rest}" for pair, rest in (("-2 -2", LOW[8:]), ("-1 -2", MIDDLE[8:])))
    assert picked(dealt(*grids), (1, 2), (1, 2)).to_move == (PAU,)


def test_on_equal_sums_the_highest_single_card_begins() -> None:
    """S3."""
    assert picked(dealt("6 6 1 / " + LOW[8:], "12 0 4 / " + MIDDLE[8:]), (1, 2), (1, 2)).to_move == (PAU,)


def test_on_equal_cards_the_dealer_draws_lots_among_those_that_have_them() -> None:
    """S3: in a move of its own, which is recorded."""
    deal = picked(dealt("7 5 1 / " + LOW[8:], "1 2 4 / " + MIDDLE[8:], "5 7 0 / " + TOP[8:]), (1, 2), (1, 2), (1, 2))
    assert (deal.to_move, deal.tied) == ((DEALER,), (ANA, ZOE))
    assert {deal.chance(Random(seed)) for seed in range(20)} == {"start 0", "start 2"}
    assert deal.after(DEALER, "start 2").to_move == (ZOE,)
    assert deal.after(DEALER, "start 0").to_move == (ANA,)
    assert reason(deal, DEALER, "start 1") == "One of the players with the highest cards starts."
    assert reason(deal, DEALER, "shuffle 1") == "First draw lots for who starts."
    for wrong in ("start", "start ", "start 02", "start -1", "start ²", "start 99999"):
        assert reason(deal, DEALER, wrong).endswith("isn’t a move in Skyjo.")
    assert reason(deal, ANA, "take discard") == "It’s not your turn."


def test_a_lot_names_the_seat_by_its_number_in_the_match() -> None:
    deal = play.deal(Setup((3, 5), None))
    cards = [7, 7, 7, 7] + [1, 2] * 10
    rest = list(deal.unshuffled)
    for card in cards:
        rest.remove(card)
    deal = picked(deal.after(DEALER, "shuffle " + " ".join(map(str, cards + rest))), (1, 2), (1, 2))
    assert deal.tied == (3, 5)
    assert deal.after(DEALER, "start 5").to_move == (5,)


def test_who_closed_the_last_round_begins_when_the_match_is_set_so() -> None:
    """S3."""
    assert picked(dealt(TOP, LOW, first=PAU, starter="closer"), (1, 2), (1, 2)).to_move == (PAU,)
    assert picked(dealt(TOP, LOW, first=PAU, starter="highest_sum"), (1, 2), (1, 2)).to_move == (ANA,)


def test_the_cards_decide_when_nobody_is_named() -> None:
    """S3: as in the first round."""
    deal = play.deal(Setup((0, 1), None, 1, {"starter": "closer"}))
    deal = picked(deal.after(DEALER, deal.chance(Random(1))), (1, 2), (1, 2))
    sums = [sum(card for card in row if card is not None) for row in deal.observe(None).grids]
    assert deal.to_move == (sums.index(max(sums)),)


@pytest.mark.parametrize("move", ["shuffle 1 2 3", "reshuffle 1 2 3", "pick 1", "start 0"])
def test_before_the_shuffle_nothing_else_is_done(move: str) -> None:
    deal = play.deal(setup())
    assert reason(deal, DEALER, move)
    assert reason(deal, ANA, move) == "Shuffling…"
    with pytest.raises(IllegalMove):
        deal.after(DEALER, move)


def test_there_is_no_lot_and_no_shuffle_for_people() -> None:
    deal = dealt(LOW, MIDDLE)
    for move in ("start 0", "shuffle 1", "reshuffle 1"):
        assert reason(deal, ANA, move) == "Only the dealer can shuffle and draw lots."


def test_only_a_look_at_skyjo_can_be_played() -> None:
    with pytest.raises(TypeError, match="Skyjo"):
        SKYJO.table.choose(object(), Random(1), 0, "easy")  # type: ignore[arg-type]
