"""How often one address may guess. Generous: everybody at the table may come through one router."""

from __future__ import annotations

from flask import abort, current_app, request
from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

LINKS = parse_many("60 per minute; 600 per hour")
"""Links opened, right or wrong."""
WRONG_CODES = parse_many("20 per minute; 120 per hour")


def check(kind: str, rates: list[RateLimitItem]) -> None:
    """Answer 429 when this address has used up one of the rates."""
    if not all(_limiter().test(rate, kind, _address()) for rate in rates):
        abort(429)


def spend(kind: str, rates: list[RateLimitItem]) -> None:
    """Count one try of this address."""
    for rate in rates:
        _limiter().hit(rate, kind, _address())


def _limiter() -> FixedWindowRateLimiter:
    """The counts of this app."""
    if "companion_limits" not in current_app.extensions:
        current_app.extensions["companion_limits"] = FixedWindowRateLimiter(MemoryStorage())
    counts: FixedWindowRateLimiter = current_app.extensions["companion_limits"]
    return counts


def _address() -> str:
    return request.remote_addr or ""
