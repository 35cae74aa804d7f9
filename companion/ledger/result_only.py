"""The cell of a match of which only the result is known, as another program or a spreadsheet told it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from companion.games.result import SeatEnd
from companion.games.why import N_, Refusal, Why

FROM = {
    "bgstats": N_("Only the result is known, from BG Stats"),
    "bgg": N_("Only the result is known, from BoardGameGeek"),
    "csv": N_("Only the result is known, from a spreadsheet"),
}
"""Why such a match is over, by the kind of file that told of it."""


class OnlyResult(Refusal):
    """No round can be written in a match of which only the result is known."""

    code = 409

    def __init__(self) -> None:
        super().__init__(N_("Only the result of this match is known: you can’t enter rounds."))


@dataclass(frozen=True, slots=True)
class Result:
    """What a file says of how a match ended, by seat. `told`: a key of FROM; `minutes`: how long it lasted, 0 where
    that is not known.
    """

    told: str
    ends: Sequence[SeatEnd]
    minutes: int = 0

    @property
    def why(self) -> Why:
        """Why the match is over."""
        return Why(FROM[self.told])

    def spell(self) -> dict[str, Any]:
        """The value of the cell; the twin of `parse`."""
        return {"from": self.told, "minutes": self.minutes, "seats": [asdict(end) for end in self.ends]}

    @classmethod
    def parse(cls, value: Mapping[str, Any]) -> Result:
        """The result of what `spell` made."""
        return cls(value["from"], tuple(SeatEnd(**end) for end in value["seats"]), value["minutes"])
