"""One phone for several people: the curtain falls as soon as a turn is over, and not while the same person plays on."""

from __future__ import annotations

from random import Random

import pytest

from companion.games import by_key
from companion.ledger.state import MatchState
from companion.views.taken import Taken, eyes_of
from tests.conftest import Phone, Table
from tests.views.playing import begin, deal, dealt_of, move, now, some_move

ANA, PAU, ZOE = range(3)


def looks(state: MatchState, taken: Taken | None) -> tuple[int | None, int | None]:
    """The seat that the host's phone looks with, and to whom it has to be passed."""
    assert state.dealt is not None
    assert state.host is not None
    return eyes_of(state, state.host, taken)


@pytest.mark.parametrize("text", ["2.17", "0.0", "7.99999999"])
def test_who_has_the_phone_is_spelled_in_addresses(text: str) -> None:
    taken = Taken.read(text)
    assert str(taken) == text


@pytest.mark.parametrize("text", [None, "", "x", "-1.2", ".", ".3", "٢.1", "999999999999.1"])
def test_what_says_nothing_is_nobody(text: str | None) -> None:
    assert Taken.read(text) is None
    assert Taken.read("1.x") == Taken.read("1") == Taken(1, 0)


@pytest.fixture
def table(phone: Phone) -> Table:
    """Ana and Pau share the phone, Zoé has her own, and her turn comes before Ana's."""
    made = phone.begin("Ana", "Pau", "Zoé", discards="2")
    made.guest(ZOE)
    deal(made, luck=3)
    return made


def until(table: Table, seat: int) -> MatchState:
    """Plays on until it is somebody's turn."""
    luck, state = Random(4), now(table)
    while dealt_of(table).deal.to_move != (seat,):
        state = some_move(table, luck)
    return state


def test_it_is_passed_to_whose_turn_it_is_and_shows_their_cards_to_who_takes_it(table: Table) -> None:
    state = until(table, ANA)
    assert looks(state, None) == (None, ANA)
    assert looks(state, Taken(PAU, state.version)) == (None, ANA)
    assert looks(state, Taken(ANA, state.version)) == (ANA, None)


def test_when_the_turn_is_over_the_cards_are_gone_at_once(table: Table) -> None:
    """Ana's turn goes to Pau on the same phone, Pau's to Zoé on hers: nobody's cards stay open for that."""
    taken = Taken(PAU, until(table, PAU).version)
    assert looks(now(table), taken) == (PAU, None)
    state = until(table, ZOE)
    assert looks(state, taken) == (None, None)
    state = until(table, PAU)
    assert looks(state, taken) == (None, PAU), "the next turn is another one"


def test_whoever_looks_between_turns_keeps_the_phone_until_their_turn_is_over(table: Table) -> None:
    state = until(table, ZOE)
    taken = Taken(ANA, state.version)
    assert looks(state, taken) == (ANA, None)
    state = until(table, ANA)
    assert looks(state, taken) == (ANA, None)
    assert looks(until(table, PAU), taken) == (None, PAU)


def test_an_equal_card_plays_on_and_the_curtain_stays_up(table: Table) -> None:
    until(table, ANA)
    luck, held = Random(4), 0
    for _ in range(200):
        before = dealt_of(table).deal.to_move
        state = some_move(table, luck)
        if not state.dealing:
            break
        if before == (ANA,) and dealt_of(table).deal.to_move == (ANA,):
            held += 1
            assert looks(state, Taken(ANA, state.version - 1)) == (ANA, None)
        if before == (ANA,) and dealt_of(table).deal.to_move != (ANA,):
            assert looks(state, Taken(ANA, state.version - 1))[0] is None
    assert held, "nobody played an equal card: choose other luck"


def test_the_next_round_is_in_nobodys_hands(table: Table) -> None:
    taken = Taken(ANA, now(table).version)
    luck = Random(4)
    while now(table).dealing:
        some_move(table, luck)
    state = deal(table, 2, luck=5)
    assert looks(state, taken)[0] is None


def test_two_who_turn_their_first_cards_at_once_pass_the_phone_on(phone: Phone) -> None:
    table = begin(phone, by_key("skyjo"), "Ana", "Pau")
    deal(table)
    taken = Taken(ANA, now(table).version)
    seats = dealt_of(table).deal.to_move
    assert set(seats) == {ANA, PAU}
    state = now(table)
    while ANA in dealt_of(table).deal.to_move:
        assert looks(state, taken) == (ANA, None)
        state = move(table, ANA, dealt_of(table).deal.moves(ANA)[0])
    assert looks(state, taken) == (None, PAU)


def test_a_phone_for_one_person_has_no_curtain(table: Table) -> None:
    state = until(table, ANA)
    assert state.dealt is not None
    assert eyes_of(state, state.holders[ZOE], None) == (ZOE, None)
