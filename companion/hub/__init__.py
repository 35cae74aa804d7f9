"""The hub tells others "match x is at version 41", never what changed, and knows which phones are present."""

from __future__ import annotations

from .local import LocalHub
from .protocol import FORMAT, GRACE, TYPING, Hub, Numbers, Subscription

__all__ = ["FORMAT", "GRACE", "TYPING", "Hub", "LocalHub", "Numbers", "Subscription", "open_hub"]


def open_hub(url: str | None) -> Hub:
    """The hub at an address of Redis; without one, a hub in this process. Raises ValueError for what is no such
    address, ModuleNotFoundError when what speaks with Redis is not installed.
    """
    if not url:
        return LocalHub()
    from .redis import RedisHub

    return RedisHub(url)
