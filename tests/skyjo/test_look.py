"""The table of Skyjo as pages show it: what a move will do, what is told of it, whose turn it is."""

from __future__ import annotations

from companion.games.skyjo import play
from companion.games.skyjo.look import Look, SeatWithGrid
from companion.games.skyjo.look import look as look_at
from companion.games.table import DEALER
from companion.games.why import Who
from tests.games.cast import ANA, PAU, ZOE

from .tabletop import HIGH, dealt, laid, played, setup

GRID = "4 4 (9) / 1 (5) 6 / - - - / 10 11 12"
LAST = "4 4 (9) / 1 5 6 / - - - / 10 11 12"
LOW = "1 2 3 / 1 2 3 / 1 2 3 / 1 2 3"
TOP = "7 8 9 / 7 8 9 / 7 8 9 / 7 8 9"
TURN = "Your turn: take the discard, or draw."


def looked(deal: play.Deal, seat: int | None) -> Look:
    look = look_at(deal.observe(seat))
    assert isinstance(look, Look)
    return look


def effects(deal: play.Deal, at: int) -> list[str]:
    """What may be done with the card at a position, from 1, of the seat in turn."""
    face = looked(deal, deal.to_move[0]).grid[at - 1]
    assert face is not None
    return [choice.effect for choice in face.choices]


def test_the_piles_offer_their_top_cards() -> None:
    deal = laid(GRID, HIGH, pile=[3, 7])
    look = looked(deal, ANA)
    assert str(look.ask) == TURN
    assert [(pile.key, [choice.move for choice in pile.choices]) for pile in look.piles] == [
        ("stock", ["draw stock"]),
        ("discard", ["take discard"]),
    ]
    assert look.piles[1].top is not None and look.piles[1].top.card == 7
    assert look.grid[0] is not None and not look.grid[0].choices
    assert str(look.grid[0].refused) == "First take a card, from the discard pile or the draw pile."
    assert not any(pile.choices for pile in looked(deal, PAU).piles)


def test_a_grid_has_twelve_positions_open_face_down_and_gone() -> None:
    look = looked(laid(GRID, HIGH), ANA)
    cards = [face and face.card for face in look.grid]
    assert cards == [4, 4, None, 1, None, 6, None, None, None, 10, 11, 12]
    assert [face is None for face in look.grid] == [False] * 6 + [True] * 3 + [False] * 3
    assert look.grid[0] is not None and look.grid[0].suit == 1
    assert [(spot.column, spot.row) for spot in look.spots if spot.face is None] == [(3, 1), (3, 2), (3, 3)]
    (pau,), ana = look.places, look.mine
    assert isinstance(pau, SeatWithGrid) and isinstance(ana, SeatWithGrid)
    assert (pau.seat, pau.gone, len(pau.grid), ana.gone) == (PAU, 0, 12, 1)
    assert str(ana.said) == "face up: 4 4 1 6 10 11 12; face down: 2"
    assert look.mine is not None
    assert (look.mine.cards, look.mine.down, [face.card for face in look.mine.up]) == (9, 2, [4, 4, 1, 6, 10, 11, 12])


def test_a_move_says_what_it_will_do() -> None:
    taken = played(laid(GRID, HIGH, pile=[3, 4]), "take discard")
    assert [effects(taken, at) for at in (1, 3, 5, 6)] == [["swap"], ["column"], ["swap"], ["swap"]]
    drawn = played(laid(GRID, HIGH, stock=[8]), "draw stock")
    assert [effects(drawn, at) for at in (1, 3, 5)] == [["swap"], ["swap", "turn"], ["swap", "turn"]]
    face = looked(drawn, ANA).grid[2]
    assert face is not None and [choice.way for choice in face.choices] == [1, 2]
    barred = [str(spot.barred) if spot.barred else "" for spot in looked(drawn, ANA).spots[:3]]
    assert barred == ["That card is already face up.", "That card is already face up.", ""]
    assert str(looked(drawn, ANA).ask) == "Where does the 8 go?"
    assert str(looked(taken, ANA).ask) == "Choose a card to replace with the 4."


def test_the_last_face_down_card_closes_the_round_once() -> None:
    drawn = played(laid(LAST, HIGH, stock=[8]), "draw stock")
    assert effects(drawn, 3) == ["close", "close"]
    late = played(laid(HIGH, LAST, closer=ANA, turn=PAU, stock=[8]), "draw stock")
    assert effects(late, 3) == ["swap", "turn"]


def test_the_card_in_hand_is_shown_to_those_who_may_see_it() -> None:
    drawn = played(laid(GRID, HIGH, stock=[8]), "draw stock")
    mine, others = looked(drawn, ANA).held, looked(drawn, PAU).held
    assert mine is not None and (mine.card, mine.hidden) == (8, True)
    assert others is not None and (others.card, others.hidden) == (None, False)
    taken = looked(played(laid(GRID, HIGH, pile=[3]), "take discard"), PAU)
    assert taken.held is not None and (taken.held.card, taken.held.hidden) == (3, False)
    assert taken.piles[1].top is None
    assert looked(laid(GRID, HIGH), ANA).held is None


