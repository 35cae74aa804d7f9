"""What cannot be dealt or moved now: one clear answer, and the deal unharmed."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.app_state import app_state
from companion.games import by_key
from companion.games.why import IllegalMove, Refusal
from companion.ledger import access, deals, opening
from companion.ledger.pen import Late, Pen

from .cast import ANA, ANAS_PHONE, MARTAS, NAMES, PAU, PAUS_PHONE, TOKENS, ZOE, Pad, begin, hand, stored
from .felt import abandon, deal, dealt_of, finish, hand_over, move, on_screens, seated, unharmed


@pytest.fixture
def pad(app: Flask) -> Pad:
    """A match of Ana, Pau and Zoé; Ana's phone is handed round with Zoé."""
    return seated(app)


@pytest.mark.parametrize("paper", ["a hand", "who took the Mojo"])
def test_a_round_that_has_begun_on_the_pad_is_not_dealt(pad: Pad, paper: str) -> None:
    if paper == "a hand":
        pad.enter(1, PAU, hand(5))
    else:
        pad.close(1, PAU)
    with unharmed(pad, said="was started on the pad"):
        deal(pad)


def test_a_round_whose_hands_were_all_withdrawn_is_dealt(pad: Pad) -> None:
    pad.enter(1, PAU, hand(5))
    pad.enter(1, PAU, None)
    assert deal(pad).dealing == 1


def test_a_round_is_not_dealt_while_somebody_has_neither_a_phone_nor_a_bot(app: Flask) -> None:
    pad = begin(app)
    pad.hold(ANA)
    hand_over(pad, ZOE)
    with unharmed(pad, Refusal, said="Nobody plays for Pau yet"):
        deal(pad)
    with pytest.raises(Refusal) as refused:
        deal(pad)
    assert refused.value.field == "seat"
    pad.hold(PAU, phone=PAUS_PHONE)
    assert deal(pad).dealing == 1


def test_who_left_needs_no_phone_to_deal(app: Flask) -> None:
    pad = begin(app, NAMES[:4])
    pad.hold(ANA, PAU, ZOE)
    pad.round(1, 0, 5, 6, 7)
    pad.leave(3, 1)
    assert deal(pad, 2).dealing == 2


@pytest.mark.parametrize("round_", [-1, 0, 1, 3])
def test_only_the_round_that_is_open_is_dealt(pad: Pad, round_: int) -> None:
    pad.round(1, 0, 5, 6)
    with unharmed(pad, said="isn’t the next one to deal"):
        deal(pad, round_)


def test_a_round_that_is_on_screens_is_not_dealt_again_and_whoever_deals_it_too_has_it(pad: Pad) -> None:
    first = deal(pad)
    second = deal(pad, phone=PAUS_PHONE)
    assert (second.version, second.dealt, second.holders) == (first.version, first.dealt, first.holders)
    assert pad.now() == pad.afresh()
    move(pad, dealt_of(first).deal.to_move[0], "play 12")
    assert dealt_of(deal(pad, phone=PAUS_PHONE)).last == dealt_of(first).last + 1


def test_another_round_is_not_dealt_while_one_is_on_screens(pad: Pad) -> None:
    pad.round(1, 0, 5, 6)
    deal(pad, 2)
    pad.enter(1, ANA, None)
    with unharmed(pad, said="Round 2 is on screen: finish it first"):
        deal(pad)


def test_a_match_that_is_over_is_not_dealt(pad: Pad) -> None:
    pad.decide("limit", 4)
    on_screens(pad)
    for round_ in (1, 2):
        with unharmed(pad, said="This match is over"):
            deal(pad, round_)


def test_a_match_that_was_stopped_is_not_dealt_until_it_is_opened_again(pad: Pad) -> None:
    pad.decide("stop", True)
    with unharmed(pad, said="This match was stopped"):
        deal(pad)
    pad.decide("stop", None)
    assert deal(pad).dealing == 1


def test_a_game_without_a_table_is_not_dealt_and_has_no_bots(app: Flask) -> None:
    game = type(by_key("mojo"))()
    pad = seated(app)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.ledger.state.by_key", lambda _: game)
        app_state(app).states.clear()  # It is read again, with the other game.
        with unharmed(pad, Refusal, said="can’t be played on screen"):
            deal(pad)
        with unharmed(pad, Refusal, said="how well the bot plays"):
            hand_over(pad, ANA)


def test_a_move_out_of_turn_is_refused_by_the_rules(pad: Pad) -> None:
    deal(pad)
    for seat in (PAU, ZOE):
        with unharmed(pad, IllegalMove, "It’s not your turn"):
            move(pad, seat, "play 0")


@pytest.mark.parametrize("text", ["play 3", "play 12 on 1", "reveal 12", "draw stock", "play", "", "abandon", "deal "])
def test_a_move_that_the_rules_refuse_is_not_made_and_says_why(pad: Pad, text: str) -> None:
    deal(pad)
    with unharmed(pad, IllegalMove):
        move(pad, ANA, text)


