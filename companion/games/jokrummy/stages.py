"""What a deal of Jok-R-ummy jr waits for."""

from __future__ import annotations

MISSIONS = 0
"""The dealer shuffles the mission pack, in the first deal of a match (jokrummy J4)."""
KEEP = 1
"""A seat that did not do its mission keeps it or changes it (jokrummy J14, J17)."""
SHUFFLE = 2
"""The dealer shuffles all animal cards (jokrummy J4, J14)."""
DRAW = 3
"""The seat in turn takes a card (jokrummy J5)."""
PLAY = 4
"""The seat in turn lays, adds, and at last discards (jokrummy J6 to J8)."""
RESHUFFLE = 5
"""The stock is empty: the dealer shuffles the discard (jokrummy J11)."""
OVER = 6
"""The round is over (jokrummy J13, J15)."""

HANDING = 7
"""The dealer hands out missions from the pack of the round before (jokrummy J14)."""

SEATED = (KEEP, DRAW, PLAY)
"""The stages in which a seat moves, not the dealer."""
