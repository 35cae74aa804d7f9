"""What a deal of Skyjo waits for."""

from __future__ import annotations

SHUFFLE = 0
"""The dealer shuffles all cards (skyjo S2)."""
PICKING = 1
"""Everybody picks the two cards they turn; nothing is shown before all have (skyjo S3)."""
LOTS = 2
"""The two cards leave open who begins: the dealer draws lots (skyjo S3)."""
TURN = 3
"""The seat in turn takes the top of the discard or of the stock (skyjo S4, S5)."""
RESHUFFLE = 4
"""The stock is empty and a card is to be drawn: the dealer shuffles the discard (skyjo S7)."""
TAKEN = 5
"""The seat in turn swaps the card from the discard for one of its own (skyjo S4)."""
DRAWN = 6
"""The seat in turn swaps the card from the stock for one of its own, or turns one instead (skyjo S5)."""
OVER = 7
"""The round is over, all cards lie open (skyjo S9)."""
