"""The table of Jok-R-ummy jr as seats see it and pages show it: what is secret, what is told, what stays sealed."""

from __future__ import annotations

from random import Random

from companion.games.jokrummy import play
from companion.games.jokrummy.look import Look
from companion.games.jokrummy.look import look as look_at
from companion.games.jokrummy.missions import SURPRISE
from companion.games.jokrummy.pack import spell
from companion.games.jokrummy.stages import DRAW
from companion.games.table import DEALER, shuffled
from tests.games.cast import ANA, PAU, ZOE
from tests.games.contract import rounds

from .tabletop import JOKRUMMY, KEYS, cards, handed, laid, meld, pack, played, setup, shuffle

SOME = "a1 b3 c6 d9 a10"
LYING = [meld("s3a", "a5 a6 a7", PAU)]


def looked(deal: play.Deal, seat: int | None) -> Look:
    look = look_at(deal.observe(seat))
    assert isinstance(look, Look)
    return look


def effects(deal: play.Deal) -> dict[str, str]:
    """What every legal move will do."""
    seen = deal.observe(deal.to_move[0])
    return {move: seen.effect(move) for move in seen.moves()}


def carried() -> str:
    """What a round leaves in which Ana did her mission."""
    return played(laid("a5", SOME, done=[ANA], missions=["", "x5"]), "discard a5").carry()


def test_a_mission_is_seen_by_its_seat_alone_also_after_the_round() -> None:
    over = played(laid("a5", SOME, SOME, done=[ANA], missions=["", "x5", "g4x7"]), "discard a5")
    assert [looked(over, seat).key for seat in (ANA, PAU, ZOE, None)] == ["", "x5", "g4x7", ""]
    assert str(looked(over, PAU).mission) == "run of 5, mixed animals"
    assert looked(over, ANA).hand == ()
    assert over.observe(ANA).holds == (0, 1, 1)
    assert str(looked(over, PAU).ask) == "seat 0 has no cards left and ends the round."


def test_a_deal_a_seat_could_be_in_keeps_what_everybody_knows() -> None:
    """A card taken openly; a surprise under the pack; secret missions are regular ones."""
    deal = handed("free", "free", "free", "s3a", "x5", "g3")
    deal = played(deal, shuffle(), "draw discard", deal.moves(ANA)[0] if deal.moves(ANA) else "discard a1")
    for seed in range(30):
        twin = play.determinize(deal.observe(PAU), Random(seed))
        assert KEYS[twin.missions[PAU]] == "x5"
        assert twin.pack[-1] == SURPRISE
        assert SURPRISE not in twin.missions
        assert set(deal.known[ANA]) <= set(twin.hands[ANA])


def test_what_was_not_in_the_last_shuffle_is_in_a_hand() -> None:
    deal = laid("a1 b3", "c9 c9", stage=DRAW, discard="d1")
    deal.stock = cards("b7 b8 b9")
    deal.fresh = tuple(int(value in deal.stock) for value in range(41))
    for seed in range(20):
        twin = play.determinize(deal.observe(ANA), Random(seed))
        assert set(twin.stock) <= set(deal.stock)


def test_moves_say_what_they_will_do() -> None:
    deal = laid("a8 c8 d8 m b1", SOME, done=[ANA], melds=LYING)
    found = effects(deal)
    assert (found["group a8 c8 d8"], found["add a8 to 1"], found["discard b1"]) == ("group", "add", "discard")
    assert effects(laid("a8", SOME, done=[ANA], melds=LYING)) == {"add a8 to 1": "end", "discard a8": "end"}
    assert set(effects(laid(SOME, SOME, stage=DRAW)).values()) == {"draw", "take"}
    found = {
        effects(laid("a8 b8 c8 d1", SOME, SOME, missions=["g3", "x5", "s5"], totals=totals))["lay a8 b8 c8"]
        for totals in ((3, 0, 0), (2, 3, 0))
    }
    assert found == {"win", "lay"}
    assert effects(laid("a8 b8 c8 d2", SOME, missions=["g3", ""], done=[PAU]))["lay a8 b8 c8"] == "end"


def test_the_page_offers_what_can_be_done_where_it_lies() -> None:
    look = looked(laid("a8 c8 d8 b1", SOME, done=[ANA], melds=LYING), ANA)
    assert [str(choice.said) for choice in look.offers] == ["lay set"]
    assert tuple(face.card for face in look.offers[0].cards) == cards("a8 c8 d8")
    assert {face.card: [choice.effect for choice in face.choices] for face in look.hand}[8] == ["discard"]
    assert [choice.move for choice in look.melds[0].choices] == ["add a8 to 1"]
    assert str(look.melds[0].choices[0].said) == "add axolotl 8"
    assert (look.melds[0].number, look.melds[0].seat, look.melds[0].is_set) == (1, PAU, False)
    drawing = looked(laid(SOME, SOME, stage=DRAW), ANA)
    assert [pile.choices[0].move for pile in drawing.piles] == ["draw stock", "draw discard"]
    assert str(drawing.hand[0].refused) == "First take a card, from the draw pile or the discard pile."
    assert str(looked(laid(SOME, SOME), PAU).hand[0].refused) == "It’s not your turn."


