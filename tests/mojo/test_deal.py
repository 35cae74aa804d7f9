"""A round with one discard, rule by rule (M3 to M17)."""

from __future__ import annotations

import pytest

from companion.games.mojo import play
from companion.games.table import DEALER, Setup
from companion.games.why import IllegalMove
from tests.games.cast import ANA, MARTA, PAU, TEO, ZOE

from .tabletop import dealt, laid, played, points, setup

FULL = (12, 12, 11, 11, 10, 10, 9, 9)


def test_the_dealer_shuffles_all_cards_first() -> None:
    """M3."""
    deal = play.deal(setup())
    assert deal.to_move == (DEALER,)
    assert len(deal.unshuffled) == 78
    assert deal.moves(DEALER) == ()


def test_eight_cards_each_are_dealt_round_and_the_next_one_is_turned_up() -> None:
    """M3."""
    cards = [0, 1, 2] * 4 + [12, 11, 10] * 4 + [7, 5]
    deal = dealt(cards)
    assert deal.hands == ((0, 0, 0, 0, 12, 12, 12, 12), (1, 1, 1, 1, 11, 11, 11, 11), (2, 2, 2, 2, 10, 10, 10, 10))
    assert deal.piles == ((7,),)
    assert deal.stock[0] == 5
    assert len(deal.stock) == 78 - 24 - 1


@pytest.mark.parametrize("seats", range(2, 9))
def test_from_two_to_eight_may_play(seats: int) -> None:
    """M2: with eight, 14 cards remain."""
    deal = dealt(seats=seats)
    assert [len(hand) for hand in deal.hands] == [8] * seats
    assert len(deal.stock) + len(deal.piles[0]) == 78 - 8 * seats


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_no_fewer_and_no_more_may_play(seats: int) -> None:
    """M2."""
    with pytest.raises(ValueError, match="2 to 8"):
        play.deal(setup(seats=seats))


@pytest.mark.parametrize("more", [{"starter": 7}, {"direction": 0}])
def test_a_round_needs_a_starter_who_plays_and_a_way_round(more: dict[str, int]) -> None:
    """M3, M4."""
    with pytest.raises(ValueError, match="M3"):
        play.deal(setup(**more))  # type: ignore[arg-type]


@pytest.mark.parametrize("more", [{"discards": "3"}, {"edition": "es"}])
def test_a_round_is_played_as_the_match_can_be_set(more: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="is one of"):
        play.deal(setup(**more))  # type: ignore[arg-type]


def test_every_seat_has_a_total_or_none_has() -> None:
    assert play.deal(Setup((0, 1, 2), 0)).frame.totals == (0, 0, 0)
    with pytest.raises(ValueError, match="one total"):
        play.deal(Setup((0, 1, 2), 0, totals=(1, 2)))


def test_the_starter_gets_the_first_card_and_begins() -> None:
    """M3: dealing goes the way of play."""
    deal = dealt([12, 11, 10], starter=PAU, direction=-1)
    assert deal.to_move == (PAU,)
    assert [deal.hands[seat][-1] for seat in (PAU, ANA, ZOE)] == [12, 11, 10]


@pytest.mark.parametrize(("direction", "order"), [(1, [PAU, ZOE, ANA, PAU]), (-1, [PAU, ANA, ZOE, PAU])])
def test_play_goes_the_way_of_the_arrows(direction: int, order: list[int]) -> None:
    """M4."""
    deal = laid(FULL, FULL, FULL, piles=[[12]], turn=PAU, direction=direction)
    seen = []
    for move in ("play 11", "play 10", "play 9", "play 12"):
        seen.append(deal.to_move[0])
        deal = played(deal, move)
    assert seen == order


def test_any_card_of_the_hand_may_be_played_and_one_must_be() -> None:
    """M5: there is no passing, no drawing instead."""
    deal = laid((0, 5, 5, 9, 12), FULL, piles=[[7]])
    assert deal.moves(ANA) == ("play 0", "play 5", "play 9", "play 12")


def test_a_lower_card_ends_the_turn() -> None:
    """M6."""
    deal = played(laid((0, 5, 5, 9), FULL, piles=[[7]], stock=[1]), "play 5")
    assert deal.hands[ANA] == (0, 5, 9)
    assert deal.piles == ((7, 5),)
    assert deal.to_move == (PAU,)


def test_a_higher_card_draws_one_and_ends_the_turn() -> None:
    """M7."""
    deal = played(laid((0, 5, 5, 9), FULL, piles=[[7]], stock=[1]), "play 9")
    assert deal.hands[ANA] == (0, 1, 5, 5)
    assert deal.to_move == (PAU,)


