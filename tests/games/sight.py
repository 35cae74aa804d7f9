"""What every table shows and hides, whatever the game: the part of the contract that is about eyes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from random import Random
from typing import TypeVar

from companion.games.game import Game, table_of
from companion.games.look import Choice, Look
from companion.games.table import Deal, Observation
from companion.games.why import Why

T = TypeVar("T")
TOLD = 12


def check_sight(game: Game, deal: Deal, seat: int | None, rng: Random) -> None:
    """A seat's view holds plain values only and fits any deal that the seat could be in: it leaks nothing."""
    seen = deal.observe(seat)
    check_plain(tuple(getattr(seen, field.name) for field in fields(seen)))  # type: ignore[arg-type]
    assert not hasattr(seen, "__dict__")
    before = repr(seen)
    assert seen.seat == seat
    assert seen.to_move == deal.to_move
    assert seen.moves() == (() if seat is None else deal.moves(seat))
    table = table_of(game)
    twin = table.determinize(seen, rng)
    assert twin.observe(seat) == seen
    assert repr(twin.observe(seat)) == repr(seen)
    assert twin.cards() == deal.cards()
    assert twin.to_move == deal.to_move
    check_look(table.look(seen), seen)
    assert table.look(twin.observe(seat)) == table.look(seen)
    assert repr(seen) == before, "what is seen is never changed"


def check_look(look: Look, seen: Observation) -> None:
    """The page offers legal moves only, and something whenever there is something to do."""
    check_plain(look)
    offered = [choice.move for choice in parts(look, Choice)]
    assert set(offered) <= set(seen.moves())
    assert bool(offered) == bool(seen.moves())
    assert [place.seat for place in look.places] == around(seen)
    assert (look.mine is None) == (seen.seat is None)


def around(seen: Observation) -> list[int]:
    """The other seats, clockwise from the observer's left."""
    seats = list(seen.seats)
    if seen.seat is None:
        return seats
    at = seats.index(seen.seat)
    return seats[at + 1 :] + seats[:at]


def parts(value: object, kind: type[T]) -> Iterator[T]:
    """Every value of a kind inside a plain value."""
    if isinstance(value, kind):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from parts(part, kind)
    elif is_dataclass(value):
        for field in fields(value):
            yield from parts(getattr(value, field.name), kind)


def check_picks(deal: Deal) -> None:
    """Who moves at the same time as others learns nothing from their moves while one of them is still to move."""
    movers = deal.to_move
    assert len(set(movers)) == len(movers)
    for seat in movers if len(movers) > 1 else ():
        for after in (deal.after(seat, move) for move in deal.moves(seat)):
            assert set(after.to_move) in (set(movers), set(movers) - {seat})
        assert {deal.tell(seat, move) for move in deal.moves(seat)} == {None}
        for other in (None, *(each for each in deal.seats if each != seat)):
            assert len({repr(deal.after(seat, move).observe(other)) for move in deal.moves(seat)}) == 1


def check_telling(game: Game, deal: Deal, rng: Random) -> None:
    """What is told of a move depends on nothing that a watcher sees neither before nor after it."""
    for seat in deal.to_move:
        moves = deal.moves(seat)
        twin = table_of(game).determinize(deal.observe(None), rng)
        for move in rng.sample(moves, min(len(moves), TOLD)):
            if twin.allows(seat, move) and twin.after(seat, move).observe(None) == deal.after(seat, move).observe(None):
                assert twin.tell(seat, move) == deal.tell(seat, move)


def check_plain(value: object) -> None:
    """Ints, texts, tuples and frozen values, all the way down: nothing can be changed and nothing is hidden inside."""
    if isinstance(value, tuple):
        for part in value:
            check_plain(part)
    elif isinstance(value, Why):
        assert value.msgid
    elif is_dataclass(value):
        assert value.__dataclass_params__.frozen  # type: ignore[union-attr]
        assert not hasattr(value, "__dict__")
        for field in fields(value):
            check_plain(getattr(value, field.name))
    else:
        assert value is None or isinstance(value, int | str), value


def sights(deal: Deal) -> list[Observation]:
    """What everybody and a watcher sees."""
    return [deal.observe(seat) for seat in (None, *deal.seats)]
