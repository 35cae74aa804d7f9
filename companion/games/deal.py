"""The words of the digital table: what a round that is played on screens offers, whatever the game."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from .game import Entry, Options, Why
from .look import Look

Move = str
"""One act at the table as a short text (`play 8`). A chance move carries its outcome (`shuffle 3 12 …`)."""

Carry = str
"""What a finished deal hands to the next, as text; empty when there is nothing. Not for players' eyes."""

DEALER = -1
"""The seat of chance: it shuffles. No person and no bot sits there."""

SHUFFLES = ("shuffle ", "reshuffle ")
"""How the dealer's moves begin whose outcome is hidden: behind the word stand the cards, the first one drawn first."""


class IllegalMove(ValueError):
    """A move that the rules refuse; `why` is the sentence to show."""

    def __init__(self, msgid: str, values: Mapping[str, object] | None = None) -> None:
        self.why = Why(msgid, values or {})
        super().__init__(str(self.why))


@dataclass(frozen=True, slots=True)
class Setup:
    """All a deal starts from. `seats`: the numbers of the seats dealt in, clockwise; `totals`: their points so far, in
    that order; `starter`: who begins (None where the cards decide); `direction`: 1 clockwise, -1 counter-clockwise.
    """

    seats: tuple[int, ...]
    starter: int | None
    direction: int = 1
    options: Options = field(default_factory=dict)
    totals: tuple[int, ...] = ()
    carry: Carry = ""

    def spell(self) -> str:
        """The setup as one line, parts between semicolons; the twin of `read`."""
        parts = [_words("seats", self.seats), f"starter {'-' if self.starter is None else self.starter}"]
        parts += [f"direction {self.direction}", _words("totals", self.totals)]
        parts += [f"option {key} {_quoted(value)}" for key, value in sorted(self.options.items())]
        return "; ".join([*parts, *([f"carry {self.carry}"] if self.carry else [])])

    @classmethod
    def read(cls, text: str) -> Setup:
        """The setup of a line made by `spell`. Raises ValueError on anything else."""
        found: dict[str, str] = {}
        options: dict[str, int | str] = {}
        for part in text.split("; "):
            word, _, rest = part.partition(" ")
            if word == "option":
                key, _, value = rest.partition(" ")
                options[key] = json.loads(value)
            else:
                found[word] = rest
        if not {"seats", "starter", "direction", "totals"} <= set(found) <= {*_PARTS}:
            raise ValueError(f"not a setup: {text!r}")
        starter = None if found["starter"] == "-" else int(found["starter"])
        seats, totals = _ints(found["seats"]), _ints(found["totals"])
        return cls(seats, starter, int(found["direction"]), options, totals, found.get("carry", ""))


_PARTS = ("seats", "starter", "direction", "totals", "carry")


def _quoted(value: int | str) -> str:
    return json.dumps(value).replace(";", r"\u003b")


def _words(word: str, numbers: tuple[int, ...]) -> str:
    return " ".join([word, *map(str, numbers)])


def _ints(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def shuffled(move: Move) -> tuple[str, ...]:
    """The cards of a hidden shuffle as they are spelled, first drawn first; empty for every other move."""
    return tuple(move.split(" ")[1:]) if move.startswith(SHUFFLES) else ()


class Observation(Protocol):
    """What one seat (None: a watcher) may see of a deal; all that bots and pages get."""

    @property
    def seat(self) -> int | None:
        """Whose eyes these are."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats dealt in, clockwise."""

    @property
    def to_move(self) -> tuple[int, ...]:
        """As the deal's."""

    def moves(self) -> tuple[Move, ...]:
        """The legal moves of this seat; empty when it is not its turn."""

    def look(self) -> Look:
        """The same as a page shows it: a subclass of Look with what lies on this game's table."""

    def determinize(self, rng: Random) -> Deal:
        """A deal this seat could be in: its `observe(seat)` equals this observation."""


class Deal(Protocol):
    """A round in progress. Immutable: `after` gives the next one."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats dealt in, clockwise."""

    @property
    def to_move(self) -> tuple[int, ...]:
        """Who moves: usually one seat; (DEALER,) for chance; empty when the round is over."""

    @property
    def closer(self) -> int | None:
        """The seat that ended the round, once it is over."""

    def moves(self, seat: int) -> tuple[Move, ...]:
        """All legal moves of a seat, each once; empty for the dealer, whose outcomes are too many: see `chance`."""

    def allows(self, seat: int, move: Move) -> bool:
        """Whether the move is legal now."""

    def why_not(self, seat: int, move: Move) -> Why | None:
        """Why the move is refused; None when it is legal."""

    def after(self, seat: int, move: Move) -> Deal:
        """The deal after a move. Raises IllegalMove."""

    def chance(self, rng: Random) -> Move:
        """A move of the dealer, its outcome drawn from `rng`. Raises IllegalMove when the dealer is not to move."""

    def observe(self, seat: int | None) -> Observation:
        """What the seat may see; None for a watcher."""

    def tell(self, seat: int, move: Move) -> Why | None:
        """What everybody may read about a legal move of this deal, made or not; None while it is nobody else's."""

    def sealed(self, shuffles: Sequence[Move]) -> tuple[frozenset[int], ...]:
        """For each hidden shuffle of the match so far, oldest first: the places (0 is drawn first) of the cards that
        nobody else may know after this round. Raises ValueError before its end.
        """

    def entries(self) -> dict[int, Entry]:
        """What every seat reports once the round is over. Raises ValueError before."""

    def carry(self) -> Carry:
        """What the next deal starts with, once the round is over. Raises ValueError before."""

    def cards(self) -> tuple[int, ...]:
        """Every card of the deal wherever it lies, lowest first."""
