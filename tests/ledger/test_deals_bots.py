"""Who plays for a seat: its person's phone, or a bot; handed over and back, as a recorded fact."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.games.why import IllegalMove, Refusal
from companion.ledger import deals, phones
from companion.ledger.cells import BOT, Cell
from companion.ledger.pen import Late, Pen
from companion.ledger.state import MatchState

from .cast import ANA, ANAS_PHONE, MARTAS, NAMES, PAU, PAUS_PHONE, ZOE, Pad, begin, hand, stored
from .felt import QUICK, abandon, deal, dealt_of, finish, hand_over, move, on_screens, seated, unharmed

MARTAS_PHONE = 2


@pytest.fixture
def pad(app: Flask) -> Pad:
    """A match of Ana, Pau and Zoé; Ana's phone is handed round with Zoé. Marta's phone writes but sits nowhere."""
    pad = seated(app)
    assert pad.let_in(MARTAS) == MARTAS_PHONE
    return pad


def bot_moves(pad: Pad, seat: int, text: str, number: int | None = None, round_: int = 1) -> MatchState:
    """A bot's move arrives, for the next line unless it was thought for another."""
    state = pad.now()
    at = dealt_of(state).last + 1 if number is None else number
    with pad.app.app_context():
        return deals.bot_move(Pen(pad.id, pad.phones[ANAS_PHONE], f"bot {round_} {at}"), seat, text, round_, at - 1)


def test_the_host_hands_any_seat_to_a_bot_and_back(pad: Pad) -> None:
    assert dict(hand_over(pad, PAU, "strong").bots) == {PAU: "strong"}
    assert dict(hand_over(pad, PAU, None).bots) == {}
    assert [record.value for record in pad.trail(Cell(BOT, seat=PAU))] == ["strong", None]
    assert pad.now().holders[PAU] == pad.phones[PAUS_PHONE]


def test_a_phone_hands_its_own_seat_to_a_bot_and_back(pad: Pad) -> None:
    assert dict(hand_over(pad, PAU, "easy", PAUS_PHONE).bots) == {PAU: "easy"}
    assert dict(hand_over(pad, PAU, None, PAUS_PHONE).bots) == {}


@pytest.mark.parametrize("strength", ["easy", None])
def test_no_other_phone_hands_a_seat_over_or_back(pad: Pad, strength: str | None) -> None:
    hand_over(pad, ANA, "normal")
    for phone, seat in ((PAUS_PHONE, ANA), (PAUS_PHONE, ZOE), (MARTAS_PHONE, PAU), (MARTAS_PHONE, ANA)):
        with unharmed(pad, said="Only the host’s phone or the player’s own phone"):
            hand_over(pad, seat, strength, phone)


def test_the_phone_that_took_over_as_host_hands_seats_over(pad: Pad) -> None:
    pad.act(phones.take_over, PAUS_PHONE, None, 1000.0)
    hand_over(pad, ANA, "easy", PAUS_PHONE)
    assert pad.now().bots[ANA] == "easy"


@pytest.mark.parametrize("strength", ["", "Strong", "invincible", "None"])
def test_a_strength_that_there_is_not_is_refused(pad: Pad, strength: str) -> None:
    with unharmed(pad, Refusal, said="Choose how well the bot plays"):
        hand_over(pad, PAU, strength)


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_there_is_not_is_refused(pad: Pad, seat: int) -> None:
    with unharmed(pad, Refusal, said="Choose someone from the list"):
        hand_over(pad, seat)


def test_a_bot_of_another_strength_takes_the_seat(pad: Pad) -> None:
    hand_over(pad, PAU, "easy")
    assert hand_over(pad, PAU, "strong").bots[PAU] == "strong"


def test_undo_leaves_alone_who_plays_for_a_seat(pad: Pad) -> None:
    pad.enter(1, PAU, hand(5))
    hand_over(pad, PAU)
    state = pad.undo()
    assert state.bots[PAU] == "normal"
    assert not state.sheet.rounds[0].begun


def test_handing_over_harms_no_deal_and_the_person_goes_on_afterwards(pad: Pad) -> None:
    dealt = dealt_of(deal(pad))
    assert hand_over(pad, ANA, "normal").dealt == dealt
    bot_moves(pad, ANA, "play 12")
    with unharmed(pad, said="A bot plays for this player"):
        move(pad, ANA, "play 12")
    hand_over(pad, ANA, None)
    state = move(pad, ANA, "play 12")
    assert [line.seat for line in dealt_of(state).lines[2:]] == [ANA, ANA]