@pytest.mark.parametrize("last", ["play 4", "play 9"])
def test_after_an_equal_card_another_must_be_played_lower_or_higher(last: str) -> None:
    """M8."""
    deal = played(laid((1, 4, 7, 9, 12, 12), FULL, piles=[[7]]), "play 7")
    assert deal.to_move == (ANA,)
    assert "play 12" in deal.moves(ANA)
    assert played(deal, last).to_move == (PAU,)


def test_equal_cards_are_judged_by_the_card_they_cover_each_time() -> None:
    """M8: 8 on 8, 8 on 8, then 7 ends the turn with a 7 in hand."""
    deal = played(laid((0, 3, 4, 7, 7, 8, 8), FULL, piles=[[8]]), "play 8", "play 8", "play 7")
    assert deal.hands[ANA] == (0, 3, 4, 7)
    assert deal.to_move == (PAU,)


def test_a_higher_card_after_equal_ones_draws_only_one() -> None:
    """M7, M8."""
    deal = played(laid((3, 4, 7, 8, 8, 9), FULL, piles=[[8]], stock=[0]), "play 8", "play 8", "play 9")
    assert deal.hands[ANA] + deal.downs[ANA] == (0, 3, 4, 7)


def test_an_empty_stock_is_made_from_the_discard_but_for_its_top_card() -> None:
    """M9: the card just played stays."""
    deal = played(laid((0, 5, 5, 9), FULL, piles=[[1, 2, 7]], stock=()), "play 9")
    assert deal.to_move == (DEALER,)
    assert deal.unshuffled == (1, 2, 7)
    deal = played(deal, "reshuffle 7 1 2")
    assert deal.piles == ((9,),)
    assert deal.hands[ANA] == (0, 5, 5, 7)
    assert deal.stock == (1, 2)
    assert deal.to_move == (PAU,)


def test_the_last_card_of_the_stock_can_be_drawn_without_a_shuffle() -> None:
    """M9: the stock is made when a card is missing, not before."""
    deal = laid((0, 5, 5, 9), FULL, piles=[[7]], stock=())
    deal.stock = (3,)
    after = played(deal, "play 9")
    assert (after.to_move, after.stock) == ((PAU,), ())


@pytest.mark.parametrize(("seats", "held", "down"), [(2, 4, False), (2, 3, True), (3, 5, False), (3, 4, True)])
def test_few_cards_at_the_end_of_a_turn_are_laid_face_down(seats: int, held: int, down: bool) -> None:
    """M10: three or fewer, with two players two or fewer."""
    hand = (1, 2, 3, 4, 5)[-held:]
    deal = played(laid(hand, *[FULL] * (seats - 1), piles=[[12]]), "play 5")
    assert (deal.downs[ANA], deal.hands[ANA]) == ((hand[:-1], ()) if down else ((), hand[:-1]))


def test_mojo_time_is_for_everybody() -> None:
    """M10."""
    deal = played(laid((1, 2, 3, 4), (1, 2, 3, 3), FULL, piles=[[12]]), "play 4", "play 3")
    assert deal.downs == ((1, 2, 3), (1, 2, 3), ())
    assert deal.to_move == (ZOE,)


def test_the_hand_is_judged_after_the_draw() -> None:
    """M12: a hand of four that draws stays in the hand."""
    deal = played(laid((1, 2, 3, 9), FULL, FULL, piles=[[7]], stock=[0]), "play 9")
    assert (deal.hands[ANA], deal.downs[ANA]) == ((0, 1, 2, 3), ())


def test_a_hand_that_an_equal_card_made_small_is_not_laid_down_before_the_turn_ends() -> None:
    """M8, M10."""
    deal = played(laid((1, 7, 7, 9), FULL, FULL, piles=[[7]]), "play 7", "play 7")
    assert (deal.hands[ANA], deal.downs[ANA]) == ((1, 9), ())
    assert deal.moves(ANA) == ("play 1", "play 9")


def test_who_lies_face_down_turns_one_card_a_turn_of_their_choice() -> None:
    """M11."""
    deal = laid((), FULL, FULL, piles=[[7]], downs=[(1, 4, 4), (), ()])
    assert deal.moves(ANA) == ("reveal 1", "reveal 4")
    deal = played(deal, "reveal 4")
    assert (deal.downs[ANA], deal.ups[ANA], deal.to_move) == ((1, 4), (4,), (PAU,))


def test_turning_the_last_card_ends_the_round_at_once() -> None:
    """M13."""
    deal = played(laid((), FULL, FULL, piles=[[7]], downs=[(4,), (), ()], ups=[(1, 2), (), ()]), "reveal 4")
    assert (deal.to_move, deal.closer) == ((), ANA)
    assert deal.entries()[ANA].cards == (1, 2, 4)


def test_the_first_in_mojo_time_need_not_be_the_one_who_ends_the_round() -> None:
    """M13: whoever turns the last card, or empties the hand, takes the Mojo."""
    deal = laid((), (), FULL, piles=[[7]], downs=[(1, 2, 3), (5,), ()])
    assert played(deal, "reveal 1", "reveal 5").closer == PAU


