"""For tests that look at colours, or tap a lot: nothing moves, so neither has to wait for a card to come to rest."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Phones whose people asked for no motion."""
    return {**browser_context_args, "reduced_motion": "reduce"}