def test_the_plainest_way_to_do_a_mission_is_offered_first() -> None:
    look = looked(laid("b1 b3 b4 b5 m m a9", SOME, missions=["x1-4", ""]), ANA)
    ways = [spell(face.card or 0 for face in offer.cards) for offer in look.offers]
    assert ways == sorted(ways, key=lambda way: (len(way.split()), way.count("m")))
    assert ways[0] == "b1 m b3 b4"
    assert len(ways) > 3
    assert look.plain == look.offers[:2]


def test_missions_done_lie_open_before_everybody() -> None:
    over = played(laid("a5", SOME, done=[ANA], missions=["", "x5"]), "discard a5")
    deal = play.deal(setup(2, PAU, (1, 0), over.carry())).after(DEALER, "hand out")
    done = looked(deal, None).done
    assert [(each.seat, each.total, len(each.missions)) for each in done] == [(ANA, 1, 1), (PAU, 0, 0)]
    assert str(looked(deal, PAU).ask) == "Keep your mission or swap it for a new one?"
    assert [str(choice.said) for choice in looked(deal, PAU).offers] == ["keep", "swap"]
    assert str(looked(deal, ANA).ask) == "It’s seat 1’s turn."


def test_moves_are_told_without_what_is_secret() -> None:
    def told(deal: play.Deal, move: str) -> str:
        return str(deal.tell(deal.to_move[0], move))

    deal = laid("a8 b8 c8 d1", SOME, missions=["g3", "x5"], discard="c2")
    assert told(deal, "lay a8 b8 c8") == "seat 0 lays the mission “set of 3, any number”: axolotl 8, bear 8, cat 8."
    assert told(deal, "discard d1") == "seat 0 discards duck 1."
    assert told(laid("d1", SOME, done=[ANA]), "discard d1") == "seat 0 discards duck 1, their last card."
    deal = laid("a8 b8 c8 d1", SOME, done=[ANA], melds=LYING)
    assert told(deal, "group a8 b8 c8") == "seat 0 lays a set: axolotl 8, bear 8, cat 8."
    assert told(deal, "add a8 to 1") == "seat 0 adds to the run that starts at 5 (axolotl): axolotl 8."
    deal = laid("a8 m d1", SOME, done=[ANA], melds=[meld("g3", "b8 c8 d8", PAU)])
    assert told(deal, "add a8 to 1") == "seat 0 adds to the set of 8s: axolotl 8."
    assert told(deal, "discard m") == "seat 0 discards a monkey."
    deal = laid(SOME, SOME, stage=DRAW, discard="c2")
    assert told(deal, "draw stock") == "seat 0 takes a card from the draw pile."
    assert told(deal, "draw discard") == "seat 0 takes cat 2 from the discard pile."
    assert told(play.deal(setup()), pack()) == "The missions are shuffled and dealt."
    assert told(play.deal(setup(2, totals=(1, 0), carry=carried())), "hand out") == "The missions are dealt."
    assert told(handed("s3a"), shuffle()) == "The cards are shuffled and dealt."
    over = played(laid("a5", SOME, done=[ANA], missions=["", "x5"]), "discard a5")
    deal = play.deal(setup(2, PAU, (1, 0), over.carry())).after(DEALER, "hand out")
    assert [told(deal, move) for move in ("keep", "change")] == [
        "seat 1 keeps their mission.",
        "seat 1 swaps their mission.",
    ]


def test_everything_stays_sealed_after_a_round() -> None:
    """jokrummy J14: where a card lay tells whose hand it was in, also of one whose copies all lie on the table."""
    for seed in range(10):
        moves: list[str] = []
        for done in rounds(JOKRUMMY, setup(3), Random(seed), 4):
            moves += [move for _, move in done.steps if shuffled(move)]
            assert done.over.sealed(moves) == tuple(frozenset(range(len(shuffled(move)))) for move in moves)


def test_the_dealer_has_a_word_of_its_own_for_every_shuffle() -> None:
    deal = play.deal(setup())
    assert str(looked(deal, ANA).ask) == "Dealing the missions…"
    deal = deal.after(DEALER, pack())
    assert str(looked(deal, ANA).ask) == "Shuffling…"
