"""The turns, and the packs between rounds, that were worked out by hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.games.mojo import play
from companion.games.mojo.setup import FULL_PACK, Leftovers
from companion.games.table import DEALER, Carry
from tests.games.cases import CASES
from tests.games.cast import ANA, PAU

from .tabletop import laid, played, setup
from .test_cases import of_kind

OTHERS = (12, 12, 11, 11, 10)


def table(case: dict[str, Any]) -> play.Deal:
    """Ana's turn as a case describes it."""
    given = case["input"]
    rest = [OTHERS] * (given["seats"] - 1)
    piles = given.get("piles") or [[given.get("top", 5)]]
    downs = [(3, 2, 1)[: given.get("face_down", 0)], *[()] * len(rest)]
    stock = () if given.get("draw_pile") == 0 else None
    return laid(given["hand"], *rest, piles=piles, downs=downs, stock=stock)


def moves(case: dict[str, Any]) -> list[str]:
    """The moves of a case."""
    given = case["input"]
    if given.get("action") == "reveal":
        return ["reveal 1"]
    on = f" on {given['pile'] + 1}" if "pile" in given else ""
    drawn = {"other": ["draw discard"], "draw_pile": ["draw stock"]}.get(given.get("draw_from", ""), [])
    return [*(f"play {card}{on}" for card in given["plays"]), *drawn]


def turn(case: dict[str, Any]) -> play.Deal:
    """The table after Ana's turn."""
    deal = table(case)
    for move in moves(case):
        assert deal.allows(ANA, move), move
        deal = deal.after(ANA, move)
    if deal.to_move == (DEALER,):
        cards = case["expected"]["reshuffled_cards"]
        deal = deal.after(DEALER, "reshuffle " + " ".join(map(str, cards)))
    return deal


LEGAL = [case for case in of_kind("turn") if case.values[0]["expected"]["legal"]]
ILLEGAL = [case for case in of_kind("turn") if not case.values[0]["expected"]["legal"]]


def test_no_turn_has_been_lost() -> None:
    assert (len(LEGAL), len(ILLEGAL)) == (11, 1)
    assert Counter(case["kind"] for case in CASES)["next_round_deck"] == len(of_kind("next_round_deck")) == 2


@pytest.mark.parametrize("case", LEGAL)
def test_a_turn_goes_as_worked_out(case: dict[str, Any]) -> None:
    expected, deal = case["expected"], turn(case)
    mine = deal.hands[ANA] + deal.downs[ANA]
    checks = {
        "turn_over": lambda over: over == (deal.to_move != (ANA,)),
        "must_play": lambda must: must == all(move.startswith("play") for move in deal.moves(ANA)),
        "round_over": lambda over: over == (deal.to_move == ()),
        "draws": lambda drawn: len(mine) == len(case["input"]["hand"]) - len(case["input"]["plays"]) + drawn,
        "hand_after": lambda cards: mine == tuple(sorted(cards)),
        "hand_size_after": lambda size: len(mine) == size,
        "mojo_time": lambda down: down == bool(deal.downs[ANA]),
        "face_down_after": lambda left: len(deal.downs[ANA]) == left,
        "mojo_holder": lambda holder: (holder, deal.closer) == ("player", ANA),
        "piles_after": lambda piles: [list(pile) for pile in deal.piles] == piles,
        "drawn": lambda card: card in deal.hands[ANA],
        "reshuffled_pile": lambda pile: len(deal.piles[pile]) == 1,
        "reshuffled_cards": lambda cards: len(deal.stock) == len(cards) - 1,
        "legal": lambda legal: legal,
    }
    for what, value in expected.items():
        assert checks[what](value), what


@pytest.mark.parametrize("case", ILLEGAL)
def test_a_turn_that_is_not_allowed_is_refused(case: dict[str, Any]) -> None:
    *allowed, refused = moves(case)
    deal = played(table(case), *allowed)
    assert deal.to_move == (PAU,)
    assert str(deal.why_not(ANA, refused)) == "It’s not your turn."


def left_over(stock: int) -> Carry:
    """What a round left: so many cards in the stock, a 12 on top of all the others."""
    return Leftovers(FULL_PACK[:stock], FULL_PACK[stock:]).spell()


@pytest.mark.parametrize("case", of_kind("next_round_deck"))
def test_the_pack_of_the_next_round_is_as_worked_out(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    carry = left_over(given["draw_pile_left"])
    deal = play.deal(setup(seats=given["seats"], edition=given["edition"], carry=carry))
    assert deal.to_move == (DEALER,)
    assert len(deal.unshuffled) == expected["reshuffled_cards"]
    assert sum(map(len, deal.hands)) == expected.get("dealt_before_reshuffle", 0)
    word = "reshuffle" if given["edition"] == "fr" else "shuffle"
    deal = deal.after(DEALER, " ".join([word, *map(str, deal.unshuffled)]))
    assert len(deal.stock) == expected["draw_pile_after_deal_and_first_discard"]
    assert [len(hand) for hand in deal.hands] == [8] * given["seats"]