def test_everybody_is_asked_for_two_cards() -> None:
    deal = dealt(LOW, TOP)
    assert str(looked(deal, ANA).ask) == "Choose two of your cards to turn over."
    assert str(looked(deal, None).ask) == "Everyone chooses two cards to turn over."
    deal = deal.after(ANA, "pick 3")
    look = looked(deal, ANA)
    assert (str(look.ask), look.picked) == ("Choose one more card to turn over.", (2,))
    assert look.grid[2] is not None and str(look.grid[2].refused) == "You’ve already chosen that card."
    deal = deal.after(ANA, "pick 4")
    look = looked(deal, ANA)
    assert str(look.ask) == "Waiting for seat 1."
    assert look.grid[0] is not None
    assert str(look.grid[0].refused) == "You’ve chosen your two cards: wait for the others."
    assert look.mine is not None
    assert (look.mine.turn, [place.turn for place in look.places]) == (False, [True])
    assert looked(deal, PAU).picked == ()


def test_who_waits_reads_for_whom() -> None:
    deal = laid(GRID, HIGH, HIGH.replace("12", "8"))
    look = looked(deal, PAU)
    assert str(look.ask) == "It’s seat 0’s turn."
    assert look.grid[0] is not None and str(look.grid[0].refused) == "It’s not your turn."
    assert [place.seat for place in look.places] == [ZOE, ANA]
    assert str(looked(play.deal(setup()), ANA).ask) == "Shuffling…"


def test_the_closer_is_marked_and_the_others_know_that_it_is_their_last_turn() -> None:
    deal = played(laid(LAST, HIGH), "take discard", "swap 3")
    look = looked(deal, PAU)
    assert str(look.ask) == "Your last turn: take the discard, or draw."
    assert [(str(place.note), place.moment) for place in look.places] == [("ended the round", "closed")]
    over = played(deal, "take discard", "swap 1")
    assert str(looked(over, None).ask) == "seat 0 ended the round."
    grids = [place.grid for place in looked(over, None).places if isinstance(place, SeatWithGrid)]
    assert [len(grid) for grid in grids] == [12, 12]
    assert all(face is None or face.card is not None for grid in grids for face in grid)


def test_a_lot_is_waited_for_and_told() -> None:
    deal = dealt("7 5 1 / " + LOW[8:], "5 7 0 / " + TOP[8:])
    for seat, at in ((ANA, 1), (ANA, 2), (PAU, 1), (PAU, 2)):
        assert deal.tell(seat, f"pick {at}") is None
        deal = deal.after(seat, f"pick {at}")
    assert str(looked(deal, ANA).ask) == "It’s a tie: who starts is drawn by lot."
    said = deal.tell(DEALER, "start 1")
    assert said is not None and said.values == {"who": Who(PAU)}
    assert str(said) == "seat 1 starts (drawn by lot)."


def test_moves_are_told_without_what_lies_face_down_or_was_drawn() -> None:
    deal = laid(GRID, HIGH, pile=[3, 4], stock=[8])
    assert str(deal.tell(ANA, "take discard")) == "seat 0 takes 4 from the discard pile."
    assert str(deal.tell(ANA, "draw stock")) == "seat 0 draws a card."
    taken = played(deal, "take discard")
    assert str(taken.tell(ANA, "swap 3")) == "seat 0 completes a column with 4 and clears it."
    assert str(taken.tell(ANA, "swap 5")) == "seat 0 replaces a face-down card with 4."
    assert str(taken.tell(ANA, "swap 12")) == "seat 0 replaces 12 with 4."
    drawn = played(deal, "draw stock")
    assert str(drawn.tell(ANA, "turn 3")) == "seat 0 discards 8 and turns over a card."
    last = played(laid(LAST, HIGH, stock=[8]), "draw stock")
    closing = "seat 0 discards 8 and turns over a card. That ends the round: everyone else gets one more turn."
    assert str(last.tell(ANA, "turn 3")) == closing
    empty = played(laid(GRID, HIGH, pile=[3, 4], stock=()), "draw stock")
    assert str(empty.tell(DEALER, "reshuffle 1")) == "The draw pile is empty: the discard pile is shuffled."
    assert deal.tell(ANA, "nonsense") is None


def test_what_was_face_down_is_told_once_it_lies_open() -> None:
    def told(deal: play.Deal, move: str) -> str:
        return str(deal.told(ANA, move, deal.after(ANA, move)))

    taken, drawn = played(laid(GRID, HIGH, pile=[4]), "take discard"), played(laid(GRID, HIGH, stock=[8]), "draw stock")
    assert told(drawn, "turn 3") == f"seat 0 discards 8 and turns over {drawn.grids[0][2]}."
    assert told(taken, "swap 5") == f"seat 0 puts 4 in the place of a face-down {taken.grids[0][4]}."
    assert told(drawn, "swap 12") == "seat 0 replaces 12 with 8."


def test_who_begins_is_told_with_the_reason() -> None:
    deal = dealt(LOW, TOP)
    for seat, at in ((ANA, 1), (ANA, 2), (PAU, 1)):
        assert deal.told(seat, f"pick {at}", deal.after(seat, f"pick {at}")) is None
        deal = deal.after(seat, f"pick {at}")
    after = deal.after(PAU, "pick 2")
    shown = sum(card for at, card in enumerate(after.grids[1]) if at in (0, 1) and card is not None)
    assert str(deal.told(PAU, "pick 2", after)) == f"All have chosen: seat 1 has most, {shown}, and starts."
