"""Mojo: the highest card of each colour counts, and whoever ends the round takes the Mojo card: 0 or +10."""

from .scoring import Mojo

GAME = Mojo()
