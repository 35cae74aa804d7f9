"""A round of Skyjo, turn by turn (S4 to S9)."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.table import DEALER
from companion.games.why import IllegalMove
from tests.games.cast import ANA, PAU, ZOE

from .tabletop import HIGH, laid, played, points, reason, told

GRID = "1 (2) 3 / 4 (5) 6 / 7 8 (9) / 10 11 (12)"
QUIET = "(5) 6 (7) / 1 2 3 / 0 4 0 / (3) 2 9"


def swaps(*positions: int) -> tuple[str, ...]:
    return tuple(f"swap {at}" for at in positions)


def test_a_turn_is_one_of_two() -> None:
    """S4, S5."""
    deal = laid(GRID, QUIET, pile=[3, 0])
    assert deal.to_move == (ANA,)
    assert deal.moves(ANA) == ("take discard", "draw stock")
    assert deal.moves(PAU) == ()


def test_the_top_of_the_discard_is_swapped_for_any_card() -> None:
    """S4."""
    taken = played(laid(GRID, QUIET, pile=[3, 0]), "take discard")
    assert (taken.held, taken.pile, taken.to_move) == (0, (3,), (ANA,))
    assert taken.moves(ANA) == swaps(*range(1, 13))
    over_open, over_down = played(taken, "swap 12"), played(taken, "swap 4")
    assert told(over_open, ANA) == "1 (2) 3 / 4 (5) 6 / 7 8 (9) / 10 11 0"
    assert (over_open.pile, over_open.held, over_open.to_move) == ((3, 12), None, (PAU,))
    assert told(over_down, ANA) == "1 (2) 3 / 0 (5) 6 / 7 8 (9) / 10 11 (12)"
    assert over_down.pile == (3, 4)


def test_the_only_card_of_the_discard_can_be_taken() -> None:
    assert played(laid(GRID, QUIET, pile=[0]), "take discard", "swap 1").pile == (1,)


def test_a_card_from_the_discard_is_not_put_away() -> None:
    """S4."""
    taken = played(laid(GRID, QUIET), "take discard")
    for move in ("turn 2", "take discard", "draw stock"):
        assert reason(taken, ANA, move) == "A card from the discard pile must replace one of yours."


def test_the_top_of_the_stock_is_swapped_or_put_away_for_turning_one() -> None:
    """S5."""
    drawn = played(laid(GRID, QUIET, pile=[0], stock=[8, 9]), "draw stock")
    assert (drawn.held, drawn.pile, drawn.stock[0]) == (8, (0,), 9)
    assert drawn.moves(ANA) == (*swaps(*range(1, 13)), "turn 2", "turn 5", "turn 9", "turn 12")
    swapped, turned = played(drawn, "swap 2"), played(drawn, "turn 5")
    assert (told(swapped, ANA)[:7], swapped.pile) == ("1 8 3 /", (0, 2))
    assert (told(turned, ANA)[:18], turned.pile) == ("1 (2) 3 / 4 5 6 / ", (0, 8))
    assert swapped.to_move == turned.to_move == (PAU,)


def test_refusals_say_what_is_to_be_done() -> None:
    deal = laid("- - - / 4 (5) 6 / 7 8 (9) / 10 11 (12)", QUIET)
    assert reason(deal, ANA, "swap 4") == "First take a card, from the discard pile or the draw pile."
    assert reason(deal, PAU, "draw stock") == "It’s not your turn."
    drawn = played(deal, "draw stock")
    assert reason(drawn, ANA, "draw stock").startswith("Replace one of your cards")
    assert reason(drawn, ANA, "swap 3") == "You have no card there any more."
    assert reason(drawn, ANA, "turn 4") == "That card is already face up."
    assert reason(drawn, ANA, "pick 5").startswith("Replace one of your cards")
    for nonsense in ("swap 0", "swap 13", "swap", "swap 4 ", "turn -1", "TURN 5", "discard", "x" * 99):
        assert reason(drawn, ANA, nonsense).endswith("isn’t a move in Skyjo.")
        with pytest.raises(IllegalMove):
            drawn.after(ANA, nonsense)


def test_a_column_completed_by_a_swap_goes_on_the_swapped_out_card() -> None:
    """S6."""
    deal = played(laid("4 4 (9) / 1 2 (3) / 5 6 7 / 8 9 10", QUIET, pile=[0, 4]), "take discard", "swap 3")
    assert told(deal, ANA) == "- - - / 1 2 (3) / 5 6 7 / 8 9 10"
    assert deal.pile == (0, 9, 4, 4, 4)


def test_a_column_completed_by_turning_goes_on_the_card_that_was_put_away() -> None:
    """S6."""
    deal = played(laid("4 (4) 4 / 1 2 (3) / 5 6 7 / 8 9 10", QUIET, stock=[11]), "draw stock", "turn 2")
    assert told(deal, ANA) == "- - - / 1 2 (3) / 5 6 7 / 8 9 10"
    assert deal.pile == (0, 11, 4, 4, 4)


@pytest.mark.parametrize("value", [-2, -1, 0, 12])
def test_every_value_makes_a_column(value: int) -> None:
    """S6: negative ones and zeros too."""
    deal = played(laid(f"{value} {value} 5 / 1 2 (3) / 5 6 7 / 8 9 10", QUIET, pile=[value]), "take discard", "swap 3")
    assert told(deal, ANA).startswith("- - - /")


def test_a_face_down_card_completes_nothing_and_neither_does_a_row() -> None:
    """S6."""
    deal = played(laid("4 (4) 5 / 4 2 (3) / 4 6 7 / 8 9 10", QUIET, pile=[4]), "take discard", "swap 3")
    assert told(deal, ANA) == "4 (4) 4 / 4 2 (3) / 4 6 7 / 8 9 10"
    deal = played(laid("4 1 (5) / 4 2 (3) / 4 6 7 / 8 9 10", QUIET, pile=[4]), "take discard", "swap 10")
    assert told(deal, ANA) == "4 1 (5) / 4 2 (3) / 4 6 7 / 4 9 10"


def test_the_next_player_may_take_a_card_of_a_column_that_is_gone() -> None:
    deal = played(laid("4 4 (9) / 1 2 (3) / 5 6 7 / 8 9 10", QUIET, pile=[0, 4]), "take discard", "swap 3")
    assert played(deal, "take discard").held == 4


def test_a_draw_from_an_empty_stock_waits_for_the_discard_to_be_shuffled() -> None:
    """S7: its top card stays."""
    deal = played(laid(GRID, QUIET, pile=[5, 3], stock=()), "draw stock")
    assert (deal.to_move, deal.held) == ((DEALER,), None)
    assert reason(deal, ANA, "swap 1") == "Shuffling…"
    mixed = deal.after(DEALER, deal.chance(Random(1)))
    assert (mixed.to_move, mixed.pile, len(mixed.stock)) == ((ANA,), (3,), 150 - 24 - 2)
    assert mixed.held is not None
    assert reason(deal, DEALER, deal.chance(Random(1))[2:]) == "First the cards must be shuffled."
    assert reason(deal, DEALER, "reshuffle 5 3") == "These aren’t the cards to shuffle."


def test_an_empty_stock_does_not_keep_anybody_from_taking_the_discard() -> None:
    assert played(laid(GRID, QUIET, pile=[5, 3], stock=()), "take discard", "swap 1").to_move == (PAU,)


ALMOST = "(1) 2 3 / 4 5 6 / - - - / 7 8 9"
CLOSED = {
    "turned": (ALMOST, [0], [11], ("draw stock", "turn 1")),
    "swapped": (ALMOST, [0], None, ("take discard", "swap 1")),
    "removed": ("(1) 6 6 / 4 5 6 / - - - / 7 8 9", [6], None, ("take discard", "swap 1")),
    "gone to the last": ("(1) 6 6 / - - - / - - - / - - -", [6], None, ("take discard", "swap 1")),
}


@pytest.mark.parametrize("how", CLOSED)
def test_whose_last_face_down_card_is_gone_closes_the_round(how: str) -> None:
    """S8."""
    grid, pile, stock, moves = CLOSED[how]
    deal = laid(grid, QUIET, QUIET.replace("9", "8"), pile=pile, stock=stock)
    assert deal.closer is None
    deal = played(deal, *moves)
    assert (deal.closer, deal.to_move) == (ANA, (PAU,))
    with pytest.raises(ValueError, match="not over"):
        deal.entries()


def test_an_open_card_swapped_closes_nothing() -> None:
    assert played(laid(ALMOST, QUIET), "take discard", "swap 2").closer is None


@pytest.mark.parametrize("turn", range(4))
def test_everybody_else_has_exactly_one_more_turn(turn: int) -> None:
    """S8: a mistake that was seen elsewhere is none at all."""
    grids = [
        HIGH,
        "(5) 6 (7) / 1 2 3 / 0 4 0 / (3) 2 9",
        "(1) 8 (7) / 1 2 3 / 0 4 0 / (3) 2 8",
        "(2) 2 2 / 6 5 4 / - - - / - - -",
    ]
    grids = [ALMOST if seat == turn else grid for seat, grid in enumerate(grids)]
    deal = played(laid(*grids, turn=turn), "take discard", "swap 1")
    for step in (1, 2, 3):
        assert deal.to_move == ((turn + step) % 4,)
        at = next(at for at, card in enumerate(deal.grids[deal.turn]) if card is not None)
        deal = played(deal, "draw stock", f"swap {at + 1}")
    assert (deal.to_move, deal.closer) == ((), turn)
    assert not any(deal.downs)


def test_who_opens_all_cards_after_the_closer_closes_nothing() -> None:
    """S8: the first one does."""
    deal = played(laid(ALMOST, "(0) - - ".replace("-", "1") + "/ 3 4 5 / - - - / - - -"), "take discard", "swap 1")
    deal = played(deal, "take discard", "swap 1")
    assert (deal.to_move, deal.closer) == ((), ANA)
    assert deal.closer == ANA


def test_at_the_end_all_cards_are_turned_and_columns_of_three_go() -> None:
    """S9: two beside each other, of hidden cards too."""
    other = "(7) (7) (7) / (5) 5 5 / 1 0 (0) / 2 0 (0)"
    deal = laid("2 0 (0) / - - - / - - - / - - -", other, pile=[1, 0], stock=[8])
    deal = played(deal, "take discard", "swap 3", "draw stock", "swap 7")
    assert told(deal, PAU) == "- - - / - - - / 8 0 0 / 2 0 0"
    assert deal.pile == (1, 0, 1, 7, 7, 7, 5, 5, 5)
    assert [entry.cards for entry in deal.entries().values()] == [(2, 0, 0), (8, 0, 0, 2, 0, 0)]
    assert points(deal) == [2, 10]


def test_a_closer_loses_a_column_in_its_own_turn_and_nothing_later() -> None:
    deal = played(laid("4 4 (1) / 2 3 2 / - - - / - - -", QUIET, pile=[4]), "take discard", "swap 3")
    deal = played(deal, "draw stock", "turn 1")
    assert deal.entries()[ANA].cards == (2, 3, 2)


def test_nobody_moves_when_the_round_is_over() -> None:
    deal = laid("2 0 1 / - - - / - - - / - - -", HIGH, pile=[1, 0], closer=ANA, turn=PAU)
    deal = played(deal, "take discard", "swap 2")
    assert deal.to_move == ()
    assert {reason(deal, seat, "draw stock") for seat in (ANA, PAU, ZOE, DEALER)} == {"The round is over."}
    assert deal.carry() == ""
    assert deal.sealed(["shuffle 1 2", "reshuffle 3"]) == (frozenset(), frozenset())


def test_what_is_idle_is_counted_in_own_turns_without_a_new_open_card() -> None:
    """S15."""
    deal = laid(GRID, QUIET, pile=[0])
    for number in (1, 2):
        deal = played(deal, "take discard", "swap 1", "draw stock", "swap 1")
        assert deal.idle == (number, number - 1)
    assert played(deal, "draw stock", "turn 2").idle == (0, 1)
    assert played(deal, "draw stock", "swap 2").idle == (0, 1)
