"""What a phone sees of a round on screens: whose eyes it has, what lies on the table, what was done, how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.games.deal import Deal
from companion.games.look import Look
from companion.ledger.screen import Screen
from companion.ledger.seals import last_fingerprint
from companion.ledger.state import MatchState

from .words import gettext, say

TOLD = 6
"""So many last moves are told in words."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits there. `plays`: "me", "phone", "bot" or "nobody"; `here`: its phone is connected."""

    seat: int
    name: str
    total: int
    plays: str
    strength: str
    here: bool


@dataclass(frozen=True, slots=True)
class Points:
    """A line of a round's result, as on the pad."""

    seat: int
    name: str
    points: int
    mark: str
    why: str
    total: int


@dataclass(frozen=True, slots=True)
class Board:
    """The table for one phone. `eyes`: the seat it looks with, None for a bystander; `pass_to`: while the curtain is
    down, the seat whose turn it is on this phone; `mine`: the phone's seats; `seen`: the newest line's number; `asks`:
    it is this phone's turn.
    """

    round: int
    eyes: int | None
    pass_to: int | None
    mine: tuple[int, ...]
    seen: int
    look: Look
    ask: str
    asks: bool
    told: tuple[str, ...]
    over: bool
    points: tuple[Points, ...]
    fingerprint: str


def seats_at(state: MatchState, phone: int) -> tuple[int, ...]:
    """The phone's seats that were dealt into the round on screens."""
    dealt = state.screen.setup.seats if state.screen else ()
    return tuple(seat for seat in state.seats_of(phone) if seat in dealt)


def eyes_of(state: MatchState, phone: int, wanted: int | None) -> tuple[int | None, int | None]:
    """The seat that a phone looks with, and the one it has to be passed to first.

    A phone that plays for several people shows a hand only to whoever took it: `wanted` is who said so.
    """
    screen, mine = state.screen, seats_at(state, phone)
    if screen is None:
        return None, None
    if len(mine) < 2:
        return (mine[0] if mine else None), None
    turn = [seat for seat in screen.deal.to_move if seat in mine and seat not in state.bots]
    if not screen.running:
        return (wanted if wanted in mine else None), None
    if turn and wanted not in turn:
        return None, turn[0]
    return (wanted if wanted in mine else None), None


def board_of(state: MatchState, screen: Screen, phone: int, wanted: int | None) -> Board:
    """The table of a round as this phone may see it."""
    eyes, pass_to = eyes_of(state, phone, wanted)
    deals = screen.deals(state.game)
    shown = step_of(state, screen, deals[-1], told(state, screen, deals), eyes)
    return replace(
        shown,
        pass_to=pass_to,
        mine=seats_at(state, phone),
        asks=eyes is not None and eyes in screen.deal.to_move and eyes not in state.bots,
        fingerprint=last_fingerprint(state),
    )


def step_of(state: MatchState, screen: Screen, deal: Deal, said: Sequence[str], eyes: int | None) -> Board:
    """The table of a round at one of its deals, as somebody with these eyes saw it; nobody is asked for anything.

    `said`: the moves that led there, as `told` has them.
    """
    look = deal.observe(eyes).look()
    over = not deal.to_move and screen.over
    return Board(
        round=screen.round,
        eyes=eyes,
        pass_to=None,
        mine=(),
        seen=screen.last,
        look=look,
        ask=say(look.ask, state.name),
        asks=False,
        told=tuple(text for text in said if text)[-TOLD:],
        over=over,
        points=points_of(state, screen.round) if over else (),
        fingerprint="",
    )


def told(state: MatchState, screen: Screen, deals: Sequence[Deal]) -> list[str]:
    """Every move in words that everybody may read, oldest first; empty where it is nobody else's yet.

    `deals`: the deal before each move, and the last one.
    """
    moves = zip(deals[:-1], screen.moves, strict=True)
    return [say(deal.tell(line.seat, line.move), state.name) for deal, line in moves if line.seat is not None]


def points_of(state: MatchState, round_: int) -> tuple[Points, ...]:
    """The result of a round with its reasons, in seat order; empty while it is not complete."""
    sheet = state.sheet.rounds[round_ - 1]
    found = []
    for seat in state.order:
        cell = sheet.cells[seat]
        if cell.score is not None:
            total = cell.total if cell.total is not None else state.sheet.totals[seat]
            why = say(cell.score.why, state.name)
            found.append(Points(seat, state.name(seat), cell.score.points, cell.score.mark, why, total))
    return tuple(found)


def people_of(state: MatchState, phone: int, here: frozenset[int], seats: Iterable[int]) -> dict[int, Person]:
    """Who sits on these seats and who moves for them, in that order."""
    return {seat: _person(state, seat, phone, here) for seat in seats}


def _person(state: MatchState, seat: int, phone: int, here: frozenset[int]) -> Person:
    holder, strength = state.holders.get(seat), state.bots.get(seat, "")
    plays = "bot" if strength else "nobody" if holder is None else "me" if holder == phone else "phone"
    there = plays != "phone" or holder in here
    return Person(seat, state.name(seat), state.sheet.totals[seat], plays, strength, there)


def strength_name(strength: str) -> str:
    """How well a bot plays, in words."""
    names = {"easy": gettext("easy"), "normal": gettext("normal"), "strong": gettext("strong")}
    return names.get(strength, strength)
