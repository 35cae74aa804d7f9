"""Every refusal of a move has a reason that says what to do."""

from __future__ import annotations

import pytest

from companion.games.jokrummy import play
from companion.games.jokrummy.stages import DRAW, MISSIONS, OVER, SHUFFLE
from companion.games.table import DEALER
from companion.games.why import IllegalMove
from tests.games.cast import ANA, PAU

from .tabletop import handed, laid, meld, pack, played, reason, setup, shuffle

SOME = "a1 b3 c6 d9 a10"
LYING = [meld("s3a", "a5 a6 a7", PAU), meld("g3", "c4 d4 m", PAU), meld("x5", "a1 b2 c3 d4 a5", PAU)]


@pytest.mark.parametrize(
    "move", ["", "lay", "lay a11", "lay  a1", "add a1 to 0", "add a1 to 1 at top", "discard a1 a2", "end", "shuffle x9"]
)
def test_what_is_no_move_is_said_to_be_none(move: str) -> None:
    assert reason(laid(SOME, SOME), move) == f"“{move}” isn’t a move in Jok-R-ummy jr."


def test_only_the_seat_in_turn_moves() -> None:
    assert reason(laid(SOME, SOME), "discard a1", PAU) == "It’s not your turn."
    assert reason(laid(SOME, SOME, stage=OVER), "discard a1") == "The round is over."
    assert reason(laid(SOME, SOME, stage=SHUFFLE), "draw stock") == "Shuffling…"
    assert reason(laid(SOME, SOME), "discard a1", DEALER) == "It’s not your turn."


@pytest.mark.parametrize(
    ("held", "move", "said"),
    [
        (SOME, "draw stock", "You’ve already taken a card."),
        (SOME, "keep", "You can only swap a mission before the cards are dealt."),
        (SOME, "shuffle a1", "Only the dealer can shuffle and deal."),
        (SOME, "discard a2", "You don’t have enough of this card: a2."),
        (SOME, "lay a1 a1 a1", "You don’t have enough of this card: a1."),
        (SOME, "lay a1 b3 c6", "These cards don’t fit your mission: set of 3, any number."),
        ("m m m a5", "lay m m m", "A mission needs at least one card that isn’t a monkey."),
        ("a5 b5 c5", "group a5 b5 c5", "First lay your mission. Before that you can’t lay or add anything."),
        (SOME, "add a1 to 1", "First lay your mission. Before that you can’t lay or add anything."),
    ],
)
def test_before_the_mission_a_move_is_refused_with_its_reason(held: str, move: str, said: str) -> None:
    assert reason(laid(held, SOME, missions=["g3", "x5"], melds=LYING), move) == said


@pytest.mark.parametrize(
    ("held", "move", "said"),
    [
        ("a5 b5 c5", "lay a5 b5 c5", "Your mission is already done."),
        ("a5 b5 c6", "group a5 b5", "A set needs three cards or more."),
        ("m m m", "group m m m", "A set needs at least one card that isn’t a monkey."),
        (
            "a2 a3 a4",
            "group a2 a3 a4",
            ("All cards of a set have the same number. After your mission you can’t lay new runs."),
        ),
        ("a5 b5 m", "group m a5 b5", "Put the cards of a set in order, low to high, monkeys last."),
        ("a5 b5 c6", "add a5 to 4", "There’s no run or set number 4 on the table."),
        ("m a5", "add m to 1", "Choose where the monkey goes: at the start or at the end."),
        ("m a5", "add m to 2 at end", "Only a monkey can go at either end, and only on a run."),
        ("a8 a5", "add a8 to 1 at end", "Only a monkey can go at either end, and only on a run."),
        ("m a5", "add m to 3 at start", "That doesn’t fit: runs go from 1 to 10."),
        ("a5 b5", "add a5 to 2", "Only 4 fits this set."),
        ("b8 b5", "add b8 to 1", "This run is for one animal only."),
        ("a9 b5", "add a9 to 1", "a9 doesn’t fit a run from 5 to 7."),
    ],
)
def test_after_the_mission_a_move_is_refused_with_its_reason(held: str, move: str, said: str) -> None:
    assert reason(laid(held, SOME, done=[ANA], melds=LYING), move) == said


def test_first_a_card_is_taken() -> None:
    """jokrummy J5."""
    said = "First take a card, from the draw pile or the discard pile."
    assert reason(laid(SOME, SOME, stage=DRAW), "discard a1") == said


def test_first_the_mission_is_kept_or_changed() -> None:
    """jokrummy J14."""
    over = played(laid("a5", SOME, done=[ANA], missions=["", "x5"]), "discard a5")
    deal = play.deal(setup(2, PAU, (1, 0), over.carry()))
    assert reason(deal, shuffle(), DEALER) == "First the missions must be dealt."
    deal = played(deal, "hand out")
    assert reason(deal, "draw stock", PAU) == "First choose: keep your mission or swap it."


def test_the_dealer_shuffles_what_is_to_be_shuffled() -> None:
    deal = play.deal(setup())
    assert deal.stage == MISSIONS
    assert reason(deal, shuffle(), DEALER) == "These aren’t the cards to shuffle."
    assert reason(deal, "draw stock", DEALER) == "First the cards must be shuffled."
    deal = handed("s3a", "x5", "g3")
    assert reason(deal, pack(), DEALER) == "These aren’t the cards to shuffle."
    assert reason(deal, shuffle().replace("shuffle", "reshuffle"), DEALER) == "First the cards must be shuffled."
    with pytest.raises(IllegalMove, match="aren’t the cards"):
        deal.after(DEALER, "shuffle a1 a2")
