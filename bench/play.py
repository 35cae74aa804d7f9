"""How fast Mojo is played on one core: random moves by the deal, imagined moves of a bot, replaying a round, a move."""

from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

from companion.games import by_key
from companion.games.deal import DEALER, Deal, Move, Setup
from companion.games.mojo import play, playout
from companion.games.mojo.observe import Hidden
from companion.games.mojo.search import imagine

SECONDS = 1.0
BRANCHES = 6
SEATS = (2, 4, 8)
MOJO = by_key("mojo")
Step = tuple[int, Move]


def setup(seats: int, discards: str) -> Setup:
    return Setup(tuple(range(seats)), 0, 1, {"discards": discards}, (0,) * seats)


def random_play(begin: Setup, rng: Random) -> list[Step]:
    """Plays a round at random; returns its moves."""
    deal: Deal = MOJO.deal(begin)
    steps = []
    while deal.to_move:
        seat = deal.to_move[0]
        move = deal.chance(rng) if seat == DEALER else rng.choice(deal.moves(seat))
        steps.append((seat, move))
        deal = deal.after(seat, move)
    return steps


def replay(text: str, steps: list[Step]) -> None:
    deal: Deal = MOJO.deal(Setup.read(text))
    for seat, move in steps:
        deal = deal.after(seat, move)
    assert not deal.to_move


def dealt(begin: Setup, rng: Random) -> play.Deal:
    deal = play.deal(begin)
    return deal.after(DEALER, deal.chance(rng))


def imagined(seats: int, discards: str, rng: Random) -> Callable[[], int]:
    """Returns what imagines rounds as the bot does, BRANCHES on the same cards, and returns how many moves they had."""
    seen = dealt(setup(seats, discards), rng).observe(0)
    hidden, moves = Hidden.of(seen), []
    for _ in range(200):
        playout.finish(imagine(seen, hidden, rng), rng, lambda kind, _: moves.append(kind))
    mean = len([kind for kind in moves if kind != "reshuffle"]) / 200

    def once() -> int:
        position = imagine(seen, hidden, rng)
        for _ in range(BRANCHES):
            playout.finish(position.copy(), rng)
        return round(BRANCHES * mean)

    return once


def a_second(work: Callable[[], int]) -> float:
    """How much work is done in a second."""
    work()
    done, start = 0, perf_counter()
    while perf_counter() - start < SECONDS:
        done += work()
    return done / (perf_counter() - start)


def replaying(seats: int, discards: str, rng: Random) -> float:
    """Milliseconds to replay a round from its texts."""
    begin = setup(seats, discards)
    times = []
    for _ in range(100):
        steps, text = random_play(begin, rng), begin.spell()
        start = perf_counter()
        replay(text, steps)
        times.append(1000 * (perf_counter() - start))
    return median(times)


def thinking(seats: int, discards: str, rng: Random) -> float:
    """Milliseconds of the longest of the strong bot's first moves."""
    times = []
    for _ in range(15):
        seen = dealt(setup(seats, discards), rng).observe(0)
        start = perf_counter()
        MOJO.choose(seen, rng, 0.3, "strong")
        times.append(1000 * (perf_counter() - start))
    return max(times)


def main() -> None:
    rng = Random(1)
    print("Mojo on one core              random play     playouts   replay  strong move")
    print("                                  moves/s      moves/s       ms   ms, longest")
    for discards in ("1", "2"):
        for seats in SEATS:
            begin = setup(seats, discards)
            deal = a_second(lambda begin=begin: len(random_play(begin, rng)))
            fast = a_second(imagined(seats, discards, rng))
            ms, thought = replaying(seats, discards, rng), thinking(seats, discards, rng)
            print(f"{seats} seats, discards: {discards}  {deal:19,.0f} {fast:12,.0f} {ms:8.2f} {thought:12.0f}")
    print("aims                             ≥ 62,000    ≥ 500,000      ≤ 3        ≤ 300")


if __name__ == "__main__":
    main()
