"""How often somebody did something: counted in Redis for all processes, and in memory where there is none.

The library is imported when somebody first counts: a start does not need it.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from limits import RateLimitItem
    from limits.storage import RedisStorage
    from limits.strategies import RateLimiter
    from limits.util import WindowStats

T = TypeVar("T")

PATIENCE = 0.25
"""Seconds for which a request waits for Redis."""
AGAIN = 5.0
"""Seconds for which nobody waits for it again, once it did not answer. Meanwhile each process counts for itself."""


class Rates:
    """A limiter as `limits` has them, which answers whether Redis does or not."""

    def __init__(self, url: str | None = None) -> None:
        """`url`: of the Redis, if there is one. Raises ValueError for an address that is none."""
        from limits.storage import MemoryStorage
        from limits.strategies import FixedWindowRateLimiter

        self._here: RateLimiter = FixedWindowRateLimiter(MemoryStorage())
        self._shared: RateLimiter | None = FixedWindowRateLimiter(_in_redis(url)) if url else None
        self._away_until = 0.0

    def hit(self, item: RateLimitItem, *identifiers: str, cost: int = 1) -> bool:
        """Count it; whether it was within the rate."""
        return self._ask(lambda limiter: limiter.hit(item, *identifiers, cost=cost))

    def test(self, item: RateLimitItem, *identifiers: str, cost: int = 1) -> bool:
        """Whether it would be within the rate."""
        return self._ask(lambda limiter: limiter.test(item, *identifiers, cost=cost))

    def get_window_stats(self, item: RateLimitItem, *identifiers: str) -> WindowStats:
        """When the rate is counted from zero again, and how often it may be until then."""
        return self._ask(lambda limiter: limiter.get_window_stats(item, *identifiers))

    def clear(self, item: RateLimitItem, *identifiers: str) -> None:
        """Count from zero."""
        self._ask(lambda limiter: limiter.clear(item, *identifiers))

    def _ask(self, question: Callable[[RateLimiter], T]) -> T:
        if self._shared is not None and monotonic() >= self._away_until:
            try:
                return question(self._shared)
            except self._shared.storage.base_exceptions:
                self._away_until = monotonic() + AGAIN
        return question(self._here)


def _in_redis(url: str) -> RedisStorage:
    from limits.storage import RedisStorage
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    return RedisStorage(url, key_prefix="companion:rates", retry=Retry(NoBackoff(), 0), **patience)  # type: ignore[arg-type]
