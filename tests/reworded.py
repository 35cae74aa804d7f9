"""What was recorded long ago, in the words of today: nothing that was recorded is ever made anew."""

from __future__ import annotations

import re
from typing import Any

REWORDED = (
    (r", nobody lower: Mojo 0", "; nobody is lower, so Mojo 0"),
    (r", Mojo \+10 = (\d+)$", r"; Mojo +10 makes \1"),
    (r", house rule (\S+) = ", r", house rule \1, makes "),
    (r"(\d) typed\b", r"\1 (typed)"),
    (r", without (.*)$", r", not counting \1"),
    (r"is not higher$", "has the same"),
    (r"^decided by the cards$", "the cards decide"),
    (r"^left of the dealer$", "on the dealer’s left"),
)
"""How reasons read then, and how they read today."""


def reworded(told: Any) -> Any:
    """What a relic told, in the words of today."""
    if isinstance(told, str):
        for before, now in REWORDED:
            told = re.sub(before, now, told)
        return told
    if isinstance(told, dict):
        return {key: reworded(value) for key, value in told.items()}
    return [reworded(value) for value in told] if isinstance(told, list) else told
