"""How often one address may guess. Generous: everybody at the table may come through one router."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import abort, request

from companion.app_state import app_state

if TYPE_CHECKING:
    from limits import RateLimitItem

LINKS = "60 per minute; 600 per hour"
"""Links opened, right or wrong."""
WRONG_CODES = "20 per minute; 120 per hour"


def check(kind: str, rates: str) -> None:
    """Answer 429 when this address has used up one of the rates."""
    limiter = app_state().rates
    if not all(limiter.test(rate, kind, _address()) for rate in _read(rates)):
        abort(429)


def spend(kind: str, rates: str) -> None:
    """Count one try of this address."""
    for rate in _read(rates):
        app_state().rates.hit(rate, kind, _address())


def _read(rates: str) -> list[RateLimitItem]:
    from limits import parse_many

    return parse_many(rates)


def _address() -> str:
    return request.remote_addr or ""