def test_playing_the_last_card_lower_ends_the_round() -> None:
    """M13."""
    deal = played(laid((3,), FULL, FULL, piles=[[7]]), "play 3")
    assert (deal.to_move, deal.closer, deal.entries()[ANA].cards) == ((), ANA, ())


def test_playing_the_last_cards_equal_ends_the_round() -> None:
    """M13: there is nothing left to play on with."""
    deal = played(laid((7, 7), FULL, FULL, piles=[[7]]), "play 7", "play 7")
    assert (deal.to_move, deal.closer) == ((), ANA)


def test_the_last_card_played_higher_draws_first_and_the_round_goes_on() -> None:
    """M12: the drawn card is laid face down."""
    deal = played(laid((7, 9), FULL, FULL, piles=[[7]], stock=[12]), "play 7", "play 9")
    assert (deal.closer, deal.downs[ANA], deal.to_move) == (None, (12,), (PAU,))


def test_all_cards_count_wherever_they_lie() -> None:
    """M14."""
    deal = laid((3,), (), (5, 9), piles=[[7]], downs=[(), (1, 10), ()], ups=[(), (4,), ()])
    over = played(deal, "play 3")
    entries = over.entries()
    assert [entries[seat].cards for seat in (ANA, PAU, ZOE)] == [(), (1, 4, 10), (5, 9)]
    assert over.closer == ANA


def test_an_empty_hand_scores_zero_and_the_others_what_they_have() -> None:
    """M15, M16."""
    deal = laid((3,), (), (5, 9), piles=[[7]], downs=[(), (1, 10), ()], ups=[(), (4,), ()])
    assert points(played(deal, "play 3")) == [0, 15, 14]


def test_whoever_ends_the_round_with_more_than_another_gets_ten_more() -> None:
    """M16."""
    deal = laid((), (0, 1), piles=[[7]], downs=[(9,), ()], ups=[(8,), ()])
    assert points(played(deal, "reveal 9")) == [19, 1]


def test_the_hand_size_of_mojo_time_comes_from_the_seats_dealt_in() -> None:
    """M19b."""
    assert [dealt(seats=seats).frame.most for seats in (2, 3, 8)] == [2, 3, 3]


@pytest.mark.parametrize(
    ("seat", "move", "said"),
    [
        (PAU, "play 9", "It’s not your turn."),
        (DEALER, "shuffle 1 2", "It’s not your turn."),
        (ANA, "play 3", "You don’t have a 3 in your hand."),
        (ANA, "play 13", "“play 13” isn’t a move in Mojo."),
        (ANA, "play 9 on 1", "There’s only one discard pile."),
        (ANA, "draw stock", "You only draw after playing a higher card."),
        (ANA, "reveal 9", "You have no face-down cards: play a card from your hand."),
        (ANA, "shuffle 1 2", "Only the dealer can shuffle."),
    ],
)
def test_a_refusal_says_why_in_the_middle_of_a_round(seat: int, move: str, said: str) -> None:
    deal = laid((0, 5, 9, 12), FULL, piles=[[7]])
    assert str(deal.why_not(seat, move)) == said
    with pytest.raises(IllegalMove, match=said.split("%")[0].strip("“”.")[:12]):
        deal.after(seat, move)


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("play 4", "Mojo Time: you can’t play your face-down cards any more. Turn one over."),
        ("reveal 3", "You don’t have a face-down 3."),
    ],
)
def test_a_refusal_says_why_in_mojo_time(move: str, said: str) -> None:
    deal = laid((), FULL, piles=[[7]], downs=[(1, 4), ()])
    assert str(deal.why_not(ANA, move)) == said


def test_a_refusal_says_that_the_cards_are_shuffled_or_the_round_is_over() -> None:
    assert str(play.deal(setup()).why_not(ANA, "play 4")) == "Shuffling…"
    over = played(laid((3,), FULL, piles=[[7]]), "play 3")
    assert str(over.why_not(PAU, "play 12")) == "The round is over."
    assert str(over.why_not(ANA, "play 3")) == "The round is over."


@pytest.mark.parametrize("seat", [TEO, MARTA])
def test_who_was_not_dealt_in_cannot_move(seat: int) -> None:
    assert str(laid((0, 5, 9, 12), FULL, piles=[[7]]).why_not(seat, "play 9")) == "It’s not your turn."


def test_the_dealer_is_told_why_a_shuffle_is_wrong() -> None:
    deal = play.deal(setup())
    assert str(deal.why_not(DEALER, "play 4")) == "First the cards must be shuffled."
    assert str(deal.why_not(DEALER, "shuffle 4")) == "These aren’t the cards to shuffle."
    assert str(deal.why_not(DEALER, "reshuffle 4")) == "First the cards must be shuffled."
