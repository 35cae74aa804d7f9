"""What the tests of honesty replace: all that somebody cannot know, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.games.game import Game
from companion.games.table import DEALER, Deal

from .contract import TABLES, following, setups, walk
from .unseen import lay_anew

EYES = [(), (0,), (1,), (0, 1), (0, 2)]


def differing(deals: list[Deal]) -> set[tuple[str, int]]:
    """Which parts of these deals are not the same in all of them: an attribute, and the place in it."""
    found = set()
    for name in {name for kind in type(deals[0]).__mro__ for name in getattr(kind, "__slots__", ())}:
        values = [getattr(deal, name) for deal in deals]
        rows = values if all(isinstance(value, tuple) for value in values) else [(value,) for value in values]
        found |= {(name, at) for at, each in enumerate(zip(*rows, strict=True)) if len(set(each)) > 1}
    return found


def rounds(game: Game, rng: Random) -> Iterator[Deal]:
    """Some deals of two rounds of three people."""
    setup = next(setup for setup in setups(game) if len(setup.seats) == 3)
    for _ in range(2):
        done = walk(game, setup, rng)
        yield from done.deals[1:4]
        yield from rng.sample(done.deals, 6)
        yield done.over
        setup = following(game, done)


@pytest.mark.parametrize("game", TABLES, ids=lambda game: game.key)
def test_whatever_a_seat_must_imagine_is_laid_anew(game: Game) -> None:
    rng = Random(game.key)
    hidden = 0
    for deal in rounds(game, rng):
        for seat in (None, *deal.seats):
            seen = deal.observe(seat)
            imagined = differing([game.table.determinize(seen, rng) for _ in range(8)])
            laid = differing([lay_anew(deal, () if seat is None else (seat,), rng) for _ in range(40)])
            assert imagined <= laid
            hidden += len(imagined)
    assert hidden > 500


@pytest.mark.parametrize("game", TABLES, ids=lambda game: game.key)
@pytest.mark.parametrize("eyes", EYES, ids=str)
def test_what_several_see_together_stays_as_it_is_and_what_the_next_move_shows_too(
    game: Game, eyes: tuple[int, ...]
) -> None:
    """The check is in `lay_anew` itself: here it looks at every deal of whole rounds."""
    rng = Random(str(eyes))
    setup = next(setup for setup in setups(game) if len(setup.seats) == 3)
    done = walk(game, setup, rng)
    steps = [*done.steps, None]
    others = [lay_anew(deal, eyes, rng, then) for deal, then in zip(done.deals, steps, strict=True)]
    moved = [other != deal for other, deal in zip(others, done.deals, strict=True) if deal.to_move != (DEALER,)]
    assert sum(moved) > len(moved) * 0.9
