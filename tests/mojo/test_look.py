"""The table of Mojo as pages show it: what a card will do, whose turn it is, what is told, what stays sealed."""

from companion.games.mojo.look import Look
from companion.games.mojo.look import look as look_at
from companion.games.table import DEALER
from tests.games.cast import ANA, PAU, ZOE

from .tabletop import dealt, laid, played


def looked(deal: object, seat: int | None) -> Look:
    look = look_at(deal.observe(seat))  # type: ignore[attr-defined]
    assert isinstance(look, Look)
    return look


def test_a_card_says_what_it_will_do() -> None:
    look = looked(laid([7, 8, 9, 12], [1] * 4, [2] * 4, piles=[[8]]), ANA)
    assert [str(face.choices[0].said) for face in look.hand] == ["lower", "go again", "draw 1", "draw 1"]
    assert str(look.ask) == "Your turn: lower than 8 ends it, 8 plays on."


def test_with_two_discards_a_card_says_it_for_each() -> None:
    look = looked(laid([7, 0, 0, 0], [1] * 4, [2] * 4, piles=[[8], [3]]), ANA)
    said = [(choice.move, str(choice.said)) for choice in look.hand[-1].choices]
    assert said == [("play 7 on 1", "lower"), ("play 7 on 2", "draw 1")]
    assert [pile.way for pile in look.piles] == [0, 1, 2]


def test_after_an_equal_card_the_next_one_is_asked_for_and_with_two_discards_where() -> None:
    one = looked(played(laid([8, 0, 0, 0, 0], [1] * 4, [2] * 4, piles=[[8]]), "play 8"), ANA)
    assert str(one.ask) == "Equal: play one more card."
    two = looked(played(laid([3, 0, 0, 0, 0], [1] * 4, [2] * 4, piles=[[8], [3]]), "play 3 on 2"), ANA)
    assert str(two.ask) == "Equal: play one more card on discard pile 2."


def test_the_pile_to_draw_from_is_offered_on_the_piles() -> None:
    look = looked(played(laid([9, 0, 0, 0], [1] * 4, [2] * 4, piles=[[8], [3]]), "play 9 on 1"), ANA)
    assert {pile.key: [choice.move for choice in pile.choices] for pile in look.piles} == {
        "stock": ["draw stock"],
        "discard-1": [],
        "discard-2": ["draw discard"],
    }
    assert not any(face.choices for face in look.hand)
    assert str(look.hand[0].refused) == "First draw a card, from the draw pile or the other discard pile."


def test_who_waits_reads_whose_turn_it_is_and_why_a_card_is_dead() -> None:
    look = looked(laid([7, 0, 0, 0], [1] * 4, [2] * 4, piles=[[8]]), PAU)
    assert str(look.ask) == "It’s seat 0’s turn."
    assert str(look.hand[0].refused) == "It’s not your turn."


def test_others_sit_clockwise_from_the_left_and_a_watcher_sees_all() -> None:
    deal = laid([7] * 4, [1] * 4, [2] * 4, piles=[[8]])
    assert [place.seat for place in looked(deal, PAU).places] == [ZOE, ANA]
    assert [place.seat for place in looked(deal, None).places] == [ANA, PAU, ZOE]
    assert looked(deal, None).hand == ()


def test_mojo_time_is_marked_and_own_cards_face_down_can_be_turned() -> None:
    deal = laid([], [1] * 4, [2] * 4, piles=[[8]], downs=[[3, 4], [], []], ups=[[9], [], []])
    mine = looked(deal, ANA)
    assert [(face.card, face.hidden) for face in mine.hand] == [(3, True), (4, True)]
    assert [str(face.choices[0].said) for face in mine.hand] == ["turn over", "turn over"]
    place = looked(deal, PAU).places[-1]
    assert (place.seat, place.down, place.moment, [face.card for face in place.up]) == (ANA, 2, "mojo-time", [9])


def test_at_the_end_everybody_sees_all_hands() -> None:
    over = played(laid([], [1, 12], [2, 2], piles=[[8]], downs=[[3], [], []], ups=[[9], [], []]), "reveal 3")
    shown = dict(looked(over, None).shown)
    assert [face.card for face in shown[ANA]] == [3, 9]
    assert [face.card for face in shown[PAU]] == [1, 12]
    assert str(looked(over, PAU).ask) == "seat 0 ended the round and takes the Mojo."


def test_moves_are_told_without_what_was_drawn() -> None:
    deal = laid([7, 8, 9, 0], [1] * 4, [2] * 4, piles=[[8]])
    told = [str(deal.tell(ANA, move)) for move in deal.moves(ANA)]
    assert told == [
        "seat 0 plays 0 on 8.",
        "seat 0 plays 7 on 8.",
        "seat 0 plays 8 on 8 and goes again.",
        "seat 0 plays 9 on 8 and draws.",
    ]
    two = laid([9, 0, 0, 0], [1] * 4, [2] * 4, piles=[[8], [3]])
    assert str(two.tell(ANA, "play 9 on 1")) == "seat 0 plays 9 on 8, higher."
    drawing = played(two, "play 9 on 1")
    assert str(drawing.tell(ANA, "draw discard")) == "seat 0 takes 3 from the other discard pile."
    assert str(drawing.tell(ANA, "draw stock")) == "seat 0 draws a card."
    assert str(laid([5], [1] * 4, piles=[[8]]).tell(ANA, "play 5")) == "seat 0 plays 5 on 8, their last card."


def test_after_a_round_the_stock_alone_stays_sealed() -> None:
    deal = dealt(seats=2)
    shuffle = "shuffle " + " ".join(map(str, range(78)))
    while deal.to_move:
        seat = deal.to_move[0]
        move = deal.moves(seat)[0] if seat != DEALER else ""
        deal = deal.after(seat, move)
    earlier, newest = deal.sealed([shuffle, shuffle])
    assert earlier == frozenset()
    assert newest == frozenset(range(78 - len(deal.stock), 78))
