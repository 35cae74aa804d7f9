"""A hub of each kind, on a clock that a test sets."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.hub import Hub, LocalHub
from tests.hub.cast import Clock

HUBS: dict[str, Callable[[Clock], Hub]] = {"local": LocalHub}


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still until a test moves it."""
    return Clock()


@pytest.fixture(params=HUBS)
def hub(request: pytest.FixtureRequest, clock: Clock) -> Hub:
    """A hub of each kind, of its own for every test."""
    made: Hub = HUBS[request.param](clock)
    return made
