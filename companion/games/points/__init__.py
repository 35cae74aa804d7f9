"""Any other game: the group's own rules, and points that somebody types."""

from .scoring import Points

GAME = Points()
