"""A match on a database of its own, as Ana's and Pau's phones write it."""

from __future__ import annotations

import pytest
from flask import Flask

from .cast import Pad, begin


@pytest.fixture
def pad(app: Flask) -> Pad:
    """A match of Ana, Pau and Zoé to 50 points; Ana begins."""
    return begin(app)
