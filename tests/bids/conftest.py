"""The house with one game more."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader

from companion import games
from tests.conftest import Phone, Table

from .game import GAME


@pytest.fixture(autouse=True)
def _one_more(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its folder of pages, and its line in GAMES."""
    for module in [module for name, module in sys.modules.items() if name.startswith("companion.")]:
        if getattr(module, "GAMES", None) is games.GAMES:
            monkeypatch.setattr(module, "GAMES", (*games.GAMES, GAME))
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, GAME))
    folders = [app.jinja_env.loader, FileSystemLoader(Path(__file__).with_name("templates"))]
    monkeypatch.setattr(app.jinja_env, "loader", ChoiceLoader(folders))


@pytest.fixture
def table(phone: Phone) -> Table:
    """A match of Bids."""
    return phone.begin("Ana", "Pau", "Zoé", game="bids", rounds="3")
