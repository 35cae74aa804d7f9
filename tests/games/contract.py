"""What every game with a table keeps, whatever its rules. Written against the protocols alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from companion.games import GAMES
from companion.games.game import Game, Round, Start
from companion.games.options import Option
from companion.games.table import DEALER, Deal, Move, Setup, shuffled
from companion.games.why import IllegalMove

from .sight import check_picks, check_sight, check_telling, sights

TABLES = [game for game in GAMES if game.table]
"""The games that are played on screens."""
LONGEST_DEAL = 20_000
NONSENSE = ("", "play", "play x", "shuffle", "draw", "reveal -1", "PLAY 1", " play 1", "x" * 5000)

Step = tuple[int, Move]


@dataclass(frozen=True)
class Walk:
    """A deal that was played to its end: where it started, every deal on the way, and the moves between them."""

    setup: Setup
    deals: tuple[Deal, ...]
    steps: tuple[Step, ...]

    @property
    def over(self) -> Deal:
        """The deal at its end."""
        return self.deals[-1]


def setups(game: Game) -> Iterator[Setup]:
    """The first round of a match for every number of seats and every mix of what can be chosen and a deal looks at.

    Two mixes that make the same deal, whoever begins, are one: no deal of Mojo asks which face goes clockwise. House
    rules change no move, only what bots make of it.
    """
    if game.table is None:
        return
    choices = [[(option.key, value) for value, _ in option.choices] for option in game.options if _asked(option)]
    known = set()
    for seats, mix in product(game.seats, product(*choices)):
        setup = Setup(tuple(range(seats)), game.first_start(0, dict(mix)).seat, 1, dict(mix), (0,) * seats)
        deals = tuple(game.table.deal(replace(setup, starter=starter)) for starter in (setup.starter, 0))
        if deals not in known:
            known.add(deals)
            yield setup


def _asked(option: Option) -> bool:
    return bool(option.choices) and not option.house


def named(setup: Setup) -> str:
    """A setup as the name of a test."""
    return " ".join([str(len(setup.seats)), *map(str, setup.options.values())])


def walk(game: Game, setup: Setup, rng: Random) -> Walk:
    """Play a deal at random. Fails when it does not end."""
    deals, steps = [game.table.deal(setup)], []
    while deals[-1].to_move:
        assert len(steps) < LONGEST_DEAL, setup.spell()
        seat, move = random_step(deals[-1], rng)
        steps.append((seat, move))
        deals.append(deals[-1].after(seat, move))
    return Walk(setup, tuple(deals), tuple(steps))


def random_step(deal: Deal, rng: Random) -> Step:
    """One legal move of one of those who may move."""
    seat = rng.choice(deal.to_move)
    return seat, deal.chance(rng) if seat == DEALER else rng.choice(deal.moves(seat))


def following(game: Game, done: Walk) -> Setup:
    """The setup of the round after a walk."""
    round_ = Round.dealt(1, done.setup, done.over)
    before = Start(done.setup.starter, done.setup.direction, None)
    start = game.next_start(before, round_, done.setup.seats, done.setup.seats)
    gained = [score.points if score else 0 for score in game.score(round_)]
    totals = tuple(total + more for total, more in zip(done.setup.totals, gained, strict=True))
    return replace(
        done.setup, starter=start.seat, direction=start.direction or 1, totals=totals, carry=done.over.carry()
    )


def rounds(game: Game, setup: Setup, rng: Random, number: int = 3) -> Iterator[Walk]:
    """Some rounds of one match, each from what the one before left; fewer when the match ends."""
    for _ in range(number):
        done = walk(game, setup, rng)
        yield done
        setup = following(game, done)
        if game.ended(Round.dealt(1, done.setup, done.over), setup.totals):
            return


def check(game: Game, done: Walk, rng: Random, looks: int = 4) -> None:
    """The whole contract for one walk, looking closely at some of its deals."""
    check_cards(game, done)
    check_replay(game, done)
    check_end(game, done)
    check_words(done)
    check_seals(done)
    for at in sorted(rng.sample(range(len(done.deals)), min(looks, len(done.deals)))):
        check_moves(done.deals[at], {move for _, move in done.steps})
        check_picks(done.deals[at])
        check_telling(game, done.deals[at], rng)
        for seat in (None, *done.setup.seats):
            check_sight(game, done.deals[at], seat, rng)


def check_cards(game: Game, done: Walk) -> None:
    """No card is lost or made."""
    pack = tuple(sorted(value for value, copies in game.table.pack.items() for _ in range(copies)))
    for deal in done.deals:
        assert deal.cards() == pack


def check_replay(game: Game, done: Walk) -> None:
    """Setup and moves, as texts, lead through the same deals; nothing before was changed by what came after."""
    setup = Setup.read(done.setup.spell())
    assert setup == done.setup
    deal = game.table.deal(setup)
    assert deal == done.deals[0]
    for (seat, move), then in zip(done.steps, done.deals[1:], strict=True):
        deal = deal.after(seat, move)
        assert deal == then
        assert hash(deal) == hash(then)


def check_end(game: Game, done: Walk) -> None:
    """What is left is a complete round that the pad would accept; before the end there is nothing to report."""
    round_ = Round.dealt(1, done.setup, done.over)
    for place, entry in enumerate(round_.entries):
        game.check(round_, place)
        assert game.parse(json.loads(json.dumps(game.spell(entry)))) == entry
        assert game.read(game.fields(entry), place == round_.closer) == entry
    assert game.complete(round_)
    assert game.problems(round_) == ()
    assert round_.closer is None or round_.seats[round_.closer] == done.over.closer
    for ask in (done.deals[-2].entries, done.deals[-2].carry):
        assert refuses(ask, ValueError)


def refuses(ask: object, error: type[Exception], *what: object) -> bool:
    """Whether a call raises this."""
    try:
        ask(*what)  # type: ignore[operator]
    except error:
        return True
    return False


def check_moves(deal: Deal, seen: Iterable[Move]) -> None:
    """Exactly the listed moves are legal; every refusal has a reason and harms nothing."""
    before = sights(deal)
    texts = {*seen, *NONSENSE}
    for seat in (*deal.seats, DEALER):
        legal = deal.moves(seat)
        assert len(set(legal)) == len(legal)
        assert bool(legal) == (seat in deal.to_move and seat != DEALER)
        for move in {*legal, *texts}:
            allowed = deal.allows(seat, move)
            assert allowed == (deal.why_not(seat, move) is None)
            if seat != DEALER:
                assert allowed == (move in legal), move
            if not allowed:
                assert str(deal.why_not(seat, move))
                assert refuses(deal.after, IllegalMove, seat, move)
    if DEALER in deal.to_move:
        check_chance(deal)
    else:
        assert refuses(deal.chance, IllegalMove, Random(1))
    assert sights(deal) == before


def check_chance(deal: Deal) -> None:
    """The dealer moves alone. What it may draw is legal, and nothing like it; a shuffle may have any order."""
    assert deal.to_move == (DEALER,)
    drawn = {deal.chance(Random(seed)) for seed in range(8)}
    for move in drawn:
        assert deal.allows(DEALER, move)
        assert deal.after(DEALER, move) == deal.after(DEALER, move)
        for wrong in (f"{move} ", f"{move} 0", move.split()[0], f"{move.split()[0]} 99", f"x{move}"):
            assert not deal.allows(DEALER, wrong)
    if all(map(shuffled, drawn)):
        check_shuffle(deal)
    else:
        # A lot, and everybody sees what was drawn; or the dealer does the one thing that is to be done (jokrummy J14).
        assert not any(map(shuffled, drawn))
        assert all(deal.tell(DEALER, move) for move in drawn)
        assert len({str(deal.tell(DEALER, move)) for move in drawn}) == len(drawn)


def check_shuffle(deal: Deal) -> None:
    """The dealer may put the cards in any order, and only those cards."""
    word, *cards = deal.chance(Random(1)).split()
    turned = " ".join([word, *reversed(cards)])
    assert deal.allows(DEALER, turned)
    others = [card for card in cards if card != cards[0]][:1]
    for wrong in (cards[1:], cards + cards[:1], *([other, *cards[1:]] for other in others)):
        assert not deal.allows(DEALER, " ".join([word, *wrong]))


def check_words(done: Walk) -> None:
    """Every move can be told; the cards of a shuffle are not in the words."""
    for deal, (seat, move) in zip(done.deals, done.steps, strict=False):
        said = deal.tell(seat, move)
        assert said is None or str(said)
        if shuffled(move):
            assert said is not None
            assert not said.values


def check_seals(done: Walk) -> None:
    """Every shuffle keeps some of its cards sealed or none, and before the end there is no saying which."""
    shuffles = [move for _, move in done.steps if shuffled(move)]
    kept = done.over.sealed(shuffles)
    assert len(kept) == len(shuffles)
    for move, places in zip(shuffles, kept, strict=True):
        assert places <= set(range(len(shuffled(move))))
    assert refuses(done.deals[-2].sealed, ValueError, shuffles)


def check_bots(game: Game, deal: Deal, rng: Random, seconds: float) -> None:
    """A bot's move is legal, and the same in every deal that looks the same to it."""
    for seat in deal.to_move:
        if seat == DEALER:
            continue
        seen, luck = deal.observe(seat), rng.random()
        for strength in game.strengths:
            move = game.table.choose(seen, Random(luck), seconds, strength)
            assert deal.allows(seat, move)
            twin = game.table.determinize(seen, rng).observe(seat)
            assert game.table.choose(twin, Random(luck), seconds, strength) == move
        assert seen == deal.observe(seat)
        assert hash(seen) == hash(deal.observe(seat))