def test_nobody_shuffles_but_the_dealer(pad: Pad) -> None:
    shuffle = dealt_of(deal(pad)).lines[1].move
    with unharmed(pad, IllegalMove):
        move(pad, ANA, shuffle)
    with unharmed(pad, Refusal, said="Another phone plays for this player"):
        move(pad, -1, shuffle, phone=ANAS_PHONE)


def test_nobody_moves_for_a_seat_of_another_phone_not_even_the_host(pad: Pad) -> None:
    deal(pad)
    with unharmed(pad, Refusal, said="Another phone plays for this player"):
        move(pad, ANA, "play 12", phone=PAUS_PHONE)
    move(pad, ANA, "play 11")
    assert pad.now().host == pad.phones[ANAS_PHONE]
    with unharmed(pad, Refusal, said="Another phone plays for this player"):
        move(pad, PAU, "play 0", phone=ANAS_PHONE)


@pytest.mark.parametrize("seat", [-2, 3, 99])
def test_a_seat_that_there_is_not_does_not_move(pad: Pad, seat: int) -> None:
    deal(pad)
    with unharmed(pad, Refusal, said="Another phone plays for this player"):
        move(pad, seat, "play 12", phone=ANAS_PHONE)


def test_a_phone_does_not_move_for_a_seat_that_a_bot_plays(pad: Pad) -> None:
    deal(pad)
    hand_over(pad, ANA)
    with unharmed(pad, said="A bot plays for this player"):
        move(pad, ANA, "play 12")


@pytest.mark.parametrize("seen", [-1, 0, 1, 2, 4, 99])
def test_a_move_of_a_phone_that_has_not_seen_what_stands_is_stale(pad: Pad, seen: int) -> None:
    deal(pad)
    move(pad, ANA, "play 12")
    with unharmed(pad, Late, "Something just changed on the table"):
        move(pad, ANA, "play 12", seen=seen)


def test_a_move_meant_for_a_deal_that_was_given_up_is_stale(pad: Pad) -> None:
    old = dealt_of(deal(pad)).last
    abandon(pad)
    with unharmed(pad, Late, "The round is over"):
        move(pad, ANA, "play 12", seen=old)
    deal(pad)
    for seen in (old, old + 1):
        with unharmed(pad, Late, "Something just changed on the table"):
            move(pad, ANA, "play 12", seen=seen)


def test_a_move_after_the_end_is_stale(pad: Pad) -> None:
    before = deal(pad)
    finish(pad)
    with unharmed(pad, Late, "The round is over"):
        move(pad, ANA, "play 12", seen=dealt_of(before).last)


def test_there_is_nothing_to_move_before_the_deal(pad: Pad) -> None:
    with unharmed(pad, Late, "The round is over"):
        move(pad, ANA, "play 12", seen=0)


def test_nothing_moves_while_the_match_is_stopped_and_the_deal_is_there_afterwards(pad: Pad) -> None:
    dealt = deal(pad)
    hand_over(pad, PAU)
    pad.decide("stop", True)
    with unharmed(pad, said="This match was stopped"):
        move(pad, ANA, "play 12")
    with unharmed(pad, Late), pad.app.app_context():
        deals.bot_move(Pen(pad.id, pad.phones[ANAS_PHONE], "bot 1 3"), PAU, "play 0", 1, 2)
    assert pad.decide("stop", None).dealt == dealt.dealt
    assert finish(pad).sheet.rounds[0].complete


def test_only_a_round_that_is_on_screens_is_abandoned(pad: Pad) -> None:
    with unharmed(pad, said="no longer on screen"):
        abandon(pad)
    deal(pad)
    for round_ in (0, 2):
        with unharmed(pad, said="no longer on screen"):
            abandon(pad, round_)
    finish(pad)
    with unharmed(pad, said="no longer on screen"):
        abandon(pad)


def test_a_match_of_others_is_not_found(pad: Pad) -> None:
    deal(pad)
    assert pad.found(MARTAS) is None


def test_a_move_in_one_match_leaves_another_alone(app: Flask) -> None:
    pad, other = seated(app), seated(app, client="another")
    deal(pad)
    dealt = deal(other)
    finish(pad)
    assert other.now() == dealt == other.afresh()


def test_a_rematch_is_not_dealt_yet(app: Flask) -> None:
    pad = seated(app, limit=4)
    state = on_screens(pad)
    with app.app_context():
        public_id = opening.rematch(Pen(pad.id, pad.phones[ANAS_PHONE], "again"), TOKENS[ANAS_PHONE], state)
        found = access.find(public_id, TOKENS[ANAS_PHONE])
    assert found is not None
    again = Pad(app, public_id, found.id, pad.phones)
    assert (again.now().dealt, again.now().opened) == (None, 0)
    before = stored(app, "move_records")["move_records"]
    assert deal(again).dealing == 1
    assert stored(app, "move_records")["move_records"][: len(before)] == before
