"""Random and recorded rounds, move by move against a plain reading of the rules."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.mojo import play
from companion.games.mojo.setup import Leftovers
from companion.games.table import Setup
from tests.games.cast import MOJO
from tests.games.contract import Walk, named, rounds, setups
from tests.games.playthrough import files_of, read

from .reference_table import DEALER, Round

SETUPS = [pytest.param(setup, id=named(setup)) for setup in setups(MOJO)]
FILES = files_of("mojo")


def follow(done: Walk) -> None:
    """Compare every deal of a walk with the table of the reference, and what either allows."""
    setup = done.setup
    place = {seat: at for at, seat in enumerate(setup.seats)} | {DEALER: DEALER}
    assert setup.starter is not None
    handed_on = Leftovers.read(setup.carry) if setup.carry and setup.options["edition"] == "fr" else None
    table = Round(len(setup.seats), place[setup.starter], setup.direction, setup.options["discards"] == "2")
    table.stock = list(handed_on.stock) if handed_on else []
    story = table.tell(list(handed_on.heap) if handed_on else [])
    seat, may = next(story)
    for deal, (mover, move) in zip(done.deals, done.steps, strict=False):
        compare(deal, table)
        assert [place[other] for other in deal.to_move] == [seat]
        assert set(deal.moves(mover)) == (may if seat != DEALER else set())
        assert place[mover] == seat
        try:
            seat, may = story.send(move)
        except StopIteration:
            break
    compare(done.over, table)
    assert done.over.to_move == ()
    assert done.over.closer == setup.seats[table.holder or 0]
    assert table.holder is not None
    if setup.options["edition"] == "fr":
        left = Leftovers.read(done.over.carry())
        assert (list(left.stock), list(left.heap)) == table.left_over()


def compare(deal: object, table: Round) -> None:
    """The same cards lie in the same places."""
    assert isinstance(deal, play.Deal)
    for mine, theirs in ((deal.hands, table.hands), (deal.downs, table.down), (deal.ups, table.up)):
        assert [list(cards) for cards in mine] == [sorted(cards) for cards in theirs]
    if table.hands and any(table.hands):
        assert [list(pile) for pile in deal.piles] == table.heaps
        assert list(deal.stock) == table.stock


@pytest.mark.parametrize("setup", SETUPS)
def test_random_rounds_go_as_the_reference_says(setup: Setup) -> None:
    for seed in range(5):
        for done in rounds(MOJO, setup, Random(seed)):
            follow(done)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_rounds_go_as_the_reference_says(path: object) -> None:
    setup, steps = read(path.read_text("utf-8"))  # type: ignore[attr-defined]
    deals = [MOJO.table.deal(setup)]
    for seat, move in steps:
        deals.append(deals[-1].after(seat, move))
    follow(Walk(setup, tuple(deals), tuple(steps)))
