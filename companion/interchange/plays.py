"""What other programs tell of a match: who played, and how it came out. Their files are read into this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from companion.games.result import SeatEnd

LONGEST_NAME, LONGEST_NOTE = 40, 500


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something of a file that is not brought in: the reason, a msgid with its `values`; and which it was, in the
    file's own words.
    """

    why: str
    which: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cells:
    """The rounds of a match as a spreadsheet tells them: by round and seat the points and those of a house rule, and
    by round the seat that ended it, -1 where that was nobody.
    """

    points: Mapping[tuple[int, int], int]
    house: Mapping[tuple[int, int], int]
    ended: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Play:
    """A match as it was told. `source`: what it is called in that program's log, the same in every file; `where`: which
    it is, in the file's own words; `called`: the name of the game; `key`: which of ours that is, "points" for all
    others; `at`: when it was played, without a zone where that is the clock on the wall. By seat: the `names`, empty
    for somebody who is nobody in particular, and the `ends`. `bots`: the seats that no person had; `public_id`: what we
    call it, where the file is one of ours; `highest_wins`: None where nobody says; `cells`: None where only the result
    is told.
    """

    source: str
    where: str
    called: str
    key: str
    at: datetime
    names: tuple[str, ...]
    ends: tuple[SeatEnd, ...]
    bots: frozenset[int] = frozenset()
    starter: int = 0
    minutes: int = 0
    note: str = ""
    place: str = ""
    highest_wins: bool | None = None
    public_id: str = ""
    cells: Cells | None = None


@dataclass(frozen=True, slots=True)
class Plays:
    """What a file tells: the matches that can be brought in, oldest first, and what is left out."""

    plays: tuple[Play, ...]
    left_out: tuple[LeftOut, ...]
