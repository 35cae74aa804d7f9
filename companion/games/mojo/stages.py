"""What a deal of Mojo waits for."""

from __future__ import annotations

SHUFFLE = 0
"""The dealer shuffles all cards (mojo M3)."""
DEALING = 1
"""The stock ran out while dealing: the dealer shuffles the discard (mojo M18)."""
PLAYING = 2
"""The seat in turn plays a card, or turns one face up (mojo M5, M11)."""
CHOOSE = 3
"""The seat in turn says where it draws from (mojo M23)."""
RESHUFFLE = 4
"""The stock is empty and a card is to be drawn: the dealer shuffles a discard (mojo M9, M24)."""
OVER = 5
"""The round is over (mojo M13)."""