def test_a_bot_moves_by_the_same_rules(pad: Pad) -> None:
    hand_over(pad, ANA)
    hand_over(pad, PAU)
    deal(pad)
    with unharmed(pad, IllegalMove, "You don’t have a 3"):
        bot_moves(pad, ANA, "play 3")
    with unharmed(pad, IllegalMove, "It’s not your turn"):
        bot_moves(pad, PAU, "play 0")
    assert dealt_of(bot_moves(pad, ANA, "play 12")).last == 3


def test_a_bots_move_is_written_once_whoever_thought_of_it_first(pad: Pad) -> None:
    hand_over(pad, ANA)
    deal(pad)
    first = bot_moves(pad, ANA, "play 12", 3)
    before = stored(pad.app)
    assert bot_moves(pad, ANA, "play 12", 3) == first
    assert bot_moves(pad, ANA, "play 11", 3) == first
    assert stored(pad.app) == before


@pytest.mark.parametrize("number", [0, 2, 4, 5])
def test_a_bots_move_for_another_moment_is_stale(pad: Pad, number: int) -> None:
    hand_over(pad, ANA)
    deal(pad)
    with unharmed(pad, Late):
        bot_moves(pad, ANA, "play 12", number)


def test_a_bots_move_for_another_round_is_stale(pad: Pad) -> None:
    hand_over(pad, ANA)
    deal(pad)
    for round_ in (0, 2):
        with unharmed(pad, Late):
            bot_moves(pad, ANA, "play 12", 3, round_)


def test_a_bots_move_after_its_seat_was_taken_back_is_not_written(pad: Pad) -> None:
    hand_over(pad, ANA)
    deal(pad)
    hand_over(pad, ANA, None)
    with unharmed(pad, Late):
        bot_moves(pad, ANA, "play 12", 3)
    hand_over(pad, ANA)
    assert dealt_of(bot_moves(pad, ANA, "play 11", 3)).lines[-1].move == "play 11"


def test_a_bots_move_for_a_round_that_was_given_up_is_not_written_into_the_next_deal(pad: Pad) -> None:
    hand_over(pad, ANA)
    deal(pad)
    abandon(pad)
    for number in (3, 4):
        with unharmed(pad, Late):
            bot_moves(pad, ANA, "play 12", number)
    deal(pad)
    with unharmed(pad, Late):
        bot_moves(pad, ANA, "play 12", 3)
    assert dealt_of(bot_moves(pad, ANA, "play 12")).last == 6


def test_a_bots_move_while_the_match_is_stopped_waits(pad: Pad) -> None:
    hand_over(pad, ANA)
    deal(pad)
    pad.decide("stop", True)
    with unharmed(pad, Late):
        bot_moves(pad, ANA, "play 12")
    pad.decide("stop", None)
    assert dealt_of(bot_moves(pad, ANA, "play 12")).last == 3


def test_a_bots_last_move_brings_the_hands_as_a_persons_does(pad: Pad) -> None:
    hand_over(pad, ANA)
    deal(pad)
    for text in QUICK:
        state = bot_moves(pad, ANA, text)
    assert state.sheet.rounds[0].complete
    with unharmed(pad, Late):
        bot_moves(pad, ANA, "play 12")


def test_a_free_seat_with_a_bot_plays_and_a_person_takes_it_in_the_middle(app: Flask) -> None:
    pad = begin(app)
    pad.hold(ANA)
    for seat in (PAU, ZOE):
        hand_over(pad, seat)
    deal(pad)
    move(pad, ANA, "play 11")
    pad.hold(PAU, phone=PAUS_PHONE)
    with unharmed(pad, said="A bot plays for this player"):
        move(pad, PAU, "play 0")
    hand_over(pad, PAU, None, PAUS_PHONE)
    assert dealt_of(move(pad, PAU, "play 0")).lines[-1].phone == pad.phones[PAUS_PHONE]


def test_a_seat_freed_in_the_middle_waits_until_somebody_plays_for_it(pad: Pad) -> None:
    deal(pad)
    move(pad, ANA, "play 11")
    pad.act(phones.free, ANAS_PHONE, None, PAU)
    with unharmed(pad, Refusal, said="Another phone plays for this player"):
        move(pad, PAU, "play 0", phone=PAUS_PHONE)
    hand_over(pad, PAU)
    assert finish(pad).sheet.rounds[0].complete


def test_a_bot_stays_for_the_rounds_to_come(app: Flask) -> None:
    pad = seated(app, NAMES[:2])
    hand_over(pad, PAU, "easy")
    on_screens(pad)
    assert deal(pad, 2).bots == {PAU: "easy"}
