"""At the table on screens: who may give a deal up, and who may let a bot play for somebody who is missing."""

from __future__ import annotations

from random import Random

import pytest
from flask import Flask

from companion.ledger import phones
from companion.ledger.phones import AWAY

from .cast import ANA, ANAS_PHONE, MARTAS, PAU, PAUS_PHONE, TEOS, ZOE, Pad
from .felt import abandon, deal, dealt_of, hand_over, seated, step, unharmed

ONLY = "Only the host’s phone or the player’s own phone can do that"


@pytest.fixture
def pad(app: Flask) -> Pad:
    """Ana hosts and sits with Zoé on one phone, Pau has his own; it is dealt, and Ana begins."""
    pad = seated(app)
    deal(pad, luck=Random(2))
    assert dealt_of(pad.now()).deal.to_move == (ANA,)
    return pad


def pau_is_waited_for(pad: Pad) -> None:
    """Moves until it is Pau's turn."""
    luck = Random(2)
    while dealt_of(pad.now()).deal.to_move != (PAU,):
        step(pad, luck)


def test_a_phone_that_only_watches_does_not_give_the_deal_up(pad: Pad) -> None:
    marta = pad.let_in(MARTAS)
    with unharmed(pad, said="Only who plays this round, or the host, can give it up"):
        abandon(pad, phone=marta)


def test_who_plays_and_who_hosts_may_give_it_up(pad: Pad) -> None:
    pad.hold(phone=ANAS_PHONE)
    assert abandon(pad, phone=ANAS_PHONE).dealing is None
    pad.hold(ANA, ZOE, phone=ANAS_PHONE)
    deal(pad)
    hand_over(pad, PAU, phone=PAUS_PHONE)
    assert abandon(pad, phone=PAUS_PHONE).dealing is None


def test_whoever_plays_lets_a_bot_play_for_somebody_who_is_gone_in_their_turn(pad: Pad) -> None:
    teo = pad.let_in(TEOS)
    pad.hold(ANA, phone=ANAS_PHONE)
    pad.hold(ZOE, phone=teo)
    pau_is_waited_for(pad)
    with unharmed(pad, said="Pau’s phone was here a moment ago"):
        hand_over(pad, PAU, phone=teo, gone_for=AWAY - 1)
    assert dict(hand_over(pad, PAU, "easy", phone=teo, gone_for=AWAY).bots) == {PAU: "easy"}
    with unharmed(pad, said=ONLY):
        hand_over(pad, PAU, None, phone=teo, gone_for=AWAY)
    assert dict(hand_over(pad, PAU, None, phone=PAUS_PHONE).bots) == {}, "taken back at once"


def test_nobody_is_sent_away_before_their_turn_or_by_who_does_not_play(pad: Pad) -> None:
    teo, marta = pad.let_in(TEOS), pad.let_in(MARTAS)
    pad.hold(ANA, phone=ANAS_PHONE)
    pad.hold(ZOE, phone=teo)
    with unharmed(pad, said=ONLY):
        hand_over(pad, PAU, phone=teo, gone_for=10 * AWAY)
    pau_is_waited_for(pad)
    with unharmed(pad, said=ONLY):
        hand_over(pad, PAU, phone=marta, gone_for=10 * AWAY)
    pad.decide("stop", True)
    with unharmed(pad, said=ONLY):
        hand_over(pad, PAU, phone=teo, gone_for=10 * AWAY)


def test_a_seat_that_was_freed_in_its_turn_is_missing_at_once(pad: Pad) -> None:
    teo = pad.let_in(TEOS)
    pad.hold(ANA, phone=ANAS_PHONE)
    pad.hold(ZOE, phone=teo)
    pau_is_waited_for(pad)
    pad.act(phones.free, ANAS_PHONE, None, PAU)
    assert dict(hand_over(pad, PAU, phone=teo).bots) == {PAU: "normal"}
