"""What processes tell each other of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class News(NamedTuple):
    """What one process tells the others of a match. `here`: the phones that listen there, None when it says nothing of
    them; `left`: phones, with the seconds since; `typed`: phones, where, and the seconds since. Version 0: no news;
    `at`: when it was published, in seconds by the clock of day.
    """

    match: str
    version: int = 0
    here: Sequence[int] | None = None
    left: Sequence[tuple[int, float]] = ()
    typed: Sequence[tuple[int, str, float]] = ()
    at: float = 0.0
